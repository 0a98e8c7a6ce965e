/** Reads numbers of arguments: with units, as shares, as limits, and with words around them. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import type { Path } from './draft.ts';
import type { Mending } from './mending.ts';
import { sumOf } from './time-window.ts';
import { inUnit, millisecondsPer, quantityOf, shareNamed, unitBehind } from './units.ts';
import { bare } from './words.ts';

export const shareOf = (percent: number): number => Number((percent / 100).toPrecision(12));

/** Reads a confidence level as a share, from a share or a percentage. */
export function levelOf(value: unknown): number | undefined {
  const number = numberOf(value, 'ratio');
  const share = number !== undefined && number > 1 ? shareOf(number) : number;
  return share !== undefined && share >= 0.5 && share < 1 ? share : undefined;
}

/** Reads the number in `{ max: 12 }` if the argument itself is a maximum. */
export function underBound(value: unknown, name: string): unknown {
  const [entry, second] = isRecord(value) ? Object.entries(value) : [];
  const isMost = entry !== undefined && second === undefined && /^(?:max|maximum|atmost|limit|lte)$/.test(bare(entry[0]));
  return isMost && /^(?:limit|top|max_\w+)$/.test(name) ? entry[1] : value;
}

const MOST = /^\s*(?:at most|up to|no more than|not more than|max(?:imum)?(?: of)?|<=|≤)\s*\d/i;
const LEAST = /^\s*(?:at least|no less than|no fewer than|min(?:imum)?(?: of)?|>=|≥)\s*\d/i;

/** Reads the number in `LIMIT 3`, `top 5` or `500 addresses`: beside a word of the argument's name, or beside what a list contains. */
export function withoutName(value: unknown, name: string): unknown {
  if (typeof value !== 'string') return value;
  const behind = unitBehind(value);
  if (behind !== undefined) return behind;
  // Leave `k: 3` alone, because it may mean the third of a series or 3000.
  const own = value.replace(new RegExp(`^\\s*(?:${name}|(?!k)\\p{L})\\s*[:=]\\s*(?=[\\d.])`, 'iu'), '');
  if (own !== value) return own;
  const words = new Set([
    ...name.split('_'),
    'frames',
    'packets',
    'observations',
    'rows',
    'row',
    'items',
    'entries',
    'results',
    'records',
    'values',
  ]);
  const bound = /^(?:limit|top|max_\w+)$/.test(name) ? MOST : /^min_/.test(name) ? LEAST : undefined;
  const bounded = bound === undefined ? undefined : /^\s*(?:\D+?)\s*(\d[\d,_.]*)\s*$/.exec(bound.test(value) ? value : '')?.[1];
  if (bounded !== undefined) return bounded;
  const level = name === 'alpha' ? /^\s*p\s*<=?\s*([\d.]+)\s*$/i.exec(value)?.[1] : undefined;
  if (level !== undefined) return level;
  const [, before, number, after] = /^\s*(?:([a-z]+)[\s:=]+)?([\d,_.]+)(?:\s+([a-z]+))?\s*$/i.exec(value) ?? [];
  const isNamed = [before, after].every((word) => word === undefined || words.has(word.toLowerCase()));
  return number !== undefined && isNamed ? number : value;
}

/** Matches words around a quantity that only say what it measures. */
const AROUND =
  /^(?:an?|the|one|of|every|each|per|is|in|bucket|bins?|window|interval|wide|long|rows?|packets?|frames?|values?|items?|ci|confidence|level|total|exactly|just)$/i;

/** Reads a quantity from a text, alone or among words that say what it measures: `one bucket every 10 minutes`. */
function quantityIn(text: string): ReturnType<typeof quantityOf> {
  const whole = quantityOf(text);
  if (whole !== undefined || !/^[\p{L}\d\s.%]+$/u.test(text)) return whole;
  const [found, second] =
    text.match(/\d+(?:\.\d+)?\s*(?:%|(?:[nuµm]?s|m?secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?|h|hours?|days?)(?!\p{L}))?/giu) ?? [];
  if (found === undefined || second !== undefined) return undefined;
  const words = text.replace(found, ' ').split(/\s+/).filter(Boolean);
  return words.every((word) => AROUND.test(word)) ? quantityOf(found.trim()) : undefined;
}

/** Reads a number in the wanted unit: a number, a quantity in a text, or the sum of an object's units of time. */
export function numberOf(value: unknown, unit: string): number | undefined {
  const share = typeof value === 'string' && unit === 'ratio' ? shareNamed(value) : undefined;
  if (share !== undefined) return share;
  if (isRecord(value)) {
    const ms = millisecondsPer(unit) === undefined ? undefined : sumOf(value);
    return ms === undefined ? undefined : inUnit({ value: ms, unit: 'ms' }, unit);
  }
  // The text may still have quotes, or a sign that means "number" or "equals".
  const quantity = typeof value === 'string' ? quantityIn(value.replace(/^\s*[#=:]?\s*(["'`]?)(.*?)\1[;,]?\s*$/s, '$2')) : undefined;
  return typeof value === 'number' ? value : quantity && inUnit(quantity, unit);
}

/** Reads `[25, 50, 75]` as shares of 1. Percentages and shares are not mixed, and `[1.5]` may be a slip. */
export function mendPercents(mending: Mending, path: Path, items: SchemaNode): void {
  const numbers = [mending.get(path) ?? []].flat().map((item) => numberOf(item, 'ratio'));
  if (items['maximum'] !== 1 || !numbers.some((number) => Number(number) >= 5)) return;
  if (!numbers.every((number) => number === 0 || (Number(number) >= 1 && Number(number) <= 100))) return;
  numbers.forEach((number, index) => mending.set([...path, index], shareOf(Number(number)), 'a percentage as a share'));
}

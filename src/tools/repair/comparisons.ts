/** Writes one comparison of a condition that is given as data, in the filter grammar. */
import type { Comparison, Filter } from '../../selection/ast.ts';
import { parseFilter } from '../../selection/parse.ts';
import { printFilter } from '../../selection/print.ts';
import { isRecord } from '../contract/json-schema.ts';
import { operatorOf } from './operators.ts';
import { bare } from './words.ts';

/** Thrown for a condition that cannot be converted exactly. */
export class NoFilter extends Error {}

export const isColumnName = (value: unknown): boolean => typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_ .-]{0,127}$/u.test(value);

const NULLS = /^(?:is)?(not)?(?:null|none|missing|empty|exists|set|present|defined)$/;
const PARTS: Readonly<Record<string, (text: string) => string>> = {
  contains: (text) => `%${text}%`,
  includes: (text) => `%${text}%`,
  startswith: (text) => `${text}%`,
  beginswith: (text) => `${text}%`,
  endswith: (text) => `%${text}`,
};

/** Maps each comparison operator to its opposite. */
export const CONTRARY: Readonly<Record<Comparison, Comparison>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '=': '!=', '!=': '=' };

/** Negates a filter in the shortest form: `rssi <= -90` becomes `rssi > -90`. */
export function deniedText(text: string): string {
  const parsed = parseFilter(text);
  const turned = parsed.ok ? turnedFilter(parsed.value) : undefined;
  return turned === undefined ? `NOT (${text})` : printFilter(turned);
}

function turnedFilter(filter: Filter): Filter | undefined {
  if (filter.kind === 'not') return filter.term;
  if (filter.kind === 'compare') return { ...filter, operator: CONTRARY[filter.operator] };
  return 'negated' in filter ? { ...filter, negated: !filter.negated } : undefined;
}

/** Converts an operator of another language, including `null` and the like, to one of the filter grammar. Undefined for other words. */
export function signOf(written: string): string | undefined {
  const plain = written.trim().replace(/^[$_]+/, '');
  if (plain === '') return undefined;
  const words = bare(plain);
  if (NULLS.test(words) && !/^(?:set|present|defined|empty|none)$/.test(words)) return 'NULL';
  if (PARTS[words] !== undefined) return words;
  return operatorOf(plain.replaceAll('_', ' ')) ?? operatorOf(plain);
}

/** Writes a comparison as a filter. Throws `NoFilter` if the grammar has no such comparison. */
export function comparison(column: string, written: string, given: unknown): string {
  const sign = signOf(written);
  if (sign === undefined || !isColumnName(column)) throw new NoFilter();
  const name = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column) ? column : `"${column}"`;
  const value = plainValue(given);
  if (sign === 'NULL') return nullText(name, written, value);
  if (value === undefined) throw new NoFilter();
  if (value === null) {
    if (sign !== '=' && sign !== '!=' && sign !== '==') throw new NoFilter();
    return `${name} IS ${sign === '!=' ? 'NOT ' : ''}NULL`;
  }
  const part = PARTS[sign];
  if (part !== undefined) {
    // Reject `%` and `_` in a pattern, because they have another meaning there.
    if (typeof value !== 'string' || !/^[^%_*?\\]+$/.test(value)) throw new NoFilter();
    return `${name} LIKE ${literalText(part(value))}`;
  }
  if (/BETWEEN$/.test(sign)) return betweenText(name, sign, value);
  if (Array.isArray(value) && value.length === 1 && !/IN$/.test(sign)) return comparison(column, written, value[0]);
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map((each) => literalText(plainValue(each)));
    const list = sign === '=' || sign === '==' ? 'IN' : sign === '!=' ? 'NOT IN' : sign;
    if (!/IN$/.test(list) || items.length === 0) throw new NoFilter();
    return `${name} ${list} (${items.join(', ')})`;
  }
  if (isRecord(value)) throw new NoFilter();
  return /IN$/.test(sign) ? `${name} ${sign} (${listText(value)})` : `${name} ${sign} ${literalText(value)}`;
}

/** Writes the list after an operator that takes one, from a list or from a text such as `'37, 38'`. */
function listText(value: unknown): string {
  if (typeof value !== 'string' || !value.includes(',')) return literalText(value);
  return value
    .replace(/^\s*[[(]|[\])]\s*$/g, '')
    .split(',')
    .map((each) => literalText(each.trim().replace(/^(['"])(.*)\1$/, '$2')))
    .join(', ');
}

function nullText(name: string, written: string, value: unknown): string {
  const words = bare(written);
  const isThere = /^(?:is)?(?:not(?:null|none|missing|empty)|exists|set|present|defined)$/.test(words);
  if (value !== undefined && value !== null && typeof value !== 'boolean' && value !== '') throw new NoFilter();
  return `${name} IS ${isThere === (value !== false) ? 'NOT ' : ''}NULL`;
}

function betweenText(name: string, sign: string, value: unknown): string {
  const list = isRecord(value)
    ? rangeOf(Object.entries(value))
    : typeof value === 'string'
      ? value.split(/\s*(?:,|\band\b|\bto\b|\.\.)\s*/i)
      : value;
  if (!Array.isArray(list) || list.length !== 2) throw new NoFilter();
  const [low, high] = (list as unknown[]).map((each) =>
    literalText(typeof each === 'string' && /^-?\d+(?:\.\d+)?$/.test(each) ? Number(each) : each),
  );
  return `${name} ${sign} ${low ?? ''} AND ${high ?? ''}`;
}

const LOW = /^(?:min|minimum|low|lower|lowerbound|from|start|gte|ge)$/;
const HIGH = /^(?:max|maximum|high|upper|upperbound|to|end|lte|le)$/;

function rangeOf(entries: readonly (readonly [string, unknown])[]): unknown[] | undefined {
  const at = (names: RegExp): unknown[] => entries.filter(([key]) => names.test(bare(key))).map(([, value]) => value);
  const [low, high] = [at(LOW), at(HIGH)];
  return entries.length === 2 && low.length === 1 && high.length === 1 ? [low[0], high[0]] : undefined;
}

/** Writes a range such as `{ min: -90, max: -50 }`, including both bounds. Undefined for other members. */
export function rangeText(column: string, entries: readonly (readonly [string, unknown])[]): string | undefined {
  if (!entries.every(([key]) => /^(?:min|minimum|max|maximum)$/.test(bare(key)))) return undefined;
  return entries.map(([key, value]) => comparison(column, /^min/.test(bare(key)) ? '>=' : '<=', value)).join(' AND ');
}

function plainValue(value: unknown): unknown {
  const [entry, second] = isRecord(value) ? Object.entries(value) : [];
  const isHeld = entry !== undefined && second === undefined && /^(?:value|literal|constant|const|lit)$/.test(bare(entry[0]));
  // A value may be given under its type, as in `{ integerValue: '-90' }`; a number may then be a text.
  const isTyped = entry !== undefined && second === undefined && /^(?:integer|double|string|boolean|number)value$/.test(bare(entry[0]));
  if (isTyped) return /^(?:integer|double)/i.test(entry[0]) && /^-?\d+(?:\.\d+)?$/.test(String(entry[1])) ? Number(entry[1]) : entry[1];
  return isHeld ? entry[1] : value;
}

function literalText(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value !== 'number' && typeof value !== 'boolean') throw new NoFilter();
  return String(value).toUpperCase();
}

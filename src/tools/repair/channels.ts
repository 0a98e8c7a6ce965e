/** Repairs the channels of a selection: lists in other notations, ranges, frequencies, other spellings. */
import { channelsOf } from '../../selection/channels.ts';
import { isRecord } from '../contract/json-schema.ts';
import { bulletsIn, listIn } from './containers.ts';
import type { Path } from './draft.ts';
import type { Mending } from './mending.ts';
import { readListText } from './shapes.ts';
import { bare, knownName } from './words.ts';

const PATH: Path = ['capture_selection', 'selectors', 'channels'];

export function mendChannels(mending: Mending): void {
  const given = mending.get(PATH);
  if (given === undefined) return;
  const named = Array.isArray(given) && given.length === 1 ? (given as unknown[])[0] : given;
  if (typeof named === 'string' && /^\s*(?:\*|(?:all|any|every)(?: channels?)?)\s*$/i.test(named)) {
    mending.drop(PATH, 'every channel counts anyway');
    return;
  }
  const { captures } = mending;
  const known = [...new Set(captures.flatMap(channelsOf))];
  // In a table, channels may be numbered differently than in the specification.
  const areBle = captures.length > 0 && captures.every(({ kind }) => kind !== 'table');
  const included = isRecord(given) && /^(?:includ\w*|\$?in)$/.test(Object.keys(given).join()) ? Object.values(given)[0] : undefined;
  const own = isRecord(given) && Object.keys(given).length === 1 ? Object.entries(given)[0] : undefined;
  // Accept an object by capture, such as `{ lab: ['37'] }`, if it names the only selected capture.
  const ofCapture = own !== undefined && captures.length === 1 && own[0] === captures[0]?.capture_id ? own[1] : undefined;
  const one = Array.isArray(ofCapture)
    ? (ofCapture as unknown[])
    : Array.isArray(included)
      ? (included as unknown[])
      : isRecord(given)
        ? (listIn(given, 'channels') ?? [given])
        : typeof given === 'number'
          ? [given]
          : given;
  if (Array.isArray(one)) mending.set(PATH, one, 'a list');
  readListText(mending, PATH, (text) =>
    known.includes(text)
      ? [text]
      : (bulletsIn(text) ??
        text
          .replace(/^\s*[[({](.*)[\])}]\s*$/s, '$1')
          .replace(/^\s*channels?\s*[:=]?\s+(?=\d)/i, '')
          .split(/\s*(?:[,;|/&+\n]|\bor\b|\band\b)\s*|(?<=^|\s\d{1,2}|^\d{1,2})\s+(?=\d)/)
          .filter(Boolean)),
  );
  const list = mending.get(PATH);
  if (!Array.isArray(list)) return;
  if ((list as unknown[]).some(Array.isArray)) mending.set(PATH, (list as unknown[]).flat(), 'one list');
  const channels = (mending.get(PATH) as unknown[]).map(
    (item) => advertising(item, known, areBle) ?? rangeOf(item, known) ?? [channelOf(item, known, areBle) ?? item],
  );
  mending.set(PATH, channels.flat(), 'the channels as the captures name them');
}

/** Returns the three primary advertising channels (Core specification, Vol 6 Part B, 1.4.1) if an item means them and all exist. */
function advertising(item: unknown, known: readonly string[], areBle: boolean): string[] | undefined {
  const isMeant =
    areBle && typeof item === 'string' && /^(?:(?:all|primary)\s+)*adv(?:ertising|ertisement)?(?:\s+channels?)?$/i.test(item.trim());
  const channels = ['37', '38', '39'];
  return isMeant && channels.every((name) => known.includes(name)) ? channels : undefined;
}

/** Finds the channel that an item means: by name, number or frequency. */
function channelOf(item: unknown, known: readonly string[], areBle: boolean): string | undefined {
  const told = isRecord(item)
    ? Object.entries(item).filter(([key]) => /^(?:ch(?:an(?:nel)?)?s?(?:index|number|no|id)?|index|number|name|id|value)$/.test(bare(key)))
    : [];
  const own = isRecord(item) ? (told.length === 1 && Object.keys(item).length === 1 ? told[0]?.[1] : undefined) : item;
  const text = typeof own === 'number' ? String(own) : own;
  if (typeof text !== 'string') return undefined;
  if (known.includes(text)) return text;
  const [, plain, frequency = ''] = /^(.+?)\s*[([]\s*([\d.]+\s*[MG]Hz)\s*[)\]]$/i.exec(text) ?? [];
  if (plain !== undefined && areBle) {
    const named = channelOf(plain, known, areBle);
    return named === String(indexOfFrequency(frequency)) ? named : undefined;
  }
  const number = /^(?:ble|adv(?:ertising)?)?[\s_-]*(?:ch|chan|channel)?[\s_#:-]*0*(\d{1,3})(?:\.0+)?$/i.exec(text.trim())?.[1];
  if (number !== undefined && known.includes(number)) return number;
  const hex = /^0x([\da-f]{1,2})$/i.exec(text.trim())?.[1];
  const index = hex !== undefined ? parseInt(hex, 16) : areBle ? indexOfFrequency(text) : undefined;
  if (index !== undefined && known.includes(String(index))) return String(index);
  return knownName(
    text,
    known.filter((name) => !/^\d+$/.test(name)),
  );
}

/**
 * Converts a frequency in MHz, GHz, kHz or Hz (MHz if no unit is given) to its channel index (Core specification, Vol 6 Part B, 1.4.1).
 * Undefined for any other number.
 */
export function indexOfFrequency(text: string): number | undefined {
  const [, digits = '', unit = 'mhz'] = /^(\d+(?:[.,]\d+)?)\s*([gmk]?hz)?$/i.exec(text.trim()) ?? [];
  const mhz = Number(digits.replace(',', '.')) * ({ ghz: 1e3, mhz: 1, khz: 1e-3, hz: 1e-6 }[unit.toLowerCase()] ?? NaN);
  const place = Math.round(mhz) - 2402;
  if (digits === '' || Math.abs(mhz - Math.round(mhz)) > 1e-6 || place < 0 || place > 78 || place % 2 !== 0) return undefined;
  const at = place / 2;
  if (at === 0) return 37;
  if (at === 12) return 38;
  return at === 39 ? 39 : at < 12 ? at - 1 : at - 2;
}

/** Expands a range of channels; undefined unless every channel in it exists. */
function rangeOf(item: unknown, known: readonly string[]): string[] | undefined {
  const [first, last] = boundsOf(item) ?? [];
  if (first === undefined || last === undefined || first > last || last - first > 100) return undefined;
  const all = Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  return all.every((name) => known.includes(name)) ? all : undefined;
}

function boundsOf(item: unknown): readonly [number, number] | undefined {
  if (typeof item === 'string') {
    if (/^\d+$/.test(item)) return undefined;
    const [, first, last] =
      /^(?:(?:ble\s*)?(?:ch|channels?|chan)?[\s#]*)(\d{1,3})\s*(?:-|–|—|\.{2,3}|:|\bto\b|\bthrough\b|\bbis\b)\s*(?:ch|chan|channel)?[\s#]*(\d{1,3})$/i.exec(
        item.trim(),
      ) ?? [];
    return first === undefined ? undefined : [Number(first), Number(last)];
  }
  if (!isRecord(item) || Object.keys(item).length !== 2) return undefined;
  const bound = (names: RegExp): number => Number(Object.entries(item).find(([key]) => names.test(bare(key)))?.[1] ?? NaN);
  const [first, last] = [bound(/^(?:start|from|min|first|low|gte)$/), bound(/^(?:end|to|max|last|high|lte)$/)];
  return Number.isInteger(first) && Number.isInteger(last) ? [first, last] : undefined;
}

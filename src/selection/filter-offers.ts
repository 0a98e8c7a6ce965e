import { knownColumns, type ValueClass } from './columns.ts';
import { placeInFilter } from './expect.ts';
import { printOperand, quoteName } from './print.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import { valueText } from './terms.ts';
import type { Offer, Offers } from '../base/offer.ts';
import { formatAmount } from '../base/format.ts';

export interface KnownValue {
  readonly value: unknown;
  readonly rows: number;
  /** A name that explains an offered value: of the company, or as advertised by the address. */
  readonly name?: string | undefined;
}

export const MOST_VALUES = 500;
const MOST_OFFERS = 60;

const OPERATORS: readonly (readonly [text: string, words: string, holds: readonly ValueClass[]])[] = [
  ['=', 'is', ['number', 'text', 'time', 'boolean']],
  ['!=', 'is not', ['number', 'text', 'time', 'boolean']],
  ['>', 'is more than', ['number', 'time']],
  ['>=', 'is at least', ['number', 'time']],
  ['<', 'is less than', ['number', 'time']],
  ['<=', 'is at most', ['number', 'time']],
  ['IN', 'is one of a list', ['number', 'text']],
  ['BETWEEN', 'lies between two values, both included', ['number', 'time']],
  ['LIKE', '% any characters, _ one; case matters', ['text']],
  ['IS NULL', 'has no value', ['number', 'text', 'time', 'boolean', 'other']],
  ['IS NOT NULL', 'has a value', ['number', 'text', 'time', 'boolean', 'other']],
  ['NOT IN', 'is none of a list', ['number', 'text']],
  ['NOT LIKE', 'does not match a pattern', ['text']],
  ['AND', 'both conditions', ['boolean']],
  ['OR', 'either condition', ['boolean']],
];
const JOINTS: Readonly<Record<string, string>> = {
  AND: 'both conditions',
  OR: 'either condition',
  ')': 'ends the group',
  '(': 'begins the list',
  ',': 'one more value',
  NULL: 'has no value',
  'NOT NULL': 'has a value',
};

/**
 * Completions for a position in a filter: columns, operators that suit the column, and values that occur in the column. Null if no filter
 * can begin with the text before the position.
 *
 * @param past filters that were used before, latest first; offered while the filter is otherwise empty
 * @param values loads the values of a column, most frequent first
 */
export async function filterOffers(
  text: string,
  at: number,
  capture: CaptureInfo,
  past: readonly string[],
  values: (column: string) => Promise<readonly KnownValue[]>,
): Promise<Offers | null> {
  const place = placeInFilter(text, at);
  if (place === null) return null;
  const { from, to } = place;
  const typed = place.typed.toLowerCase();
  const offers = (options: readonly Offer[], narrow = true): Offers => ({
    from,
    to,
    options: (narrow ? narrowed(options, typed) : options).slice(0, MOST_OFFERS),
  });
  const known = knownColumns(capture);
  const column = place.column === undefined ? undefined : known.get(place.column.toLowerCase());
  switch (place.expects) {
    case 'column': {
      const facts = new Map(capture.columns.map((each) => [each.name, each]));
      const columns = [...known.values()].map(({ name, type }): Offer => {
        const { unit, description } = facts.get(name) ?? {};
        return { label: name, insert: `${nameOf(name)} `, detail: unit === undefined ? type : `${type}, ${unit}`, info: description };
      });
      const words: readonly Offer[] = [
        { label: 'NOT', insert: 'NOT ', detail: 'the opposite of what follows' },
        { label: '(', detail: 'begins a group' },
      ];
      const whole = text.trim() === place.typed.trim();
      const used = whole ? past.filter((each) => each !== text.trim()) : [];
      const earlier = used.map((each): Offer => ({ label: each, detail: 'used before' }));
      return {
        ...offers([...narrowed(earlier, typed).slice(0, 8), ...narrowed([...columns, ...words], typed)], false),
        ...(whole && { from: 0, to: text.length }),
      };
    }
    case 'operator': {
      if (column === undefined) return null;
      const fitting = OPERATORS.filter(([, , holds]) => holds.includes(column.holds));
      return offers(
        fitting.map(([label, detail]) => ({ label, insert: label === 'IN' || label === 'NOT IN' ? `${label} (` : `${label} `, detail })),
      );
    }
    case 'value': {
      if (column === undefined || column.holds === 'other' || column.holds === 'time') return null;
      const held = column.holds === 'boolean' ? [true, false].map((value) => ({ value, rows: 0 })) : await values(column.name);
      const options = held.flatMap(({ value, rows, name }: KnownValue): Offer[] => {
        // Convert whole numbers that a double cannot represent from text, because that is how they arrive.
        const exact = column.holds === 'number' && typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;
        const written = valueText(exact);
        const detail = [name, rows > 0 ? formatAmount(rows, capture.kind === 'ble' ? 'packet' : 'row') : ''].filter(Boolean).join(' · ');
        return written === null ? [] : [{ label: String(value), insert: `${written} `, detail }];
      });
      return offers(options);
    }
    case 'joint':
      return offers((place.words ?? []).map((label) => ({ label, insert: label === '(' ? label : `${label} `, detail: JOINTS[label] })));
  }
}

/** Orders options: first those whose label begins with what was typed, then those whose label contains it, then those whose detail does. */
function narrowed(options: readonly Offer[], typed: string): readonly Offer[] {
  if (typed === '') return options;
  const rank = ({ label, detail = '' }: Offer): number => {
    const own = label.toLowerCase();
    return own.startsWith(typed) ? 0 : own.includes(typed) ? 1 : detail.toLowerCase().includes(typed) ? 2 : 3;
  };
  const ranked = options.map((offer) => [rank(offer), offer] as const).filter(([order]) => order < 3);
  return ranked.sort((a, b) => a[0] - b[0]).map(([, offer]) => offer);
}

const nameOf = (name: string): string => printOperand({ kind: 'column', at: 0, name });

/** SQL that lists the values of a column, most frequent first, and for each address the name that it advertised. */
export function valuesSql(capture: CaptureInfo, column: string): string {
  const value = quoteName(column);
  // Take names only from packets without CRC error, because others are unreliable.
  const named = column === 'advertiser_addr' && capture.kind === 'ble';
  return `SELECT ${value} AS value, count(*) AS n${named ? ', mode(local_name) FILTER (crc_ok IS NOT FALSE)' : ''} FROM ${quoteName(capture.capture_id)} WHERE ${value} IS NOT NULL GROUP BY value ORDER BY n DESC, value LIMIT ${String(MOST_VALUES)}`;
}

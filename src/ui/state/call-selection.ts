import type { Filter } from '../../selection/ast.ts';
import { parseFilter } from '../../selection/parse.ts';
import { printFilter } from '../../selection/print.ts';
import { selectionFilter } from './address-filter.ts';
import type { SelectionData } from './selection.svelte.ts';

const ADDRESS_COLUMNS: readonly string[] = ['advertiser_addr', 'device_id'];

/** Times from here on count from 1970-01-01 UTC, smaller ones from the first packet, as in a call (docs/filter-grammar.md). */
const EPOCH_FROM_MS = 1e11;

export const isRelative = (ms: number): boolean => ms < EPOCH_FROM_MS;

/**
 * A call narrowed to what is selected, in whichever spelling it has already; a filter on addresses that an earlier
 * selection left is replaced, other filters, captures and channels stay. Without a selected time or address that part stays.
 */
export function withSelection(call: object, { time_range, addresses }: Pick<SelectionData, 'time_range' | 'addresses'>): object {
  let selection = record(Reflect.get(call, 'capture_selection'));
  if (time_range !== null) selection = withTime(selection, time_range);
  if (addresses.length > 0) selection = withFilter(selection, selectionFilter(addresses));
  return { ...call, capture_selection: selection };
}

type Fields = Readonly<Record<string, unknown>>;
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function withTime(selection: Fields, range: NonNullable<SelectionData['time_range']>): Fields {
  const { start_ms, end_ms } = range;
  const window = { start_ms, end_ms };
  const base = 'time_base' in selection && { time_base: isRelative(start_ms) ? 'relative' : 'epoch' };
  const selectors = record(selection['selectors']);
  if ('time_range' in selectors) return { ...selection, ...base, selectors: { ...selectors, time_range: window } };
  return { ...selection, ...base, time_window: window };
}

function withFilter(selection: Fields, filter: string): Fields {
  const expression = selection['filter_expression'];
  if (typeof expression === 'string') return { ...selection, filter_expression: joined(expression, filter) };
  const selectors = record(selection['selectors']);
  const before: readonly unknown[] = Array.isArray(selectors['filters']) ? selectors['filters'] : [];
  const others = before.filter((item) => typeof item !== 'string' || withoutAddresses(item) === item);
  return { ...selection, selectors: { ...selectors, filters: [...others, filter] } };
}

function joined(expression: string, filter: string): string {
  const kept = withoutAddresses(expression.trim());
  return kept === '' ? filter : `(${kept}) AND (${filter})`;
}

/** A filter without the terms that name addresses; what names none, and what is no filter, as it stands. */
function withoutAddresses(text: string): string {
  const parsed = parseFilter(text);
  if (!parsed.ok) return text;
  const terms = parsed.value.kind === 'and' ? parsed.value.terms : [parsed.value];
  const kept = terms.filter((term) => !namesAddresses(term));
  if (kept.length === terms.length) return text;
  return kept.map((term) => (kept.length > 1 ? `(${printFilter(term)})` : printFilter(term))).join(' AND ');
}

/** As `selectionFilter` writes it. */
const namesAddresses = (filter: Filter): boolean =>
  filter.kind === 'in'
    ? !filter.negated && ADDRESS_COLUMNS.includes(filter.column.name.toLowerCase())
    : filter.kind === 'or' && filter.terms.every(namesAddresses);

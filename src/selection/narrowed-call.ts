import type { Filter } from './ast.ts';
import type { CallSelection } from './call.ts';
import { parseFilter } from './parse.ts';
import { printFilter } from './print.ts';
import { EPOCH_FROM_MS } from './time.ts';
import { isRecord } from '../base/record.ts';
import { selectionFilter } from './address-filter.ts';
import { conjuncts } from './terms.ts';
import type { Narrowing, TimeRange } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** Whether a time counts from the first packet and not from 1970; calls make the same distinction (docs/reference/filter-grammar.md). */
export const isRelative = (ms: number): boolean => ms < EPOCH_FROM_MS;

/** The keys under which a selection has its captures, times, channels and filters, in both spellings. */
const AXES = ['capture_id', 'capture_ids', 'time_window', 'time_base', 'filter_expression', 'selectors'];

/** Replaces the given parts of a call's selection. Other keys of the selection stay. */
export function callOver(call: Fields, selection: CallSelection): Fields {
  const others = Object.entries(fieldsOf(call['capture_selection'])).filter(([key]) => !AXES.includes(key));
  return { ...call, capture_selection: { ...Object.fromEntries(others), ...selection } };
}

/** Makes this filter the only one of a call, under the key that the call already uses for filters. */
export function callWithFilter(call: Fields, filter: string): Fields {
  const selection = fieldsOf(call['capture_selection']);
  const narrowed =
    'filter_expression' in selection
      ? { filter_expression: filter }
      : { selectors: { ...fieldsOf(selection['selectors']), filters: [filter] } };
  return { ...call, capture_selection: { ...selection, ...narrowed } };
}

/**
 * Narrows a call to the selected time and addresses, under the keys that it already uses. A filter on addresses from an earlier selection
 * is replaced. Other filters, captures and channels stay, and so do the time or the address filter if the selection has none.
 */
export function withSelection(call: Fields, { time_range, addresses }: Narrowing): Fields {
  let selection = fieldsOf(call['capture_selection']);
  if (time_range !== null) selection = withTime(selection, time_range);
  if (addresses.length > 0) selection = withFilter(selection, selectionFilter(addresses));
  return { ...call, capture_selection: selection };
}

function withTime(selection: Fields, { start_ms, end_ms }: TimeRange): Fields {
  const window = { start_ms, end_ms };
  const base = 'time_base' in selection && { time_base: isRelative(start_ms) ? 'relative' : 'epoch' };
  const selectors = fieldsOf(selection['selectors']);
  if ('time_range' in selectors) return { ...selection, ...base, selectors: { ...selectors, time_range: window } };
  return { ...selection, ...base, time_window: window };
}

function withFilter(selection: Fields, filter: string): Fields {
  const expression = selection['filter_expression'];
  if (typeof expression === 'string') {
    const kept = withoutAddresses(expression.trim());
    return { ...selection, filter_expression: kept === '' ? filter : `(${kept}) AND (${filter})` };
  }
  const selectors = fieldsOf(selection['selectors']);
  const before: readonly unknown[] = Array.isArray(selectors['filters']) ? selectors['filters'] : [];
  const others = before.filter((item) => typeof item !== 'string' || withoutAddresses(item) === item);
  return { ...selection, selectors: { ...selectors, filters: [...others, filter] } };
}

/** Removes the terms on addresses from a filter. A filter without such terms, or an invalid one, stays unchanged. */
function withoutAddresses(text: string): string {
  const parsed = parseFilter(text);
  if (!parsed.ok) return text;
  const terms = conjuncts(parsed.value);
  const kept = terms.filter((term) => !namesAddresses(term));
  if (kept.length === terms.length) return text;
  return kept.map((term) => (kept.length > 1 ? `(${printFilter(term)})` : printFilter(term))).join(' AND ');
}

/** Whether a term has the form in which `selectionFilter` writes addresses. */
const namesAddresses = (filter: Filter): boolean =>
  filter.kind === 'in'
    ? !filter.negated && ['advertiser_addr', 'device_id'].includes(filter.column.name.toLowerCase())
    : filter.kind === 'or' && filter.terms.every(namesAddresses);

import type { CallSelection } from '../../selection/call.ts';

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {});

/** What says which captures, times, channels and filters, in either spelling. */
const AXES = ['capture_id', 'capture_ids', 'time_window', 'time_base', 'filter_expression', 'selectors'];

/** The call over other rows; what else stands in its selection stays. */
export function callOver(call: Json, selection: CallSelection): Json {
  const others = Object.entries(asObject(call['capture_selection'])).filter(([key]) => !AXES.includes(key));
  return { ...call, capture_selection: { ...Object.fromEntries(others), ...selection } };
}

/** The call narrowed to rows of one more predicate in the documented grammar, in whichever place it has filters. */
export function callWithFilter(call: Json, filter: string): Json {
  const selection = asObject(call['capture_selection']);
  const narrowed =
    'filter_expression' in selection
      ? { filter_expression: filter }
      : { selectors: { ...asObject(selection['selectors']), filters: [filter] } };
  return { ...call, capture_selection: { ...selection, ...narrowed } };
}

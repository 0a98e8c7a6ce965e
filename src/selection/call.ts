import type { NormalSelection, TimeRange } from './types.ts';

/** The value of `capture_selection` in a call, in the spelling (of the two allowed ones) that the page writes. */
export interface CallSelection {
  readonly capture_ids: readonly string[];
  readonly time_window?: TimeRange;
  readonly time_base?: 'epoch' | 'relative';
  readonly selectors?: { readonly channels?: readonly string[]; readonly filters?: readonly string[] };
}

/** Writes a normalised selection for a call. Normalising the result gives the same selection again. */
export function toCall(selection: NormalSelection): CallSelection {
  const { capture_ids, channels, filters, time_range, time_base, windowed } = selection;
  const selectors = { ...(channels.length > 0 && { channels }), ...(filters.length > 0 && { filters }) };
  return {
    capture_ids,
    ...(windowed && time_range !== null && time_base !== 'none' && { time_window: time_range, time_base }),
    ...(Object.keys(selectors).length > 0 && { selectors }),
  };
}

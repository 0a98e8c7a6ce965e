import { bare } from './words.ts';

/** The place of each part of a selection, by the names that callers use. */

const PLACES: Readonly<Record<string, readonly string[]>> = {
  ...at(['capture_id'], 'captureid capture capturename id name file filename dataset source recording'),
  ...at(['capture_ids'], 'captureids captures ids files sources captureidlist'),
  ...at(['selectors'], 'selectors selector'),
  ...at(['time_window'], 'timewindow window timerange range time period interval timeframe timeinterval'),
  ...at(['filter_expression'], 'filterexpression filter where expression condition predicate whereclause filterexpr'),
  ...at(['selectors', 'filters'], 'filters conditions predicates'),
  ...at(['selectors', 'channels'], 'channels channel channellist'),
  ...at(['time_base'], 'timebase base clock'),
  ...at(
    ['time_window', 'start_ms'],
    'startms start from since begin starttime startts starttimestamp starttimems timestart startepoch startdate startdatetime datefrom fromdate',
  ),
  ...at(
    ['time_window', 'end_ms'],
    'endms end to until stop endtime endts endtimestamp endtimems timeend endepoch enddate enddatetime dateto todate',
  ),
};

const IN_SELECTORS: Readonly<Record<string, string>> = {
  time_window: 'time_range',
  filter_expression: 'filters',
};

function at(place: readonly string[], names: string): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, place]));
}

/** The place of a part inside `capture_selection`, or inside its `selectors`; undefined for an unknown name. */
export function selectionKey(key: string, inSelectors: boolean): readonly string[] | undefined {
  const found = PLACES[bare(key)];
  if (found === undefined || !inSelectors) return found;
  const [first = '', second] = found;
  if (first === 'selectors') return ['selectors', second ?? ''];
  const name = IN_SELECTORS[first];
  return name === undefined ? undefined : ['selectors', name, ...(second === undefined ? [] : [second])];
}

/** Names of bounds that count themselves; `after`, `before`, `gt` and `lt` would leave them out. */
const BOUNDS: Readonly<Record<string, 'start_ms' | 'end_ms'>> = {
  ...Object.fromEntries('gte ge min minimum low lower earliest first'.split(' ').map((name) => [name, 'start_ms' as const])),
  ...Object.fromEntries('lte le max maximum high upper latest last'.split(' ').map((name) => [name, 'end_ms' as const])),
};

/** The bounds of a window by their names. */
export const boundOf = (key: string): 'start_ms' | 'end_ms' | undefined => {
  if (Object.hasOwn(BOUNDS, bare(key))) return BOUNDS[bare(key)];
  const [, bound] = PLACES[bare(key)] ?? [];
  return bound === 'start_ms' || bound === 'end_ms' ? bound : undefined;
};

/** Finds the place of each part of a selection, by the names that callers use. */
import { bare } from './words.ts';

const PLACES: Readonly<Record<string, readonly string[]>> = {
  ...at(
    ['capture_id'],
    'captureid capture capturename id name file filename filepath path uri inputfile inputpath capturefile capturepath pcap pcapfile dataset source recording table tablename',
  ),
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

/** Finds the place of a name by its words: `row_filter`, `date_range`. */
const withoutKind = (key: string): string =>
  bare(
    /^(?:capture|data|date|row|packet|frame|ble|radio)[_\s-]?(?=(?:filters?|range|window|where|conditions?|channels?|expression)$)/i.test(
      key,
    )
      ? key.replace(/^[a-z]+?[_\s-]?(?=(?:filters?|range|window|where|conditions?|channels?|expression)$)/i, '')
      : '',
  );

/** The place of a part inside `capture_selection` or inside its `selectors`; undefined for an unknown name. */
export function selectionKey(key: string, inSelectors: boolean): readonly string[] | undefined {
  const found = PLACES[bare(key)] ?? PLACES[withoutKind(key)];
  if (found === undefined || !inSelectors) return found;
  const [first = '', second] = found;
  if (first === 'selectors') return second === undefined ? undefined : ['selectors', second];
  const name = IN_SELECTORS[first];
  return name === undefined ? undefined : ['selectors', name, ...(second === undefined ? [] : [second])];
}

/** Words for the bounds of a time window. `after`, `before`, `gt` and `lt` are not among them, because they would exclude the bound. */
const START =
  /^(?:start|started|starting|from|since|begin|beginning|gte|ge|min|minimum|low|lower|left|earliest|first|open|opening|t0|t1?start)$/;
const END = /^(?:end|ended|ending|to|until|till|stop|finish|lte|le|max|maximum|high|upper|right|latest|last|close|closing|t1|t2|tend)$/;
/** Filler words in the names of bounds. */
const BESIDE =
  /^(?:time|times|timestamp|ts|date|datetime|at|epoch|unix|utc|iso|bound|boundary|limit|edge|ms|s|sec|secs|seconds|millis|milliseconds|us|ns|micros|nanos)$/;

/** Finds the bound of a time window that a name means. */
export const boundOf = (key: string): 'start_ms' | 'end_ms' | undefined => {
  const [, known] = PLACES[bare(key)] ?? [];
  if (known === 'start_ms' || known === 'end_ms') return known;
  const words = key
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !BESIDE.test(word));
  const [word, second] = words;
  if (word === undefined || second !== undefined) return undefined;
  return START.test(word) ? 'start_ms' : END.test(word) ? 'end_ms' : undefined;
};

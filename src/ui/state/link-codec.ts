import { err, ok, type Result } from '../../base/result.ts';
import { escapeText, readList, writeList } from '../../selection/codec.ts';
import type { RowOrder } from '../../selection/order.ts';
import { LINK_THRESHOLD } from '../../answers/analyzer/model.ts';
import { type PairAddresses, type ViewId, VIEWS, viewNamed } from './place.svelte.ts';
import type { SelectionData } from './selection.svelte.ts';

/** Identifies a capture in a link. */
export interface LinkedCapture {
  readonly file_name: string;
  /** First hexadecimal digits of the file's SHA-256; empty if it has none. */
  readonly sha256: string;
}

/** The state of the page that a link holds. */
export interface LinkView {
  readonly captures: readonly LinkedCapture[];
  /** Index of the current capture; null for the first. */
  readonly look: number | null;
  readonly view: ViewId;
  readonly filter: string;
  readonly sort: RowOrder | null;
  readonly time_range: SelectionData['time_range'];
  /** The visible time of timelines; null for the whole. */
  readonly visible: SelectionData['time_range'];
  readonly addresses: readonly string[];
  readonly result: string;
  /** Probability threshold for drawing a link, with two digits. */
  readonly threshold: number;
  /** The pair whose evidence is shown in Identity. */
  readonly pair: PairAddresses | null;
  /** Number of the packet shown in detail, from 1. */
  readonly packet: number | null;
  /** The statement in the query editor; opening a link never runs it. */
  readonly sql: string;
}

export const DEFAULT_VIEW: LinkView = {
  captures: [],
  look: null,
  view: 'overview',
  filter: '',
  sort: null,
  time_range: null,
  visible: null,
  addresses: [],
  result: 'summary',
  threshold: LINK_THRESHOLD,
  pair: null,
  packet: null,
  sql: '',
};

const VERSION = '1';
const PREFIX = 'view=';
/** Longest fragment in UTF-16 units that browsers, mail and chat programs still treat as a link. */
export const LONGEST_LINK = 8000;
export const DIGITS = 12;
const MOST = { captures: 64, addresses: 300, name: 255, text: 4096, number: 2 ** 32 } as const;
/** A longer statement is left out of links. */
export const LONGEST_SQL = 3000;

/**
 * `view=1&c=…&f=…`, without the `#`: one letter per part that differs from the default. If the link would exceed `LONGEST_LINK`, the
 * statement is omitted, then the addresses, then the filter.
 */
export function encodeView(view: LinkView): string {
  let left = view;
  let link = write(left);
  for (const less of [{ sql: '' }, { addresses: [] }, { filter: '', captures: view.captures.slice(0, 8) }]) {
    if (link.length <= LONGEST_LINK) break;
    left = { ...left, ...less };
    link = write(left);
  }
  return link;
}

function write(view: LinkView): string {
  const { captures, look, filter, sort, time_range, visible, addresses, result, threshold, pair, packet, sql } = view;
  const parts: readonly (readonly [string, string])[] = [
    ['c', writeList(captures.map(({ file_name, sha256 }) => `${sha256}:${file_name}`))],
    ['l', look === null ? '' : String(look)],
    ['p', view.view === DEFAULT_VIEW.view ? '' : view.view],
    ['f', escapeText(filter)],
    ['s', sort === null ? '' : `${sort.descending ? 'd' : 'a'}${escapeText(sort.column)}`],
    ['w', writeSpan(time_range)],
    ['v', writeSpan(visible)],
    ['a', addresses.length > MOST.addresses ? '' : writeList(addresses)],
    ['r', result === DEFAULT_VIEW.result ? '' : escapeText(result)],
    ['h', threshold === DEFAULT_VIEW.threshold ? '' : threshold.toFixed(2)],
    ['e', pair === null ? '' : writeList([pair.from, pair.to])],
    ['k', packet === null ? '' : String(packet)],
    ['q', sql.length > LONGEST_SQL ? '' : escapeText(sql)],
  ];
  return [`${PREFIX}${VERSION}`, ...parts.filter(([, value]) => value !== '').map(([key, value]) => `${key}=${value}`)].join('&');
}

/**
 * Parses a fragment without its `#`: the view, or an error with what was expected and found; null if the fragment is not one of ours. The
 * fragment is untrusted: names are compared with the open captures, and filters are parsed by their own grammar.
 */
export function decodeView(fragment: string): Result<LinkView, string> | null {
  if (!fragment.startsWith(PREFIX)) return null;
  if (fragment.length > LONGEST_LINK)
    return err(`expected a link of at most ${String(LONGEST_LINK)} characters, found ${String(fragment.length)}`);
  const [head = '', ...fields] = fragment.split('&');
  const version = head.slice(PREFIX.length);
  if (version !== VERSION) return err(`expected a view of version ${VERSION}, found ${JSON.stringify(version.slice(0, 20))}`);
  let view = DEFAULT_VIEW;
  const seen: string[] = [];
  for (const field of fields) {
    const key = field.slice(0, 1);
    const read = field.charAt(1) === '=' && Object.hasOwn(READERS, key) ? READERS[key] : undefined;
    if (!read) return err(`expected parts like f=…, found ${JSON.stringify(field.slice(0, 20))}`);
    if (seen.includes(key)) return err(`expected the part ${key} once, found it twice`);
    seen.push(key);
    const part = read(field.slice(2));
    if (part === null) return err(`expected ${WORDS[key] ?? ''} after ${key}=, found ${JSON.stringify(field.slice(2, 42))}`);
    view = { ...view, ...part };
  }
  return ok(view);
}

const WORDS: Readonly<Record<string, string>> = {
  c: 'captures by SHA-256 and name',
  l: 'the place of a capture',
  p: `a view (${VIEWS.join(', ')})`,
  m: 'a view',
  b: 'views',
  t: 'packets, devices or columns',
  f: 'a filter',
  s: 'a or d and a column',
  w: 'a window like 1000-2000',
  v: 'a window like 1000-2000',
  a: 'addresses',
  r: 'a part of the result',
  h: 'a probability from 0.02 to 0.99',
  e: 'two addresses',
  k: 'the number of a packet',
  q: 'a statement',
};

const READERS: Readonly<Record<string, (value: string) => Partial<LinkView> | null>> = {
  c: (value) => {
    const items = texts(value, MOST.captures, MOST.name + DIGITS + 1)?.map((item) => /^([0-9a-f]{0,12}):(.+)$/s.exec(item));
    if (!items || items.some((item) => item === null)) return null;
    return { captures: items.map((item) => ({ sha256: item?.[1] ?? '', file_name: item?.[2] ?? '' })) };
  },
  l: (value) => (/^\d{1,2}$/.test(value) ? { look: Number(value) } : null),
  p: named,
  // Links from before November 2026: the maximised panel, the panels in front, the traffic tab.
  m: named,
  b: (value) => {
    const [last] = texts(value, VIEWS.length, MOST.name)?.slice(-1) ?? [];
    return last === undefined ? null : named(last);
  },
  t: (value) => (['packets', 'devices', 'columns'].includes(value) ? named(value) : null),
  f: (value) => one(value, MOST.text, (filter) => ({ filter })),
  s: (value) =>
    /^[ad]/.test(value) ? one(value.slice(1), MOST.name, (column) => ({ sort: { column, descending: value.startsWith('d') } })) : null,
  w: (value) => {
    const time_range = readSpan(value);
    return time_range && { time_range };
  },
  v: (value) => {
    const visible = readSpan(value);
    return visible && { visible };
  },
  a: (value) => {
    const addresses = texts(value, MOST.addresses, MOST.name);
    return addresses && { addresses };
  },
  r: (value) => one(value, 40, (result) => ({ result })),
  h: (value) => (/^0\.\d\d$/.test(value) && Number(value) >= 0.02 ? { threshold: Number(value) } : null),
  e: (value) => {
    const [from, to, ...others] = texts(value, 2, MOST.name) ?? [];
    return from === undefined || to === undefined || others.length > 0 ? null : { pair: { from, to } };
  },
  k: (value) => (/^[1-9]\d{0,9}$/.test(value) && Number(value) < MOST.number ? { packet: Number(value) } : null),
  q: (value) => one(value, LONGEST_SQL, (sql) => ({ sql })),
};

function named(name: string): Partial<LinkView> | null {
  const view = viewNamed(name);
  return view && { view };
}

const writeSpan = (span: LinkView['visible']): string => (span === null ? '' : `${String(span.start_ms)}-${String(span.end_ms)}`);

function readSpan(value: string): LinkView['visible'] {
  const [, start, end] = /^(\d{1,16})-(\d{1,16})$/.exec(value) ?? [];
  const span = { start_ms: Number(start), end_ms: Number(end) };
  const sound = Number.isSafeInteger(span.start_ms) && Number.isSafeInteger(span.end_ms) && span.start_ms <= span.end_ms;
  return start !== undefined && sound ? span : null;
}

/** Parses a list of non-empty texts. */
function texts(value: string, most: number, longest: number): readonly string[] | null {
  const list = readList(value);
  if (list === null || list.length === 0 || list.length > most) return null;
  return list.every((item) => item !== '' && item.length <= longest) ? list : null;
}

function one(value: string, longest: number, make: (text: string) => Partial<LinkView>): Partial<LinkView> | null {
  const [text, ...others] = texts(value, 1, longest) ?? [];
  return text === undefined || others.length > 0 ? null : make(text);
}

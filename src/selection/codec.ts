import { err, ok, type Result } from '../base/result.ts';
import type { CallSelection } from './call.ts';

/**
 * A selection as one short string for links: `1~captures~window~channels~filters`, lists joined by `!`, the
 * window `e` or `r` (time base) and `start-end`. Everything else is percent-encoded, so the string needs no
 * further escaping in a fragment or a query. The first field is the version.
 */
const VERSION = '1';
const LONGEST = 65_536;

export function encodeSelection(call: CallSelection): string {
  const { capture_ids, time_window: window, time_base, selectors } = call;
  const base = time_base === undefined ? '' : { epoch: 'e', relative: 'r' }[time_base];
  const time = window === undefined ? '' : `${base}${window.start_ms}-${window.end_ms}`;
  const lists = [capture_ids, selectors?.channels ?? [], selectors?.filters ?? []].map(writeList);
  return [VERSION, lists[0], time, lists[1], lists[2]].join('~').replace(/~+$/, '');
}

/** What `encodeSelection` wrote, to be normalised like any call; or what is wrong with the text. */
export function decodeSelection(text: string): Result<CallSelection, string> {
  if (text.length > LONGEST) return err(`expected a selection of at most ${LONGEST} characters, found ${text.length}`);
  const [version, ids = '', time = '', channels = '', filters = '', ...rest] = text.split('~');
  if (version !== VERSION) return err(`expected a selection of version ${VERSION}, found ${JSON.stringify(version?.slice(0, 20))}`);
  if (rest.length > 0) return err(`expected at most 5 fields, found ${5 + rest.length}`);
  const window = /^([er]?)(\d{1,16})-(\d{1,16})$/.exec(time);
  if (time !== '' && window === null) return err(`expected a window like e1000-2000, found ${JSON.stringify(time.slice(0, 60))}`);
  const lists = [ids, channels, filters].map(readList);
  const [capture_ids, channelList, filterList] = lists;
  if (!capture_ids || !channelList || !filterList) return err('expected percent-encoded text, found an escape that is none');
  if (capture_ids.length === 0) return err('expected at least one capture, found none');
  const selectors = { ...(channelList.length > 0 && { channels: channelList }), ...(filterList.length > 0 && { filters: filterList }) };
  return ok({
    capture_ids,
    ...(window !== null && { time_window: { start_ms: Number(window[2]), end_ms: Number(window[3]) } }),
    ...(window !== null && window[1] !== '' && { time_base: window[1] === 'e' ? ('epoch' as const) : ('relative' as const) }),
    ...(Object.keys(selectors).length > 0 && { selectors }),
  });
}

/** `!` and `~` separate; the rest that encodeURIComponent leaves alone but some link finders do not. */
export const escapeText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!~'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Texts as one field of a link. */
export const writeList = (items: readonly string[]): string => items.map(escapeText).join('!');

/** What `writeList` wrote; null for an escape that is none. */
export function readList(field: string): string[] | null {
  try {
    return field === '' ? [] : field.split('!').map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Kinds of filters, windows, channels and captures as models write them, written before the repairs changed for this set. */
import { filtersOf, inChannels, inWindow, kind, renamed, windowOf, type Kind } from './kind.ts';
import { idOf, inCapture, iso, takeChannels, takeFilter, takeWindow } from './blind-parts.ts';

const windows: readonly Kind[] = [
  kind(
    'window from since to until',
    inWindow(({ start_ms, end_ms }) => ({ since: iso(start_ms), until: iso(end_ms) })),
  ),
  kind('window as start with a duration in words', inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms), duration: `${String((end_ms - start_ms) / 1000)} seconds` }))), // prettier-ignore
  kind(
    'window as an ISO interval with a duration',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}/PT${String((end_ms - start_ms) / 1000)}S`),
  ),
  kind(
    'window in microseconds by name',
    inWindow(({ start_ms, end_ms }) => ({ start_us: start_ms * 1000, end_us: end_ms * 1000 })),
  ),
  kind('window as seconds with nanoseconds', inWindow(({ start_ms, end_ms }) => ({ start: { seconds: Math.floor(start_ms / 1000), nanos: (start_ms % 1000) * 1e6 }, end: { seconds: Math.floor(end_ms / 1000), nanos: (end_ms % 1000) * 1e6 } }))), // prettier-ignore
  kind(
    'window as a text from to',
    inWindow(({ start_ms, end_ms }) => `from ${iso(start_ms)} to ${iso(end_ms)}`),
  ),
  kind('window with a date in the style of a mail', inWindow(({ start_ms, end_ms }) => (start_ms % 1000 || end_ms % 1000 ? undefined : { start: new Date(start_ms).toUTCString(), end: new Date(end_ms).toUTCString() }))), // prettier-ignore
  kind('window with UTC behind', inWindow(({ start_ms, end_ms }) => ({ start_ms: `${iso(start_ms).replace('T', ' ').replace('Z', '')} UTC`, end_ms: `${iso(end_ms).replace('T', ' ').replace('Z', '')} UTC` }))), // prettier-ignore
  kind(
    'window with a type',
    inWindow(({ start_ms, end_ms }) => ({ type: 'absolute', from: start_ms, to: end_ms })),
  ),
  kind(
    'window as times with their unit',
    inWindow(({ start_ms, end_ms }) => ({ start: { value: start_ms, unit: 'ms' }, end: { value: end_ms, unit: 'ms' } })),
  ),
  kind(
    'window with big numbers of JavaScript',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: `${String(start_ms)}n`, end_ms: `${String(end_ms)}n` })),
  ),
  kind('window in the root of the selection', (call) => {
    const window = takeWindow(call);
    if (!window) return undefined;
    return { ...call, capture_selection: { ...call.capture_selection, start_time: iso(window.start_ms), end_time: iso(window.end_ms) } };
  }),
  kind('window under the other key', (call) => {
    const found = windowOf(call);
    if (!found || found.key !== 'time_window') return undefined;
    renamed(found.holder, 'time_window', 'timeRange');
    return call;
  }),
];

/** Only calls over the sample, which was a file of packets. */
const inSample =
  (way: Kind['break']): Kind['break'] =>
  (call, random) =>
    idOf(call) === 'chamber_four_phones' ? way(call, random) : undefined;

const places: readonly Kind[] = [
  kind(
    'channels as a range in words',
    inChannels((list) => (list.length === 3 ? '37 to 39' : undefined)),
  ),
  kind(
    'channels by their names',
    inChannels((list) => list.map((each) => `advertising channel ${each}`)),
  ),
  kind(
    'channels as numbers with a point',
    inChannels((list) => list.map((each) => `${each}.0`)),
  ),
  kind(
    'channels as switches',
    inChannels((list) => Object.fromEntries(list.map((each) => [each, true]))),
  ),
  kind(
    'channels as objects',
    inChannels((list) => list.map((each) => ({ channel: Number(each) }))),
  ),
  kind(
    'channels as frequencies',
    inChannels((list) => list.map((each) => `${{ '37': '2402', '38': '2426', '39': '2480' }[each as '37']} MHz`)),
  ),
  kind(
    'channels with and',
    inChannels((list) => list.join(' and ')),
  ),
  kind('channel list in the selection under a long name', (call) => {
    const channels = takeChannels(call);
    return channels && { ...call, capture_selection: { ...call.capture_selection, channel_numbers: channels.map(Number) } };
  }),
  kind('capture as a file', inSample(inCapture((id) => `${id}.pcapng`))),
  kind('capture as a path', inSample(inCapture((id) => `/data/captures/${id}.pcapng`))),
  kind(
    'capture as an address of a resource',
    inCapture((id) => `capture://${id}`),
  ),
  kind(
    'capture in words',
    inCapture((id) => id.replaceAll('_', ' ')),
  ),
  kind(
    'capture as an object',
    inCapture((id) => ({ type: 'capture', id })),
  ),
  kind(
    'capture as a file of the system',
    inCapture((id) => `@${id}`),
  ),
  kind('selection as the id alone', (call) => (Object.keys(call.capture_selection).length === 1 && idOf(call) ? { ...call, capture_selection: idOf(call) } : undefined)), // prettier-ignore
  kind('filter beside the selection', (call) => {
    const filter = takeFilter(call);
    return filter && { ...call, filter };
  }),
  kind('filter as where in the selection', (call) => {
    const filter = takeFilter(call);
    return filter && { ...call, capture_selection: { ...call.capture_selection, where: filter } };
  }),
  kind('filters joined by commas of a list in text', (call) => {
    const found = filtersOf(call);
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!selectors || found.length !== 2) return undefined;
    selectors['filters'] = JSON.stringify(found.map(({ text }) => text));
    return call;
  }),
  kind('selectors spread in the selection', (call) => {
    const { selectors, ...others } = call.capture_selection;
    return selectors === undefined ? undefined : { ...call, capture_selection: { ...others, ...(selectors as object) } };
  }),
  kind('selectors as a list of objects', (call) => {
    const { selectors } = call.capture_selection;
    if (selectors === undefined) return undefined;
    call.capture_selection['selectors'] = Object.entries(selectors as object).map(([key, value]) => ({ [key]: value as unknown }));
    return call;
  }),
];

export const BLIND_I_SELECTIONS: readonly Kind[] = [...windows, ...places];

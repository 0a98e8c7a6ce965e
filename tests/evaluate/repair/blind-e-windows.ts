/** Kinds of windows and channels, and of the places of filters, written without a look at the repairs. */
import { inChannels, inWindow, kind, renamed, text, type Kind } from './kind.ts';
import { iso, takeChannels, takeFilter, takeWindow } from './blind-parts.ts';

const filterAs =
  (name: string, change: (filter: string) => unknown = (filter) => filter): Kind['break'] =>
  (call) => {
    if (!('filter_expression' in call.capture_selection)) return undefined;
    const filter = takeFilter(call);
    return filter === undefined ? undefined : { ...call, capture_selection: { ...call.capture_selection, [name]: change(filter) } };
  };
const inSelectors =
  (from: string, to: string): Kind['break'] =>
  (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (selectors?.[from] === undefined) return undefined;
    renamed(selectors, from, to);
    return call;
  };
export const windowAs = (change: (start: number, end: number) => unknown): Kind['break'] =>
  inWindow(({ start_ms, end_ms }) => change(start_ms, end_ms));
const windowOut =
  (change: (start: number, end: number) => Record<string, unknown>): Kind['break'] =>
  (call) => {
    if (!('time_window' in call.capture_selection)) return undefined;
    const window = takeWindow(call);
    return window && { ...call, capture_selection: { ...call.capture_selection, ...change(window.start_ms, window.end_ms) } };
  };
const zoned = (ms: number): string => `${iso(ms + 7_200_000).slice(0, -1)}+02:00`;
const MHZ: Readonly<Record<string, string>> = { 37: '2402 MHz', 38: '2426 MHz', 39: '2480 MHz' };
export const BLIND_E_WINDOWS: readonly Kind[] = [
  ...['filter', 'where', 'condition', 'filter_expr', 'query', 'filterExpression'].map((name) =>
    kind(`e: filter under ${name}`, filterAs(name)),
  ),
  kind(
    'e: filter in a list',
    filterAs('filter_expression', (filter) => [filter]),
  ),
  kind('e: filter as JSON text', filterAs('filter_expression', text)),
  kind('e: filter of selectors under filter', inSelectors('filters', 'filter')),
  kind('e: filter of selectors under where', inSelectors('filters', 'where')),
  ...['channel', 'channel_list', 'ble_channels', 'Channels'].map((name) =>
    kind(`e: channels under ${name}`, inSelectors('channels', name)),
  ),
  kind('e: channels beside the capture', (call) => {
    const channels = takeChannels(call);
    return channels && { ...call, capture_selection: { ...call.capture_selection, channels } };
  }),
  kind('e: window under time_range of selectors', inSelectors('time_range', 'timeRange')),
  kind(
    'e: window in ISO times',
    windowAs((start, end) => ({ start: iso(start), end: iso(end) })),
  ),
  kind(
    'e: window in ISO times under their names',
    windowAs((start, end) => ({ start_ms: iso(start), end_ms: iso(end) })),
  ),
  kind(
    'e: window with an offset of time',
    windowAs((start, end) => ({ start: zoned(start), end: zoned(end) })),
  ),
  kind(
    'e: window of two ISO times in a list',
    windowAs((start, end) => [iso(start), iso(end)]),
  ),
  kind(
    'e: window of two numbers in a list',
    windowAs((start, end) => [start, end]),
  ),
  kind(
    'e: window of ISO 8601',
    windowAs((start, end) => `${iso(start)}/${iso(end)}`),
  ),
  kind(
    'e: window of ISO 8601 with a duration',
    windowAs((start, end) => `${iso(start)}/PT${String((end - start) / 1000)}S`),
  ),
  kind(
    'e: window from and to in words',
    windowAs((start, end) => `from ${iso(start)} to ${iso(end)}`),
  ),
  kind(
    'e: window between and',
    windowAs((start, end) => `between ${iso(start)} and ${iso(end)}`),
  ),
  kind(
    'e: window in seconds by name',
    windowAs((start, end) => ({ start_s: start / 1000, end_s: end / 1000 })),
  ),
  kind(
    'e: window in microseconds by name',
    windowAs((start, end) => ({ start_us: start * 1000, end_us: end * 1000 })),
  ),
  kind(
    'e: window in nanoseconds by name as text',
    windowAs((start, end) => ({ start_ns: `${String(start)}000000`, end_ns: `${String(end)}000000` })),
  ),
  kind(
    'e: window in camel case',
    windowAs((startMs, endMs) => ({ startMs, endMs })),
  ),
  kind(
    'e: window with signs of MongoDB',
    windowAs((start, end) => ({ $gte: iso(start), $lte: iso(end) })),
  ),
  kind(
    'e: window with gte and lte',
    windowAs((start, end) => ({ gte: iso(start), lte: iso(end) })),
  ),
  kind(
    'e: window with min and max',
    windowAs((min, max) => ({ min, max })),
  ),
  kind(
    'e: window with begin and end',
    windowAs((start, end) => ({ begin: iso(start), end: iso(end) })),
  ),
  kind(
    'e: window with since and until',
    windowAs((start, end) => ({ since: iso(start), until: iso(end) })),
  ),
  kind(
    'e: window with a duration',
    windowAs((start_ms, end) => ({ start_ms, duration_ms: end - start_ms })),
  ),
  kind(
    'e: window with a duration in words',
    windowAs((start, end) => ({ start: iso(start), duration: `${String((end - start) / 1000)} seconds` })),
  ),
  kind(
    'e: window with numbers as text',
    windowAs((start, end) => ({ start_ms: String(start), end_ms: String(end) })),
  ),
  kind(
    'e: window with units',
    windowAs((start, end) => ({ start_ms: `${String(start)}ms`, end_ms: `${String(end)}ms` })),
  ),
  kind(
    'e: window with a zone in words',
    windowAs((start, end) => ({
      start: iso(start).replace('T', ' ').replace('Z', ' UTC'),
      end: iso(end).replace('T', ' ').replace('Z', ' UTC'),
    })),
  ),
  kind(
    'e: window of RFC 2822',
    // The notation has no parts of seconds.
    windowAs((start, end) => ({
      start: new Date(start).toUTCString().replace(' GMT', `.${iso(start).slice(20, 23)} GMT`),
      end: new Date(end).toUTCString().replace(' GMT', `.${iso(end).slice(20, 23)} GMT`),
    })),
  ),
  kind(
    'e: window as JSON text',
    windowAs((start_ms, end_ms) => text({ start_ms, end_ms })),
  ),
  kind(
    'e: window of objects with a value',
    windowAs((start, end) => ({ start_ms: { value: start }, end_ms: { value: end } })),
  ),
  kind(
    'e: window beside the capture in milliseconds',
    windowOut((start_ms, end_ms) => ({ start_ms, end_ms })),
  ),
  kind(
    'e: window beside the capture in ISO times',
    windowOut((start, end) => ({ start_time: iso(start), end_time: iso(end) })),
  ),
  kind(
    'e: window beside the capture as after and before',
    windowOut((start, end) => ({ after: iso(start), before: iso(end) })),
  ),
  kind(
    'e: channels as numbers of a text',
    inChannels((list) => list.join(' ')),
  ),
  kind(
    'e: channels as numbers',
    inChannels((list) => list.map(Number)),
  ),
  kind(
    'e: channels with ch',
    inChannels((list) => list.map((each) => `CH${each}`)),
  ),
  kind(
    'e: channels with words',
    inChannels((list) => `channels ${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`),
  ),
  kind(
    'e: channels with BLE',
    inChannels((list) => list.map((each) => `BLE channel ${each}`)),
  ),
  kind(
    'e: channels as frequencies',
    inChannels((list) => list.map((each) => MHZ[each])),
  ),
  kind(
    'e: channels as a range',
    inChannels((list) => `${list[0] ?? ''}..${list.at(-1) ?? ''}`),
  ),
  kind(
    'e: channels as a range of an object',
    inChannels((list) => ({ from: Number(list[0]), to: Number(list.at(-1)) })),
  ),
  kind(
    'e: channels of in',
    inChannels((list) => ({ in: list.map(Number) })),
  ),
  kind(
    'e: channels as bars',
    inChannels((list) => list.join('|')),
  ),
  kind(
    'e: channels with points',
    inChannels((list) => list.map((each) => `${each}.0`)),
  ),
  kind(
    'e: channels as an object of switches',
    inChannels((list) => Object.fromEntries(list.map((each) => [each, true]))),
  ),
  kind(
    'e: channels as objects',
    inChannels((list) => list.map((channel) => ({ channel: Number(channel) }))),
  ),
  kind(
    'e: primary advertising channels',
    inChannels((list) => (list.length === 3 ? 'primary advertising channels' : list.map(Number))),
  ),
];

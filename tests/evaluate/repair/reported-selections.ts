/** Reported kinds of selections: captures, windows and channels in other shapes. */
import { inChannels, inWindow, isText, kind, text, type Kind } from './kind.ts';
import type { Call } from './originals.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isPlain = ({ capture_selection: { capture_id, ...own } }: Call): boolean => isText(capture_id) && Object.keys(own).length === 0;
const inCapture =
  (change: (id: string) => unknown): Kind['break'] =>
  (call) => {
    const { capture_id } = call.capture_selection;
    return isText(capture_id)
      ? { ...call, capture_selection: { ...call.capture_selection, capture_id: change(String(capture_id)) } }
      : undefined;
  };
const captures: readonly Kind[] = [
  kind(
    'capture in an object',
    inCapture((id) => ({ id })),
  ),
  kind(
    'capture with its name and kind',
    inCapture((name) => ({ name, type: 'capture' })),
  ),
  kind(
    'capture as a path',
    inCapture((id) => (id === 'lab' ? '/data/lab.csv' : `./captures/${id}.pcapng`)),
  ),
  kind(
    'capture as an address of a file',
    inCapture((id) => (id === 'lab' ? 'file:///data/lab.csv' : `file:///home/user/${id}.pcapng`)),
  ),
  kind(
    'capture with blanks',
    inCapture((id) => id.replaceAll('_', ' ')),
  ),
  kind(
    'capture in title case',
    inCapture((id) =>
      id
        .split('_')
        .map((word) => word[0]?.toUpperCase() + word.slice(1))
        .join('-'),
    ),
  ),
  kind(
    'capture behind its kind',
    inCapture((id) => `capture:${id}`),
  ),
  kind('selection as a text of JSON', (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: text(call.capture_selection) },
  ),
  kind('parts of the selection among the arguments', ({ capture_selection, ...call }) => ({
    ...call,
    arguments: { ...call.arguments, ...capture_selection },
  })),
  kind('selection in camel case', (call) => {
    const camel = (value: unknown): unknown =>
      Array.isArray(value) || typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value).map(([key, member]) => [
              key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
              camel(member),
            ]),
          );
    const { capture_selection, ...others } = call;
    return { ...others, captureSelection: camel(capture_selection) };
  }),
  kind('selection called source', ({ capture_selection, ...others }) => ({ ...others, source: capture_selection })),
  kind('selection called scope', ({ capture_selection, ...others }) => ({ ...others, scope: capture_selection })),
  kind('capture as the selection', (call) =>
    isPlain(call) ? { ...call, capture_selection: call.capture_selection['capture_id'] } : undefined,
  ),
  kind('captures joined by a comma', (call) =>
    Array.isArray(call.capture_selection['capture_ids'])
      ? { ...call, capture_selection: { ...call.capture_selection, capture_ids: call.capture_selection['capture_ids'].join(',') } }
      : undefined,
  ),
  kind('captures as objects', (call) =>
    Array.isArray(call.capture_selection['capture_ids'])
      ? {
          ...call,
          capture_selection: {
            ...call.capture_selection,
            capture_ids: call.capture_selection['capture_ids'].map((capture_id: unknown) => ({ capture_id })),
          },
        }
      : undefined,
  ),
  kind('empty selectors beside', (call) =>
    call.capture_selection['selectors'] === undefined && Object.keys(call.capture_selection).length > 0
      ? { ...call, capture_selection: { ...call.capture_selection, selectors: { channels: null, filters: null, time_range: null } } }
      : undefined,
  ),
];

const windows: readonly Kind[] = [
  kind(
    'window with blanks in its times',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms).replace('T', ' '), end: iso(end_ms).replace('T', ' ') })),
  ),
  kind(
    'window in the basic format',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms).replace(/[-:]/g, ''), end: iso(end_ms).replace(/[-:]/g, '') })),
  ),
  kind(
    'window in epoch seconds',
    inWindow(({ start_ms, end_ms }) => ({ start_epoch_s: start_ms / 1000, end_epoch_s: end_ms / 1000 })),
  ),
  kind(
    'window in microseconds',
    inWindow(({ start_ms, end_ms }) => ({ start_us: start_ms * 1000, end_us: end_ms * 1000 })),
  ),
  kind(
    'window with a duration',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, duration_ms: end_ms - start_ms })),
  ),
  kind(
    'window as an interval',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}/${iso(end_ms)}`),
  ),
  kind(
    'window as an interval with a duration',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}/PT${String((end_ms - start_ms) / 1000)}S`),
  ),
  kind(
    'window of dates of Mongo',
    inWindow(({ start_ms, end_ms }) => ({ $gte: { $date: iso(start_ms) }, $lte: { $date: iso(end_ms) } })),
  ),
  kind(
    'window of ticks of Mongo',
    inWindow(({ start_ms, end_ms }) => ({ from: { $numberLong: String(start_ms) }, to: { $numberLong: String(end_ms) } })),
  ),
  kind(
    'window of seconds and nanoseconds',
    inWindow(({ start_ms, end_ms }) => ({ start: stamp(start_ms), end: stamp(end_ms) })),
  ),
  kind(
    'window in camel case',
    inWindow(({ start_ms, end_ms }) => ({ startTime: iso(start_ms), endTime: iso(end_ms) })),
  ),
  kind(
    'window with since and until',
    inWindow(({ start_ms, end_ms }) => ({ since: iso(start_ms), until: iso(end_ms) })),
  ),
  kind(
    'window from first to last',
    inWindow(({ start_ms, end_ms }) => ({ min: start_ms, max: end_ms })),
  ),
  kind(
    'window in words',
    inWindow(({ start_ms, end_ms }) => `between ${iso(start_ms)} and ${iso(end_ms)}`),
  ),
  kind(
    'window as texts of numbers',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: String(start_ms), end_ms: String(end_ms) })),
  ),
  kind(
    'window of dates of JavaScript',
    inWindow(({ start_ms, end_ms }) => [`new Date(${String(start_ms)})`, `new Date(${String(end_ms)})`]),
  ),
  kind(
    'window with an offset',
    inWindow(({ start_ms, end_ms }) => ({ start: offset(start_ms), end: offset(end_ms) })),
  ),
];
function stamp(ms: number): object {
  return { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 };
}
function offset(ms: number): string {
  return iso(ms + 7_200_000).replace('Z', '+02:00');
}

const channels: readonly Kind[] = [
  kind(
    'channels as numbers',
    inChannels((list) => list.map(Number)),
  ),
  kind(
    'channels as frequencies',
    inChannels((list) => list.map((each) => ({ 37: 2402, 38: 2426, 39: 2480 })[each])),
  ),
  kind(
    'channels as frequencies with a unit',
    inChannels((list) => list.map((each) => ({ 37: '2402 MHz', 38: '2426 MHz', 39: '2480 MHz' })[each])),
  ),
  kind(
    'channels in one text with their word',
    inChannels((list) => `channels ${list.join(', ')}`),
  ),
  kind(
    'channels with and',
    inChannels((list) => list.join(' and ').replace(' and ', list.length > 2 ? ', ' : ' and ')),
  ),
  kind(
    'channels in braces',
    inChannels((list) => `{${list.join(', ')}}`),
  ),
  kind(
    'channels in hexadecimal',
    inChannels((list) => list.map((each) => `0x${Number(each).toString(16)}`)),
  ),
  kind(
    'channels that are true',
    inChannels((list) => Object.fromEntries(list.map((each) => [each, true]))),
  ),
  kind(
    'channels as a range',
    inChannels((list) => `${list[0] ?? ''}-${list.at(-1) ?? ''}`),
  ),
  kind(
    'channels with a prefix',
    inChannels((list) => list.map((each) => `ADV_CH${each}`)),
  ),
  kind(
    'channels by their index',
    inChannels((list) => list.map((each) => ({ channel_index: Number(each) }))),
  ),
];

export const REPORTED_SELECTIONS: readonly Kind[] = [...captures, ...windows, ...channels];

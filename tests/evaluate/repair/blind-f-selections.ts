/** Kinds of filters, windows, channels and captures; written without a look at the repairs. */
import { inChannels, inFilter, inWindow, kind, pick, plain, text, type Kind } from './kind.ts';
import { inCapture, iso, takeFilter, takeWindow, together } from './blind-parts.ts';
import { captureAs } from './blind-e-captures.ts';
import { windowAs } from './blind-e-windows.ts';
import { NOTATIONS } from './blind-f-notations.ts';

const holder =
  (name: string, change: (filter: string) => unknown): Kind['break'] =>
  (call) => {
    if (!('filter_expression' in call.capture_selection)) return undefined;
    const filter = takeFilter(call);
    return filter === undefined ? undefined : { ...call, capture_selection: { ...call.capture_selection, [name]: change(filter) } };
  };
const windowOut =
  (change: (start: number, end: number) => Record<string, unknown>): Kind['break'] =>
  (call) => {
    if (!('time_window' in call.capture_selection)) return undefined;
    const window = takeWindow(call);
    return window && { ...call, capture_selection: { ...call.capture_selection, ...change(window.start_ms, window.end_ms) } };
  };
const proto = (ms: number): Record<string, unknown> => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 });
const compact = (ms: number): string => iso(ms).replace(/[-:]/g, '');

const WINDOWS: readonly (readonly [string, (start: number, end: number) => unknown])[] = [
  ['from and to', (from, to) => ({ from, to })],
  ['lower and upper', (lower, upper) => ({ lower, upper })],
  ['t0 and t1', (t0, t1) => ({ t0, t1 })],
  ['start_us', (start, end) => ({ start_us: start * 1000, end_us: end * 1000 })],
  ['start_s', (start, end) => ({ start_s: start / 1000, end_s: end / 1000 })],
  ['dates of MongoDB', (start, end) => ({ start: { $date: iso(start) }, end: { $date: iso(end) } })],
  ['stamps of protobuf', (start, end) => ({ start: proto(start), end: proto(end) })],
  [
    'UTC in words',
    (start, end) => ({ start: iso(start).replace('T', ' ').replace('Z', ' UTC'), end: iso(end).replace('T', ' ').replace('Z', ' UTC') }),
  ],
  ['basic ISO', (start, end) => ({ start: compact(start), end: compact(end) })],
  ['two points', (start, end) => `${String(start)}..${String(end)}`],
  ['a hyphen between', (start, end) => `${String(start)} - ${String(end)}`],
  ['JSON text of a list', (start, end) => text([start, end])],
  ['a list of one window', (start_ms, end_ms) => [{ start_ms, end_ms }]],
  ['new Date()', (start, end) => ({ start: `new Date(${String(start)})`, end: `new Date("${iso(end)}")` })],
  [
    'datetime()',
    (start, end) => ({
      start: `datetime.fromisoformat("${iso(start).replace('Z', '+00:00')}")`,
      end: `datetime.fromisoformat("${iso(end).replace('Z', '+00:00')}")`,
    }),
  ],
  ['a start and a length in milliseconds', (start_ms, end) => ({ start_ms, duration_ms: end - start_ms })],
  ['an offset of zero hours', (start, end) => ({ start_ms: iso(start).replace('Z', '+00:00'), end_ms: iso(end).replace('Z', '+00:00') })],
  ['a range in a range', (start_ms, end_ms) => ({ range: { start_ms, end_ms } })],
  ['startTime and endTime', (startTime, endTime) => ({ startTime: iso(startTime), endTime: iso(endTime) })],
  ['after a word', (start, end) => `from ${iso(start)} until ${iso(end)}`],
];
const CHANNELS: readonly (readonly [string, (list: string[]) => unknown])[] = [
  ['pluses', (list) => list.join('+')],
  ['an and', (list) => `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`],
  ['semicolons', (list) => list.join(';')],
  ['a range in a list', (list) => [`${list[0] ?? ''}-${list.at(-1) ?? ''}`]],
  ['a list in a list', (list) => [list]],
  ['a word before', (list) => list.map((each) => `adv channel ${each}`)],
  ['a sign before', (list) => list.map((each) => `#${each}`)],
  ['numbers with a point', (list) => list.map((each) => `${each}.0`)],
  ['objects with a number', (list) => list.map((each) => ({ number: Number(each) }))],
  ['words', (list) => list.map((each) => ({ 37: 'thirty-seven', 38: 'thirty-eight', 39: 'thirty-nine' })[each] ?? each)],
  ['include', (include) => ({ include })],
  ['a set of Python', (list) => `{${list.join(', ')}}`],
];
const CAPTURES: readonly (readonly [string, (id: string) => unknown])[] = [
  ['behind a word', (id) => `capture: ${id}`],
  ['packed', (id) => `${id}.pcapng.gz`],
  ['as an entry of a list', (id) => `captures['${id}']`],
  ['in a folder', (id) => `captures/${id}`],
  ['with its kind', (id) => ({ type: 'capture', id })],
  ['with a file', (file) => ({ file_name: file })],
  ['in bold', (id) => `**${id}**`],
  ['in a query', (id) => `SELECT * FROM ${id}`],
  ['with hyphens and an ending', (id) => `${id.replaceAll('_', '-')}.pcap`],
  ['in capitals', (id) => id.toUpperCase()],
  ['in a link', (id) => `[${id}](${id}.pcapng)`],
  ['in an element', (id) => `<capture>${id}</capture>`],
];

export const BLIND_F_SELECTIONS: readonly Kind[] = [
  ...NOTATIONS.map(([name, way]) => kind(`f: filter with ${name}`, way)),
  ...['sql_filter', 'filters', 'filterBy', 'predicate', 'query_filter', 'row_filter'].map((name) =>
    kind(
      `f: filter under ${name}`,
      holder(name, (filter) => (name === 'filters' ? [filter] : filter)),
    ),
  ),
  kind(
    'f: filter under expression',
    holder('filter', (expression) => ({ expression })),
  ),
  kind(
    'f: filter as lines of a list',
    holder('filter_expression', (filter) => filter.split(' AND ').map(plain)),
  ),
  ...WINDOWS.map(([name, change]) => kind(`f: window with ${name}`, windowAs(change))),
  ...(['start_time', 'from', 'since_ms'] as const).map((name) =>
    kind(
      `f: window beside the capture as ${name}`,
      windowOut((start, end) => ({ [name]: start, [{ start_time: 'end_time', from: 'to', since_ms: 'until_ms' }[name]]: end })),
    ),
  ),
  ...CHANNELS.map(([name, change]) => kind(`f: channels with ${name}`, inChannels(change))),
  ...CAPTURES.map(([name, change]) => kind(`f: capture ${name}`, inCapture(change))),
  ...['source', 'dataset', 'input', 'captureName', 'capture_name', 'captures'].map((name) =>
    kind(`f: capture under ${name}`, captureAs(name)),
  ),
  kind(
    'f: two faults of a selection',
    together(
      inCapture((id) => `${id}.pcapng`),
      inFilter((filter) => filter.replace(/(?<![!<>])=/g, '==')),
      (call) => ({ ...call, timeout_ms: String(call.timeout_ms) }),
    ),
  ),
  kind(
    'f: a filter in words and a window in ISO times',
    together(
      inFilter((filter) => `where ${filter}`),
      inWindow(({ start_ms, end_ms }) => [iso(start_ms), iso(end_ms)]),
    ),
  ),
  kind(
    'f: channels as text and a window as text',
    together(
      inChannels((list) => list.join(',')),
      inWindow(text),
    ),
  ),
  kind('f: any two faults of a selection', (call, random) => {
    const first = pick(random, CAPTURES);
    return (
      first &&
      together(
        inCapture(first[1]),
        inWindow(({ start_ms, end_ms }) => ({ from: start_ms, to: end_ms })),
      )(call, random)
    );
  }),
];

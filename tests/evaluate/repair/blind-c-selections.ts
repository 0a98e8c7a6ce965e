/** Kinds of windows, captures and channels, written without a look at the repairs. */
import { inChannels, inWindow, kind, text, type Kind } from './kind.ts';
import { idOf, inCapture, iso, takeChannels, takeFilter, takeWindow } from './blind-parts.ts';

interface Window {
  readonly start_ms: number;
  readonly end_ms: number;
}
const both = (write: (ms: number) => unknown, [start, end] = ['start_ms', 'end_ms']): Kind['break'] =>
  inWindow(({ start_ms, end_ms }) => ({ [start ?? '']: write(start_ms), [end ?? '']: write(end_ms) }));
const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
const shifted = (ms: number, hours: number): string => `${iso(ms + 3_600_000 * hours).slice(0, -1)}+${pad(hours)}:00`;
const pythonTime = (ms: number): string => {
  const at = new Date(ms);
  return `datetime.datetime(${String(at.getUTCFullYear())}, ${String(at.getUTCMonth() + 1)}, ${String(at.getUTCDate())}, ${String(at.getUTCHours())}, ${String(at.getUTCMinutes())}, ${String(at.getUTCSeconds())}, ${String(at.getUTCMilliseconds() * 1000)}, tzinfo=datetime.timezone.utc)`;
};
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const english = (ms: number): string => {
  const at = new Date(ms);
  return `${MONTHS[at.getUTCMonth()] ?? ''} ${String(at.getUTCDate())}, ${String(at.getUTCFullYear())} ${iso(ms).slice(11, -1)} UTC`;
};

const windows: readonly Kind[] = [
  kind(
    'bounds of a query of ranges',
    both((ms) => ms, ['gte', 'lte']),
  ),
  kind(
    'bounds by min and max',
    both((ms) => ms, ['min', 'max']),
  ),
  kind(
    'bounds in seconds by name',
    both((ms) => ms / 1000, ['start_s', 'end_s']),
  ),
  kind(
    'bounds in microseconds by name',
    both((ms) => ms * 1000, ['start_us', 'end_us']),
  ),
  kind(
    'bounds in nanoseconds as texts',
    both((ms) => `${String(ms)}000000`, ['start_ns', 'end_ns']),
  ),
  kind(
    'bounds with a zone',
    both((ms) => shifted(ms, 2), ['start', 'end']),
  ),
  kind(
    'bounds in the basic format',
    both((ms) => iso(ms).replace(/[-:]/g, ''), ['start', 'end']),
  ),
  kind(
    'bounds of a file of mail',
    both((ms) => (ms % 1000 === 0 ? new Date(ms).toUTCString() : iso(ms)), ['start', 'end']),
  ),
  kind('bounds as Python prints them', both(pythonTime, ['start', 'end'])),
  kind(
    'bounds as pandas prints them',
    both((ms) => `Timestamp('${iso(ms).slice(0, -1).replace('T', ' ')}+0000', tz='UTC')`, ['start', 'end']),
  ),
  kind(
    'bounds of JavaScript',
    both((ms) => `new Date(${String(ms)})`, ['start', 'end']),
  ),
  kind(
    'bounds of the shell of MongoDB',
    both((ms) => `ISODate("${iso(ms)}")`, ['start', 'end']),
  ),
  kind(
    'bounds of extended JSON',
    both((ms) => ({ $date: iso(ms) }), ['start', 'end']),
  ),
  kind(
    'bounds of extended JSON in numbers',
    both((ms) => ({ $date: { $numberLong: String(ms) } })),
  ),
  kind(
    'bounds of ASP.NET',
    both((ms) => `/Date(${String(ms)})/`),
  ),
  kind(
    'bounds of protobuf',
    both((ms) => ({ seconds: String(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1_000_000 }), ['start_time', 'end_time']),
  ),
  kind('bounds in English', both(english, ['start', 'end'])),
  kind(
    'bounds of SQL',
    both((ms) => `TIMESTAMP '${iso(ms).slice(0, -1).replace('T', ' ')}'`, ['start', 'end']),
  ),
  kind(
    'numbers with separators',
    both((ms) => ms.toLocaleString('en-US')),
  ),
  kind(
    'numbers with underscores',
    both((ms) => ms.toLocaleString('en-US').replaceAll(',', '_')),
  ),
  kind(
    'numbers with an n',
    both((ms) => `${String(ms)}n`),
  ),
  kind(
    'numbers with their unit',
    both((ms) => `${String(ms)} ms`),
  ),
  kind(
    'values with their unit in objects',
    both((ms) => ({ value: ms, unit: 'ms' }), ['start', 'end']),
  ),
  kind(
    'an interval of ISO',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}/${iso(end_ms)}`),
  ),
  kind(
    'an interval of ISO with its duration',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}/PT${String((end_ms - start_ms) / 1000)}S`),
  ),
  kind(
    'a start and a duration',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, duration_ms: end_ms - start_ms })),
  ),
  kind(
    'a start and a duration in seconds',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms), duration: `${String((end_ms - start_ms) / 1000)}s` })),
  ),
  kind(
    'an end and a duration',
    inWindow(({ start_ms, end_ms }) => ({ end_ms, duration_s: (end_ms - start_ms) / 1000 })),
  ),
  kind(
    'a tuple in a text',
    inWindow(({ start_ms, end_ms }) => `(${String(start_ms)}, ${String(end_ms)})`),
  ),
  kind(
    'between and and',
    inWindow(({ start_ms, end_ms }) => `between ${iso(start_ms)} and ${iso(end_ms)}`),
  ),
  kind(
    'a range of PostgreSQL',
    inWindow(({ start_ms, end_ms }) => `["${iso(start_ms)}","${iso(end_ms)}"]`),
  ),
  kind(
    'a slice of pandas',
    inWindow(({ start_ms, end_ms }) => `slice('${iso(start_ms)}', '${iso(end_ms)}', None)`),
  ),
  kind(
    'a date and two times',
    inWindow(({ start_ms, end_ms }: Window) =>
      iso(start_ms).slice(0, 10) === iso(end_ms).slice(0, 10)
        ? { date: iso(start_ms).slice(0, 10), start_time: iso(start_ms).slice(11), end_time: iso(end_ms).slice(11) }
        : `${iso(start_ms)} - ${iso(end_ms)}`,
    ),
  ),
  kind(
    'a range in a range',
    inWindow((window) => ({ range: window })),
  ),
  kind(
    'a range by its kind',
    inWindow(({ start_ms, end_ms }) => ({ type: 'absolute', from: iso(start_ms), to: iso(end_ms) })),
  ),
];

const places: readonly Kind[] = [
  kind(
    'capture as an address of MCP',
    inCapture((id) => `workbench://captures/${id}`),
  ),
  kind(
    'capture with its kind before it',
    inCapture((id) => `capture:${id}`),
  ),
  kind(
    'capture in title case',
    inCapture((id) =>
      id
        .split('_')
        .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
        .join(' '),
    ),
  ),
  kind(
    'capture in kebab case',
    inCapture((id) => (id.includes('_') ? id.replaceAll('_', '-') : `${id}.csv`)),
  ),
  kind(
    'capture as a file of Windows',
    inCapture((id) => `C:\\captures\\${id}.pcapng`),
  ),
  kind(
    'capture as an address of a file',
    inCapture((id) => `file:///captures/${id}.pcapng`),
  ),
  kind(
    'capture as an object',
    inCapture((id) => ({ id, type: 'capture' })),
  ),
  kind(
    'capture in brackets',
    inCapture((id) => `[${id}]`),
  ),
  kind(
    'capture in a template',
    inCapture((id) => `{{${id}}}`),
  ),
  kind('captures as objects in a list', (call) => {
    const id = idOf(call);
    const { capture_id: _, capture_ids: __, ...others } = call.capture_selection;
    return id === undefined ? undefined : { ...call, capture_selection: { captures: [{ id }], ...others } };
  }),
  kind('capture under source', (call) => {
    const id = idOf(call);
    const { capture_id: _, capture_ids: __, ...others } = call.capture_selection;
    return id === undefined ? undefined : { ...call, capture_selection: { source: id, ...others } };
  }),
  kind(
    'the only capture as current',
    inCapture(() => 'current'),
    { open: 'one' },
  ),
  kind(
    'the only capture in words',
    inCapture(() => 'the open capture'),
    { open: 'one' },
  ),
  kind('selection under another name', ({ capture_selection, ...others }) =>
    Object.keys(capture_selection).length === 0 ? undefined : { ...others, scope: capture_selection },
  ),
  kind('selection with everything in options', ({ capture_selection, ...others }) =>
    Object.keys(capture_selection).length === 0 ? undefined : { ...others, options: { capture_selection } },
  ),
  kind('filter, window and channels in one object of conditions', (call) => {
    const filter = takeFilter(call);
    const window = takeWindow(call);
    if (filter === undefined || window === undefined) return undefined;
    const channels = takeChannels(call);
    return {
      ...call,
      capture_selection: {
        ...call.capture_selection,
        conditions: { filter, time: { from: iso(window.start_ms), to: iso(window.end_ms) }, ...(channels ? { channels } : {}) },
      },
    };
  }),
  kind('selectors as a list', (call) => {
    const selectors = call.capture_selection['selectors'];
    return selectors === undefined
      ? undefined
      : {
          ...call,
          capture_selection: {
            ...call.capture_selection,
            selectors: Object.entries(selectors as Record<string, unknown>).map(([type, value]) => ({ type, value })),
          },
        };
  }),
  kind('selectors as a text of JSON', (call) => {
    const selectors = call.capture_selection['selectors'];
    return selectors === undefined ? undefined : { ...call, capture_selection: { ...call.capture_selection, selectors: text(selectors) } };
  }),
];

const channels: readonly Kind[] = [
  kind(
    'channels as numbers and a letter',
    inChannels((list) => list.map((each) => `ch${each}`)),
  ),
  kind(
    'channels as a range of words',
    inChannels((list) => (list.length === 3 ? '37 through 39' : '37 to 38')),
  ),
  kind(
    'channels as a range of Rust',
    inChannels((list) => (list.length === 3 ? '37..=39' : '37..=38')),
  ),
  kind(
    'channels as a range of Python',
    inChannels((list) => (list.length === 3 ? 'range(37, 40)' : 'range(37, 39)')),
  ),
  kind(
    'channels by their bounds',
    inChannels((list) => ({ from: 37, to: 36 + list.length })),
  ),
  kind(
    'channels by their bounds in short',
    inChannels((list) => ({ min: 37, max: 36 + list.length })),
  ),
  kind(
    'channels with semicolons',
    inChannels((list) => list.join(';')),
  ),
  kind(
    'channels in lines',
    inChannels((list) => list.join('\n')),
  ),
  kind(
    'channels by their frequency',
    inChannels((list) => list.map((each) => `${({ '37': '2402', '38': '2426', '39': '2480' } as Record<string, string>)[each] ?? ''} MHz`)),
  ),
  kind(
    'channels by their frequency in gigahertz',
    inChannels((list) =>
      list.map((each) => `${({ '37': '2.402', '38': '2.426', '39': '2.480' } as Record<string, string>)[each] ?? ''} GHz`),
    ),
  ),
  kind(
    'channels in hexadecimal',
    inChannels((list) => list.map((each) => `0x${Number(each).toString(16)}`)),
  ),
  kind(
    'channels as switches',
    inChannels((list) => Object.fromEntries(['37', '38', '39'].map((each) => [each, list.includes(each)]))),
  ),
  kind(
    'all channels of advertising',
    inChannels((list) => (list.length === 3 ? 'all advertising channels' : list.join(' & '))),
  ),
  kind(
    'channels in a set of Python',
    inChannels((list) => `{${list.join(', ')}}`),
  ),
  kind(
    'channels as objects of an index',
    inChannels((list) => list.map((each) => ({ index: Number(each) }))),
  ),
];

export const BLIND_C_SELECTIONS: readonly Kind[] = [...windows, ...places, ...channels];

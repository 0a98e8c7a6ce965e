/** Kinds of selections, written without a look at the repairs: names, forms and places of captures, filters, windows and channels. */
import { filtersOf, inChannels, inFilter, inWindow, kind, renamed, text, windowOf, type Kind } from './kind.ts';
import {
  idOf,
  inCapture as inAnyCapture,
  inPredicate,
  isPlain,
  iso,
  quoted,
  single,
  takeChannels,
  takeFilter,
  takeWindow,
  together,
} from './blind-parts.ts';
import type { Call } from './originals.ts';

/** Gives the capture another form, where it has that form. */
const inCapture =
  (change: (id: string) => unknown): Kind['break'] =>
  (call, random) =>
    change(idOf(call) ?? '') === undefined ? undefined : inAnyCapture(change)(call, random);
const onlyCapture = ({ capture_selection }: Call): boolean => Object.keys(capture_selection).length === 1;
const selection =
  (change: (id: string) => unknown): Kind['break'] =>
  (call) => {
    const id = idOf(call);
    return id !== undefined && onlyCapture(call) ? { ...call, capture_selection: change(id) } : undefined;
  };
const captureCalled =
  (name: string, change: (id: string) => unknown = (id) => id): Kind['break'] =>
  (call) => {
    const id = idOf(call);
    if (id === undefined) return undefined;
    const { capture_id: _, capture_ids: __, ...others } = call.capture_selection;
    return { ...call, capture_selection: { [name]: change(id), ...others } };
  };
const captures: readonly Kind[] = [
  kind(
    'capture with the ending of its file',
    inCapture((id) => `${id}.${id === 'lab' ? 'csv' : id === 'heart_rate' ? 'pcap' : id === 'iphone_web_scan' ? 'ndjson' : 'pcapng'}`),
  ),
  kind(
    'capture as a path',
    inCapture(
      (id) => `./captures/${id}.${id === 'lab' ? 'csv' : id === 'heart_rate' ? 'pcap' : id === 'iphone_web_scan' ? 'ndjson' : 'pcapng'}`,
    ),
  ),
  kind(
    'capture in capitals',
    inCapture((id) => id.toUpperCase()),
  ),
  kind(
    'capture with hyphens',
    inCapture((id) => (id.includes('_') ? id.replaceAll('_', '-') : undefined)),
  ),
  kind(
    'capture with blanks',
    inCapture((id) => (id.includes('_') ? id.replaceAll('_', ' ') : undefined)),
  ),
  kind(
    'capture with a kind in front',
    inCapture((id) => `capture:${id}`),
  ),
  kind(
    'capture as an object with its id',
    inCapture((id) => ({ id })),
  ),
  kind(
    'capture in quotes',
    inCapture((id) => `"${id}"`),
  ),
  kind(
    'selection as the capture alone',
    selection((id) => id),
  ),
  kind(
    'selection as a list of captures',
    selection((id) => [id]),
  ),
  kind(
    'selection as text of JSON in a list',
    selection((id) => [text({ capture_id: id })]),
  ),
  kind('capture under capture', captureCalled('capture')),
  kind('capture under id', captureCalled('id')),
  kind('captures as one text', captureCalled('capture_ids')),
  kind(
    'capture as a list under capture_id',
    captureCalled('capture_id', (id) => [id]),
  ),
  kind('capture under captureId', captureCalled('captureId')),
  kind('capture under file_name', captureCalled('file_name')),
  kind('capture under capture_name beside the arguments', (call) => {
    const id = idOf(call);
    return id !== undefined && onlyCapture(call) ? { tool_name: call.tool_name, capture_name: id, arguments: call.arguments } : undefined;
  }),
  kind('capture_id among the arguments', (call) => {
    const id = idOf(call);
    return id !== undefined && onlyCapture(call)
      ? { tool_name: call.tool_name, arguments: { capture_id: id, ...call.arguments } }
      : undefined;
  }),
  kind(
    'no capture where one is open',
    (call) => (idOf(call) !== undefined && onlyCapture(call) ? { tool_name: call.tool_name, arguments: call.arguments } : undefined),
    { open: 'one' },
  ),
  kind('null for the selectors and the window', (call) => {
    const empty = Object.fromEntries(
      ['selectors', 'time_window', 'filter_expression'].filter((key) => !(key in call.capture_selection)).map((key) => [key, null]),
    );
    return idOf(call) === undefined ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...empty } };
  }),
  kind('an empty filter', (call) =>
    idOf(call) === undefined || filtersOf(call).length > 0
      ? undefined
      : { ...call, capture_selection: { ...call.capture_selection, filter_expression: '' } },
  ),
  kind('an empty object for the window', (call) =>
    idOf(call) === undefined || windowOf(call) ? undefined : { ...call, capture_selection: { ...call.capture_selection, time_window: {} } },
  ),
];

/** Takes the filter out and puts it under another name of the selection. */
const filterUnder =
  (name: string, change: (filter: string) => unknown = (filter) => filter): Kind['break'] =>
  (call) => {
    // The two places of a filter have different hashes.
    if (name === 'selectors' && 'filter_expression' in call.capture_selection) return undefined;
    const filter = takeFilter(call);
    if (filter === undefined) return undefined;
    const others = name === 'selectors' ? (call.capture_selection[name] as object | undefined) : undefined;
    const changed = change(filter);
    call.capture_selection[name] = others === undefined ? changed : { ...others, ...(changed as object) };
    return call;
  };
const filterObject = (change: (column: string, operator: string, value: unknown) => unknown): Kind['break'] => inPredicate(single(change));
const WORDS: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'neq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
const filters: readonly Kind[] = [
  kind('filter under filter', filterUnder('filter')),
  kind('filter under where', filterUnder('where')),
  kind('filter under query', filterUnder('query')),
  kind('filter under expression', filterUnder('expression')),
  kind(
    'filter under filters of the selection',
    filterUnder('filters', (filter) => [filter]),
  ),
  kind('filter under filters as a text', filterUnder('filters')),
  kind('filter under filterExpression', filterUnder('filterExpression')),
  kind(
    'filter in selectors under filter',
    filterUnder('selectors', (filter) => ({ filter })),
  ),
  kind(
    'filter in selectors under filter_expression',
    filterUnder('selectors', (filter) => ({ filter_expression: filter })),
  ),
  kind('filter among the arguments', (call) => {
    const filter = takeFilter(call);
    return filter === undefined ? undefined : { ...call, arguments: { ...call.arguments, filter } };
  }),
  kind('filter among the arguments under where', (call) => {
    const filter = takeFilter(call);
    return filter === undefined || 'sql' in call.arguments ? undefined : { ...call, arguments: { ...call.arguments, where: filter } };
  }),
  kind(
    'filter behind WHERE',
    inFilter((filter) => `WHERE ${filter}`),
  ),
  kind(
    'filter with signs of C',
    inFilter((filter) => filter.replaceAll(' = ', ' == ').replaceAll(' AND ', ' && ').replaceAll(' OR ', ' || ')),
  ),
  kind(
    'filter with double quotes',
    inFilter((filter) => filter.replaceAll("'", '"')),
  ),
  kind('filter without blanks', inPredicate(single((c, o, v) => `${c}${o}${quoted(v, "'")}`))),
  kind(
    'filter in small letters',
    inFilter((filter) => filter.replace(/\b(AND|OR|NOT|IN|IS|NULL|TRUE)\b/g, (word) => word.toLowerCase())),
  ),
  kind('filter with its unit', inPredicate(single((c, o, v) => (c === 'rssi' ? `${c} ${o} ${String(v)} dBm` : undefined)))),
  kind(
    'filter in an f-string of pandas',
    inFilter((filter) =>
      / (IN|IS) |NOT/.test(filter)
        ? filter
        : `df.query("${filter.replaceAll(' = ', ' == ').replaceAll(' AND ', ' and ').replaceAll(' OR ', ' or ')}")`,
    ),
  ),
  kind(
    'filter with brackets of pandas',
    filterObject((c, o, v) => `df[df['${c}'] ${o === '=' ? '==' : o} ${quoted(v as never, "'")}]`),
  ),
  kind(
    'filter in brackets',
    inFilter((filter) => `(${filter})`),
  ),
  kind(
    'filter with a table in front',
    inFilter((filter) => filter.replace(/^(\w+)(?= )/, (column) => (column === 'NOT' ? column : `packets.${column}`))),
  ),
  kind(
    'filter with a spelled comparison',
    filterObject(
      (c, o, v) =>
        ({ '>': `${c} greater than ${String(v)}`, '=': `${c} equals ${String(v)}`, '>=': `${c} greater than or equal to ${String(v)}` })[o],
    ),
  ),
  kind(
    'filter as an object of field, op and value',
    filterObject((field, op, value) => ({ field, op, value })),
  ),
  kind(
    'filter as an object of column, operator and value',
    filterObject((column, operator, value) => ({ column, operator: WORDS[operator], value })),
  ),
  kind(
    'filter as a sign below its column',
    filterObject((column, operator, value) => ({ [column]: { [operator]: value } })),
  ),
  kind(
    'filter as a word below its column',
    filterObject((column, operator, value) => ({ [column]: { [WORDS[operator] ?? '']: value } })),
  ),
  kind(
    'filter as a triple',
    filterObject((column, operator, value) => [column, operator, value]),
  ),
  kind(
    'filter as a column and its value',
    filterObject((column, operator, value) => (operator === '=' ? { [column]: value } : undefined)),
  ),
  kind(
    'filter with typ for type',
    inFilter((filter) => filter.replaceAll('adv_type', 'advType')),
  ),
  kind(
    'filter with pdu_type',
    inFilter((filter) => filter.replaceAll('adv_type', 'pdu_type')),
  ),
  kind(
    'filter with a list in square brackets',
    inFilter((filter) => filter.replace(/\(([\d, ]+)\)/, '[$1]')),
  ),
  kind(
    'filter as the text of a condition of many terms in a list',
    inPredicate(({ join, terms }) =>
      join === 'AND' && terms.length > 1 && terms.every(isPlain)
        ? terms.map(({ column, operator, value }) => ({ column, op: operator, value }))
        : undefined,
    ),
  ),
];

const windowCalled = (from: string, to: string, write: (ms: number) => unknown = (ms) => ms): Kind['break'] =>
  inWindow(({ start_ms, end_ms }) => ({ [from]: write(start_ms), [to]: write(end_ms) }));
const windows: readonly Kind[] = [
  kind('window in ISO times under start and end', windowCalled('start', 'end', iso)),
  kind('window in ISO times under start_time and end_time', windowCalled('start_time', 'end_time', iso)),
  kind('window under from and to', windowCalled('from', 'to')),
  kind('window under start_ts and end_ts', windowCalled('start_ts', 'end_ts')),
  kind('window under startMs and endMs', windowCalled('startMs', 'endMs')),
  kind('window under min and max as ISO', windowCalled('min', 'max', iso)),
  kind('window under gte and lte', windowCalled('gte', 'lte', iso)),
  kind(
    'window in seconds with a fraction',
    windowCalled('start_s', 'end_s', (ms) => ms / 1000),
  ),
  kind(
    'window in microseconds',
    windowCalled('start_us', 'end_us', (ms) => ms * 1000),
  ),
  kind('window as numbers in text', windowCalled('start_ms', 'end_ms', String)),
  kind('window with ISO in the names of milliseconds', windowCalled('start_ms', 'end_ms', iso)),
  kind(
    'window as a pair',
    inWindow(({ start_ms, end_ms }) => [start_ms, end_ms]),
  ),
  kind(
    'window as a pair of ISO times',
    inWindow(({ start_ms, end_ms }) => [iso(start_ms), iso(end_ms)]),
  ),
  kind(
    'window as an interval of ISO',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}/${iso(end_ms)}`),
  ),
  kind(
    'window with a dash',
    inWindow(({ start_ms, end_ms }) => `${String(start_ms)}-${String(end_ms)}`),
  ),
  kind(
    'window with to',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)} to ${iso(end_ms)}`),
  ),
  kind(
    'window as a start and a duration',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, duration_ms: end_ms - start_ms })),
  ),
  kind(
    'window as a start and a duration of ISO',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms), duration: `PT${String((end_ms - start_ms) / 1000)}S` })),
  ),
  kind('window under time_range of the selection', (call) => {
    const window = takeWindow(call);
    if (window) call.capture_selection['time_range'] = window;
    return window && call;
  }),
  kind('window among the arguments', (call) => {
    const window = takeWindow(call);
    return window && { ...call, arguments: { ...call.arguments, time_range: window } };
  }),
  kind('bounds of the window in the selection', (call) => {
    const window = takeWindow(call);
    if (window) Object.assign(call.capture_selection, window);
    return window && call;
  }),
  kind('bounds of the window as ISO among the arguments', (call) => {
    const window = takeWindow(call);
    return window && { ...call, arguments: { ...call.arguments, start_time: iso(window.start_ms), end_time: iso(window.end_ms) } };
  }),
  kind(
    'window with its unit',
    inWindow(({ start_ms, end_ms }) => ({ start: start_ms, end: end_ms, unit: 'ms' })),
  ),
];

const channels: readonly Kind[] = [
  kind(
    'channels as numbers',
    inChannels((list) => list.map(Number)),
  ),
  kind(
    'channels as one text',
    inChannels((list) => list.join(',')),
  ),
  kind(
    'channels as a range',
    inChannels((list) => (list.length === 3 ? '37-39' : '37-38')),
  ),
  kind(
    'channels with the letters ch',
    inChannels((list) => list.map((each) => `ch${each}`)),
  ),
  kind(
    'channels with the word channel',
    inChannels((list) => list.map((each) => `channel ${each}`)),
  ),
  kind(
    'channels as objects',
    inChannels((list) => list.map((each) => ({ channel: Number(each) }))),
  ),
  kind('channels in the selection', (call) => {
    const list = takeChannels(call);
    if (list) call.capture_selection['channels'] = list;
    return list && call;
  }),
  kind('channels among the arguments as numbers', (call) => {
    const list = takeChannels(call);
    return list && { ...call, arguments: { ...call.arguments, channels: list.map(Number) } };
  }),
  kind('channels under channel of the selectors', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!selectors?.['channels']) return undefined;
    renamed(selectors, 'channels', 'channel');
    return call;
  }),
  kind('selectors as a list of objects with types', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!selectors) return undefined;
    call.capture_selection['selectors'] = Object.entries(selectors).map(([type, value]) => ({ type, value }));
    return call;
  }),
  kind(
    'capture with its ending, a filter with double signs and channels as numbers',
    together(
      inCapture((id) => `${id}.pcapng`),
      inFilter((filter) => filter.replaceAll(' = ', ' == ')),
      inChannels((list) => list.map(Number)),
    ),
  ),
];

export const BLIND_D_SELECTIONS: readonly Kind[] = [...captures, ...filters, ...windows, ...channels];

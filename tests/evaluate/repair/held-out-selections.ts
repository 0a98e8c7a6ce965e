/** Held-out kinds of selections: captures, times, channels and filters as other tools and languages write them. */
import { inChannels, inFilter, inWindow, isText, kind, renamed, text, type Kind } from './kind.ts';

const dated = (ms: number): string => new Date(ms).toISOString();
const CONDITION = /^(\w+) (>=?|=|!=) (-?\d+|'[^']*'|TRUE)$/;
const READ: Readonly<Record<string, unknown>> = { TRUE: true };
const valueOf = (written: string): unknown => READ[written] ?? (written.startsWith("'") ? written.slice(1, -1) : Number(written));

/** Writes a filter of one condition in another way, as text or as an object. */
const condition =
  (change: (column: string, operator: string, value: unknown, written: string) => unknown): Kind['break'] =>
  (call) => {
    const { capture_selection: own } = call;
    const filter = own['filter_expression'];
    const [, column, operator, value] = CONDITION.exec(typeof filter === 'string' ? filter : '') ?? [];
    if (column === undefined || operator === undefined || value === undefined) return undefined;
    const changed = change(column, operator, valueOf(value), value);
    if (changed === undefined) return undefined;
    own['filter_expression'] = changed;
    return call;
  };
const WORDS: Readonly<Record<string, string>> = { '>': 'gt', '>=': 'gte', '=': 'eq', '!=': 'neq' };
const CODE: Readonly<Record<string, string>> = { '>': '>', '>=': '>=', '=': '==', '!=': '!=' };
const code = (value: unknown): string => (value === true ? 'True' : text(value));

/** Conditions of a whole filter with the signs and names of another language. */
const translated = (from: RegExp, to: string, around: (filter: string) => string): Kind['break'] =>
  inFilter((filter) => (/IS NULL|NOT|IN \(/.test(filter) ? filter : around(filter.replace(from, to).replace(/(?<![!<>])=/g, '=='))));

const capture: readonly Kind[] = [
  kind('capture as an object', ({ capture_selection, ...others }) => {
    const { capture_id, ...more } = capture_selection;
    return isText(capture_id) ? { ...others, capture_selection: { capture: { id: capture_id, name: capture_id }, ...more } } : undefined;
  }),
  kind('ids in objects', (call) => {
    const { capture_selection: own } = call;
    if (!Array.isArray(own['capture_ids'])) return undefined;
    own['capture_ids'] = own['capture_ids'].map((capture_id: string) => ({ capture_id }));
    return call;
  }),
  kind('selection in a list', (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: [call.capture_selection] },
  ),
  kind('dataset in place of the capture', (call) => {
    if (call.capture_selection['capture_id'] === undefined) return undefined;
    renamed(call.capture_selection, 'capture_id', 'dataset');
    return call;
  }),
  kind('table with its schema', (call) => {
    const { capture_selection: own } = call;
    if (!isText(own['capture_id'])) return undefined;
    own['capture_id'] = `main.${String(own['capture_id'])}`;
    return call;
  }),
];

const times: readonly Kind[] = [
  kind(
    'dates of extended JSON',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: { $date: dated(start_ms) }, end_ms: { $date: dated(end_ms) } })),
  ),
  kind(
    'dates of .NET',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: `/Date(${String(start_ms)})/`, end_ms: `/Date(${String(end_ms)})/` })),
  ),
  kind(
    'basic format of ISO 8601',
    inWindow(({ start_ms, end_ms }) => ({ start: dated(start_ms).replace(/[-:]/g, ''), end: dated(end_ms).replace(/[-:]/g, '') })),
  ),
  kind(
    'big integers of JavaScript',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: `${String(start_ms)}n`, end_ms: `${String(end_ms)}n` })),
  ),
  kind(
    'since and until',
    inWindow(({ start_ms, end_ms }) => ({ since: dated(start_ms), until: dated(end_ms) })),
  ),
  kind(
    'bounds gte and lte',
    inWindow(({ start_ms, end_ms }) => ({ gte: start_ms, lte: end_ms })),
  ),
  kind(
    'bounds min and max',
    inWindow(({ start_ms, end_ms }) => ({ min: start_ms, max: end_ms })),
  ),
  kind(
    'two dots between times',
    inWindow(({ start_ms, end_ms }) => `${dated(start_ms)}..${dated(end_ms)}`),
  ),
  kind(
    'list of dates',
    inWindow(({ start_ms, end_ms }) => [dated(start_ms), dated(end_ms)]),
  ),
  kind(
    'dates with slashes',
    inWindow(({ start_ms, end_ms }) => ({
      start_ms: dated(start_ms).replace('T', ' ').replaceAll('-', '/'),
      end_ms: dated(end_ms).replace('T', ' ').replaceAll('-', '/'),
    })),
  ),
  kind(
    'value and unit of a time',
    inWindow(({ start_ms, end_ms }) => ({ start: { value: start_ms, unit: 'ms' }, end: { value: end_ms, unit: 'ms' } })),
  ),
  kind(
    'bounds with inclusive marks',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, inclusive: true })),
  ),
];

const channels: readonly Kind[] = [
  kind(
    'advertising channels in words',
    inChannels((list) => (list.length === 3 ? 'advertising' : list.map((each) => `adv channel ${each}`))),
  ),
  kind(
    'channels with to',
    inChannels((list) => `${list[0] ?? ''} to ${list.at(-1) ?? ''}`),
  ),
  kind(
    'channels by first and last',
    inChannels((list) => ({ from: Number(list[0]), to: Number(list.at(-1)) })),
  ),
  kind(
    'channels in hexadecimal',
    inChannels((list) => list.map((each) => `0x${Number(each).toString(16)}`)),
  ),
  kind(
    'channels as labels with a hash',
    inChannels((list) => list.map((each) => `#${each}`)),
  ),
  kind('channel in the singular', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!Array.isArray(selectors?.['channels'])) return undefined;
    renamed(selectors, 'channels', 'channel');
    return call;
  }),
];

const filters: readonly Kind[] = [
  kind(
    'query of pandas',
    translated(/$^/, '', (filter) => `df.query("${filter.replaceAll(' AND ', ' and ').replaceAll(' OR ', ' or ')}")`),
  ),
  kind(
    'filter of dplyr',
    translated(/$^/, '', (filter) => `filter(${filter.replaceAll(' AND ', ' & ').replaceAll(' OR ', ' | ')})`),
  ),
  kind(
    'select of jq',
    translated(
      /\b([a-z]\w*)(?= [!<>=])/g,
      '.$1',
      (filter) => `select(${filter.replaceAll(' AND ', ' and ').replaceAll(' OR ', ' or ').replaceAll("'", '"')})`,
    ),
  ),
  kind(
    'pipe of Kusto',
    translated(/$^/, '', (filter) => `packets | where ${filter.replaceAll(' AND ', ' and ').replaceAll(' OR ', ' or ')}`),
  ),
  kind(
    'lambda of Python',
    translated(
      /\b([a-z]\w*)(?= [!<>=])/g,
      "row['$1']",
      (filter) => `lambda row: ${filter.replaceAll(' AND ', ' and ').replaceAll(' OR ', ' or ').replace('TRUE', 'True')}`,
    ),
  ),
  kind(
    'arrow function',
    translated(
      /\b([a-z]\w*)(?= [!<>=])/g,
      'p.$1',
      (filter) => `p => ${filter.replaceAll(' AND ', ' && ').replaceAll(' OR ', ' || ').replaceAll('==', '===')}`,
    ),
  ),
  kind(
    'missing value of other languages',
    inFilter((filter) => filter.replace(/(\w+) IS NULL/, '$1.isna()')),
  ),
  kind(
    'missing value of R',
    inFilter((filter) => filter.replace(/(\w+) IS NULL/, 'is.na($1)')),
  ),
  kind(
    'lookups of Django',
    condition((column, operator, value) =>
      operator === '!=' ? undefined : { [operator === '=' ? column : `${column}__${WORDS[operator] ?? ''}`]: value },
    ),
  ),
  kind(
    'operators of Hasura',
    condition((column, operator, value) => ({ [column]: { [`_${WORDS[operator] ?? ''}`]: value } })),
  ),
  kind(
    'condition in three items',
    condition((column, operator, value) => [column, CODE[operator] ?? operator, value]),
  ),
  kind(
    'filters of PostgREST',
    condition((column, operator, value) => `${column}=${WORDS[operator] ?? ''}.${String(value)}`),
  ),
  kind(
    'prefix notation',
    condition((column, operator, value) => `(${operator} ${column} ${isText(value) ? `'${String(value)}'` : code(value)})`),
  ),
  kind(
    'operator in front of the value',
    condition((column, operator, value) => ({ [column]: operator === '=' ? value : `${operator} ${String(value)}` })),
  ),
  kind(
    'field, comparator and values',
    condition((column, operator, value) => ({
      field: column,
      comparator: { '>': 'greater_than', '>=': 'greater_than_or_equal', '=': 'equals', '!=': 'not_equals' }[operator],
      values: [value],
    })),
  ),
  kind(
    'brackets in the key',
    condition((column, operator, value) => ({ [`${column}[${WORDS[operator] ?? ''}]`]: String(value) })),
  ),
  kind(
    'groups with a combinator',
    condition((column, operator, value) => ({ combinator: 'and', not: false, rules: [{ field: column, operator, value }] })),
  ),
  kind(
    'condition in plain English',
    condition(
      (column, operator, value) =>
        `${column} ${{ '>': 'is above', '>=': 'is at least', '=': 'is', '!=': 'is not' }[operator] ?? ''} ${isText(value) ? `"${String(value)}"` : String(value)}`,
    ),
  ),
  kind(
    'condition in German',
    condition(
      (column, operator, value) =>
        `${column} ${{ '>': 'größer als', '>=': 'mindestens', '=': 'ist gleich', '!=': 'ungleich' }[operator] ?? ''} ${isText(value) ? `'${String(value)}'` : String(value)}`,
    ),
  ),
  kind('filter in a list', (call) => {
    const { capture_selection: own } = call;
    if (!isText(own['filter_expression'])) return undefined;
    own['filter_expression'] = [own['filter_expression']];
    return call;
  }),
  kind('filter expressions in the plural', (call) => {
    const { capture_selection: own } = call;
    if (!isText(own['filter_expression'])) return undefined;
    own['filter_expressions'] = [own['filter_expression']];
    delete own['filter_expression'];
    return call;
  }),
  kind(
    'percent signs of an address bar in a filter',
    inFilter((filter) => encodeURIComponent(filter)),
  ),
  kind(
    'commented condition',
    inFilter((filter) => `${filter} -- keep these rows`),
  ),
];

export const SELECTIONS: readonly Kind[] = [...capture, ...times, ...channels, ...filters];

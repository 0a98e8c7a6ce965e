/** Held-out kinds of selections and arguments, and of calls that no longer say what was asked. */
import { camel, inArgument, inChannels, inFilter, inWindow, isNumber, isText, kind, lost, text, type Kind } from './kind.ts';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 1 && value.every(isText);
const CONDITION = /^(\w+) (>=?|=|!=) (-?\d+|'[^']*')$/;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const valueOf = (written: string): unknown => (written.startsWith("'") ? written.slice(1, -1) : Number(written));
const WORDS: Readonly<Record<string, string>> = { '>': 'gt', '>=': 'ge', '=': 'eq', '!=': 'ne' };

/** Writes a filter of one condition in another way. */
const condition =
  (change: (column: string, operator: string, value: unknown) => unknown): Kind['break'] =>
  (call) => {
    const { capture_selection: own } = call;
    const [, column, operator, value] = CONDITION.exec(textIn(own['filter_expression'])) ?? [];
    if (column === undefined || operator === undefined || value === undefined) return undefined;
    own['filter_expression'] = change(column, operator, valueOf(value));
    return call;
  };
const oneCondition = (change: (column: string, operator: string, value: string) => string): Kind['break'] =>
  inFilter((filter) => {
    const [, column, operator, value] = CONDITION.exec(filter) ?? [];
    return column === undefined || operator === undefined || value === undefined ? filter : change(column, operator, value);
  });

const selection: readonly Kind[] = [
  kind(
    'JSON Logic',
    condition((column, operator, value) => ({ [operator === '=' ? '==' : operator]: [{ var: column }, value] })),
  ),
  kind(
    'bool query of Elasticsearch',
    condition((column, operator, value) => {
      if (operator === '!=') return { bool: { must_not: [{ term: { [column]: value } }] } };
      const part = operator === '=' ? { term: { [column]: value } } : { range: { [column]: { [operator === '>' ? 'gt' : 'gte']: value } } };
      return { bool: { filter: [part] } };
    }),
  ),
  kind(
    'a whole statement as filter',
    inFilter((filter) => `SELECT * FROM packets WHERE ${filter}`),
  ),
  kind(
    'operators of OData',
    oneCondition((column, operator, value) => `${column} ${WORDS[operator] ?? operator} ${value}`),
  ),
  kind(
    'functions of RQL',
    oneCondition((column, operator, value) => `${WORDS[operator] ?? operator}(${column}, ${value})`),
  ),
  kind(
    'colons of a search box',
    oneCondition((column, operator, value) =>
      operator === '!=' ? `${column} != ${value}` : `${column}:${operator === '=' ? '' : operator}${value}`,
    ),
  ),
  kind(
    'columns of Polars',
    oneCondition((column, operator, value) => `(pl.col("${column}") ${operator === '=' ? '==' : operator} ${value})`),
  ),
  kind(
    'times as seconds and nanoseconds',
    inWindow(({ start_ms, end_ms }) => {
      const stamp = (ms: number): object => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 });
      return { start_ms: stamp(start_ms), end_ms: stamp(end_ms) };
    }),
  ),
  kind(
    'times in ns',
    inWindow(({ start_ms, end_ms }) => ({ start_ns: `${String(start_ms)}000000`, end_ns: `${String(end_ms)}000000` })),
  ),
  kind(
    'window in words',
    inWindow(({ start_ms, end_ms }) => `between ${new Date(start_ms).toISOString()} and ${new Date(end_ms).toISOString()}`),
  ),
  kind(
    'channels as switches',
    inChannels((list) => Object.fromEntries(list.map((each) => [`channel_${each}`, true]))),
  ),
  kind('URI in place of the id', (call) => {
    const { capture_selection: own } = call;
    if (!isText(own['capture_id'])) return undefined;
    own['capture_id'] = `capture://${String(own['capture_id'])}`;
    return call;
  }),
];

const args: readonly Kind[] = [
  kind(
    'camel case values',
    inArgument(
      (value, key) => isText(value) && /mode|model|operation|design/.test(key) && String(value).includes('_'),
      (value: string) => camel(value),
    ),
  ),
  kind(
    'enabled and disabled',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'enabled' : 'disabled'),
    ),
  ),
  kind(
    'names in backticks',
    inArgument(isTexts, (value: string[]) => value.map((each) => `\`${each}\``)),
  ),
  kind(
    'a share as a fraction',
    inArgument(
      (value, key) => isNumber(value) && key === 'alpha',
      (value: number) => `1/${String(Math.round(1 / value))}`,
    ),
  ),
  kind(
    'a tuple in a text',
    inArgument(isTexts, (value: string[]) => `(${value.map((each) => `'${each}'`).join(', ')})`),
  ),
  kind(
    'lists in a list',
    inArgument(isTexts, (value: string[]) => value.map((each) => [each])),
  ),
  kind('keys with hyphens in front', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : { ...call, arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [`--${key}`, value])) },
  ),
  kind(
    'kind of the address behind it',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((each) => `${each} (random)`),
    ),
  ),
];

export const NOTATIONS: readonly Kind[] = [...selection, ...args];

export const LOST_NOTATIONS: readonly Kind[] = [
  lost('a call that was decided against', (call) => `I decided not to make this call:\n${text(call)}\nIt would take too long.`),
  lost(
    'an exception in a filter',
    inFilter((filter) => `${filter} except channel 38`),
  ),
  lost(
    'a placeholder in SQL',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => `${value.replace(/\s+(?:GROUP|ORDER|LIMIT)\b.*$/, '')} ${value.includes('WHERE') ? 'AND' : 'WHERE'} rssi > ?`,
    ),
  ),
  lost(
    'every column',
    inArgument(
      (value, key) => /^(?:features|factors|columns)$/.test(key) && Array.isArray(value),
      () => '*',
    ),
  ),
  lost(
    'no limit in words',
    inArgument(
      (value, key) => isNumber(value) && /limit|top|max_/.test(key),
      () => 'unlimited',
    ),
  ),
  lost(
    'the last minutes',
    inWindow(() => 'last 5 minutes'),
  ),
  lost(
    'a statement with a limit as filter',
    inFilter((filter) => `SELECT * FROM packets WHERE ${filter} ORDER BY rssi DESC LIMIT 5`),
  ),
  lost('two calls between tokens', (call) => {
    const one = `<|tool_call_begin|>functions.${call.tool_name}:0<|tool_call_argument_begin|>${text({ capture_selection: call.capture_selection, arguments: call.arguments })}<|tool_call_end|>`;
    return `<|tool_calls_section_begin|>${one}${one.replace(`${call.tool_name}:0`, 'capture_overview:1')}<|tool_calls_section_end|>`;
  }),
  lost('tags that were cut off', (call) => {
    const [key] = Object.keys(call.arguments);
    if (key === undefined) return undefined;
    return `<invoke name="${call.tool_name}">\n<parameter name="capture_selection">${text(call.capture_selection)}</parameter>\n<parameter name="${key}">`;
  }),
  lost('a condition with a weight', (call) => {
    const { capture_selection: own } = call;
    const [, column, , value] = CONDITION.exec(textIn(own['filter_expression'])) ?? [];
    if (column === undefined) return undefined;
    own['filter_expression'] = { field: column, operator: '=', value: valueOf(value ?? ''), unless: 'crc_ok' };
    return call;
  }),
];

/** Fresh kinds of names, values and selections. */
import { argumentCalled, inArgument, inChannels, inFilter, inWindow, isNumber, isText, isTexts, kind, type Kind } from './kind.ts';

const CONDITION = /^(\w+) (>=?|=|!=) (-?\d+|'[^']*')$/;
const condition =
  (change: (column: string, operator: string, value: string) => unknown): Kind['break'] =>
  (call) => {
    const { capture_selection: own } = call;
    const [, column, operator, value] = CONDITION.exec(typeof own['filter_expression'] === 'string' ? own['filter_expression'] : '') ?? [];
    if (column === undefined || operator === undefined || value === undefined) return undefined;
    own['filter_expression'] = change(column, operator, value);
    return call;
  };
const dated = (ms: number): string => new Date(ms).toISOString();
const keys =
  (change: (key: string, value: unknown) => string): Kind['break'] =>
  (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : { ...call, arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [change(key, value), value])) };
const plain = (value: string): unknown => (value.startsWith("'") ? value.slice(1, -1) : Number(value));
const isSimple = (filter: string): boolean => !/IS NULL|NOT|IN \(| AND | OR /.test(filter);

const names: readonly Kind[] = [
  kind(
    'keys with a colon',
    keys((key) => `${key}:`),
  ),
  kind(
    'keys with a remark',
    keys((key) => `${key} (required)`),
  ),
  kind(
    'keys in quotes',
    keys((key) => `"${key}"`),
  ),
  kind(
    'keys with their type',
    keys((key, value) => `${key}:${Array.isArray(value) ? 'list' : typeof value}`),
  ),
  kind('keys with the name of the tool', (call) => keys((key) => `${call.tool_name}.${key}`)(call, undefined as never)),
  kind(
    'keys with blanks',
    keys((key) => key.replaceAll('_', ' ')),
  ),
  kind(
    'keys with a parameter in front',
    keys((key) => `param_${key}`),
  ),
  kind('regressors', argumentCalled('features', 'regressors')),
  kind('levels of quantiles', argumentCalled('quantiles', 'quantile_levels')),
  kind('bucket size', argumentCalled('time_bucket_ms', 'bucket_size_ms')),
  kind('export format', argumentCalled('format', 'export_format')),
  kind('name of the file', argumentCalled('file_name', 'output_file_name')),
  kind('column names', argumentCalled('columns', 'column_names')),
  kind('minimum of observations', argumentCalled('min_observation_count', 'min_observations')),
  kind('time between frames', argumentCalled('linkage_window_s', 'max_gap_seconds')),
  kind('tests after the test', argumentCalled('post_hoc', 'post_hoc_tests')),
];

const values: readonly Kind[] = [
  kind(
    'an empty item at the end',
    inArgument(isTexts, (value: string[]) => [...value, '']),
  ),
  kind(
    'blanks around items',
    inArgument(isTexts, (value: string[]) => value.map((each) => ` ${each} `)),
  ),
  kind(
    'names in bold',
    inArgument(isTexts, (value: string[]) => value.map((each) => `**${each}**`)),
  ),
  kind(
    'wide digits',
    inArgument(isNumber, (value: number) => String(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))),
  ),
  kind(
    'an option with its explanation',
    inArgument(
      (value, key) => isText(value) && /robust_se|design|ss_type|analysis_mode|rpa_rotation_model|correlation/.test(key),
      (value: string) => `${value} (as recommended)`,
    ),
  ),
  kind(
    'seconds in German',
    inArgument(
      (value, key) => isNumber(value) && key.endsWith('_s'),
      (value: number) => `${String(value)} Sekunden`,
    ),
  ),
  kind(
    'minutes in French',
    inArgument(
      (value, key) => isNumber(value) && key.endsWith('_s') && Number(value) % 60 === 0,
      (value: number) => `${String(value / 60)} minutes`,
    ),
  ),
  kind(
    'a level as an inequality',
    inArgument(
      (_, key) => key === 'alpha',
      (value: number) => `p < ${String(value)}`,
    ),
  ),
  kind(
    'a number under a bound',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top)$/.test(key),
      (value: number) => ({ max: value }),
    ),
  ),
  kind(
    'a number as an amount',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|max_rows|max_addresses)$/.test(key),
      (value: number) => ({ amount: value }),
    ),
  ),
  kind(
    'addresses with their role',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((each) => `AdvA: ${each}`),
    ),
  ),
  kind(
    'addresses with their kind',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((each) => `${each}/random`),
    ),
  ),
  kind(
    'addresses as bytes',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) =>
        value.map((each) =>
          each
            .split(':')
            .map((byte) => `0x${byte}`)
            .join(' '),
        ),
    ),
  ),
  kind(
    'shares with a percent sign',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.map((each) => `${String(Math.round(100 * each))}%`).join(', '),
    ),
  ),
  kind(
    'truth in an object',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => ({ enabled: value }),
    ),
  ),
  kind(
    'columns with their table',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      (value: string[]) => value.map((each) => `packets.${each}`),
    ),
  ),
  kind(
    'columns in objects with a label',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      (value: string[]) => value.map((each) => ({ column: each, label: each.toUpperCase() })),
    ),
  ),
];

const selection: readonly Kind[] = [
  kind('captures as switches', (call) =>
    Array.isArray(call.capture_selection['capture_ids'])
      ? {
          ...call,
          capture_selection: {
            ...call.capture_selection,
            capture_ids: Object.fromEntries((call.capture_selection['capture_ids'] as string[]).map((each) => [each, true])),
          },
        }
      : undefined,
  ),
  kind('capture with a mention', (call) =>
    isText(call.capture_selection['capture_id'])
      ? { ...call, capture_selection: { ...call.capture_selection, capture_id: `@${String(call.capture_selection['capture_id'])}` } }
      : undefined,
  ),
  kind('captures as a list of objects', ({ capture_selection, ...others }) => {
    const { capture_id, ...more } = capture_selection;
    return isText(capture_id) ? { ...others, capture_selection: { captures: [{ id: capture_id }], ...more } } : undefined;
  }),
  kind(
    'times with the name of the month',
    inWindow(({ start_ms, end_ms }) => {
      const named = (ms: number): string =>
        new Date(ms)
          .toISOString()
          .replace(
            /^(\d{4})-(\d\d)-(\d\d)T(.*)Z$/,
            (_, year: string, month: string, day: string, clock: string) =>
              `${day} ${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(month) - 1] ?? ''} ${year} ${clock} UTC`,
          );
      return { start: named(start_ms), end: named(end_ms) };
    }),
  ),
  kind(
    'times with an offset behind a blank',
    inWindow(({ start_ms, end_ms }) => ({
      start: dated(start_ms).replace('T', ' ').replace('Z', ' +0000'),
      end: dated(end_ms).replace('T', ' ').replace('Z', ' +0000'),
    })),
  ),
  kind(
    'times in objects',
    inWindow(({ start_ms, end_ms }) => ({ start: { iso: dated(start_ms) }, end: { iso: dated(end_ms) } })),
  ),
  kind(
    'a start and a duration in an object',
    inWindow(({ start_ms, end_ms }) => ({ start: dated(start_ms), duration: { milliseconds: end_ms - start_ms } })),
  ),
  kind(
    'a window with a label',
    inWindow(({ start_ms, end_ms }) => ({ label: 'the busy part', start_ms, end_ms })),
  ),
  kind(
    'dates of code',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: `new Date(${String(start_ms)})`, end_ms: `new Date("${dated(end_ms)}")` })),
  ),
  kind(
    'a window as a chain',
    inWindow(({ start_ms, end_ms }) => `${String(start_ms)} <= t <= ${String(end_ms)}`),
  ),
  kind(
    'an arrow between times',
    inWindow(({ start_ms, end_ms }) => `${dated(start_ms)} → ${dated(end_ms)}`),
  ),
  kind(
    'channels with slashes',
    inChannels((list) => list.join('/')),
  ),
  kind(
    'channels with an ampersand',
    inChannels((list) => list.join(' & ')),
  ),
  kind(
    'channels to include',
    inChannels((list) => ({ include: list.map(Number) })),
  ),
  kind(
    'channels in lists',
    inChannels((list) => list.map((each) => [Number(each)])),
  ),
  kind(
    'channels as floats',
    inChannels((list) => list.map((each) => `${each}.0`)),
  ),
  kind(
    'operator and value in a list',
    condition((column, operator, value) => ({ [column]: [operator, plain(value)] })),
  ),
  kind(
    'tree of a parser',
    condition((column, operator, value) => ({
      type: 'BinaryExpression',
      operator,
      left: { type: 'Identifier', name: column },
      right: { type: 'Literal', value: plain(value) },
    })),
  ),
  kind(
    'filter of OData',
    condition(
      (column, operator, value) => `$filter=${column} ${{ '>': 'gt', '>=': 'ge', '=': 'eq', '!=': 'ne' }[operator] ?? ''} ${value}`,
    ),
  ),
  kind(
    'filter of JSONPath',
    inFilter((filter) => (isSimple(filter) ? `$[?(@.${filter.replace(/(?<![!<>])=/, '==').replace('TRUE', 'true')})]` : filter)),
  ),
  kind(
    'match of Cypher',
    inFilter((filter) => (isSimple(filter) ? `MATCH (p) WHERE p.${filter} RETURN p` : filter)),
  ),
  kind(
    'Where of LINQ',
    inFilter((filter) =>
      isSimple(filter)
        ? `.Where(p => p.${filter
            .replace(/(?<![!<>])=/, '==')
            .replace(/'/g, '"')
            .replace('TRUE', 'true')})`
        : filter,
    ),
  ),
  kind(
    'filter in quotes',
    inFilter((filter) => `"${filter}"`),
  ),
  kind(
    'filter in backticks',
    inFilter((filter) => `\`${filter}\``),
  ),
  kind(
    'filter with a label',
    inFilter((filter) => `Filter: ${filter}`),
  ),
  kind(
    'filter in a call of SQL',
    inFilter((filter) => `(${filter})::boolean`),
  ),
  kind(
    'filter on several lines',
    inFilter((filter) => filter.replace(/ (AND|OR) /g, '\n  $1 ')),
  ),
];

export const FRESH_VALUES: readonly Kind[] = [...names, ...values, ...selection];

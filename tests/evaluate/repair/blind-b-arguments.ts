/** More kinds of arguments, written without a look at the repairs: values of other systems, words of statistics and settings in groups. */
import { hasArgument, inArgument, kind, text, written, type Kind } from './kind.ts';
import { called, forTool, together, withArguments } from './blind-parts.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const words = (name: string, values: Readonly<Record<string, unknown>>): Kind['break'] => one(name, (value: string) => values[value]);
const all =
  (change: (args: Readonly<Record<string, unknown>>) => unknown): Kind['break'] =>
  (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: change(call.arguments) };
const renamedAll = (change: (key: string, value: unknown) => string): Kind['break'] =>
  all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [change(key, value), value])));
const title = (name: string): string =>
  name
    .split('_')
    .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
    .join('');

function dynamo(value: unknown): unknown {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(dynamo) };
  return { M: Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, dynamo(each)])) };
}

function telemetry(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(telemetry) } };
  return { kvlistValue: { values: Object.entries(value as object).map(([key, each]) => ({ key, value: telemetry(each) })) } };
}

const systems: readonly Kind[] = [
  kind(
    'typed values of DynamoDB',
    all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key, dynamo(value)]))),
  ),
  kind(
    'attributes of a trace',
    all((args) => Object.entries(args).map(([key, value]) => ({ key, value: telemetry(value) }))),
  ),
  kind(
    'operations of a patch of JSON',
    all((args) => Object.entries(args).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }))),
  ),
  kind(
    'arguments by their pointers',
    renamedAll((key) => `/${key}`),
  ),
  kind(
    'parameters of a procedure',
    renamedAll((key) => `p_${key}`),
  ),
  kind(
    'names with their kind in Hungarian notation',
    renamedAll((key, value) => {
      const before = { string: 'str', number: 'n', boolean: 'b' }[typeof value as string] ?? (Array.isArray(value) ? 'arr' : 'obj');
      return `${before}${title(key)}`;
    }),
  ),
  kind(
    'lists with their length',
    inArgument(
      (value) => Array.isArray(value) && value.length > 0,
      (value: unknown[]) => ({ count: value.length, values: value }),
    ),
  ),
  kind('the first argument of LangChain', (call) => {
    const values = Object.values(call.arguments);
    return values.length === 1 ? { ...call, arguments: { __arg1: values[0] } } : undefined;
  }),
  kind('a random text for no arguments', forTool(/current_time/, withArguments({ random_string: 'now' }))),
];

const statistics: readonly Kind[] = [
  kind('sides of an equation', called({ target: 'lhs', features: 'rhs' })),
  kind('label and inputs of machine learning', called({ target: 'label', features: 'inputs' })),
  kind('endogenous and exogenous columns', called({ target: 'endog', features: 'exog' })),
  kind(
    'a model of R',
    forTool(/regression/, (call) => {
      const { operation: _, target, features, ...others } = call.arguments;
      const right = (features as string[]).join(' + ');
      if (others['intercept'] === false || others['terms'] !== undefined) return undefined;
      return { ...call, arguments: { model: `lm(${target as string} ~ ${right})`, ...others } };
    }),
  ),
  kind(
    'a level of confidence with its unit in words',
    written('alpha', 'confidence_level', (alpha: number) => `${String(Math.round(100 * (1 - alpha)))} percent`),
  ),
  kind(
    'a design of an experiment in words',
    words('design', { one_way: 'single factor', two_way: 'two crossed factors', repeated: 'within subjects' }),
  ),
  kind('dependent and independent variables by their initials', called({ response: 'dv', factors: 'iv' })),
  kind('participants and conditions', called({ subject: 'participant', factors: 'conditions', response: 'measure' })),
  kind(
    'a share under the null hypothesis in percent',
    forTool(/comparison/, (call, random) =>
      call.arguments['design'] === 'one_proportion'
        ? written('value', 'null_proportion', (value: number) => `${String(100 * value)} %`)(call, random)
        : undefined,
    ),
  ),
  kind('rows and columns of a table of counts', (call) =>
    call.arguments['design'] === 'contingency'
      ? together(called({ outcome: 'row_variable', factor: 'column_variable' }))(call, undefined as never)
      : undefined,
  ),
  kind(
    'tests with the names of their authors',
    words('test', { chi_square: "Pearson's chi-squared test", welch: "Welch's t-test", wilcoxon: 'Wilcoxon signed-rank test' }),
  ),
  kind(
    'groups as conditions',
    forTool(/comparison/, (call) => {
      const { groups, factor } = call.arguments;
      return groups === undefined
        ? undefined
        : { ...call, arguments: { ...call.arguments, groups: (groups as string[]).map((each) => `${factor as string} = ${each}`) } };
    }),
  ),
  kind(
    'groups as objects of their column',
    forTool(/comparison/, (call) => {
      const { groups, factor, ...others } = call.arguments;
      return groups === undefined
        ? undefined
        : { ...call, arguments: { ...others, groups: (groups as string[]).map((each) => ({ [factor as string]: each })) } };
    }),
  ),
  kind(
    'quartiles and deciles in words',
    one('quantiles', (list: number[]) => {
      const names = { 0.1: 'first decile', 0.5: 'median', 0.9: 'ninth decile', 0.25: 'lower quartile', 0.75: 'upper quartile' };
      return list.map((each) => (names as Record<number, string>)[each]);
    }),
  ),
  kind('a correlation by its letter', words('correlation', { spearman: 'Spearman’s ρ' })),
  kind(
    'a bucket of NumPy',
    one('time_bucket_ms', (ms: number) => `np.timedelta64(${String(ms / 60_000)}, 'm')`),
  ),
  kind(
    'terms of patsy',
    inArgument(
      (value, key) => key === 'terms' && Array.isArray(value),
      (terms: { columns: string[]; powers: number[] }[]) =>
        terms.map(({ columns, powers }) => `I(${columns.map((column, at) => `${column}**${String(powers[at])}`).join(' * ')})`),
    ),
  ),
  kind(
    'a place of prediction as a table',
    one('predict_at', (places: Record<string, number>[]) =>
      Object.fromEntries(Object.entries(places[0] ?? {}).map(([column, value]) => [column, [value]])),
    ),
  ),
  kind(
    'a place of prediction as assignments',
    one('predict_at', (places: Record<string, number>[]) =>
      Object.entries(places[0] ?? {})
        .map(([column, value]) => `${column}=${String(value)}`)
        .join(', '),
    ),
  ),
  kind(
    'settings of the statistics in a group',
    forTool(/regression|comparison|anova/, (call) => {
      const { alpha, comparisons, ...others } = call.arguments;
      return alpha === undefined && comparisons === undefined
        ? undefined
        : {
            ...call,
            arguments: {
              ...others,
              options: { ...(alpha === undefined ? {} : { alpha }), ...(comparisons === undefined ? {} : { comparisons }) },
            },
          };
    }),
  ),
];

const minutes: Readonly<Record<number, string>> = { 60: 'one minute', 180: 'three minutes', 300: 'five minutes' };

const packets: readonly Kind[] = [
  kind(
    'settings of the analyzer in groups',
    forTool(/address_analyzer/, (call) => {
      const { address_columns, analysis_mode, linkage_window_s, min_observation_count, rpa_rotation_model, ...others } = call.arguments;
      return {
        ...call,
        arguments: {
          ...others,
          columns: address_columns,
          mode: analysis_mode,
          linkage: { window_s: linkage_window_s, min_observations: min_observation_count },
          rotation: { model: rpa_rotation_model },
        },
      };
    }),
  ),
  kind(
    'address columns in one text',
    one('address_columns', (columns: Record<string, string>) => Object.values(columns).join(', ')),
  ),
  kind(
    'minutes in words',
    one('linkage_window_s', (seconds: number) => minutes[seconds]),
  ),
  kind(
    'a device with its addresses',
    written('addresses', 'device', (addresses: string[]) => ({ addresses })),
  ),
  kind(
    'output of an export in an object',
    forTool(/export/, (call) => {
      const { format, file_name, columns, ...others } = call.arguments;
      return { ...call, arguments: { ...others, output: { format, ...(file_name === undefined ? {} : { file_name }), columns } } };
    }),
  ),
  kind('settings of a CSV that hold anyway', (call) =>
    call.arguments['format'] === 'csv'
      ? { ...call, arguments: { ...call.arguments, delimiter: ',', header: true, encoding: 'utf-8' } }
      : undefined,
  ),
  kind(
    'a search as a message',
    one('text', (value: string) => ({ role: 'user', content: value })),
  ),
  kind(
    'part of an id as a pattern',
    written('id_contains', 'pattern', (value: string) => `.*${value}.*`),
  ),
  kind(
    'places as lists',
    one('places', (places: { name: string; time_range: { start_ms: number; end_ms: number } }[]) =>
      places.map(({ name, time_range: { start_ms, end_ms } }) => [name, new Date(start_ms).toISOString(), new Date(end_ms).toISOString()]),
    ),
  ),
  kind('places with numbers in their keys', (call) => {
    const { places, ...others } = call.arguments;
    return places === undefined
      ? undefined
      : {
          ...call,
          arguments: { ...others, ...Object.fromEntries((places as object[]).map((place, at) => [`place_${String(at + 1)}`, place])) },
        };
  }),
  kind('a device to follow, under the name of the column', forTool(/connection|gatt/, called({ address: 'advertiser_addr' }))),
  kind(
    'an address as a number in hexadecimal',
    forTool(
      /connection|gatt/,
      one('address', (address: string) => `0x${address.replaceAll(':', '').toLowerCase()}`),
    ),
  ),
  kind(
    'an address as a list of octets',
    forTool(
      /connection|gatt/,
      one('address', (address: string) => address.split(':')),
    ),
  ),
  kind(
    'columns and their number of examples in one object',
    forTool(/describe/, (call) => {
      const { columns, examples } = call.arguments;
      return { ...call, arguments: { columns: Object.fromEntries((columns as string[]).map((each) => [each, { examples }])) } };
    }),
  ),
  kind('a page of an answer in an object', (call) =>
    hasArgument(call, 'sql') && hasArgument(call, 'limit')
      ? {
          ...call,
          arguments: {
            query: { sql: call.arguments['sql'] },
            ...(hasArgument(call, 'columns') ? { columns: call.arguments['columns'] } : {}),
            pagination: { limit: call.arguments['limit'], offset: call.arguments['offset'] ?? 0 },
          },
        }
      : undefined,
  ),
  kind(
    'a statement as a text of JSON',
    one('sql', (sql: string) => text({ sql })),
  ),
  kind('an overview with its numbers in one text', (call) =>
    hasArgument(call, 'top') && hasArgument(call, 'time_bins')
      ? { ...call, arguments: `top=${String(call.arguments['top'])}, time_bins=${String(call.arguments['time_bins'])}` }
      : undefined,
  ),
  kind(
    'a number of resolved addresses in a text',
    forTool(
      /resolver/,
      written('max_addresses', 'max', (value: number) => `${String(value)} addresses`),
    ),
  ),
];

export const BLIND_B_ARGUMENTS: readonly Kind[] = [...systems, ...statistics, ...packets];

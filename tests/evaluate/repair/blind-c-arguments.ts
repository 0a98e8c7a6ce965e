/** Kinds of arguments, written without a look at the repairs: values in other types, units and words, and settings of other libraries. */
import { camel, hasArgument, inArgument, isNumber, isText, kind, text, written, type Kind } from './kind.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const all =
  (change: (args: Readonly<Record<string, unknown>>) => unknown): Kind['break'] =>
  (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: change(call.arguments) };
const eachValue = (change: (value: unknown, key: string) => unknown): Kind['break'] =>
  all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key, change(value, key)])));
const isTruth = (value: unknown): boolean => typeof value === 'boolean';
const without = (args: Readonly<Record<string, unknown>>, ...keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !keys.includes(key)));

const carriers: readonly Kind[] = [
  kind(
    'each value in an object',
    eachValue((value) => ({ value })),
  ),
  kind(
    'each value with its type',
    eachValue((value) => ({ type: Array.isArray(value) ? 'array' : typeof value, value })),
  ),
  kind(
    'each value in a list',
    eachValue((value) => [value]),
  ),
  kind(
    'each value as a text of JSON',
    eachValue((value) => text(value)),
  ),
  kind(
    'each value in a union of Avro',
    eachValue((value) => ({
      [typeof value === 'number'
        ? 'double'
        : Array.isArray(value)
          ? 'array'
          : typeof value === 'string'
            ? 'string'
            : typeof value === 'boolean'
              ? 'boolean'
              : 'record']: value,
    })),
  ),
  kind(
    'numbers of extended JSON',
    eachValue((value) => (isNumber(value) ? { [Number.isInteger(value) ? '$numberInt' : '$numberDouble']: String(value) } : value)),
  ),
  kind(
    'properties as in a schema',
    all((args) => ({ type: 'object', properties: args })),
  ),
  kind(
    'properties with a value each',
    all((args) => ({ properties: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, { value }])) })),
  ),
  kind(
    'a list of keys and a list of values',
    all((args) => ({ keys: Object.keys(args), values: Object.values(args) })),
  ),
  kind(
    'a list of pairs',
    all((args) => Object.entries(args)),
  ),
  kind(
    'a list of objects with one key',
    all((args) => Object.entries(args).map(([key, value]) => ({ [key]: value }))),
  ),
  kind(
    'a list of assignments',
    all((args) =>
      Object.values(args).some((value) => typeof value === 'object')
        ? undefined
        : Object.entries(args).map(([key, value]) => `${key}=${String(value)}`),
    ),
  ),
  kind(
    'fields of a protobuf struct',
    all((args) => ({ fields: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, structOf(value)])) })),
  ),
  kind('a prefix of the tool', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : {
          ...call,
          arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [`${call.tool_name}.${key}`, value])),
        },
  ),
  kind(
    'a prefix of a group',
    all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [`args__${key}`, value]))),
  ),
  kind(
    'names in upper case with hyphens',
    all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key.toUpperCase().replaceAll('_', '-'), value]))),
  ),
  kind(
    'names as options',
    all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]))),
  ),
  kind(
    'names in words',
    all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key.replaceAll('_', ' '), value]))),
  ),
  kind(
    'a value twice, in both cases',
    all((args) =>
      Object.fromEntries(
        Object.entries(args).flatMap(([key, value]) => [
          [key, value],
          [camel(key), value],
        ]),
      ),
    ),
  ),
];
function structOf(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(structOf) } };
  return { structValue: { fields: Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, structOf(each)])) } };
}

const NUMBERS: Readonly<Record<number, string>> = {
  3: 'three',
  5: 'five',
  10: 'ten',
  12: 'twelve',
  20: 'twenty',
  25: 'twenty-five',
  40: 'forty',
  50: 'fifty',
  200: 'two hundred',
  500: 'five hundred',
};
const scalars: readonly Kind[] = [
  kind(
    'numbers in words',
    inArgument(
      (value, key) => isNumber(value) && key !== 'value',
      (value: number) => NUMBERS[value],
    ),
  ),
  kind(
    'a fraction for the level',
    one('alpha', (value: number) => `1/${String(Math.round(1 / value))}`),
  ),
  kind(
    'an exponent in a text',
    one('alpha', (value: number) => value.toExponential()),
  ),
  kind(
    'a level in percent',
    one('alpha', (value: number) => `${String(100 * value)}%`),
  ),
  kind(
    'a level of confidence',
    written('alpha', 'conf_level', (value: number) => 1 - value),
  ),
  kind(
    'a comma for the point',
    inArgument(
      (value) => isNumber(value) && !Number.isInteger(value),
      (value: number) => String(value).replace('.', ','),
    ),
  ),
  kind(
    'yes and no',
    inArgument(isTruth, (value: boolean) => (value ? 'yes' : 'no')),
  ),
  kind(
    'one and zero',
    inArgument(isTruth, (value: boolean) => (value ? 1 : 0)),
  ),
  kind(
    'enabled and disabled',
    inArgument(isTruth, (value: boolean) => (value ? 'enabled' : 'disabled')),
  ),
  kind('a switch with its negation in its name', (call) => {
    const key = ['provenance', 'follow_links', 'intercept', 'follow_rotation'].find((each) => call.arguments[each] === false);
    return key === undefined ? undefined : { ...call, arguments: { ...without(call.arguments, key), [`no_${key}`]: true } };
  }),
  kind('a switch with include in its name', (call) => {
    const key = ['provenance'].find((each) => isTruth(call.arguments[each]));
    return key === undefined
      ? undefined
      : { ...call, arguments: { ...without(call.arguments, key), [`include_${key}`]: call.arguments[key] } };
  }),
  kind(
    'an enumeration of Python',
    inArgument(
      (value, key) => isText(value) && /^(format|design|correlation|robust_se|analysis_mode|test)$/.test(key),
      (value: string, key) => `${camel(`_${key}`)}.${value.toUpperCase()}`,
    ),
  ),
  kind(
    'an enumeration with its name in a group',
    inArgument(
      (value, key) => isText(value) && /^(format|design|correlation|robust_se|analysis_mode|test)$/.test(key),
      (value: string) => ({ name: value }),
    ),
  ),
  kind(
    'blanks around texts',
    inArgument(
      (value, key) => isText(value) && key !== 'sql' && key !== 'text',
      (value: string) => ` ${value}\n`,
    ),
  ),
  kind(
    'quotes around texts',
    inArgument(
      (value, key) => isText(value) && key !== 'sql' && key !== 'text',
      (value: string) => `"${value}"`,
    ),
  ),
  kind(
    'seconds as an ISO duration',
    one('linkage_window_s', (value: number) => `PT${String(value / 60)}M`),
  ),
  kind(
    'seconds in milliseconds',
    written('linkage_window_s', 'linkage_window_ms', (value: number) => value * 1000),
  ),
  kind(
    'seconds in minutes',
    written('linkage_window_s', 'linkage_window_min', (value: number) => value / 60),
  ),
  kind(
    'seconds with their unit in an object',
    one('linkage_window_s', (value: number) => ({ value, unit: 'seconds' })),
  ),
  kind(
    'seconds in units of an object',
    one('linkage_window_s', (value: number) => ({ minutes: Math.floor(value / 60), seconds: value % 60 })),
  ),
  kind(
    'seconds as a timedelta of Python',
    one('linkage_window_s', (value: number) => `datetime.timedelta(seconds=${String(value)})`),
  ),
  kind(
    'seconds as a clock',
    one(
      'linkage_window_s',
      (value: number) => `00:${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`,
    ),
  ),
  kind(
    'a bucket as an alias of pandas',
    one('time_bucket_ms', (value: number) => `${String(value / 60_000)}min`),
  ),
  kind(
    'a bucket as an interval of SQL',
    one('time_bucket_ms', (value: number) => `INTERVAL '${String(value / 60_000)} minutes'`),
  ),
  kind(
    'a bucket as an object',
    one('time_bucket_ms', (value: number) => ({ size: value / 60_000, unit: 'minute' })),
  ),
  kind(
    'quantiles as percentiles',
    written('quantiles', 'percentiles', (list: number[]) => list.map((each) => Math.round(100 * each))),
  ),
  kind(
    'quantiles with the letter p',
    one('quantiles', (list: number[]) => list.map((each) => `p${String(Math.round(100 * each))}`)),
  ),
  kind(
    'quantiles with the letter q',
    one('quantiles', (list: number[]) => list.map((each) => `q${String(each)}`)),
  ),
  kind(
    'limit with its word',
    one('limit', (value: number) => `LIMIT ${String(value)}`),
  ),
  kind(
    'limit with its rows',
    one('limit', (value: number) => `${String(value)} rows`),
  ),
  kind('first page and its size', (call) =>
    call.tool_name === 'capture_query' && hasArgument(call, 'limit') && (call.arguments['offset'] ?? 0) === 0
      ? { ...call, arguments: { ...without(call.arguments, 'limit', 'offset'), page: 1, page_size: call.arguments['limit'] } }
      : undefined,
  ),
  kind(
    'at least, in a text',
    one('min_observation_count', (value: number) => `>= ${String(value)}`),
  ),
  kind(
    'a count with its noun',
    one('min_observation_count', (value: number) => `${String(value)} packets`),
  ),
];

export const BLIND_C_ARGUMENTS: readonly Kind[] = [...carriers, ...scalars];

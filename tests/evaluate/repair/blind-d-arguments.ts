/** Kinds of values, written without a look at the repairs: other types, units and spellings, for every argument that has them. */
import { argumentCalled, camel, hasArgument, inArgument, isNumber, isText, isTexts, kind, text, written, type Kind } from './kind.ts';

type Arguments = Readonly<Record<string, unknown>>;
const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const all =
  (change: (args: Arguments) => Record<string, unknown>): Kind['break'] =>
  (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: change(call.arguments) };
const named = (change: (key: string) => string): Kind['break'] =>
  all((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [change(key), value])));
const pascal = (key: string): string => camel(`_${key}`);
const isChoice = (value: unknown, key: string): boolean =>
  isText(value) &&
  /^(format|design|correlation|robust_se|analysis_mode|test|rpa_rotation_model|family|lives_of|adjustment|missing|precision)$/.test(key);
/** Optional arguments by tool that a model states as absent. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  anova_tool: ['subject', 'comparisons'],
  capture_query: ['cursor'],
  summary_stats_tool: ['time_bucket_ms', 'group_by'],
  statistical_regression_tool: ['weights', 'robust_se', 'cluster_by'],
  generalized_linear_tool: ['offset', 'weights', 'success'],
  survival_tool: ['entry', 'strata', 'event'],
  statistical_comparison_tool: ['cluster_by', 'margin', 'value'],
  connection_overview: ['address'],
  gatt_overview: ['address'],
  list_captures: ['id_contains'],
  rotation_privacy_audit: ['before'],
  bluetooth_address_analyzer: ['constraints', 'labels'],
  capture_export: ['labels', 'file_name'],
  companion_analyzer: ['known_devices'],
  describe_capture: ['columns'],
};
const absent =
  (value: unknown, fits: (key: string) => boolean = () => true): Kind['break'] =>
  (call) => {
    const keys = (ABSENT[call.tool_name] ?? []).filter((key) => !hasArgument(call, key) && fits(key));
    return keys.length === 0
      ? undefined
      : { ...call, arguments: { ...call.arguments, ...Object.fromEntries(keys.map((key) => [key, value])) } };
  };
/** Arguments for which a word is a value or no value at all. */
const isListed = (key: string): boolean => /^(group_by|constraints|labels|known_devices|columns|success|file_name|before)$/.test(key);

const carriers: readonly Kind[] = [
  kind('names in camel case', named(camel)),
  kind('names in Pascal case', named(pascal)),
  kind(
    'names with a dollar',
    named((key) => `$${key}`),
  ),
  kind(
    'names in kebab case',
    named((key) => key.replaceAll('_', '-')),
  ),
  kind(
    'names with the word argument',
    named((key) => `arg_${key}`),
  ),
  kind(
    'numbers and switches as texts',
    all((args) =>
      Object.fromEntries(
        Object.entries(args).map(([key, value]) => [key, isNumber(value) || typeof value === 'boolean' ? String(value) : value]),
      ),
    ),
  ),
  kind(
    'lists as texts with commas',
    inArgument(
      (value, key) => isTexts(value) && key !== 'kinds',
      (list: string[]) => list.join(', '),
    ),
  ),
  kind(
    'lists as texts with commas in a list',
    inArgument(
      (value) => isTexts(value) && (value as string[]).length > 1,
      (list: string[]) => [list.join(',')],
    ),
  ),
  kind(
    'lists as texts of JSON',
    inArgument(
      (value) => Array.isArray(value),
      (list: unknown[]) => text(list),
    ),
  ),
  kind(
    'lists as texts of Python',
    inArgument(
      (value) => isTexts(value),
      (list: string[]) => `[${list.map((each) => `'${each}'`).join(', ')}]`,
    ),
  ),
  kind(
    'lists with and before the last',
    inArgument(
      (value) => isTexts(value) && (value as string[]).length > 1,
      (list: string[]) => `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`,
    ),
  ),
  kind(
    'lists as objects with numbers for keys',
    inArgument(
      (value) => Array.isArray(value),
      (list: unknown[]) => ({ ...list }),
    ),
  ),
  kind(
    'lists of one without brackets',
    inArgument(
      (value) => isTexts(value) && (value as string[]).length === 1,
      ([first]: string[]) => first,
    ),
  ),
  kind(
    'lists of objects with a name',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by|covariates/.test(key),
      (list: string[]) => list.map((name) => ({ name })),
    ),
  ),
  kind(
    'lists of objects with a column and a type',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by|covariates/.test(key),
      (list: string[]) => list.map((column) => ({ column, type: 'number' })),
    ),
  ),
  kind(
    'objects as texts of JSON',
    inArgument(
      (value) => typeof value === 'object' && !Array.isArray(value),
      (value: object) => text(value),
    ),
  ),
  kind(
    'values in lists of one',
    inArgument(
      (value, key) => isText(value) && key !== 'text',
      (value: string) => [value],
    ),
  ),
  kind('null for what is absent', absent(null)),
  kind(
    'empty texts for what is absent',
    absent('', (key) => !isListed(key)),
  ),
  kind(
    'the word null for what is absent',
    absent('null', (key) => !isListed(key)),
  ),
  kind(
    'the word None for what is absent',
    absent('None', (key) => !isListed(key)),
  ),
  kind(
    'an explanation among the arguments',
    all((args) => ({ explanation: 'Looks at the signal level first.', ...args })),
  ),
];

const WORDS: Readonly<Record<string, string>> = {
  csv: 'CSV (comma-separated values)',
  ndjson: 'newline-delimited JSON',
  one_way: 'one-way ANOVA',
  two_way: 'Two-Way',
  repeated: 'repeated measures',
  spearman: "Spearman's rank correlation",
  HC3: 'heteroscedasticity-consistent (HC3)',
  both: 'classification and linkage',
  classification: 'classify only',
  linkage: 'link only',
  wilcoxon: 'Wilcoxon signed-rank test',
  welch: "Welch's t-test",
  chi_square: 'chi-squared',
  spec_default: 'default of the specification',
  fast_rotation: 'fast',
  logistic: 'logistic regression',
  poisson: 'Poisson GLM',
  benjamini_hochberg: 'BH',
  family: 'device family',
  two_sample: 'two-sample test',
  one_sample: 'one-sample',
  two_proportions: 'difference of two proportions',
  linear_regression: 'OLS',
};
const values: readonly Kind[] = [
  kind(
    'choices in words',
    inArgument(isChoice, (value: string) => WORDS[value]),
  ),
  kind(
    'an operation in words',
    one('operation', () => 'OLS linear regression'),
  ),
  kind(
    'choices in capitals',
    inArgument(isChoice, (value: string) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase())),
  ),
  kind(
    'choices in camel case',
    inArgument(isChoice, (value: string) => (camel(value) === value ? undefined : camel(value))),
  ),
  kind(
    'choices with blanks',
    inArgument(isChoice, (value: string) => (value.includes('_') ? value.replaceAll('_', ' ') : undefined)),
  ),
  kind(
    'choices as an object with a value',
    inArgument(isChoice, (value: string) => ({ value })),
  ),
  kind(
    'tests after the analysis in words',
    one('post_hoc', (list: string[]) =>
      list.map(
        (each) =>
          ({ tukey_kramer: 'Tukey HSD', games_howell: 'Games-Howell', holm: 'Holm-Bonferroni', bonferroni: 'Bonferroni correction' })[each],
      ),
    ),
  ),
  kind(
    'a level of significance in percent',
    one('alpha', (value: number) => `${String(value * 100)} %`),
  ),
  kind(
    'a level of confidence in percent',
    written('alpha', 'confidence_level', (value: number) => `${String(100 - value * 100)}%`),
  ),
  kind(
    'a level of confidence as a ratio',
    written('alpha', 'confidence', (value: number) => 1 - value),
  ),
  kind(
    'a level as p below',
    one('alpha', (value: number) => `p < ${String(value)}`),
  ),
  kind(
    'seconds with their unit',
    one('linkage_window_s', (value: number) => `${String(value)} s`),
  ),
  kind(
    'seconds in an ISO duration',
    one('linkage_window_s', (value: number) => `PT${String(value)}S`),
  ),
  kind(
    'minutes with their unit',
    one('linkage_window_s', (value: number) => `${String(value / 60)} min`),
  ),
  kind(
    'a window in minutes by name',
    written('linkage_window_s', 'linkage_window_minutes', (value: number) => value / 60),
  ),
  kind('a window without a unit in its name', argumentCalled('linkage_window_s', 'linkage_window')),
  kind(
    'a bucket in words',
    one('time_bucket_ms', (value: number) => `${String(value / 60_000)} minutes`),
  ),
  kind(
    'a bucket in an ISO duration',
    one('time_bucket_ms', (value: number) => `PT${String(value / 60_000)}M`),
  ),
  kind(
    'a bucket in seconds by name',
    written('time_bucket_ms', 'time_bucket_s', (value: number) => value / 1000),
  ),
  kind(
    'a bucket under bucket_size with its unit',
    written('time_bucket_ms', 'bucket_size', (value: number) => `${String(value / 60_000)}m`),
  ),
  kind(
    'quantiles in percent',
    one('quantiles', (list: number[]) => list.map((each) => `${String(Math.round(each * 100))}%`)),
  ),
  kind(
    'quantiles as ordinals',
    one('quantiles', (list: number[]) => list.map((each) => `${String(Math.round(each * 100))}th`)),
  ),
  kind(
    'quantiles as texts',
    one('quantiles', (list: number[]) => list.map(String)),
  ),
  kind(
    'quantiles under percentiles, as a text',
    written('quantiles', 'percentiles', (list: number[]) => list.map((each) => Math.round(each * 100)).join(',')),
  ),
  kind(
    'a number with a separator',
    inArgument(
      (value) => isNumber(value) && Number(value) >= 1000,
      (value: number) => value.toLocaleString('en-US'),
    ),
  ),
  kind(
    'a number with a point and a zero',
    inArgument(
      (value, key) => Number.isInteger(value) && key !== 'value',
      (value: number) => `${String(value)}.0`,
    ),
  ),
  kind('a timeout in seconds', ({ timeout_ms, ...call }) => ({ ...call, timeout_s: timeout_ms / 1000 })),
  kind('a timeout with its unit', (call) => ({ ...call, timeout_ms: `${String(call.timeout_ms / 1000)}s` })),
  kind(
    'an address in lower case with hyphens',
    inArgument(
      (_, key) => /^address(es)?$/.test(key),
      (value: string | string[]) =>
        Array.isArray(value) ? value.map((each) => each.toLowerCase().replaceAll(':', '-')) : value.toLowerCase().replaceAll(':', '-'),
    ),
  ),
  kind(
    'an address without separators',
    inArgument(
      (_, key) => /^address(es)?$/.test(key),
      (value: string | string[]) => (Array.isArray(value) ? value.map((each) => each.replaceAll(':', '')) : value.replaceAll(':', '')),
    ),
  ),
  kind(
    'addresses as an object with their kind',
    one('addresses', (list: string[]) => list.map((address) => ({ address, type: 'random' }))),
  ),
];

export const BLIND_D_ARGUMENTS: readonly Kind[] = [...carriers, ...values];

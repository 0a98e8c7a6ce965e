/** Kinds of values and names of arguments, as models of several makers send them; written without a look at the repairs. */
import { inArgument, isNumber, kind, text, written, type Kind } from './kind.ts';
import { choice, column, columns, counts, flags, named, numbers, one, several } from './blind-e-arguments.ts';
import { called, together } from './blind-parts.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => kind(`g: ${name}`, make(change)));
const valueOf =
  (key: string) =>
  <T>(changes: Readonly<Record<string, Change<T>>>): Kind[] =>
    all((change: Change<T>) => one(key, change), changes);

const LISTS: Readonly<Record<string, Change<string[]>>> = {
  'a list in one text with commas': (list) => list.join(','),
  'a list in one text with blanks after the commas': (list) => [list.join(', ')],
  'a list with single quotes': (list) => `['${list.join("', '")}']`,
  'a list in JSON text twice': (list) => text(text(list)),
  'a list with keys of numbers': (list) => Object.fromEntries(list.map((each, at) => [String(at), each])),
  'a list with an empty text at its end': (list) => [...list, ''],
  'a list with null at its end': (list) => [...list, null],
  'a list under list': (list) => ({ list }),
  'a list of a Python tuple': (list) => `(${list.map((each) => `"${each}"`).join(', ')},)`,
  'a list of symbols of Ruby': (list) => `%w[${list.join(' ')}]`,
  'a list with arrows': (list) => list.map((each) => `→ ${each}`).join('\n'),
};
const NAMES: Readonly<Record<string, Change<string>>> = {
  'columns as objects of a name': (name) => ({ name }),
  'columns as objects of a column': (column_) => ({ column: column_ }),
  'columns as objects of a field': (field) => ({ field, type: 'column' }),
  'columns with double quotes': (name) => `"${name}"`,
  'columns with square brackets': (name) => `[${name}]`,
  'columns with a table before': (name) => `packets.${name}`,
  'columns in title case': (name) => name.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  'columns with hyphens': (name) => (name.includes('_') ? name.replaceAll('_', '-') : undefined),
  'columns with blanks around': (name) => ` ${name} `,
  'columns of pandas with a quote': (name) => `df['${name}']`,
  'columns with an at sign': (name) => `@${name}`,
  'columns in curly braces': (name) => `{${name}}`,
};
const COUNTS: Readonly<Record<string, Change<number>>> = {
  'counts as text': String,
  'counts as a float': (value) => `${String(value)}.00`,
  'counts with a blank behind': (value) => ` ${String(value)} `,
  'counts in a list': (value) => [value],
  'counts with a plus': (value) => `+${String(value)}`,
  'counts with a JSON text': (value) => text(String(value)),
  'counts with an exponent': (value) => value.toExponential(),
  'counts as an object of max': (value) => ({ value: String(value) }),
  'counts with a note': (value) => `${String(value)} (as requested)`,
};
const SECONDS: Readonly<Record<string, Change<number>>> = {
  'seconds with s': (value) => `${String(value)}s`,
  'seconds in a word': (value) => `${String(value)} seconds`,
  'minutes with m': (value) => `${String(value / 60)}m`,
  'minutes with min': (value) => `${String(value / 60)} min`,
  'minutes in a long word': (value) => `${String(value / 60)} minutes`,
  'milliseconds with ms': (value) => `${String(value * 1000)} ms`,
  'seconds as a clock': (value) => `00:${String(value / 60).padStart(2, '0')}:00`,
  'seconds as an object of a unit': (value) => ({ value: value / 60, unit: 'minutes' }),
  'hours in a fraction': (value) => `${String(value / 3600)} h`,
};
const FLAGS: Readonly<Record<string, Change<boolean>>> = {
  'switches as text': String,
  'switches in capitals': (value) => String(value).toUpperCase(),
  'switches as yes and no': (value) => (value ? 'yes' : 'no'),
  'switches as numbers': Number,
  'switches as on and off': (value) => (value ? 'on' : 'off'),
  'switches in a list': (value) => [value],
  'switches as enabled and disabled': (value) => (value ? 'enabled' : 'disabled'),
};
const CHOICES: Readonly<Record<string, Change<string>>> = {
  'choices in capitals': (value) => value.toUpperCase(),
  'choices in a list': (value) => [value],
  'choices with hyphens': (value) => (value.includes('_') ? value.replaceAll('_', '-') : undefined),
  'choices with blanks': (value) => (value.includes('_') ? value.replaceAll('_', ' ') : undefined),
  'choices with a class before': (value) => `Choice.${value.toUpperCase()}`,
  'choices with double quotes': (value) => `"${value}"`,
  'choices as an object of a value': (value) => ({ value }),
  'choices as an object of a type': (type) => ({ type }),
  'choices with a full stop': (value) => `${value}.`,
};
/** Synonyms of the field: the name of the argument, its value, and what a model writes. */
const WORDS: readonly (readonly [key: string, value: string, words: string])[] = [
  ['correlation', 'spearman', 'spearmanr'],
  ['correlation', 'spearman', 'Spearman rank correlation'],
  ['robust_se', 'HC3', 'White HC3'],
  ['test', 'welch', 'Welch t'],
  ['test', 'welch', 'unequal variance t-test'],
  ['test', 'wilcoxon', 'signed rank'],
  ['test', 'chi_square', 'chi2'],
  ['test', 'chi_square', "Pearson's chi-squared"],
  ['adjustment', 'benjamini_hochberg', 'fdr_bh'],
  ['adjustment', 'benjamini_hochberg', 'B-H'],
  ['design', 'two_sample', 'independent samples'],
  ['design', 'one_sample', '1-sample'],
  ['design', 'two_way', '2-way'],
  ['design', 'one_way', 'oneway'],
  ['design', 'repeated', 'rm_anova'],
  ['design', 'contingency', 'crosstab'],
  ['design', 'two_proportions', '2 proportions'],
  ['family', 'poisson', 'Poisson'],
  ['family', 'logistic', 'logit'],
  ['family', 'logistic', 'binomial'],
  ['format', 'ndjson', 'jsonl'],
  ['format', 'csv', 'text/csv'],
  ['format', 'ndjson', 'application/x-ndjson'],
  ['operation', 'linear_regression', 'ols'],
  ['operation', 'linear_regression', 'linear model'],
  ['ss_type', 'III', '3'],
  ['precision', 'double', 'f64'],
  ['missing', 'drop', 'dropna'],
  ['analysis_mode', 'classification', 'classify'],
  ['analysis_mode', 'both', 'all'],
];
const ADDRESSES: Readonly<Record<string, Change<string[]>>> = {
  'addresses in one text': (list) => list.join(', '),
  'addresses with hyphens': (list) => list.map((each) => each.replaceAll(':', '-')),
  'addresses without marks': (list) => list.map((each) => each.replaceAll(':', '').toLowerCase()),
  'addresses with a kind behind': (list) => list.map((each) => `${each} (random)`),
  'addresses in small letters': (list) => list.map((each) => each.toLowerCase()),
  'addresses as objects of an address': (list) => list.map((addr) => ({ addr })),
};
const RATIOS: Readonly<Record<string, Change<number>>> = {
  'ratios as text': String,
  'ratios in percent': (value) => `${String(Math.round(value * 1000) / 10)}%`,
  'ratios with a decimal comma': (value) => String(value).replace('.', ','),
  'ratios without a zero': (value) => String(value).replace(/^0/, ''),
};
const isRatio = (value: unknown): boolean => isNumber(value) && !Number.isInteger(value);

const SYNONYMS: readonly (readonly [string, Kind['break']])[] = [
  ['a target under dependent', called({ target: 'dependent', features: 'independent' })],
  ['a target under outcome', called({ target: 'response_column', features: 'predictors' })],
  ['a target under label', called({ target: 'target_column', features: 'feature_columns' })],
  ['features under x_columns', called({ features: 'x_columns', target: 'y_column' })],
  ['a response under value_column', called({ response: 'response_variable', factors: 'factor_columns' })],
  ['factors under grouping', called({ factors: 'grouping_factors' })],
  ['a factor under group_column', called({ factor: 'group_column' })],
  ['columns under fields', called({ columns: 'fields' })],
  ['columns under select', called({ columns: 'column_names' })],
  ['columns under variables', called({ columns: 'cols' })],
  ['a limit under top_k', called({ limit: 'max_rows_returned' })],
  ['a limit under n', called({ limit: 'row_limit' })],
  ['a query under query', called({ sql: 'query' })],
  ['a query under SQL', called({ sql: 'SQL' })],
  ['a text under query', called({ text: 'query' })],
  ['a format under output_format', called({ format: 'output_format' })],
  ['a format under type', called({ format: 'file_type' })],
  ['a file name under name', called({ file_name: 'filename' })],
  ['a level under significance', called({ alpha: 'significance' })],
  ['a level under p_threshold', called({ alpha: 'alpha_level' })],
  ['addresses under macs', called({ addresses: 'mac_addresses' })],
  ['an address under mac', called({ address: 'mac_address' })],
  ['a method under correlation_method', called({ correlation: 'correlation_method' })],
  ['quantiles under probs', called({ quantiles: 'probs' })],
  ['groups under group_by_columns', called({ group_by: 'groupBy' })],
  ['post hoc under posthoc', called({ post_hoc: 'posthoc_tests' })],
  ['a duration under time_column', called({ duration: 'duration_column' })],
  ['a model under rotation_model', called({ rpa_rotation_model: 'rotation_model' })],
  ['an adjustment under p_adjust_method', called({ adjustment: 'p_adjust_method' })],
  ['quantiles in hundredths', written('quantiles', 'percentiles', (list: number[]) => list.map((each) => String(each * 100)))],
  ['a level as 95 % of confidence', written('alpha', 'confidence_level', (value: number) => `${String(100 - value * 100)} %`)],
  ['a bucket in minutes', written('time_bucket_ms', 'time_bucket_minutes', (value: number) => value / 60_000)],
  ['a window in milliseconds', written('linkage_window_s', 'linkage_window_ms', (value: number) => value * 1000)],
];

export const BLIND_G_ARGUMENTS: readonly Kind[] = [
  ...all(several, LISTS),
  ...all(column, NAMES),
  ...all(counts, COUNTS),
  ...valueOf('linkage_window_s')(SECONDS),
  ...all(flags, FLAGS),
  ...all(choice, CHOICES),
  ...valueOf('addresses')(ADDRESSES),
  ...all((change: Change<number>) => inArgument(isRatio, change), RATIOS),
  ...WORDS.map(([key, value, words]) =>
    kind(
      `g: ${key} ${value} as ${words}`,
      one(key, (each: string) => (each === value ? words : undefined)),
    ),
  ),
  ...SYNONYMS.map(([name, way]) => kind(`g: ${name}`, way)),
  ...all(named, {
    'a column in a list': (name: string) => [name],
    'a column as an object': (name: string) => ({ column: name }),
    'a column with double quotes': (name: string) => `"${name}"`,
    'a column in capitals': (name: string) => name.toUpperCase(),
    'a column with a table': (name: string) => `packets.${name}`,
  }),
  ...valueOf('time_bucket_ms')({
    'a bucket in minutes with a word': (value: number) => `${String(value / 60_000)} minutes`,
    'a bucket in seconds with a unit': (value: number) => `${String(value / 1000)}s`,
    'a bucket of pandas': (value: number) => `${String(value / 60_000)}min`,
  }),
  ...valueOf('quantiles')({
    'quantiles in one text with commas': (list: number[]) => list.join(', '),
    'quantiles with a letter p': (list: number[]) => list.map((each) => `p${String(each * 100)}`),
    'quantiles with th': (list: number[]) => list.map((each) => `${String(each * 100)}th`),
  }),
  kind(
    'g: post hoc tests with hyphens',
    one('post_hoc', (list: string[]) => list.map((each) => each.replaceAll('_', '-'))),
  ),
  kind(
    'g: post hoc tests by their names',
    one('post_hoc', (list: string[]) => list.map((each) => ({ tukey_kramer: 'Tukey', games_howell: 'Games Howell' })[each] ?? each)),
  ),
  kind('g: numbers and switches as text', together(numbers(String), flags(String))),
  kind(
    'g: columns in capitals in one text',
    columns((list) => list.map((each) => each.toUpperCase()).join(', ')),
  ),
  kind(
    'g: columns with the first twice',
    columns((list) => [...list, list[0]]),
  ),
  kind('g: a timeout in text with a unit', (call) => ({ ...call, timeout_ms: `${String(call.timeout_ms / 1000)} s` })),
  kind('g: a timeout under timeout', ({ timeout_ms, ...call }) => ({ ...call, timeoutMs: timeout_ms })),
  kind('g: a version with v', (call) => ({ ...call, tool_version: `v${call.tool_version}` })),
  kind('g: a version of major and minor', (call) => ({ ...call, tool_version: call.tool_version.split('.').slice(0, 2).join('.') })),
  kind('g: a version with a caret', (call) => ({ ...call, tool_version: `^${call.tool_version}` })),
  kind('g: a version of latest', (call) => ({ ...call, tool_version: 'latest' })),
];

/** Kinds of values and names of arguments, as models and their code send them; written without a look at the repairs. */
import { inArgument, isNumber, kind, text, written, type Kind } from './kind.ts';
import { choice, column, columns, counts, flags, named, one, several } from './blind-e-arguments.ts';
import { called, together } from './blind-parts.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => kind(`h: ${name}`, make(change)));

const LISTS: Readonly<Record<string, Change<string[]>>> = {
  'a list with and': (list) => `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`,
  'a set of Python': (list) => `{${list.map((each) => `'${each}'`).join(', ')}}`,
  'an array of numpy': (list) => `np.array([${list.map((each) => `'${each}'`).join(', ')}])`,
  'a print of numpy': (list) => `[${list.map((each) => `'${each}'`).join(' ')}]`,
  'a vector of R': (list) => `c(${list.map((each) => `"${each}"`).join(', ')})`,
  'an array of PostgreSQL': (list) => `ARRAY[${list.map((each) => `'${each}'`).join(', ')}]`,
  'a list in a list': (list) => [list],
  'lists of one': (list) => list.map((each) => [each]),
  'a list under items': (items) => ({ items }),
  'a list under values': (values) => ({ values }),
  'a list of objects with an id': (list) => list.map((id) => ({ id })),
  'a list of labels and values': (list) => list.map((value) => ({ label: value, value })),
  'a list of switches': (list) => Object.fromEntries(list.map((each) => [each, true])),
  'a list with stars of Markdown': (list) => list.map((each) => `* ${each}`).join('\n'),
  'a list with a comma at its end': (list) => `${list.join(', ')},`,
  'a list in tags of XML': (list) => list.map((each) => `<item>${each}</item>`).join(''),
  'a list in a line of YAML': (list) => `[${list.join(', ')}]`,
  'a list in texts of JSON': (list) => list.map(text),
};
const NAMES: Readonly<Record<string, Change<string>>> = {
  'columns with a dollar': (name) => `$${name}`,
  'columns with a path of JSON': (name) => `$.${name}`,
  'columns with a colon before': (name) => `:${name}`,
  'columns of col()': (name) => `col('${name}')`,
  'columns in backticks': (name) => `\`${name}\``,
  'columns with single quotes': (name) => `'${name}'`,
  'columns with the word column': (name) => `${name} column`,
  'columns with the word column before': (name) => `column: ${name}`,
  'columns as objects with an alias': (name) => ({ column: name, alias: name }),
  'columns as objects of a key': (key) => ({ key }),
  'columns of a schema and a table': (name) => `main.packets.${name}`,
  'columns with an alias that is equal': (name) => `${name} AS ${name}`,
  'columns with quotes in quotes': (name) => `"'${name}'"`,
  'columns with a data frame before': (name) => `df.${name}`,
  'columns in bold': (name) => `**${name}**`,
};
const COUNTS: Readonly<Record<string, Change<number>>> = {
  'counts in words': (value) =>
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'][value],
  'counts in backticks': (value) => `\`${String(value)}\``,
  'counts of MongoDB': (value) => ({ $numberInt: String(value) }),
  'counts of BigInt': (value) => `${String(value)}n`,
  'counts as an object of a type': (value) => ({ type: 'integer', value }),
  'counts with an equals sign': (value) => `= ${String(value)}`,
  'counts of int()': (value) => `int(${String(value)})`,
  'counts with a comma of thousands': (value) => (value >= 1000 ? value.toLocaleString('en-US') : undefined),
  'counts with zeros before': (value) => `0${String(value)}`,
  'counts with a semicolon': (value) => `${String(value)};`,
};
const SECONDS: Readonly<Record<string, Change<number>>> = {
  'seconds as ISO 8601': (value) => `PT${String(value)}S`,
  'minutes as ISO 8601': (value) => `PT${String(value / 60)}M`,
  'minutes and seconds': (value) => `${String(value / 60)}m0s`,
  'minutes and seconds in words': (value) => `${String(value / 60)} minutes and 0 seconds`,
  'seconds with sec': (value) => `${String(value)} sec`,
  'seconds with secs and a point': (value) => `${String(value)}.0 secs`,
  'seconds as an object': (seconds) => ({ seconds }),
  'minutes as an object': (value) => ({ minutes: value / 60 }),
  'seconds of timedelta': (value) => `timedelta(seconds=${String(value)})`,
  'minutes of timedelta': (value) => `datetime.timedelta(minutes=${String(value / 60)})`,
  'microseconds with a unit': (value) => `${String(value * 1_000_000)} us`,
  'minutes in words': (value) => ({ 60: 'one minute', 180: 'three minutes', 300: 'five minutes' })[value],
};
const FLAGS: Readonly<Record<string, Change<boolean>>> = {
  'switches as T and F': (value) => (value ? 'T' : 'F'),
  'switches of Python': (value) => (value ? 'True' : 'False'),
  'switches as y and n': (value) => (value ? 'y' : 'n'),
  'switches as texts of numbers': (value) => (value ? '1' : '0'),
  'switches as an object': (value) => ({ value }),
  'switches with an exclamation mark': (value) => (value ? 'true!' : 'false!'),
  'switches with quotes': (value) => `'${String(value)}'`,
};
const CHOICES: Readonly<Record<string, Change<string>>> = {
  'choices in backticks': (value) => `\`${value}\``,
  'choices with single quotes': (value) => `'${value}'`,
  'choices in camel case': (value) =>
    value.includes('_') ? value.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : undefined,
  'choices as an object of a name': (name) => ({ name }),
  'choices as an object of an enumeration': (value) => ({ enum: value }),
  'choices with a line break': (value) => `${value}\n`,
  'choices with the word method': (value) => `${value} method`,
  'choices with a comment': (value) => `${value} // as discussed`,
  'choices in angle brackets': (value) => `<${value}>`,
};
/** Synonyms of the field: the name of the argument, its value, and what a model writes. */
const WORDS: readonly (readonly [key: string, value: string, words: string])[] = [
  ['correlation', 'spearman', "Spearman's rho"],
  ['correlation', 'spearman', 'rank correlation (Spearman)'],
  ['robust_se', 'HC3', 'hc3 robust'],
  ['robust_se', 'HC3', 'vcovHC(type = "HC3")'],
  ['test', 'welch', "Welch's t-test"],
  ['test', 'welch', 'welch_t_test'],
  ['test', 'wilcoxon', 'Wilcoxon signed-rank test'],
  ['test', 'chi_square', 'χ²'],
  ['test', 'chi_square', 'chi-squared test of independence'],
  ['adjustment', 'benjamini_hochberg', 'Benjamini-Hochberg (FDR)'],
  ['adjustment', 'benjamini_hochberg', 'BH'],
  ['design', 'two_sample', 'two independent samples'],
  ['design', 'two_sample', '2-sample'],
  ['design', 'one_sample', 'single sample'],
  ['design', 'paired', 'paired samples'],
  ['design', 'two_way', 'two-way ANOVA'],
  ['design', 'one_way', 'one-way ANOVA'],
  ['design', 'repeated', 'repeated measures'],
  ['design', 'contingency', 'contingency table'],
  ['design', 'two_proportions', 'two-proportion'],
  ['family', 'poisson', 'Poisson regression'],
  ['family', 'poisson', 'sm.families.Poisson()'],
  ['family', 'logistic', 'logistic regression'],
  ['family', 'logistic', 'Bernoulli'],
  ['format', 'ndjson', 'newline-delimited JSON'],
  ['format', 'ndjson', 'JSON Lines'],
  ['format', 'csv', '.csv'],
  ['format', 'csv', 'CSV file'],
  ['operation', 'linear_regression', 'ordinary least squares'],
  ['operation', 'linear_regression', 'linear'],
  ['ss_type', 'III', 'Type III'],
  ['ss_type', 'III', 'type 3 sums of squares'],
  ['precision', 'double', 'float64'],
  ['missing', 'drop', 'drop rows with missing values'],
  ['analysis_mode', 'linkage', 'link'],
  ['analysis_mode', 'classification', 'classification only'],
  ['rpa_rotation_model', 'spec_default', 'specification default'],
  ['rpa_rotation_model', 'fast_rotation', 'fast'],
];
const isRatio = (value: unknown): boolean => isNumber(value) && !Number.isInteger(value);
const hundred = (value: number): number => Math.round(value * 100_000) / 1000;
const RATIOS: Readonly<Record<string, Change<number>>> = {
  'ratios in per cent with a word': (value) => `${String(hundred(value))} percent`,
  'ratios as a fraction': (value) => `${String(hundred(value))}/100`,
  'ratios with an exponent': (value) => value.toExponential(),
  'ratios of Decimal': (value) => `Decimal('${String(value)}')`,
  'ratios with an equals sign': (value) => `=${String(value)}`,
};

const SYNONYMS: readonly (readonly [string, Kind['break']])[] = [
  ['a target under y and features under X', called({ target: 'y', features: 'X' })],
  ['a target under endog and features under exog', called({ target: 'endog', features: 'exog' })],
  ['a target under dependent_variable', called({ target: 'dependent_variable', features: 'independent_variables' })],
  ['a target under lhs and features under rhs', called({ target: 'lhs', features: 'rhs' })],
  ['features under regressors', called({ features: 'regressors' })],
  ['a response under dv and factors under between', called({ response: 'dv', factors: 'between' })],
  ['a response under outcome_variable', called({ response: 'outcome_variable' })],
  ['factors under grouping_variables', called({ factors: 'grouping_variables' })],
  ['a factor under grouping_variable', called({ factor: 'grouping_variable' })],
  ['a factor under group_by', called({ factor: 'group_by' })],
  ['columns under usecols', called({ columns: 'usecols' })],
  ['columns under select_columns', called({ columns: 'select_columns' })],
  ['columns under columnNames', called({ columns: 'columnNames' })],
  ['a limit under num_rows', called({ limit: 'num_rows' })],
  ['a limit under take', called({ limit: 'take' })],
  ['a limit under page_size', called({ limit: 'page_size' })],
  ['a query under statement', called({ sql: 'statement' })],
  ['a query under sql_query', called({ sql: 'sql_query' })],
  ['a text under q', called({ text: 'q' })],
  ['a text under search_text', called({ text: 'search_text' })],
  ['a format under fileFormat', called({ format: 'fileFormat' })],
  ['a file name under output_filename', called({ file_name: 'output_filename' })],
  ['a level under sig_level', called({ alpha: 'sig_level' })],
  ['a level under significance_level', called({ alpha: 'significance_level' })],
  ['addresses under device_addresses', called({ addresses: 'device_addresses' })],
  ['an address under device_address', called({ address: 'device_address' })],
  ['a correlation under corr_method', called({ correlation: 'corr_method' })],
  ['quantiles under probabilities', called({ quantiles: 'probabilities' })],
  ['groups under by', called({ group_by: 'by' })],
  ['post hoc under post_hoc_tests', called({ post_hoc: 'post_hoc_tests' })],
  ['post hoc under postHoc', called({ post_hoc: 'postHoc' })],
  ['a duration under time_to_event', called({ duration: 'time_to_event' })],
  ['a duration under durations', called({ duration: 'durations' })],
  ['an adjustment under correction', called({ adjustment: 'correction' })],
  ['a subject under subject_id', called({ subject: 'subject_id' })],
  ['an intercept under fit_intercept', called({ intercept: 'fit_intercept' })],
  ['a type of errors under cov_type', called({ robust_se: 'cov_type' })],
  ['scaling under standardize', called({ normalize: 'standardize' })],
  ['bins under n_bins', called({ time_bins: 'n_bins' })],
  ['a top under top_n', called({ top: 'top_n' })],
  ['a minimum under min_packets', called({ min_observation_count: 'min_packets' })],
  ['a window under window_seconds', called({ linkage_window_s: 'window_seconds' })],
  ['a second column under second_column', called({ paired_with: 'second_column' })],
  ['percentiles', written('quantiles', 'percentiles', (list: number[]) => list.map(hundred))],
  ['a confidence', written('alpha', 'confidence', (value: number) => hundred(1 - value))],
  ['a bucket in seconds', written('time_bucket_ms', 'time_bucket_s', (value: number) => value / 1000)],
  ['a bucket in a text', written('time_bucket_ms', 'interval', (value: number) => `${String(value / 60_000)} min`)],
  ['a window in minutes', written('linkage_window_s', 'linkage_window_minutes', (value: number) => value / 60)],
];
const formula =
  (left: string, right: string, change: (left: string, right: string[]) => string): Kind['break'] =>
  (call) => {
    const { [left]: response, [right]: terms, ...others } = call.arguments as Record<string, never>;
    if (typeof response !== 'string' || !Array.isArray(terms) || 'categorical' in others || 'terms' in others) return undefined;
    return { ...call, arguments: { ...others, formula: change(response, terms) } };
  };
const ADDRESSES: Readonly<Record<string, Change<string[]>>> = {
  'addresses as one text': (list) => list[0],
  'addresses with points': (list) => list.map((each) => each.replaceAll(':', '').replace(/(.{4})(?=.)/g, '$1.')),
  'addresses as objects of a mac': (list) => list.map((mac) => ({ mac })),
  'addresses with 0x': (list) => list.map((each) => `0x${each.replaceAll(':', '')}`),
  'addresses with blanks': (list) => list.map((each) => each.replaceAll(':', ' ')),
};

export const BLIND_H_ARGUMENTS: readonly Kind[] = [
  ...all(several, LISTS),
  ...all(column, NAMES),
  ...all(counts, COUNTS),
  ...all((change: Change<number>) => one('linkage_window_s', change), SECONDS),
  ...all(flags, FLAGS),
  ...all(choice, CHOICES),
  ...all((change: Change<string[]>) => one('addresses', change), ADDRESSES),
  ...all((change: Change<number>) => inArgument(isRatio, change), RATIOS),
  ...WORDS.map(([key, value, words]) =>
    kind(
      `h: ${key} ${value} as ${words}`,
      one(key, (each: string) => (each === value ? words : undefined)),
    ),
  ),
  ...SYNONYMS.map(([name, way]) => kind(`h: ${name}`, way)),
  kind(
    'h: a formula of a regression',
    formula('target', 'features', (left, right) => `${left} ~ ${right.join(' + ')}`),
  ),
  ...all(named, {
    'one column with a dollar': (name: string) => `$${name}`,
    'one column in backticks': (name: string) => `\`${name}\``,
    'one column as an object of a name': (name: string) => ({ name }),
    'one column with the word column': (name: string) => `the ${name} column`,
    'one column in words': (name: string) => (name.includes('_') ? name.replaceAll('_', ' ') : undefined),
  }),
  ...all((change: Change<number>) => one('time_bucket_ms', change), {
    'a bucket as ISO 8601': (value: number) => `PT${String(value / 60_000)}M`,
    'a bucket as an object': (value: number) => ({ value: value / 60_000, unit: 'min' }),
    'a bucket in words': () => 'ten minutes',
  }),
  ...all((change: Change<number[]>) => one('quantiles', change), {
    'quantiles in per cent': (list: number[]) => list.map((each) => `${String(hundred(each))}%`),
    'quantiles as texts': (list: number[]) => list.map(String),
    'quantiles of numpy': (list: number[]) => `np.array(${text(list)})`,
  }),
  ...all((change: Change<string[]>) => one('post_hoc', change), {
    'post hoc tests as one text': (list: string[]) => list.join(' and '),
    'post hoc tests in words': (list: string[]) => list.map((each) => each.replaceAll('_', '-')).join(', '),
    'post hoc tests with the word test': (list: string[]) => list.map((each) => `${each.replaceAll('_', '-')} test`),
  }),
  kind(
    'h: columns in words and counts as text',
    together(
      columns((list) => list.join(';')),
      counts((value) => `${String(value)} rows`),
    ),
  ),
  kind('h: a timeout in seconds', ({ timeout_ms, ...call }) => ({ ...call, timeout_s: timeout_ms / 1000 })),
  kind('h: a timeout in words', (call) => ({ ...call, timeout_ms: `${String(call.timeout_ms / 1000)} seconds` })),
  kind('h: a version as a number', (call) => ({ ...call, tool_version: Number.parseFloat(call.tool_version) })),
  kind('h: a version of at least', (call) => ({ ...call, tool_version: `>=${call.tool_version}` })),
  kind('h: a version with an x', (call) => ({ ...call, tool_version: call.tool_version.replace(/\d+$/, 'x') })),
  kind('h: a version with a tilde', (call) => ({ ...call, tool_version: `~${call.tool_version}` })),
  kind('h: a version that is null', (call) => ({ ...call, tool_version: null })),
];

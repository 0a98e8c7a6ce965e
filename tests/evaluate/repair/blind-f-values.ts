/** Kinds of numbers, durations, switches and choices; written without a look at the repairs. */
import { isNumber, inArgument, kind, text, written, type Kind } from './kind.ts';
import { choice, counts, flags, inWords, numbers, one } from './blind-e-arguments.ts';
import { together } from './blind-parts.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => kind(`f: ${name}`, make(change)));
const ONES = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

const COUNTS: Readonly<Record<string, Change<number>>> = {
  'a count with a default behind': (value) => `${String(value)} (default)`,
  'a count with its name before': (value) => `n = ${String(value)}`,
  'a count with a point and a zero': (value) => `${String(value)}.0`,
  'a count in hexadecimal': (value) => `0x${value.toString(16)}`,
  'a count in int()': (value) => `int(${String(value)})`,
  'a count in Number()': (value) => `Number("${String(value)}")`,
  'a count with a semicolon': (value) => `${String(value)};`,
  'a count in words with a capital': (value) => (ONES[value] ? ONES[value].replace(/^./, (letter) => letter.toUpperCase()) : undefined),
  'a count in bold': (value) => `**${String(value)}**`,
  'a count in backticks': (value) => `\`${String(value)}\``,
  'a count with a type': (value) => ({ type: 'integer', value }),
  'a count of protobuf': (value) => ({ numberValue: value }),
  'a count of MongoDB': (value) => ({ $numberInt: String(value) }),
  'a count with a letter n': (value) => `${String(value)}n`,
  'a count of a decimal': (value) => `Decimal('${String(value)}')`,
  'a count in digits of Arabic': (value) => String(value).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  'a count with an equals sign before': (value) => `=${String(value)}`,
  'a count in parentheses': (value) => `(${String(value)})`,
};
const hertz = (seconds: number): string => `${String(Math.floor(seconds / 60))}m${String(seconds % 60)}s`;
const SECONDS: Readonly<Record<string, Change<number>>> = {
  'seconds of ISO 8601': (value) => `PT${String(value)}S`,
  'minutes of ISO 8601': (value) => `PT${String(value / 60)}M`,
  'seconds of Go': hertz,
  'seconds as minutes and seconds': (value) => `${String(Math.floor(value / 60))} min ${String(value % 60)} s`,
  'seconds of timedelta': (value) => `timedelta(seconds=${String(value)})`,
  'seconds of Java': (value) => `Duration.ofSeconds(${String(value)})`,
  'seconds as an object of seconds': (seconds) => ({ seconds }),
  'seconds as an object of minutes': (value) => ({ minutes: value / 60 }),
  'seconds in an interval of SQL': (value) => `INTERVAL '${String(value)} seconds'`,
  'seconds with sec and a point': (value) => `${String(value)} sec.`,
  'seconds as an object of an amount': (amount) => ({ amount, unit: 's' }),
  'minutes in words': (value) => `${ONES[value / 60] ?? ''} minute${value === 60 ? '' : 's'}`,
};
const BUCKETS: Readonly<Record<string, Change<number>>> = {
  'a bucket of ISO 8601': (value) => `PT${String(value / 60_000)}M`,
  'a bucket in an interval of SQL': (value) => `INTERVAL '${String(value / 60_000)}' MINUTE`,
  'a bucket in words': (value) => `${ONES[value / 60_000] ?? String(value / 60_000)} minutes`,
  'a bucket with thousands': (value) => `${String(value / 1000)},000 ms`,
  'a bucket of a product': (value) => `${String(value / 60_000)} * 60 * 1000`,
  'a bucket on a clock': (value) => `00:${String(value / 60_000).padStart(2, '0')}:00`,
};
const FLAGS: Readonly<Record<string, Change<boolean>>> = {
  'switches in one letter': (value) => (value ? 't' : 'f'),
  'switches with a full stop': (value) => `${String(value)}.`,
  'switches as an object': (value) => ({ value }),
  'switches as an object of enabled': (enabled) => ({ enabled }),
  'switches of protobuf': (value) => ({ boolValue: value }),
  'switches of R': (value) => (value ? 'TRUE' : 'FALSE'),
  'switches in backticks': (value) => `\`${String(value)}\``,
  'switches of Lisp': (value) => (value ? '#t' : '#f'),
  'switches in two quotes': (value) => text(String(value)),
  'switches with a colon': (value) => `:${String(value)}`,
};
const CHOICES: Readonly<Record<string, Change<string>>> = {
  'choices in camel case': (value) =>
    value.includes('_') ? value.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : undefined,
  'choices as an object with an id': (id) => ({ id }),
  'choices in bold': (value) => `**${value}**`,
  'choices with a word of the default': (value) => `${value} (default)`,
  'choices with an equals sign': (value) => `=${value}`,
  'choices as a symbol': (value) => `:${value}`,
  'choices in words with a capital': (value) => (value.includes('_') ? inWords(value) : undefined),
  'choices in angle brackets': (value) => `<${value}>`,
  'choices of an enum': (enum_) => ({ enum: enum_ }),
  'choices in single quotes': (value) => `'${value}'`,
};
/** Other words of the field for a choice; the name of the argument and the choice, then the words. */
const WORDS: readonly (readonly [key: string, value: string, words: string])[] = [
  ['test', 'welch', "Welch's t-test"],
  ['test', 'wilcoxon', 'Wilcoxon signed-rank test'],
  ['test', 'chi_square', 'χ²'],
  ['test', 'chi_square', 'chi-squared test'],
  ['adjustment', 'benjamini_hochberg', 'BH'],
  ['adjustment', 'benjamini_hochberg', 'Benjamini–Hochberg (FDR)'],
  ['design', 'two_sample', 'two-sample t-test'],
  ['design', 'two_way', 'Two-Way ANOVA'],
  ['design', 'repeated', 'repeated measures'],
  ['design', 'paired', 'paired samples'],
  ['correlation', 'spearman', "Spearman's rho"],
  ['operation', 'linear_regression', 'OLS'],
  ['operation', 'linear_regression', 'linear regression (OLS)'],
  ['family', 'poisson', 'Poisson regression'],
  ['family', 'logistic', 'binomial (logit)'],
  ['format', 'ndjson', '.ndjson'],
  ['format', 'ndjson', 'JSON Lines'],
  ['format', 'csv', 'CSV file'],
  ['robust_se', 'HC3', 'hc-3'],
  ['ss_type', 'III', 'Type III'],
  ['ss_type', 'III', 'type 3 sums of squares'],
  ['missing', 'drop', 'listwise deletion'],
  ['precision', 'double', 'float64'],
  ['analysis_mode', 'both', 'classification and linkage'],
  ['rpa_rotation_model', 'spec_default', 'specification default'],
];
const isRatio = (value: unknown): boolean => isNumber(value) && !Number.isInteger(value);
const ratios = (change: Change<number>): Kind['break'] => inArgument(isRatio, change);
const RATIOS: Readonly<Record<string, Change<number>>> = {
  'a ratio as a fraction': (value) => `${String(Math.round(value * 100))}/100`,
  'a ratio with an exponent': (value) => value.toExponential(),
  'a ratio with a letter f': (value) => `${String(value)}f`,
  'a ratio with a sign in front': (value) => `= ${String(value)}`,
};
const ORDERS: Readonly<Record<number, string>> = { 0.1: '10th percentile', 0.25: 'Q1', 0.5: 'median', 0.75: 'Q3', 0.9: '90th percentile' };

export const BLIND_F_VALUES: readonly Kind[] = [
  ...all(counts, COUNTS),
  ...all(numbers, { 'a number in float()': (value: number) => `float(${String(value)})` }),
  ...all((change) => one('linkage_window_s', change), SECONDS),
  ...all((change) => one('time_bucket_ms', change), BUCKETS),
  ...all(flags, FLAGS),
  ...all(choice, CHOICES),
  ...all(ratios, RATIOS),
  ...WORDS.map(([key, value, words]) =>
    kind(
      `f: ${key} ${value} as ${words}`,
      one(key, (each: string) => (each === value ? words : undefined)),
    ),
  ),
  kind(
    'f: a level as less than',
    one('alpha', (value: number) => `p < ${String(value)}`),
  ),
  kind(
    'f: a level with a Greek letter',
    one('alpha', (value: number) => `α = ${String(value)}`),
  ),
  kind(
    'f: quantiles in percent',
    one('quantiles', (list: number[]) => list.map((each) => `${String(each * 100)}%`)),
  ),
  kind(
    'f: quantiles by their names',
    one('quantiles', (list: number[]) => list.map((each) => ORDERS[each] ?? each)),
  ),
  kind(
    'f: quantiles as texts in one text',
    one('quantiles', (list: number[]) => list.map((each) => `"${String(each)}"`).join(',')),
  ),
  kind(
    'f: quantiles as an object',
    one('quantiles', (list: number[]) => Object.fromEntries(list.map((each, at) => [`q${String(at + 1)}`, each]))),
  ),
  kind(
    'f: post hoc tests with a plus',
    one('post_hoc', (list: string[]) => (list.length > 1 ? list.join(' + ') : undefined)),
  ),
  kind(
    'f: a post hoc test by its usual name',
    one('post_hoc', (list: string[]) =>
      list.map(
        (each) => ({ tukey_kramer: 'Tukey HSD', games_howell: 'Games–Howell', holm: 'Holm', bonferroni: 'Bonferroni' })[each] ?? each,
      ),
    ),
  ),
  kind(
    'f: a post hoc test as switches',
    one('post_hoc', (list: string[]) => Object.fromEntries(list.map((each) => [each, true]))),
  ),
  kind('f: a timeout of ISO 8601', (call) => ({ ...call, timeout_ms: `PT${String(call.timeout_ms / 1000)}S` })),
  kind('f: a timeout under seconds', ({ timeout_ms: timeout, ...call }) => ({ ...call, timeout_seconds: timeout / 1000 })),
  kind('f: a timeout as an object', (call) => ({ ...call, timeout_ms: { value: call.timeout_ms, unit: 'ms' } })),
  kind('f: a version with a name', (call) => ({ ...call, tool_version: `${call.tool_name}@${call.tool_version}` })),
  kind('f: a version in brackets', (call) => ({ ...call, tool_version: [call.tool_version] })),
  kind('f: a version as an object', (call) => ({ ...call, tool_version: { version: call.tool_version } })),
  kind('f: a count and a switch in text', together(counts(String), flags(String))),
  kind(
    'f: a choice in capitals and a count in words',
    together(
      choice((value) => value.toUpperCase()),
      counts((value) => ONES[value]),
    ),
  ),
  kind(
    'f: seconds in milliseconds by name and text',
    written('linkage_window_s', 'linkageWindowMs', (value: number) => String(value * 1000)),
  ),
];

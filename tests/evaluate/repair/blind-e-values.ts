/** Kinds of numbers, switches, addresses and choices, written without a look at the repairs. */
import { inArgument, isNumber, isText, kind, written, type Kind } from './kind.ts';
import { CHOICE, choice, counts, flags, inWords, numbers, one } from './blind-e-arguments.ts';

const WORD: Readonly<Record<number, string>> = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  10: 'ten',
  12: 'twelve',
  20: 'twenty',
  50: 'fifty',
};
const values: readonly Kind[] = [
  kind('e: a number as text', numbers(String)),
  kind(
    'e: a number in a list',
    numbers((value) => [value]),
  ),
  kind(
    'e: a number as an object',
    numbers((value) => ({ value })),
  ),
  kind(
    'e: a number with a plus',
    numbers((value) => (value >= 0 ? `+${String(value)}` : undefined)),
  ),
  kind(
    'e: a number with blanks',
    numbers((value) => ` ${String(value)} `),
  ),
  kind(
    'e: a number in quotes',
    numbers((value) => `"${String(value)}"`),
  ),
  kind(
    'e: a number in full-width digits',
    counts((value) => String(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))),
  ),
  kind(
    'e: a number with a low line',
    counts((value) => (value >= 1000 ? value.toLocaleString('en-US').replaceAll(',', '_') : undefined)),
  ),
  kind(
    'e: a number in words',
    counts((value) => WORD[value]),
  ),
  kind(
    'e: a number with an exponent',
    counts((value) => value.toExponential()),
  ),
  kind(
    'e: a count of rows',
    inArgument(
      (_, key) => /^(limit|max_rows)$/.test(key),
      (value: number) => `${String(value)} rows`,
    ),
  ),
  kind(
    'e: the top of a number',
    one('top', (value: number) => `top ${String(value)}`),
  ),
  kind(
    'e: a ratio with a comma',
    inArgument(
      (value) => isNumber(value) && !Number.isInteger(value),
      (value: number) => String(value).replace('.', ','),
    ),
  ),
  kind(
    'e: a ratio without a zero',
    inArgument(
      (value) => isNumber(value) && Math.abs(Number(value)) < 1 && value !== 0,
      (value: number) => String(value).replace('0.', '.'),
    ),
  ),
  kind(
    'e: a level in percent in words',
    one('alpha', (value: number) => `${String(value * 100)} percent`),
  ),
  kind(
    'e: a level by an equals sign',
    one('alpha', (value: number) => `alpha = ${String(value)}`),
  ),
  kind(
    'e: seconds in words',
    one('linkage_window_s', (value: number) => `${String(value)} seconds`),
  ),
  kind(
    'e: seconds in milliseconds with a unit',
    one('linkage_window_s', (value: number) => `${String(value * 1000)} ms`),
  ),
  kind(
    'e: seconds on a clock',
    one('linkage_window_s', (value: number) => `00:${String(value / 60).padStart(2, '0')}:00`),
  ),
  kind(
    'e: seconds with an object for the unit',
    one('linkage_window_s', (value: number) => ({ value, unit: 'seconds' })),
  ),
  kind(
    'e: seconds under milliseconds',
    written('linkage_window_s', 'linkage_window_ms', (value: number) => value * 1000),
  ),
  kind(
    'e: a bucket with an object for the unit',
    one('time_bucket_ms', (value: number) => ({ value: value / 60_000, unit: 'minutes' })),
  ),
  kind(
    'e: a bucket in the word of pandas',
    one('time_bucket_ms', (value: number) => `${String(value / 60_000)}min`),
  ),
  kind(
    'e: a bucket under minutes',
    written('time_bucket_ms', 'time_bucket_minutes', (value: number) => value / 60_000),
  ),
  kind(
    'e: observations in words',
    one('min_observation_count', (value: number) => `${String(value)} observations`),
  ),
  kind(
    'e: observations at least',
    one('min_observation_count', (value: number) => `>= ${String(value)}`),
  ),
  kind(
    'e: quantiles with a p',
    one('quantiles', (list: number[]) => list.map((each) => `p${String(Math.round(each * 100))}`)),
  ),
  kind(
    'e: quantiles in one text of percent',
    one('quantiles', (list: number[]) => list.map((each) => `${String(Math.round(each * 100))}%`).join(', ')),
  ),
  kind(
    'e: quantiles in one text',
    one('quantiles', (list: number[]) => list.join(' ')),
  ),
  kind(
    'e: switches as yes and no',
    flags((value) => (value ? 'yes' : 'no')),
  ),
  kind(
    'e: switches as on and off',
    flags((value) => (value ? 'on' : 'off')),
  ),
  kind('e: switches as numbers', flags(Number)),
  kind(
    'e: switches as texts of numbers',
    flags((value) => String(Number(value))),
  ),
  kind(
    'e: switches as words of Python',
    flags((value) => (value ? 'True' : 'False')),
  ),
  kind(
    'e: switches as enabled and disabled',
    flags((value) => (value ? 'enabled' : 'disabled')),
  ),
  kind(
    'e: switches as letters',
    flags((value) => (value ? 't' : 'f')),
  ),
  kind(
    'e: switches in lists',
    flags((value) => [value]),
  ),
  kind(
    'e: an address with a type behind',
    inArgument(
      (_, key) => key === 'address',
      (value: string) => `${value} (random)`,
    ),
  ),
  kind(
    'e: an address as hexadecimal',
    inArgument(
      (_, key) => key === 'address',
      (value: string) => `0x${value.replaceAll(':', '')}`,
    ),
  ),
  kind(
    'e: an address with points',
    inArgument(
      (_, key) => key === 'address',
      (value: string) =>
        value
          .toLowerCase()
          .replaceAll(':', '')
          .replace(/(....)(?=.)/g, '$1.'),
    ),
  ),
  kind(
    'e: addresses as one text',
    one('addresses', (list: string[]) => list.join(',')),
  ),
  kind(
    'e: addresses of a device',
    one('addresses', (list: string[]) => list.map((each) => `BD_ADDR ${each}`)),
  ),
];

const SYNONYM: Readonly<Record<string, string>> = {
  csv: '.csv',
  ndjson: 'JSON Lines',
  one_way: '1-way',
  two_way: 'two-factor',
  repeated: 'repeated_measures',
  spearman: "Spearman's rho",
  HC3: 'HC-3',
  both: 'classification + linkage',
  wilcoxon: 'Wilcoxon signed rank',
  welch: 'welch_t_test',
  chi_square: 'chi2',
  spec_default: 'default',
  fast_rotation: 'fast rotation',
  logistic: 'logit',
  poisson: 'Poisson regression',
  benjamini_hochberg: 'fdr_bh',
  two_sample: 'two independent samples',
  one_sample: 'one sample',
  two_proportions: 'two-proportion',
  linear_regression: 'linear',
  III: 'type III',
  classification: 'classify',
  linkage: 'link',
  double: 'float64',
  drop: 'dropna',
  contingency: 'contingency table',
  paired: 'paired samples',
};
const choices: readonly Kind[] = [
  kind(
    'e: choices by another word',
    choice((value) => SYNONYM[value]),
  ),
  kind(
    'e: choices in title case',
    choice((value) => (inWords(value) === value ? undefined : inWords(value))),
  ),
  kind(
    'e: choices with hyphens',
    choice((value) => (value.includes('_') ? value.replaceAll('_', '-') : undefined)),
  ),
  kind(
    'e: choices as members of a type',
    choice((value) => `Choice.${value.toUpperCase()}`),
  ),
  kind(
    'e: choices with blanks',
    choice((value) => ` ${value} `),
  ),
  kind(
    'e: choices with a full stop',
    choice((value) => `${value}.`),
  ),
  kind(
    'e: choices in quotes',
    choice((value) => `'${value}'`),
  ),
  kind(
    'e: choices in lists',
    choice((value) => [value]),
  ),
  kind(
    'e: choices as an object with a name',
    choice((name) => ({ name })),
  ),
  kind(
    'e: choices behind their name',
    inArgument(
      (value, key) => isText(value) && CHOICE.test(key),
      (value: string, key) => `${key}=${value}`,
    ),
  ),
  kind(
    'e: choices with a word behind',
    inArgument(
      (value, key) => isText(value) && /^(format|analysis_mode|test|correlation)$/.test(key),
      (value: string, key) => `${value} ${key.replace(/^.*_/, '')}`,
    ),
  ),
  kind(
    'e: sums of squares as a number',
    one('ss_type', () => 3),
  ),
  kind(
    'e: tests afterwards by their authors',
    one('post_hoc', (list: string[]) =>
      list.map(
        (each) => ({ tukey_kramer: 'TukeyHSD', games_howell: 'Games–Howell', holm: 'holm-bonferroni', bonferroni: 'Bonferroni' })[each],
      ),
    ),
  ),
  kind(
    'e: a format as a media type',
    one('format', (value: string) => ({ csv: 'text/csv', ndjson: 'application/x-ndjson' })[value]),
  ),
];

export const BLIND_E_VALUES: readonly Kind[] = [...values, ...choices];

/** Kinds of arguments as models write them, written before the repairs changed for this set. */
import { inArgument, isNumber, isText, kind, written, type Kind } from './kind.ts';

const isWindow = (value: unknown, key: string): boolean => key === 'linkage_window_s' && isNumber(value);
const isShare = (value: unknown, key: string): boolean => key === 'alpha' && isNumber(value);
const isCount = (value: unknown, key: string): boolean =>
  isNumber(value) && /^(?:limit|top|time_bins|max_addresses|examples|min_observation_count)$/.test(key);
const isChoice = (value: unknown, key: string): boolean =>
  isText(value) && /^(?:operation|design|family|test|analysis_mode|adjustment|rpa_rotation_model|correlation|format)$/.test(key);
const words = (name: string): string => name.replaceAll('_', ' ');
const title = (name: string): string => words(name).replace(/\b\w/g, (letter) => letter.toUpperCase());
const pascal = (name: string): string => title(name).replaceAll(' ', '');
const NUMBERS: Readonly<Record<number, string>> = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  10: 'ten',
  12: 'twelve',
  20: 'twenty',
};

const numbers: readonly Kind[] = [
  kind(
    'count as a word',
    inArgument(
      (value, key) => isCount(value, key) && NUMBERS[value as number] !== undefined,
      (value: number) => NUMBERS[value],
    ),
  ),
  kind('count with what is counted', inArgument((value, key) => isCount(value, key) && /^(?:limit|examples)$/.test(key), (value: number, key) => `${String(value)} ${key === 'limit' ? 'rows' : 'examples'}`)), // prettier-ignore
  kind(
    'count with a word before it',
    inArgument(
      (value, key) => isNumber(value) && /^(?:top|limit)$/.test(key),
      (value: number) => `top ${String(value)}`,
    ),
  ),
  kind(
    'count with a decimal point',
    inArgument(isCount, (value: number) => `${String(value)}.0`),
  ),
  kind(
    'count with an exponent',
    inArgument(
      (value, key) => isCount(value, key) && Number(value) % 10 === 0,
      (value: number) => value.toExponential(),
    ),
  ),
  kind(
    'count as an object of its type',
    inArgument(isCount, (value: number) => ({ type: 'integer', value })),
  ),
  kind(
    'count in a list',
    inArgument(isCount, (value: number) => [value]),
  ),
  kind('window in minutes in words', inArgument((value, key) => isWindow(value, key) && Number(value) % 60 === 0, (value: number) => `${String(value / 60)} minutes`)), // prettier-ignore
  kind('window as minutes under its own name', written('linkage_window_s', 'linkage_window_minutes', (value: number) => (value % 60 === 0 ? value / 60 : undefined))), // prettier-ignore
  kind(
    'window as a duration of ISO',
    inArgument(
      (value, key) => isWindow(value, key) && Number(value) % 60 === 0,
      (value: number) => `PT${String(value / 60)}M`,
    ),
  ),
  kind(
    'window as hours, minutes and seconds',
    inArgument(isWindow, (value: number) => new Date(value * 1000).toISOString().slice(11, 19)),
  ),
  kind(
    'window as a value with a unit',
    inArgument(isWindow, (value: number) => ({ value, unit: 'seconds' })),
  ),
  kind('window as an object of minutes', inArgument((value, key) => isWindow(value, key) && Number(value) % 60 === 0, (value: number) => ({ minutes: value / 60 }))), // prettier-ignore
  kind(
    'window with the short unit',
    inArgument(isWindow, (value: number) => `${String(value)}s`),
  ),
  kind(
    'window in milliseconds under another name',
    written('linkage_window_s', 'linkageWindowMs', (value: number) => value * 1000),
  ),
  kind(
    'bucket in minutes in words',
    inArgument(
      (_, key) => key === 'time_bucket_ms',
      (value: number) => `${String(value / 60_000)} min`,
    ),
  ),
  kind(
    'bucket in seconds under its name',
    written('time_bucket_ms', 'time_bucket_s', (value: number) => value / 1000),
  ),
  kind(
    'level in percent',
    inArgument(isShare, (value: number) => `${String(value * 100)} percent`),
  ),
  kind(
    'level as a fraction',
    inArgument(isShare, (value: number) => `1/${String(Math.round(1 / value))}`),
  ),
  kind(
    'level as the confidence',
    written('alpha', 'confidence_level', (value: number) => 1 - value),
  ),
  kind(
    'level as the confidence in percent',
    written('alpha', 'confidence', (value: number) => `${String(100 - value * 100)}%`),
  ),
  kind(
    'level with its sign',
    inArgument(isShare, (value: number) => `α = ${String(value)}`),
  ),
  kind(
    'level with a comma',
    inArgument(isShare, (value: number) => String(value).replace('.', ',')),
  ),
  kind(
    'level as the significance',
    written('alpha', 'significance_level', (value: number) => value),
  ),
  kind(
    'quantiles as percent',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.map((each) => `${String(each * 100)}%`),
    ),
  ),
  kind(
    'quantiles as names of percentiles',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.map((each) => `p${String(each * 100)}`),
    ),
  ),
  kind(
    'quantiles as percentiles',
    written('quantiles', 'percentiles', (value: number[]) => value.map((each) => each * 100)),
  ),
  kind(
    'quantiles as a text',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.join(', '),
    ),
  ),
];

const choices: readonly Kind[] = [
  kind(
    'choice with blanks',
    inArgument((value, key) => isChoice(value, key) && String(value).includes('_'), words),
  ),
  kind(
    'choice as a title',
    inArgument((value, key) => isChoice(value, key) && String(value).includes('_'), title),
  ),
  kind(
    'choice in Pascal case',
    inArgument((value, key) => isChoice(value, key) && String(value).includes('_'), pascal),
  ),
  kind(
    'choice with hyphens',
    inArgument(
      (value, key) => isChoice(value, key) && String(value).includes('_'),
      (value: string) => value.replaceAll('_', '-'),
    ),
  ),
  kind('choice with its kind behind', inArgument((value, key) => isChoice(value, key) && /^(?:design|family|test|correlation|format)$/.test(key), (value: string, key) => `${words(value)} ${key}`)), // prettier-ignore
  kind(
    'choice in a list',
    inArgument(isChoice, (value: string) => [value]),
  ),
  kind(
    'choice with its name before',
    inArgument(isChoice, (value: string, key) => `${key}.${value}`),
  ),
  kind(
    'choice as an object',
    inArgument(isChoice, (value: string) => ({ name: value })),
  ),
  kind(
    'format as a file extension',
    inArgument(
      (_, key) => key === 'format',
      (value: string) => `.${value}`,
    ),
  ),
  kind(
    'format as a media type',
    inArgument(
      (_, key) => key === 'format',
      (value: string) => ({ csv: 'text/csv', ndjson: 'application/x-ndjson' })[value],
    ),
  ),
  kind(
    'format as JSON Lines',
    inArgument(
      (value) => value === 'ndjson',
      () => 'jsonl',
    ),
  ),
  kind(
    'sum of squares as a number',
    inArgument(
      (_, key) => key === 'ss_type',
      () => 3,
    ),
  ),
  kind(
    'sum of squares in words',
    inArgument(
      (_, key) => key === 'ss_type',
      (value: string) => `Type ${value}`,
    ),
  ),
  kind(
    'robust errors in lower case',
    inArgument(
      (_, key) => key === 'robust_se',
      (value: string) => value.toLowerCase(),
    ),
  ),
  kind(
    'adjustment by its initials',
    inArgument(
      (value, key) => key === 'adjustment' && value === 'benjamini_hochberg',
      () => 'BH',
    ),
  ),
  kind(
    'adjustment by a name of a library',
    inArgument(
      (value, key) => key === 'adjustment' && value === 'benjamini_hochberg',
      () => 'fdr_bh',
    ),
  ),
  kind(
    'test by its symbol',
    inArgument(
      (value, key) => key === 'test' && value === 'chi_square',
      () => 'χ²',
    ),
  ),
  kind(
    'test in other words',
    inArgument(
      (value, key) => key === 'test' && value === 'chi_square',
      () => 'chi-squared',
    ),
  ),
  kind(
    'test with its letter',
    inArgument(
      (value, key) => key === 'test' && value === 'welch',
      () => "Welch's t-test",
    ),
  ),
  kind(
    'tests after as one text',
    inArgument(
      (value, key) => key === 'post_hoc' && (value as unknown[]).length > 1,
      (value: string[]) => value.join(' + '),
    ),
  ),
  kind(
    'switch as yes',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'yes' : 'no'),
    ),
  ),
  kind(
    'switch as a number',
    inArgument((value) => typeof value === 'boolean', Number),
  ),
  kind(
    'switch as on',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'on' : 'off'),
    ),
  ),
  kind(
    'switch as enabled',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => ({ enabled: value }),
    ),
  ),
  kind(
    'switch by the contrary name',
    written('intercept', 'no_intercept', (value: boolean) => !value),
  ),
  kind(
    'switch without provenance',
    written('provenance', 'without_provenance', (value: boolean) => !value),
  ),
];

export const BLIND_I_ARGUMENTS: readonly Kind[] = [...numbers, ...choices];

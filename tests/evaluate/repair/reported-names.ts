/** Reported kinds of names: of columns, of values of a fixed set, of arguments and switches. */
import { inArgument, isText, isTexts, kind, type Kind, written } from './kind.ts';

const isColumns = (value: unknown, key: string): boolean => isTexts(value) && /columns|features|factors|group_by/.test(key);
const isOne =
  (name: string): ((value: unknown, key: string) => boolean) =>
  (_, key) =>
    key === name;
export const REPORTED_NAMES: readonly Kind[] = [
  kind(
    'columns of a table',
    inArgument(isColumns, (value: string[]) => value.map((each) => `packets.${each}`)),
  ),
  kind(
    'columns in double quotes',
    inArgument(isColumns, (value: string[]) => value.map((each) => `"${each}"`)),
  ),
  kind(
    'columns with their types',
    inArgument(isColumns, (value: string[]) => value.map((name) => ({ name, dtype: 'auto' }))),
  ),
  kind(
    'columns with blanks',
    inArgument(isColumns, (value: string[]) => value.map((each) => ` ${each.replaceAll('_', ' ')} `)),
  ),
  kind(
    'columns in kebab case',
    inArgument(isColumns, (value: string[]) => value.map((each) => each.toUpperCase().replaceAll('_', '-'))),
  ),
  kind(
    'columns joined by a slash',
    inArgument(
      (value, key) => isColumns(value, key) && (value as string[]).length > 1,
      (value: string[]) => value.join(' / '),
    ),
  ),
  kind(
    'columns joined by an ampersand',
    inArgument(
      (value, key) => isColumns(value, key) && (value as string[]).length > 1,
      (value: string[]) => value.join(' & '),
    ),
  ),
  kind(
    'columns numbered',
    inArgument(isColumns, (value: string[]) => Object.fromEntries(value.map((each, at) => [`column${String(at + 1)}`, each]))),
  ),
  kind(
    'received signal strength',
    inArgument(
      (value, key) => isTexts(value) && isColumns(value, key) && (value as string[]).includes('rssi'),
      (value: string[]) => value.map((each) => (each === 'rssi' ? 'Signal Strength (dBm)' : each)),
    ),
  ),
  kind(
    'target as a list',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => [value],
    ),
  ),
  kind(
    'target as an object',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => ({ column: value }),
    ),
  ),
  kind(
    'addresses with their type',
    inArgument(isOne('addresses'), (value: string[]) => value.map((each) => `${each.toLowerCase()} (random)`)),
  ),
  kind(
    'addresses in dashes',
    inArgument(isOne('addresses'), (value: string[]) => value.map((each) => each.toLowerCase().replaceAll(':', '-'))),
  ),
  kind(
    'addresses as bytes',
    inArgument(isOne('addresses'), (value: string[]) =>
      value.map((each) =>
        each
          .split(':')
          .map((byte) => `0x${byte}`)
          .join(' '),
      ),
    ),
  ),
  kind(
    'media type for the format',
    inArgument(isOne('format'), (value: string) => ({ csv: 'text/csv', ndjson: 'application/x-ndjson' })[value]),
  ),
  kind(
    'ending for the format',
    inArgument(isOne('format'), (value: string) => `*.${value}`),
  ),
  kind(
    'design in figures',
    inArgument(
      (value) => value === 'two_way',
      () => '2-way',
    ),
  ),
  kind(
    'sums of squares in figures',
    inArgument(isOne('ss_type'), () => 3),
  ),
  kind(
    'sums of squares with their word',
    inArgument(isOne('ss_type'), () => 'Type III SS'),
  ),
  kind(
    'ordinary least squares',
    inArgument(isOne('operation'), () => 'OLS'),
  ),
  kind(
    'class of a library for the method',
    inArgument(isOne('operation'), () => 'LinearRegression'),
  ),
  kind(
    'robust errors in lower case',
    inArgument(isOne('robust_se'), () => 'hc3'),
  ),
  kind(
    'robust errors with a hyphen',
    inArgument(isOne('robust_se'), () => 'HC-3'),
  ),
  kind(
    'tests with a dash',
    inArgument(isOne('post_hoc'), (value: string[]) =>
      value.map((each) =>
        each
          .split('_')
          .map((word) => word[0]?.toUpperCase() + word.slice(1))
          .join('–'),
      ),
    ),
  ),
  kind(
    'correlation of a person',
    inArgument(isOne('correlation'), () => "Spearman's rho"),
  ),
  kind(
    'mode as a phrase',
    inArgument(
      (_, key) => key === 'analysis_mode',
      (value: string) => `${value} mode`,
    ),
  ),
  kind(
    'mode as a verb',
    inArgument(
      (value, key) => key === 'analysis_mode' && value === 'classification',
      () => 'classify',
    ),
  ),
  kind(
    'a switch without its contrary',
    written('intercept', 'no_intercept', (value: boolean) => !value),
  ),
  kind(
    'a switch that leaves out',
    written('provenance', 'omit_provenance', (value: boolean) => !value),
  ),
  kind(
    'a switch with its verb',
    written('follow_links', 'enable_link_following', (value: boolean) => value),
  ),
  kind(
    'a switch that standardizes',
    written('normalize', 'standardize_features', (value: boolean) => value),
  ),
  kind('names in camel case', (call) => ({
    ...call,
    arguments: Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => [key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
    ),
  })),
  kind('names in capitals', (call) => ({
    ...call,
    arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [key.toUpperCase(), value])),
  })),
  kind('names with two dashes', (call) => ({
    ...call,
    arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [`--${key.replaceAll('_', '-')}`, value])),
  })),
];

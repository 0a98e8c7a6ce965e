/** Kinds of columns and of nested arguments as models write them, written before the repairs changed for this set. */
import { inArgument, isText, isTexts, kind, type Kind } from './kind.ts';
import { called, forTool } from './blind-parts.ts';

const isColumns = (value: unknown, key: string): boolean => /^(?:columns|features|factors|group_by)$/.test(key) && isTexts(value);
const isColumn = (value: unknown, key: string): boolean => /^(?:response|target|factor|paired_with|duration)$/.test(key) && isText(value);
const isMany = (value: unknown, key: string): boolean => isColumns(value, key) && (value as unknown[]).length > 1;
const isAddress = (value: unknown, key: string): boolean => (key === 'addresses' && isTexts(value)) || (key === 'address' && isText(value));
const eachAddress =
  (change: (address: string) => unknown) =>
  (value: string | string[]): unknown =>
    Array.isArray(value) ? value.map(change) : change(value);
const words = (name: string): string => name.replaceAll('_', ' ');
const title = (name: string): string => words(name).replace(/\b\w/g, (letter) => letter.toUpperCase());

const columns: readonly Kind[] = [
  kind(
    'columns as titles',
    inArgument(isColumns, (value: string[]) => value.map(title)),
  ),
  kind('columns in camel case', inArgument((value, key) => isColumns(value, key) && (value as string[]).some((each) => each.includes('_')), (value: string[]) => value.map((each) => each.replace(/_(\w)/g, (_, l: string) => l.toUpperCase())))), // prettier-ignore
  kind('columns with hyphens', inArgument((value, key) => isColumns(value, key) && (value as string[]).some((each) => each.includes('_')), (value: string[]) => value.map((each) => each.replaceAll('_', '-')))), // prettier-ignore
  kind(
    'columns with an alias before',
    inArgument(isColumns, (value: string[]) => value.map((each) => `p.${each}`)),
  ),
  kind(
    'columns in quotes of SQL',
    inArgument(isColumns, (value: string[]) => value.map((each) => `"${each}"`)),
  ),
  kind(
    'columns in brackets',
    inArgument(isColumns, (value: string[]) => value.map((each) => `[${each}]`)),
  ),
  kind(
    'columns as objects with names',
    inArgument(isColumns, (value: string[]) => value.map((name) => ({ name }))),
  ),
  kind(
    'columns as objects with a type',
    inArgument(isColumns, (value: string[]) => value.map((column) => ({ type: 'column', column }))),
  ),
  kind(
    'columns as switches',
    inArgument(isMany, (value: string[]) => Object.fromEntries(value.map((each) => [each, true]))),
  ),
  kind(
    'columns with and',
    inArgument(isMany, (value: string[]) => value.join(' and ')),
  ),
  kind(
    'columns with semicolons',
    inArgument(isMany, (value: string[]) => value.join('; ')),
  ),
  kind(
    'columns in a text of one',
    inArgument(isMany, (value: string[]) => [value.join(', ')]),
  ),
  kind(
    'columns in a list of a list',
    inArgument(isColumns, (value: string[]) => [value]),
  ),
  kind(
    'columns by their place',
    inArgument(isMany, (value: string[]) => Object.fromEntries(value.map((each, at) => [String(at), each]))),
  ),
  kind(
    'columns as a list in text',
    inArgument(isMany, (value: string[]) => `[${value.map((each) => `'${each}'`).join(', ')}]`),
  ),
  kind(
    'columns as a tuple',
    inArgument(isMany, (value: string[]) => `(${value.join(', ')})`),
  ),
  kind(
    'columns by lines',
    inArgument(isMany, (value: string[]) => value.map((each) => `- ${each}`).join('\n')),
  ),
  kind(
    'column in a list',
    inArgument(isColumn, (value: string) => [value]),
  ),
  kind(
    'column as an object',
    inArgument(isColumn, (value: string) => ({ column: value })),
  ),
  kind(
    'column with blanks around',
    inArgument(isColumn, (value: string) => ` ${value}\n`),
  ),
  kind(
    'column with the word',
    inArgument(isColumn, (value: string) => `${value} column`),
  ),
  kind(
    'column with a unit',
    inArgument(
      (value, key) => isColumn(value, key) && value === 'rssi',
      () => 'rssi (dBm)',
    ),
  ),
  kind('target as the dependent variable', called({ target: 'dependent_variable', features: 'independent_variables' })),
  kind('target as y', called({ target: 'y', features: 'X' })),
  kind('features as predictors', called({ features: 'predictors' })),
  kind('response as the outcome variable', called({ response: 'outcome_variable' })),
  kind('columns as fields', forTool(/^(?:summary|describe|capture_export)/, called({ columns: 'fields' }))),
  kind('columns as variables', forTool(/^summary/, called({ columns: 'variables' }))),
  kind('limit as the maximum of results', called({ limit: 'max_results' })),
  kind('limit as the number of rows', forTool(/^capture_query/, called({ limit: 'num_rows' }))),
  kind('top as n', called({ top: 'top_n' })),
  kind('group in camel case', called({ group_by: 'groupByColumns' })),
  kind('mode as the type of analysis', called({ analysis_mode: 'analysis_type' })),
  kind('statement as a query', called({ sql: 'query' })),
  kind(
    'statement in a fence',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => `\`\`\`sql\n${value}\n\`\`\``,
    ),
  ),
  kind(
    'statement as an object',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => ({ query: value }),
    ),
  ),
  kind(
    'statement in a list',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => [value],
    ),
  ),
  kind(
    'statement with its name',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => `SQL: ${value}`,
    ),
  ),
];

const others: readonly Kind[] = [
  kind(
    'address without separators',
    inArgument(
      isAddress,
      eachAddress((each) => each.replaceAll(':', '')),
    ),
  ),
  kind(
    'address with dots',
    inArgument(
      isAddress,
      eachAddress((each) => each.toLowerCase().replace(/(..):(..):(..):(..):(..):(..)/, '$1$2.$3$4.$5$6')),
    ),
  ),
  kind(
    'address with its kind',
    inArgument(
      isAddress,
      eachAddress((each) => `${each} (random)`),
    ),
  ),
  kind(
    'address as an object',
    inArgument(
      isAddress,
      eachAddress((address) => ({ address })),
    ),
  ),
  kind(
    'address as hexadecimal',
    inArgument(
      isAddress,
      eachAddress((each) => `0x${each.replaceAll(':', '')}`),
    ),
  ),
  kind(
    'addresses as a text',
    inArgument(
      (value, key) => key === 'addresses' && isTexts(value),
      (value: string[]) => value.join(','),
    ),
  ),
  kind(
    'groups as numbers',
    inArgument(
      (value, key) => key === 'groups' && (value as string[]).every((each) => /^\d+$/.test(each)),
      (value: string[]) => value.map(Number),
    ),
  ),
  kind(
    'groups with versus',
    inArgument(
      (_, key) => key === 'groups',
      (value: string[]) => value.join(' vs. '),
    ),
  ),
  kind(
    'groups as two members',
    inArgument(
      (_, key) => key === 'groups',
      (value: string[]) => ({ a: value[0], b: value[1] }),
    ),
  ),
  kind(
    'groups with their column',
    inArgument(
      (value, key) => key === 'groups' && (value as string[]).includes('37'),
      (value: string[]) => value.map((each) => `channel=${each}`),
    ),
  ),
  kind('labels as a map', inArgument((_, key) => key === 'labels', (value: { address: string; label: string }[]) => Object.fromEntries(value.map(({ address, label }) => [address, label])))), // prettier-ignore
  kind('categories as texts', inArgument((_, key) => key === 'categorical', (value: object) => Object.fromEntries(Object.keys(value).map((each) => [each, 'treatment'])))), // prettier-ignore
  kind('categories as a list with their column', inArgument((_, key) => key === 'categorical', (value: object) => Object.entries(value).map(([column, rest]) => ({ column, ...(rest as object) })))), // prettier-ignore
  kind(
    'a power as a text',
    inArgument(
      (_, key) => key === 'terms',
      () => ['length^2'],
    ),
  ),
  kind(
    'a power as in R',
    inArgument(
      (_, key) => key === 'terms',
      () => ['I(length^2)'],
    ),
  ),
  kind(
    'a power as an object',
    inArgument(
      (_, key) => key === 'terms',
      () => [{ length: 2 }],
    ),
  ),
  kind(
    'a point without its list',
    inArgument(
      (_, key) => key === 'predict_at',
      (value: unknown[]) => value[0],
    ),
  ),
  kind(
    'a point as a text',
    inArgument(
      (_, key) => key === 'predict_at',
      () => ['snr=2, jitter=3'],
    ),
  ),
  kind('places by their names', inArgument((_, key) => key === 'places', (value: { name: string; time_range: unknown }[]) => Object.fromEntries(value.map(({ name, time_range }) => [name, time_range])))), // prettier-ignore
  kind('places with lists of times', inArgument((_, key) => key === 'places', (value: { name: string; time_range: { start_ms: number; end_ms: number } }[]) => value.map(({ name, time_range }) => ({ name, time_range: [time_range.start_ms, time_range.end_ms] })))), // prettier-ignore
  kind('model as a formula', (call) => {
    const { target, features, ...rest } = call.arguments;
    if (!isText(target) || !isTexts(features) || call.arguments['terms'] !== undefined || call.arguments['categorical'] !== undefined)
      return undefined;
    return { ...call, arguments: { ...rest, formula: `${String(target)} ~ ${(features as string[]).join(' + ')}` } };
  }),
  kind('columns of addresses by short names', inArgument((_, key) => key === 'address_columns', (value: Record<string, unknown>) => ({ advertiser: value['advertiser_addr'], initiator: value['initiator_addr'], scanner: value['scanner_addr'] }))), // prettier-ignore
  kind(
    'columns of addresses as a text',
    inArgument(
      (_, key) => key === 'address_columns',
      (value: object) => JSON.stringify(value),
    ),
  ),
  kind(
    'kinds as one text',
    inArgument(
      (_, key) => key === 'kinds',
      (value: string[]) => value.join(' and '),
    ),
  ),
  kind(
    'kinds in the plural',
    inArgument(
      (_, key) => key === 'kinds',
      (value: string[]) => value.map((each) => `${each}s`),
    ),
  ),
];

export const BLIND_I_COLUMNS: readonly Kind[] = [...columns, ...others];

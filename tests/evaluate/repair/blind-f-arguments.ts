/** Kinds of lists, columns and arguments of one tool; written without a look at the repairs. */
import { camel, inArgument, isTexts, kind, python, text, written, type Kind } from './kind.ts';
import { column, columns, named, one, several } from './blind-e-arguments.ts';
import { called, together } from './blind-parts.ts';
import type { Call } from './originals.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => kind(`f: ${name}`, make(change)));
const inWords = (list: readonly string[]): string => `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`;

const LISTS: Readonly<Record<string, Change<string[]>>> = {
  'a list with and before the last': inWords,
  'a list with a comma and and': (list) => `${list.slice(0, -1).join(', ')}, and ${list.at(-1) ?? ''}`,
  'a list of numpy': (list) => `array([${list.map((each) => `'${each}'`).join(', ')}])`,
  'a list of pandas': (list) => `Index([${list.map((each) => `'${each}'`).join(', ')}], dtype='object')`,
  'a list of R': (list) => `c(${list.map((each) => `"${each}"`).join(', ')})`,
  'a list of Java': (list) => `List.of(${list.map((each) => `"${each}"`).join(', ')})`,
  'a list of a set': (list) => `{${list.map((each) => `'${each}'`).join(', ')}}`,
  'a list of list()': (list) => `list(${python(list)})`,
  'a list as an object of places': (list) => ({ ...list }),
  'a list as an object of places from one': (list) => Object.fromEntries(list.map((each, at) => [`item_${String(at + 1)}`, each])),
  'a list of lists of one': (list) => list.map((each) => [each]),
  'a list with a type': (value) => ({ type: 'array', value }),
  'a list of values': (values) => ({ values }),
  'a list in a fence': (list) => `\`\`\`json\n${text(list)}\n\`\`\``,
  'a list of YAML in lines': (list) => list.map((each) => `- "${each}"`).join('\n'),
  'a list with stars': (list) => list.map((each) => `* ${each}`).join('\n'),
  'a list with slashes': (list) => list.join(' / '),
  'a list with pluses': (list) => list.join(' + '),
  'a list without its bracket': (list) => text(list).slice(0, -1),
  'a list of its JSON texts': (list) => list.map((each) => text(each)),
  'a list of objects with a value': (list) => list.map((value) => ({ value })),
  'a list of objects with a type of text': (list) => list.map((each) => ({ type: 'string', value: each })),
  'a list in entities': (list) => text(list).replaceAll('"', '&quot;'),
  'a list with a comma at its end': (list) => `${list.join(', ')},`,
};

const NAMES: Readonly<Record<string, Change<string>>> = {
  'columns in bold': (name) => `**${name}**`,
  'columns behind an alias': (name) => `t.${name}`,
  'columns of polars': (name) => `pl.col("${name}")`,
  'columns of Spark': (name) => `F.col('${name}')`,
  'columns of R': (name) => `df$${name}`,
  'columns with a dollar': (name) => `$${name}`,
  'columns with a point in front': (name) => `.${name}`,
  'columns of a datum': (name) => `datum.${name}`,
  'columns with the word before': (name) => `column: ${name}`,
  'columns with an article': (name) => `the ${name} column`,
  'columns with a kind in parentheses': (name) => `${name} (numeric)`,
  'columns with a full stop': (name) => `${name}.`,
  'columns with a space of no width': (name) => `${name.slice(0, 2)}\u200b${name.slice(2)}`,
  'columns in full-width letters': (name) => name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  'columns with a letter of another script': (name) => name.replace('a', '\u0430').replace('s', '\u0455'),
  'columns with a soft hyphen': (name) => `${name.slice(0, 3)}\u00ad${name.slice(3)}`,
  'columns in capitals with hyphens': (name) => name.toUpperCase().replaceAll('_', '-'),
  'columns in italics with an escape': (name) => `_${name.replaceAll('_', '\\_')}_`,
  'columns as an alias of themselves': (name) => `${name} AS ${name}`,
  'columns behind a schema': (name) => `main.packets.${name}`,
};

/** Values of arguments by the name of the argument. */
const ONE: readonly (readonly [name: string, key: string, change: Change<never>])[] = [
  ['groups with vs', 'groups', (list: string[]) => list.join(' vs ')],
  ['groups with vs and a point', 'groups', (list: string[]) => list.join(' vs. ')],
  ['groups with versus', 'groups', (list: string[]) => list.join(' versus ')],
  ['groups as an object', 'groups', ([a, b]: string[]) => ({ a, b })],
  ['groups as first and second', 'groups', ([first, second]: string[]) => ({ first, second })],
  ['addresses of BlueZ', 'addresses', (list: string[]) => list.map((each) => `/org/bluez/hci0/dev_${each.replaceAll(':', '_')}`)],
  [
    'addresses of Cisco',
    'addresses',
    (list: string[]) =>
      list.map((each) =>
        each
          .replaceAll(':', '')
          .toLowerCase()
          .replace(/(.{4})(?=.)/g, '$1.'),
      ),
  ],
  ['addresses with blanks', 'addresses', (list: string[]) => list.map((each) => each.replaceAll(':', ' '))],
  ['addresses as octets', 'addresses', (list: string[]) => list.map((each) => each.split(':').map((octet) => parseInt(octet, 16)))],
  [
    'addresses as texts of octets',
    'addresses',
    (list: string[]) =>
      list.map((each) =>
        each
          .split(':')
          .map((octet) => `0x${octet}`)
          .join(', '),
      ),
  ],
  ['addresses with a word before', 'addresses', (list: string[]) => list.map((each) => `MAC: ${each}`)],
  ['addresses with a type before', 'addresses', (list: string[]) => list.map((each) => ({ type: 'random', address: each }))],
  ['addresses as a number of 48 bits', 'addresses', (list: string[]) => list.map((each) => `0x${each.replaceAll(':', '')}`)],
  ['addresses in small letters and a slash', 'addresses', (list: string[]) => list.map((each) => `${each.toLowerCase()}/random`)],
  [
    'address columns as a list',
    'address_columns',
    (roles: Record<string, string>) => Object.entries(roles).map(([role, name]) => ({ role, column: name })),
  ],
  [
    'address columns as pairs in text',
    'address_columns',
    (roles: Record<string, string>) =>
      Object.entries(roles)
        .map(([role, name]) => `${role}=${name}`)
        .join(', '),
  ],
  ['address columns as JSON text', 'address_columns', (roles: Record<string, string>) => text(roles)],
  ['address columns as names', 'address_columns', (roles: Record<string, string>) => Object.values(roles)],
  [
    'labels as an object',
    'labels',
    (list: { address: string; label: string }[]) => Object.fromEntries(list.map((each) => [each.address, each.label])),
  ],
  ['labels as pairs', 'labels', (list: { address: string; label: string }[]) => list.map((each) => [each.address, each.label])],
  [
    'labels as lines',
    'labels',
    (list: { address: string; label: string }[]) => list.map((each) => `${each.address} = ${each.label}`).join('\n'),
  ],
  ['a label that is alone', 'labels', ([only]: unknown[]) => only],
  [
    'places as an object',
    'places',
    (list: { name: string; time_range: unknown }[]) => Object.fromEntries(list.map((each) => [each.name, each.time_range])),
  ],
  [
    'places with the times beside the name',
    'places',
    (list: { name: string; time_range: object }[]) => list.map(({ name, time_range }) => ({ name, ...time_range })),
  ],
  [
    'places in ISO times',
    'places',
    (list: { name: string; time_range: { start_ms: number; end_ms: number } }[]) =>
      list.map(({ name, time_range: { start_ms, end_ms } }) => ({
        name,
        time_range: { start: new Date(start_ms).toISOString(), end: new Date(end_ms).toISOString() },
      })),
  ],
  ['a prediction that is alone', 'predict_at', ([only]: unknown[]) => only],
  [
    'predictions as pairs in text',
    'predict_at',
    (list: Record<string, number>[]) =>
      list.map((each) =>
        Object.entries(each)
          .map(([key, value]) => `${key}=${String(value)}`)
          .join(', '),
      ),
  ],
  ['terms with a caret', 'terms', () => ['length^2']],
  ['terms with I()', 'terms', () => ['I(length**2)']],
  ['a term that is alone', 'terms', ([only]: unknown[]) => only],
  ['categorical columns as a list', 'categorical', (codings: object) => Object.keys(codings)],
  [
    'categorical columns with a word',
    'categorical',
    (codings: object) => Object.fromEntries(Object.keys(codings).map((key) => [key, 'treatment'])),
  ],
  [
    'categorical columns as a list of objects',
    'categorical',
    (codings: object) => Object.entries(codings).map(([name, coding]) => ({ column: name, ...(coding as object) })),
  ],
  ['p values in one text', 'other_p_values', (list: number[]) => list.join(', ')],
  ['p values with a p', 'other_p_values', (list: number[]) => list.map((each) => `p = ${String(each)}`)],
  ['a query in a fence', 'sql', (sql: string) => `\`\`\`sql\n${sql}\n\`\`\``],
  ['a query behind its name', 'sql', (sql: string) => `SQL: ${sql}`],
  ['a query in lines', 'sql', (sql: string) => sql.split(/ (?=FROM|GROUP|ORDER|WHERE)/)],
  ['a query as an object', 'sql', (query: string) => ({ query })],
  ['a query with escaped breaks', 'sql', (sql: string) => sql.replace(/ (?=FROM|GROUP|ORDER|WHERE)/g, '\\n')],
  ['a query in quotes', 'sql', (sql: string) => `"${sql}"`],
  ['a query with semicolons', 'sql', (sql: string) => `${sql};;`],
  ['kinds of a catalog in plural', 'kinds', (list: string[]) => list.map((each) => `${each}s`)],
  ['a text in a list', 'text', (each: string) => [each]],
  ['a text under q', 'text', (q: string) => ({ q })],
];

const formula =
  (make: (response: string, others: string[]) => string, from: readonly [string, string]): Kind['break'] =>
  (call) => {
    const { [from[0]]: response, [from[1]]: others, ...more } = call.arguments;
    if (typeof response !== 'string' || !Array.isArray(others)) return undefined;
    return { ...call, arguments: { formula: make(response, others as string[]), ...more } };
  };
const with_ =
  (names: readonly string[], change: (values: Record<string, unknown>) => Record<string, unknown>): Kind['break'] =>
  (call: Call) =>
    names.every((name) => call.arguments[name] !== undefined) ? { ...call, arguments: change(call.arguments) } : undefined;

const NAMED: readonly Kind[] = [
  kind(
    'f: a formula of a regression',
    formula((y, x) => `${y} ~ ${x.join(' + ')}`, ['target', 'features']),
  ),
  kind('f: x and y', called({ target: 'y', features: 'X' })),
  kind('f: dependent and independent variables', called({ target: 'dependent_variable', features: 'independent_variables' })),
  kind('f: outcome and predictors', called({ target: 'outcome_variable', features: 'predictor_columns' })),
  kind('f: dv and between', called({ response: 'dv', factors: 'between' })),
  kind(
    'f: group 1 and group 2',
    with_(['groups'], ({ groups, ...more }) => ({ ...more, group_1: (groups as string[])[0], group_2: (groups as string[])[1] })),
  ),
  kind(
    'f: group a and group b',
    with_(['groups'], ({ groups, ...more }) => ({ ...more, group_a: (groups as string[])[0], group_b: (groups as string[])[1] })),
  ),
  kind('f: a level under significance', called({ alpha: 'significance_level' })),
  kind(
    'f: a confidence of its complement',
    written('alpha', 'confidence_level', (alpha: number) => 1 - alpha),
  ),
  kind(
    'f: a confidence in percent',
    written('alpha', 'confidence', (alpha: number) => `${String(100 - 100 * alpha)}%`),
  ),
  kind('f: a query under statement', called({ sql: 'sql_statement' })),
  kind('f: a text under search_query', called({ text: 'search_query' })),
  kind('f: a limit under max_results', called({ limit: 'max_results' })),
  kind('f: a limit under LIMIT', called({ limit: 'LIMIT' })),
  kind(
    'f: percentiles',
    written('quantiles', 'percentiles', (list: number[]) => list.map((each) => each * 100)),
  ),
  kind('f: groups under by', called({ group_by: 'by' })),
  kind('f: a file name under filename', called({ file_name: 'fileName' })),
  kind(
    'f: a bucket under an interval of seconds',
    written('time_bucket_ms', 'time_bucket_s', (ms: number) => ms / 1000),
  ),
  kind(
    'f: a window of minutes by name',
    written('linkage_window_s', 'linkage_window_minutes', (s: number) => s / 60),
  ),
  kind('f: a minimum under min_count', called({ min_observation_count: 'min_observations' })),
  kind(
    'f: no intercept',
    with_(['intercept'], ({ intercept, ...more }) => ({ ...more, no_intercept: !(intercept as boolean) })),
  ),
  kind(
    'f: no provenance',
    with_(['provenance'], ({ provenance, ...more }) => ({ ...more, no_provenance: !(provenance as boolean) })),
  ),
  kind(
    'f: without following links',
    with_(['follow_links'], ({ follow_links, ...more }) => ({ ...more, '--no-follow-links': !(follow_links as boolean) })),
  ),
  kind(
    'f: an address under its singular',
    written('addresses', 'address', ([only]: string[]) => only),
  ),
  kind(
    'f: columns in camel case in one text',
    columns((list) => (list.some((each) => camel(each) !== each) ? list.map(camel).join(', ') : undefined)),
  ),
  kind(
    'f: arguments in camel case with columns in capitals',
    together(
      columns((list) => list.map((each) => each.toUpperCase())),
      (call: Call) => ({
        ...call,
        arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [camel(key), value])),
      }),
    ),
  ),
];

export const BLIND_F_ARGUMENTS: readonly Kind[] = [
  ...all(several, LISTS),
  ...all(column, NAMES),
  kind(
    'f: a column in bold',
    named((name) => `**${name}**`),
  ),
  kind(
    'f: a column behind an alias',
    named((name) => `t.${name}`),
  ),
  kind(
    'f: a column with an article',
    named((name) => `the ${name} column`),
  ),
  kind(
    'f: a column with its kind',
    named((name) => ({ name, type: 'number' })),
  ),
  kind(
    'f: a column as JSON text',
    named((name) => text(name)),
  ),
  kind(
    'f: one column of a list alone',
    inArgument(
      (value) => isTexts(value) && (value as string[]).length === 1,
      ([only]: string[]) => only,
    ),
  ),
  ...ONE.map(([name, key, change]) => kind(`f: ${name}`, one(key, change))),
  ...NAMED,
];

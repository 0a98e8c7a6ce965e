/** Kinds of lists and names of columns, written without a look at the repairs. */
import { camel, inArgument, isNumber, isText, isTexts, kind, text, type Kind } from './kind.ts';
import { idOf } from './blind-parts.ts';

export const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
export const COLUMNS = /^(columns|features|factors|group_by|covariates)$/;
export const columns = (change: (list: string[]) => unknown): Kind['break'] =>
  inArgument((value, key) => isTexts(value) && COLUMNS.test(key), change);
export const column = (change: (name: string) => unknown): Kind['break'] => columns((list) => list.map(change));
const single = /^(target|response|factor|outcome|duration|group|subject|cluster_by|paired_with)$/;
export const named = (change: (name: string) => unknown): Kind['break'] =>
  inArgument((value, key) => isText(value) && single.test(key), change);
export const several = (change: (list: string[]) => unknown): Kind['break'] =>
  inArgument((value, key) => isTexts(value) && (value as string[]).length > 1 && key !== 'kinds', change);
export const numbers = (change: (value: number) => unknown): Kind['break'] => inArgument(isNumber, change);
export const counts = (change: (value: number) => unknown): Kind['break'] =>
  inArgument((value, key) => Number.isInteger(value) && key !== 'value', change);
export const flags = (change: (value: boolean) => unknown): Kind['break'] => inArgument((value) => typeof value === 'boolean', change);
export const CHOICE =
  /^(format|design|correlation|robust_se|analysis_mode|test|rpa_rotation_model|family|lives_of|adjustment|missing|precision|ss_type|operation)$/;
export const choice = (change: (value: string) => unknown): Kind['break'] =>
  inArgument((value, key) => isText(value) && CHOICE.test(key), change);
const pascal = (name: string): string => camel(`_${name}`);
export const inWords = (name: string): string => name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

const lists: readonly Kind[] = [
  kind(
    'e: a list with semicolons',
    several((list) => list.join('; ')),
  ),
  kind(
    'e: a list with bars',
    several((list) => list.join(' | ')),
  ),
  kind(
    'e: a list with line breaks',
    several((list) => list.join('\n')),
  ),
  kind(
    'e: a list with bullets',
    several((list) => list.map((each) => `- ${each}`).join('\n')),
  ),
  kind(
    'e: a list with numbers of its places',
    several((list) => list.map((each, at) => `${String(at + 1)}. ${each}`).join('\n')),
  ),
  kind(
    'e: a list with an ampersand',
    several((list) => list.join(' & ')),
  ),
  kind(
    'e: a list in parentheses',
    several((list) => `(${list.join(', ')})`),
  ),
  kind(
    'e: a list in parentheses with quotes',
    several((list) => `('${list.join("', '")}')`),
  ),
  kind(
    'e: a list in braces',
    several((list) => `{${list.join(',')}}`),
  ),
  kind(
    'e: a list in brackets without quotes',
    several((list) => `[${list.join(', ')}]`),
  ),
  kind(
    'e: a list as an object of items',
    several((items) => ({ items })),
  ),
  kind(
    'e: a list as an object of an item',
    several((item) => ({ item })),
  ),
  kind(
    'e: a list in a list',
    several((list) => [list]),
  ),
  kind(
    'e: a list as JSON text in a list',
    several((list) => [text(list)]),
  ),
  kind(
    'e: a list as JSON text of JSON text',
    several((list) => text(text(list))),
  ),
  kind(
    'e: a list as an object of switches',
    several((list) => Object.fromEntries(list.map((each) => [each, true]))),
  ),
  kind(
    'e: a list under its own name again',
    inArgument(
      (value) => isTexts(value),
      (value: string[], key) => ({ [key]: value }),
    ),
  ),
  kind(
    'e: a list with null at its end',
    several((list) => [...list, null]),
  ),
  kind(
    'e: a list with an empty text at its end',
    several((list) => [...list, '']),
  ),
  kind(
    'e: a list with a name twice',
    columns((list) => [...list, list[0]]),
  ),
  kind(
    'e: a list of objects with an id',
    columns((list) => list.map((id) => ({ id }))),
  ),
  kind(
    'e: a list of objects with a field',
    columns((list) => list.map((field) => ({ field }))),
  ),
];

const columnNames: readonly Kind[] = [
  kind(
    'e: columns in camel case',
    columns((list) => (list.some((name) => camel(name) !== name) ? list.map(camel) : undefined)),
  ),
  kind('e: columns in Pascal case', column(pascal)),
  kind('e: columns in words', column(inWords)),
  kind(
    'e: columns with hyphens',
    column((name) => name.replaceAll('_', '-')),
  ),
  kind('e: columns behind their table', (call, random) => column((name) => `${idOf(call) ?? ''}.${name}`)(call, random)),
  kind(
    'e: columns behind packets',
    column((name) => `packets.${name}`),
  ),
  kind(
    'e: columns behind df',
    column((name) => `df.${name}`),
  ),
  kind(
    'e: columns as members of df',
    column((name) => `df['${name}']`),
  ),
  kind(
    'e: columns as members of row',
    column((name) => `row["${name}"]`),
  ),
  kind(
    'e: columns in quotes',
    column((name) => `"${name}"`),
  ),
  kind(
    'e: columns in backticks',
    column((name) => `\`${name}\``),
  ),
  kind(
    'e: columns in brackets',
    column((name) => `[${name}]`),
  ),
  kind(
    'e: columns with a colon in front',
    column((name) => `:${name}`),
  ),
  kind(
    'e: columns of col',
    column((name) => `col("${name}")`),
  ),
  kind(
    'e: columns with a type behind',
    column((name) => `${name}: number`),
  ),
  kind(
    'e: columns with blanks around',
    column((name) => ` ${name} `),
  ),
  kind(
    'e: columns with a word behind',
    column((name) => `${name} column`),
  ),
  kind(
    'e: columns with escaped lines',
    column((name) => (name.includes('_') ? name.replaceAll('_', '\\_') : undefined)),
  ),
  kind(
    'e: rssi with its unit',
    column((name) => (name === 'rssi' ? 'RSSI (dBm)' : name)),
  ),
  kind('e: a column in words', named(inWords)),
  kind(
    'e: a column in a list',
    named((name) => [name]),
  ),
  kind(
    'e: a column as an object',
    named((name) => ({ column: name })),
  ),
  kind('e: a column behind its table', (call, random) => named((name) => `${idOf(call) ?? ''}.${name}`)(call, random)),
  kind(
    'e: a column in capitals',
    named((name) => name.toUpperCase()),
  ),
  kind(
    'e: a column in quotes',
    named((name) => `'${name}'`),
  ),
];

export const BLIND_E_ARGUMENTS: readonly Kind[] = [...lists, ...columnNames];

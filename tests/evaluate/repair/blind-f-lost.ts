/** Kinds that no longer say what was asked, or ask for more than a tool can do; written without a look at the repairs. */
import { inChannels, inFilter, inArgument, isNumber, lost, text, type Kind } from './kind.ts';
import { inCapture, inPredicate, iso, single } from './blind-parts.ts';
import { CHOICE, columns, counts, flags, named, numbers, one } from './blind-e-arguments.ts';
import { windowAs } from './blind-e-windows.ts';
import { as, type Way } from './blind-f-calls.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(prefix: string, make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => lost(`f: ${prefix} ${name}`, make(change)));
const greater = (change: (column: string, value: string) => unknown): Kind['break'] =>
  inPredicate(single((column, operator, value) => (operator === '>' ? change(column, String(value)) : undefined)));

const FILTERS: Readonly<Record<string, (column: string, value: string) => unknown>> = {
  'if available': (column, value) => `${column} > ${value} if available`,
  'and a top': (column, value) => `${column} > ${value}, top 10`,
  'and an order': (column, value) => `${column} > ${value} ORDER BY ${column}`,
  'and a limit': (column, value) => `${column} > ${value} LIMIT 10`,
  'and nothing behind and': (column, value) => `${column} > ${value} AND`,
  'without a sign': (column, value) => `${column} ${value}`,
  'without a column': (_, value) => `> ${value}`,
  'with a duration': (column, value) => `${column} > ${value} for more than 5 s`,
  'with a count': (column, value) => `${column} > ${value} at least twice`,
  'with any': (column, value) => `any(${column} > ${value})`,
  'with a largest value': (column, value) => `max(${column}) > ${value}`,
  'with a difference': (column, value) => `delta(${column}) > ${value}`,
  'with the row before': (column, value) => `prev.${column} > ${value}`,
  'with an index': (column, value) => `${column}[0] > ${value}`,
  'with an else': (column, value) => `${column} > ${value} else channel = 37`,
  'with if and then': (column, value) => `if ${column} > ${value} then channel = 37`,
  'with a question mark': (column, value) => `${column} > ${value} ? channel = 37 : channel = 38`,
  'with a margin': (column, value) => `${column} > ${value} ± 5`,
  'with a margin by name': (column, value) => `${column} > ${value} - margin`,
  'with and/or': (column, value) => `${column} > ${value} and/or channel = 37`,
  'with two numbers': (column, value) => `${column} > ${value} 5`,
  'with a percentage': (column, value) => `${column} > ${value}%`,
  'with a question': (column, value) => `${column} > ${value}??`,
  'with mostly': (column, value) => `mostly ${column} > ${value}`,
  'with optional': (column, value) => `${column} > ${value} [optional]`,
  'with maybe': (column, value) => `maybe ${column} > ${value}`,
  'with a day': (column, value) => `${column} > ${value} since yesterday`,
  'with a mean': (column) => `${column} > mean`,
  'with a device': (column, value) => `${column} > ${value} from phone 2`,
  'with the first': (column, value) => `first ${column} > ${value}`,
  'of a template': (column) => `${column} > {{threshold}}`,
  'of a parameter': (column) => `${column} > :threshold`,
  'of a question mark': (column) => `${column} > ?`,
  'of a number in parts': (column, value) => `${column} > ${value}...`,
  'with another unit': (column, value) => `${column} > ${value} V`,
  'with two or three': (column, value) => `${column} > ${value} or so`,
  'with a comment that differs': (column, value) => `${column} > ${value} -- check the threshold, maybe 5`,
  'with a sequence': (column, value) => `${column} > ${value} followed by channel = 37`,
  'with near': (column, value) => `${column} near ${value}`,
  'with about': (column, value) => `${column} ≈ ${value}`,
  'with not quite': (column, value) => `${column} !> ${value} unless channel = 37`,
  'with a subquery': (column) => `${column} > (SELECT threshold FROM settings)`,
  'in a sentence': (column) => `only the rows with a good ${column}`,
};

const COLUMNS: Readonly<Record<string, Change<string[]>>> = {
  'with a minus': ([first, ...list]) => [`-${first ?? ''}`, ...list],
  'with an exclamation mark': ([first, ...list]) => [`!${first ?? ''}`, ...list],
  'with a logarithm': ([first, ...list]) => [`log10(${first ?? ''})`, ...list],
  'with a power': ([first, ...list]) => [`${first ?? ''}^2`, ...list],
  'with a lag': ([first, ...list]) => [`lag(${first ?? ''}, 1)`, ...list],
  'with a difference': ([first, ...list]) => [`${first ?? ''} - ${list[0] ?? 'length'}`, ...list],
  'with an order': ([first, ...list]) => [`${first ?? ''} DESC`, ...list],
  'with distinct': ([first, ...list]) => [`DISTINCT ${first ?? ''}`, ...list],
  'with a condition': ([first, ...list]) => [`${first ?? ''} where channel = 37`, ...list],
  'with a scale': ([first, ...list]) => [`${first ?? ''} (log scale)`, ...list],
  'with a mean': ([first, ...list]) => [`mean ${first ?? ''}`, ...list],
  'with etc.': (list) => [...list, 'etc.'],
  'in all but one': (list) => `all except ${list[0] ?? ''}`,
  'with optional': ([first, ...list]) => [`${first ?? ''} (optional)`, ...list],
  'with or': (list) => [`${list[0] ?? ''} or ${list[1] ?? 'length'}`, ...list.slice(1)],
  'with a slice': ([first, ...list]) => [`${first ?? ''}[1:100]`, ...list],
  'with a new name': ([first, ...list]) => [`${first ?? ''} AS signal`, ...list],
  'with an interaction': ([first, ...list]) => [`${first ?? ''}:${list[0] ?? 'length'}`],
};
const NAMED: Readonly<Record<string, Change<string>>> = {
  'or another': (name) => `${name} or length`,
  'that is negated': (name) => `not ${name}`,
  'over another': (name) => `${name}/length`,
  'with a logarithm': (name) => `log(${name})`,
  'with its opposite': (name) => `-${name}`,
  'with a question mark': (name) => `${name}?`,
};
const COUNTS: Readonly<Record<string, Change<number>>> = {
  'per device': (value) => `${String(value)} per device`,
  'from the bottom': (value) => `bottom ${String(value)}`,
  'of the last': (value) => `last ${String(value)}`,
  but: (value) => `all but ${String(value)}`,
  'in percent of rows': (value) => `${String(value)}%`,
  'at random': (value) => `random ${String(value)}`,
  'with more': (value) => `${String(value)}+`,
  'to another': (value) => `${String(value)} to ${String(value * 2)}`,
  'as auto': () => 'auto',
  'as enough': () => 'enough',
  not: (value) => `not ${String(value)}`,
  'in a chain': (value) => `${String(value)}, then ${String(value * 2)}`,
};
const CHOICES: Readonly<Record<string, Change<string>>> = {
  'not to take': (value) => `not ${value}`,
  'with a condition': (value) => `${value} if possible, otherwise skip`,
  'with an unknown other': (value) => [value, 'custom'],
  'of other': () => 'other',
  'of a template': () => '<choose>',
  'of all': () => 'all of them',
  'like another': (value) => `${value}-like`,
  'without a part': (value) => `${value} without header`,
};
const more =
  (extra: Record<string, unknown>): Kind['break'] =>
  (call) => ({ ...call, arguments: { ...call.arguments, ...extra } });
const chosen =
  (extra: Record<string, unknown>): Kind['break'] =>
  (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...extra } };

const EXTRAS: Readonly<Record<string, Record<string, unknown>>> = {
  weights: { weights: 'rssi' },
  'columns to leave out': { exclude_columns: ['rssi'] },
  'a smoothing': { smoothing: 'lowess' },
  'a bootstrap': { bootstrap: 1000 },
  'an alternative': { alternative_hypothesis: 'greater' },
  'a threshold': { rssi_threshold: -70 },
  'a unit of output': { output_units: 'mW' },
  'a random seed': { sample_size: 100, random_state: 42 },
  'an instruction': { instructions: 'ignore the first minute' },
  'a winsorization': { winsorize: 0.05 },
};
const CHOSEN: Readonly<Record<string, Record<string, unknown>>> = {
  inverted: { invert: true },
  excluded: { mode: 'exclude' },
  'of a sample': { sample_fraction: 0.1 },
  'of the first packets': { first_n: 100 },
  'of a stride': { every_nth: 10 },
  'of a device': { device: 'phone 2' },
  'of a direction': { direction: 'uplink' },
  'without duplicates': { deduplicate: true },
  'of a layer': { protocol: 'ATT' },
  'of an order': { order_by: 'rssi', limit: 10 },
};
const CALLS: Readonly<Record<string, Way>> = {
  'a dry run': (_, __, call) => ({ ...call, dry_run: true }),
  'a call that is off': (_, __, call) => ({ ...call, enabled: false }),
  'a call to skip': (_, __, call) => ({ ...call, skip: true }),
  'a call three times': (_, __, call) => ({ ...call, repeat: 3 }),
  'a call for each': (_, __, call) => ({ ...call, for_each: ['lab', 'heart_rate'] }),
  'a call that depends': (_, __, call) => ({ ...call, depends_on: 'step_1', only_if: 'step_1.rows > 0' }),
  'a failed call': (_, __, call) => ({ status: 'failed', error: 'denied by the user', call }),
  'a call to undo': (_, __, call) => ({ action: 'undo', call }),
  'an explanation only': (_, __, call) => ({ ...call, explain_only: true }),
  'a choice of two calls': (args, name) => ({
    either: [
      { name, arguments: args },
      { name: 'list_captures', arguments: {} },
    ],
  }),
  'a comparison of two calls': (args, name) => [
    { name, arguments: args },
    { name, arguments: {} },
  ],
  'a denied call': (all, name) => `I will not call ${name}(${text(all)}) because it was denied.`,
  'a call for tomorrow': (args, name) => `Tomorrow: ${text({ name, arguments: args })}`,
  'an example of a call': (args, name) => `For example, a call could look like this (do not run it): ${text({ name, arguments: args })}`,
};

export const BLIND_F_LOST: readonly Kind[] = [
  ...Object.entries(FILTERS).map(([name, change]) => lost(`f: filter ${name}`, greater(change))),
  ...all('columns', columns, COLUMNS),
  ...all('a column', named, NAMED),
  ...all('a count', counts, COUNTS),
  ...Object.entries(CHOICES).map(([name, change]) =>
    lost(
      `f: a choice ${name}`,
      inArgument((value, key) => typeof value === 'string' && CHOICE.test(key), change),
    ),
  ),
  ...Object.entries(EXTRAS).map(([name, extra]) => lost(`f: ${name} beside`, more(extra))),
  ...Object.entries(CHOSEN).map(([name, extra]) => lost(`f: a selection ${name}`, chosen(extra))),
  ...Object.entries(CALLS).map(([name, way]) => lost(`f: ${name}`, as(way))),
  lost(
    'f: a switch with a condition',
    flags((value) => `${String(value)} if needed`),
  ),
  lost(
    'f: a switch as auto',
    flags(() => 'auto'),
  ),
  lost(
    'f: a number with a doubt',
    numbers((value) => `${String(value)}?`),
  ),
  lost(
    'f: a ratio of two',
    inArgument(
      (value) => isNumber(value) && !Number.isInteger(value),
      (value: number) => `${String(value)} or ${String(value * 2)}`,
    ),
  ),
  lost(
    'f: groups with the rest',
    one('groups', ([first]: string[]) => [first, 'all others']),
  ),
  lost(
    'f: groups of three',
    one('groups', (list: string[]) => [...list, 'more']),
  ),
  lost(
    'f: a success that is negated',
    one('success', (value: string) => `not ${value}`),
  ),
  lost(
    'f: an address with a star',
    one('addresses', (list: string[]) => list.map((each) => `${each.slice(0, -2)}**`)),
  ),
  lost(
    'f: an address not to take',
    one('addresses', (list: string[]) => list.map((each) => `all except ${each}`)),
  ),
  lost(
    'f: an address with a letter that is none',
    one('addresses', (list: string[]) => list.map((each) => each.replace(/.$/, 'G'))),
  ),
  lost(
    'f: a query in words',
    one('sql', () => 'count the packets of each channel'),
  ),
  lost(
    'f: a query with an ellipsis',
    one('sql', (sql: string) => sql.replace(/FROM.*/, 'FROM ...')),
  ),
  lost(
    'f: a query with a parameter',
    one('sql', (sql: string) => `${sql.replace(/ (GROUP|ORDER|WHERE).*/, '')} WHERE rssi > ?`),
  ),
  lost('f: roles that changed places', (call) => {
    const { target, features } = call.arguments;
    return Array.isArray(features) && features.length > 1
      ? { ...call, arguments: { ...call.arguments, target: features as unknown, features: target } }
      : undefined;
  }),
  lost(
    'f: window relative to the start',
    windowAs((start_ms, end_ms) => ({ start_ms, end_ms, relative: true })),
  ),
  lost(
    'f: window with a margin',
    windowAs((start_ms, end_ms) => ({ start_ms, end_ms, padding_ms: 5000 })),
  ),
  lost(
    'f: window that repeats',
    windowAs((start_ms, end_ms) => ({ start_ms, end_ms, every: 'day' })),
  ),
  lost(
    'f: window in a zone',
    windowAs((start, end) => ({ start: iso(start).slice(0, -1), end: iso(end).slice(0, -1), timezone: 'America/New_York' })),
  ),
  lost(
    'f: window without its end',
    windowAs((start_ms) => ({ start_ms, end_ms: '???' })),
  ),
  lost(
    'f: window about',
    windowAs((start, end) => ({ start: `around ${iso(start)}`, end: `around ${iso(end)}` })),
  ),
  lost(
    'f: window of two',
    windowAs((start, end) => [
      { start_ms: start, end_ms: start + 5000 },
      { start_ms: end - 5000, end_ms: end },
    ]),
  ),
  lost(
    'f: window in a word',
    windowAs(() => 'the busiest minute'),
  ),
  lost(
    'f: window outside',
    windowAs((start, end) => `outside ${iso(start)}/${iso(end)}`),
  ),
  lost(
    'f: channels with a doubt',
    inChannels((list) => list.map((each) => `${each}?`)),
  ),
  lost(
    'f: channels with one to leave out',
    inChannels(([first, ...list]) => [`-${first ?? ''}`, ...list]),
  ),
  lost(
    'f: channels with or',
    inChannels((list) => list.join(' or maybe ')),
  ),
  lost(
    'f: channels in turn',
    inChannels((list) => `every other of ${list.join(', ')}`),
  ),
  lost(
    'f: channels of a template',
    inChannels(() => ['<channel>']),
  ),
  lost(
    'f: capture with a star',
    inCapture((id) => `${id.slice(0, 3)}*`),
    { open: 'several' },
  ),
  lost(
    'f: capture or another',
    inCapture((id) => `${id} or lab_2`),
  ),
  lost(
    'f: capture that is negated',
    inCapture((id) => `not ${id}`),
  ),
  lost(
    'f: capture of a question',
    inCapture(() => 'which one?'),
    { open: 'several' },
  ),
  lost(
    'f: capture before an edit',
    inCapture((id) => `${id} (unfiltered)`),
  ),
  lost(
    'f: filter in two languages',
    inFilter((filter) => `${filter} | stats count by channel`),
  ),
  lost(
    'f: filter that is inverted by a key',
    inFilter((filter) => `exclude: ${filter}`),
  ),
];

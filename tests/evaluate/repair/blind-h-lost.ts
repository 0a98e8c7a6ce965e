/** Kinds that no longer say what was asked, or ask for more than a tool can do; written without a look at the repairs. */
import { inChannels, lost, text, type Kind } from './kind.ts';
import { inCapture, inPredicate, iso, single } from './blind-parts.ts';
import { choice, columns, counts, flags, named, one } from './blind-e-arguments.ts';
import { windowAs } from './blind-e-windows.ts';
import { as, type Way } from './blind-f-calls.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(prefix: string, make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => lost(`h: ${prefix} ${name}`, make(change)));
const greater = (change: (column: string, value: string) => unknown): Kind['break'] =>
  inPredicate(single((column, operator, value) => (operator === '>' ? change(column, String(value)) : undefined)));

const FILTERS: Readonly<Record<string, (column: string, value: string) => unknown>> = {
  'with a tilde': (column, value) => `${column} ~ ${value}`,
  'with a sign of about': (column, value) => `${column} ≈ ${value}`,
  'of greater or similar': (column, value) => `${column} ≳ ${value}`,
  'with a tolerance': (column, value) => `${column} > ${value} ± 3`,
  'that holds usually': (column, value) => `usually ${column} > ${value}`,
  'with unless': (column, value) => `${column} > ${value} unless channel = 37`,
  'with XOR': (column, value) => `${column} > ${value} XOR channel = 37`,
  'with and/or': (column, value) => `${column} > ${value} and/or length > 20`,
  'with if and then': (column, value) => `if ${column} > ${value} then length > 20`,
  'with a greatest value': (column, value) => `max(${column}) > ${value}`,
  'with a count': (column, value) => `count(${column}) > ${value}`,
  'with a LIMIT': (column, value) => `${column} > ${value} LIMIT 5`,
  'with an ORDER BY': (column, value) => `${column} > ${value} ORDER BY ${column} DESC LIMIT 10`,
  'with a GROUP BY': (column, value) => `${column} > ${value} GROUP BY channel`,
  'with HAVING': (column, value) => `GROUP BY channel HAVING ${column} > ${value}`,
  'with a query inside': (column) => `${column} > (SELECT avg(${column}) FROM packets)`,
  'with a lag': (column, value) => `lag(${column}) > ${value}`,
  'with a placeholder': (column) => `${column} > ?`,
  'with a named placeholder': (column) => `${column} > :minimum`,
  'with a placeholder of printf': (column) => `${column} > %d`,
  'with a text for a number': (column) => `${column} > 'strong'`,
  'with ideally': (column, value) => `${column} > ${value}, ideally`,
  'with where possible': (column, value) => `${column} > ${value} where possible`,
  'with or so': (column, value) => `${column} > ${value} or so`,
  'with a percent sign': (column, value) => `${column} > ${value} %`,
  'with hertz': (column, value) => `${column} > ${value} Hz`,
  'with seconds in a word': (column, value) => `${column} > ${value} seconds`,
  'with metres': (column, value) => `${column} > ${value} m`,
  'with a power': (column, value) => `${column}^2 > ${value}`,
  'with a modulo': (column, value) => `${column} % 2 > ${value}`,
  'with a sum of columns': (column, value) => `${column} + length > ${value}`,
  'with a difference of a neighbour': (column, value) => `${column} - prev(${column}) > ${value}`,
  'with a first row': (column, value) => `first ${column} > ${value}`,
  'with every second row': (column, value) => `${column} > ${value} every 2nd packet`,
  'in a channel or two': (column, value) => `${column} > ${value} in a channel or two`,
  'with an end that is cut': (column, value) => `${column} > ${value} AND len`,
  'with a comparison that is cut': (column, value) => `${column} > ${value} AND length >=`,
  'with NOT at its end': (column, value) => `${column} > ${value} AND NOT`,
  'with three dots': (column, value) => `${column} > ${value} AND ...`,
  'with a value of etc': (column, value) => `${column} IN (${value}, etc)`,
  'with a question': (column, value) => `${column} > ${value}?`,
  'with two numbers': (column, value) => `${column} > ${value} 20`,
  'with a wish': (column, value) => `prefer ${column} > ${value}`,
  'with almost': (column, value) => `almost ${column} > ${value}`,
  'with a sign in doubt': (column, value) => `${column} >? ${value}`,
  'with a negated word in it': (column, value) => `${column} isn't really > ${value}`,
  'as data of an unknown sign': (column, value) => ({ column, operator: 'near', value: Number(value) }),
  'as data without a sign': (column, value) => ({ column, threshold: Number(value) }),
  'as data with a tolerance': (column, value) => ({ column, operator: '>', value: Number(value), tolerance: 3 }),
  'as data with a fuzzy switch': (column, value) => ({ [column]: { $gt: Number(value), $fuzzy: true } }),
  'as data of a share': (column) => ({ column, operator: '>', percentile: 90 }),
  'as data of NOR': (column, value) => ({ $nor: [{ [column]: { $gt: Number(value) } }, { unknown_column: 3 }] }),
};
const COLUMNS: Readonly<Record<string, Change<string[]>>> = {
  'with a product': ([first, ...list]) => [`${first ?? ''} * 2`, ...list],
  'with a logarithm': ([first, ...list]) => [`log(${first ?? ''})`, ...list],
  'with a lag': ([first, ...list]) => [`${first ?? ''}.shift(1)`, ...list],
  'with one of two': ([first, ...list]) => [`${first ?? ''} or device_temperature`, ...list],
  'with a minus': ([first, ...list]) => [`-${first ?? ''}`, ...list],
  'with etc': (list) => `${list.join(', ')}, etc.`,
  'with an expression of a pattern': () => ['^(r|c).*'],
  'of the first two': () => 'the first two columns',
  'with a distinct': ([first, ...list]) => [`count(distinct ${first ?? ''})`, ...list],
};
const COUNTS: Readonly<Record<string, Change<number>>> = {
  'of two numbers': (value) => `${String(value)} or ${String(value + 1)}`,
  'in a range': (value) => `${String(value)}-${String(value + 5)}`,
  'with less than': (value) => `<${String(value)}`,
  'with a question mark': (value) => `${String(value)}?`,
  'of a few': () => 'a few',
  'of many': () => 'plenty',
  'in per cent': (value) => `${String(value)} %`,
  'for each': (value) => `${String(value)} per channel`,
  'that is no number': () => 'NaN',
  'in a list of two': (value) => [value, value + 1],
  'with a variable': () => '${count}',
};
const CHOICES: Readonly<Record<string, Change<string>>> = {
  'of one or another': (value) => `${value} or something else`,
  'that is negated': (value) => `not ${value}`,
  'with a question mark': (value) => `${value}?`,
  'of a placeholder': () => '<choose one>',
  'of what fits': () => 'whatever fits best',
  'of something close': (value) => `something like ${value}`,
  'of an unknown word': () => 'zigzag',
};
const EXTRAS: Readonly<Record<string, Record<string, unknown>>> = {
  'a correction of the values': { offset_db: 3 },
  'a smoothing': { smoothing_window: 5 },
  'a bootstrap': { bootstrap_samples: 1000 },
  'a random effect': { random_effects: ['advertiser_addr'] },
  'a list to leave out': { exclude_columns: ['rssi'] },
  'a condition in words': { where: 'only the strong ones' },
  'a weighting': { weighted_by: 'length' },
  'a distance': { max_distance_m: 10 },
};
const CHOSEN: Readonly<Record<string, Record<string, unknown>>> = {
  'of every tenth packet': { sample_every: 10 },
  'without duplicates': { deduplicate: true },
  'that is inverted': { invert: true },
  'without a channel': { exclude_channels: ['37'] },
  'of a maker': { manufacturer: 'Apple' },
  'near a place': { location: 'office' },
};
const chosen =
  (extra: Record<string, unknown>): Kind['break'] =>
  (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...extra } };
const CALLS: Readonly<Record<string, Way>> = {
  'a call that waits for a word': (args, name) => `Shall I run ${text({ name, arguments: args })}? Please say yes or no.`,
  'a call that was taken back': (args, name) => `${text({ name, arguments: args })}\nNo, wait, that is the wrong tool.`,
  'a call that must never run': (all, name) => `Never run ${name}(${text(all)}).`,
  'a call that is only a trial': (_, __, call) => ({ ...call, dry_run: true }),
  'a call that is not to be run': (_, __, call) => ({ ...call, execute: false }),
  'a call that was rejected': (_, __, call) => ({ ...call, approved: false }),
  'a call with a condition': (_, __, call) => ({ ...call, run_if: 'more than one phone is present' }),
  'a call cut in the name of a key': (_, __, call) => text(call).slice(0, text(call).indexOf('"arguments"') + 6),
  'two calls of which one is to be chosen': (all, name) => `Either ${name}(${text(all)}) or list_captures({}).`,
  'a tool of two names': (all, name) => ({ name: `${name} or list_captures`, arguments: all }),
  'a tool that is not there': (all) => ({ name: 'magic_solver', arguments: all }),
  'a tool of a placeholder': (all) => ({ name: '<tool_name>', arguments: all }),
};

export const BLIND_H_LOST: readonly Kind[] = [
  ...Object.entries(FILTERS).map(([name, change]) => lost(`h: filter ${name}`, greater(change))),
  ...all('columns', columns, COLUMNS),
  ...all('a count', counts, COUNTS),
  ...all('a choice', choice, CHOICES),
  ...Object.entries(EXTRAS).map(([name, extra]) =>
    lost(`h: ${name} beside`, (call) => ({ ...call, arguments: { ...call.arguments, ...extra } })),
  ),
  ...Object.entries(CHOSEN).map(([name, extra]) => lost(`h: a selection ${name}`, chosen(extra))),
  ...Object.entries(CALLS).map(([name, way]) => lost(`h: ${name}`, as(way))),
  ...all('a column', named, {
    'with a logarithm': (name: string) => `log(${name})`,
    'of another or it': (name: string) => `${name} or battery_level`,
    'that is not there': () => 'device_temperature',
    'with a lag': (name: string) => `${name} (lagged by 1)`,
  }),
  ...all('a switch', flags, {
    'as sometimes': () => 'sometimes',
    'as a question': (value: boolean) => `${String(value)}?`,
    'as both': () => [true, false],
  }),
  ...all('a window', (change: Change<[number, number]>) => windowAs((start, end) => change([start, end])), {
    'of a while ago': () => 'a while ago',
    'of the middle': () => 'the middle part',
    'around a time': ([start]) => `around ${iso(start)}`,
    'with an end in doubt': ([start, end]) => ({ start: iso(start), end: `${iso(end)}?` }),
    'with a day that does not exist': ([start]) => ({ start: iso(start), end: '2020-13-45T00:00:00Z' }),
    'of two windows': ([start, end]) => [
      { start_ms: start, end_ms: start + 1000 },
      { start_ms: end - 1000, end_ms: end },
    ],
    'before it': ([start, end]) => `before ${iso(start)} or after ${iso(end)}`,
  }),
  ...all('channels', inChannels, {
    'that are odd': () => 'odd ones',
    'with a minus': (list: string[]) => list.map((each) => `-${each}`),
    'with an exclamation mark': (list: string[]) => list.map((each) => `!${each}`),
    'of about a number': (list: string[]) => [`~${list[0] ?? ''}`],
    'with one in doubt': (list: string[]) => [...list.slice(1), `${list[0] ?? ''}?`],
  }),
  lost(
    'h: capture that is another one',
    inCapture(() => 'the other one'),
  ),
  lost(
    'h: capture of this or that',
    inCapture((id) => `${id} or kitchen_2044`),
  ),
  lost(
    'h: capture of a negation',
    inCapture((id) => `not ${id}`),
  ),
  lost(
    'h: two queries',
    one('sql', (sql: string) => `${sql}; SELECT count(*) FROM other_table`),
  ),
  lost(
    'h: a query with a placeholder',
    one('sql', (sql: string) => sql.replace(/FROM \w+/, 'FROM <capture>').replace(/\w+ AS/, '? AS')),
  ),
  lost(
    'h: a query cut in its middle',
    one('sql', (sql: string) => sql.slice(0, Math.floor(sql.length / 2))),
  ),
];

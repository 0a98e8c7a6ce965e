/** Kinds that no longer say what was asked, or ask for more than a tool can do; written without a look at the repairs. */
import { inChannels, inFilter, lost, text, type Kind } from './kind.ts';
import { inCapture, inPredicate, iso, single } from './blind-parts.ts';
import { choice, columns, counts, flags, named, numbers, one } from './blind-e-arguments.ts';
import { windowAs } from './blind-e-windows.ts';
import { as, type Way } from './blind-f-calls.ts';

type Change<T> = (value: T) => unknown;
const all = <T>(prefix: string, make: (change: Change<T>) => Kind['break'], changes: Readonly<Record<string, Change<T>>>): Kind[] =>
  Object.entries(changes).map(([name, change]) => lost(`g: ${prefix} ${name}`, make(change)));
const greater = (change: (column: string, value: string) => unknown): Kind['break'] =>
  inPredicate(single((column, operator, value) => (operator === '>' ? change(column, String(value)) : undefined)));

const FILTERS: Readonly<Record<string, (column: string, value: string) => unknown>> = {
  'within a distance': (column, value) => `${column} within 5 of ${value}`,
  'that is roughly': (column, value) => `roughly ${column} > ${value}`,
  'of much more': (column, value) => `${column} much greater than ${value}`,
  'of slightly more': (column, value) => `${column} slightly above ${value}`,
  'of not too much': (column, value) => `${column} > ${value} but not too high`,
  'of a mean': (column, value) => `avg(${column}) > ${value}`,
  'of a mean in a method': (column, value) => `${column}.mean().gt(${value})`,
  'of a rolling mean': (column, value) => `df.${column}.rolling(5).mean() > ${value}`,
  'of an absolute value': (column, value) => `abs(${column}) > ${value}`,
  'of a method that is unknown': (column, value) => `${column}.near(${value})`,
  'of a share': (column) => `top 10% of ${column}`,
  'of a percentile': (column) => `${column} > p90`,
  'of a deviation': (column) => `${column} > mean + 2 * sd`,
  'of a neighbour': (column, value) => `${column} > ${value} and next ${column} > ${value}`,
  'for most of a time': (column, value) => `${column} > ${value} most of the time`,
  'in a number of packets': (column, value) => `${column} > ${value} in 5 consecutive packets`,
  'with a doubt': (column, value) => `${column} > ${value} (not sure)`,
  'with a choice': (column, value) => `${column} > ${value} or ${column} < ${value}, whichever is smaller`,
  'with either sign': (column, value) => `${column} >/< ${value}`,
  'with two signs': (column, value) => `${column} > < ${value}`,
  'with a sign of a template': (column, value) => `${column} {op} ${value}`,
  'with a value that is cut': (column) => `${column} > `,
  'with a text that is cut': (column, value) => `${column} > ${value} AND adv_type = 'ADV`,
  'with a bracket that is open': (column, value) => `${column} > ${value} AND (channel = 37 OR`,
  'with a number of two points': (column, value) => `${column} > ${value}.5.2`,
  'between one value and nothing': (column, value) => `${column} between ${value} and`,
  'with an exception': (column, value) => `${column} > ${value} except for beacons`,
  'with a value of a variable': (column) => `${column} > threshold`,
  'with a value of an environment': (column) => `${column} > $THRESHOLD`,
  'by another filter': (column, value) => `same as before but ${column} > ${value}`,
  'of what follows': (column, value) => `${column} > ${value}, then group by channel`,
  'of weak words': (column) => `strong ${column} only`,
  'in a rank': (column, value) => `rank(${column}) > ${value}`,
  'with a change': (column, value) => `change in ${column} > ${value}`,
  'with a second before': (column, value) => `${column} > ${value} 1 s ago`,
  'with not only': (column, value) => `not only ${column} > ${value}`,
  'with either or neither': (column, value) => `either ${column} > ${value} or neither`,
  'with hardly': (column, value) => `hardly ${column} > ${value}`,
  'with a unit of power': (column, value) => `${column} > ${value} mW`,
  'with a unit of time': (column, value) => `${column} > ${value} s`,
  'with a column that is not there': (_, value) => `signal_quality_index > ${value}`,
};
const COLUMNS: Readonly<Record<string, Change<string[]>>> = {
  'with a star': ([first, ...list]) => [`${first ?? ''}*`, ...list],
  'with a rest': (list) => [...list, '...'],
  'with one that is not there': (list) => [...list, 'battery_voltage'],
  'with a ratio': ([first, ...list]) => [`${first ?? ''}/length`, ...list],
  'with a mean': ([first, ...list]) => [`mean(${first ?? ''})`, ...list],
  'with a cast': ([first, ...list]) => [`${first ?? ''}::int % 2`, ...list],
  'without one': (list) => ({ exclude: list }),
  'with a number for one': (list) => list.map((_, at) => at),
};
const COUNTS: Readonly<Record<string, Change<number>>> = {
  about: (value) => `about ${String(value)}`,
  'at least': (value) => `at least ${String(value)}`,
  'up or down': (value) => `±${String(value)}`,
  'with an unknown unit': (value) => `${String(value)} flurbs`,
  'negative by a sign': (value) => -value,
  'as a range': (value) => [value, value * 2],
  'as a formula of an unknown': (value) => `${String(value)} * k`,
  'in a template': () => '{{count}}',
};
const CHOICES: Readonly<Record<string, Change<string>>> = {
  'of two': (value) => `${value} or another`,
  'of any': () => 'any',
  'of best': () => 'best',
  'that does not exist': () => 'quantum',
  'with a minus': (value) => `-${value}`,
  'with except': (value) => `everything except ${value}`,
};
const more =
  (extra: Record<string, unknown>): Kind['break'] =>
  (call) => ({ ...call, arguments: { ...call.arguments, ...extra } });
const EXTRAS: Readonly<Record<string, Record<string, unknown>>> = {
  'a filter of another form': { only_when: 'rssi is rising' },
  'a lag': { lag: 3 },
  'a sample': { sample: 0.1 },
  'an interaction': { interactions: [['rssi', 'channel']] },
  'a removal of outliers': { remove_outliers: true },
  'a scale': { log_transform: true },
  'a one-sided test': { one_sided: true },
  'a unit': { unit: 'mW' },
};
const chosen =
  (extra: Record<string, unknown>): Kind['break'] =>
  (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...extra } };
const CHOSEN: Readonly<Record<string, Record<string, unknown>>> = {
  'to leave out': { exclude: true },
  'of a maximum of packets': { max_packets: 500 },
  'of a device by name': { device_name: 'Pixel' },
  'of a negated filter': { negate_filter: true },
  'of a band': { rssi_min: -80 },
  'of an unknown time': { time: 'around noon' },
};
const CALLS: Readonly<Record<string, Way>> = {
  'a call that is only a question': (all, name) => `Should I call ${name} with ${text(all)}?`,
  'a call that was refused': (all, name) => `Do not call ${name}(${text(all)}).`,
  'a call that is cut in a value': (_, __, call) => text(call).slice(0, -Math.ceil(text(call).length / 3)),
  'a call with a condition': (_, __, call) => ({ ...call, if: 'the capture has more than 1000 packets' }),
  'a call to be confirmed': (_, __, call) => ({ ...call, require_confirmation: true }),
  'a call under a tool of everything': (all) => ({ name: 'analyze', arguments: all }),
  'a call that may be one of two tools': (all, name) => ({ name: `${name}|list_captures`, arguments: all }),
  'a call with two sets of arguments': (args, name) => ({ name, arguments: args, input: { ...args, limit: 3, columns: ['length'] } }),
};

export const BLIND_G_LOST: readonly Kind[] = [
  ...Object.entries(FILTERS).map(([name, change]) => lost(`g: filter ${name}`, greater(change))),
  ...all('columns', columns, COLUMNS),
  ...all('a count', counts, COUNTS),
  ...all('a choice', choice, CHOICES),
  ...Object.entries(EXTRAS).map(([name, extra]) => lost(`g: ${name} beside`, more(extra))),
  ...Object.entries(CHOSEN).map(([name, extra]) => lost(`g: a selection ${name}`, chosen(extra))),
  ...Object.entries(CALLS).map(([name, way]) => lost(`g: ${name}`, as(way))),
  ...all('a column', named, {
    'of two': (name: string) => [name, 'length'],
    'with a rank': (name: string) => `rank(${name})`,
    'that is not there': () => 'battery_voltage',
    'with a change': (name: string) => `diff(${name})`,
  }),
  ...all('a switch', flags, {
    'as maybe': () => 'maybe',
    'as a number of another size': () => 2,
    'with a negation': (value: boolean) => `not ${String(value)}`,
  }),
  lost(
    'g: a number with a letter in it',
    numbers((value) => String(value).replace(/\d$/, 'O')),
  ),
  ...all('a window', (change: Change<[number, number]>) => windowAs((start, end) => change([start, end])), {
    'of the last minutes': () => 'last 5 minutes',
    'of a day': () => 'yesterday',
    'without a start': ([, end]) => ({ end_ms: end, start_ms: null }),
    'with a part that is cut': ([start]) => ({ start_ms: iso(start), end_ms: '2020-05-' }),
    'with an unknown unit': ([start, end]) => ({ start: `${String(start)} ticks`, end: `${String(end)} ticks` }),
    'except it': ([start, end]) => ({ exclude: [start, end] }),
    'with a length but no start': ([start, end]) => ({ duration_ms: end - start }),
  }),
  ...all('channels', inChannels, {
    'without one': (list: string[]) => `all except ${list[0] ?? ''}`,
    'that are negated': (list: string[]) => ({ not: list }),
    'of a name': () => ['primary-ish'],
    'with a count': () => 'three channels',
  }),
  lost(
    'g: capture that is the newest',
    inCapture(() => 'the newest one'),
    { open: 'several' },
  ),
  lost(
    'g: capture that is not open',
    inCapture(() => 'warehouse_2031'),
  ),
  lost(
    'g: capture of two',
    inCapture((id) => `${id} and warehouse_2031`),
  ),
  lost(
    'g: groups with a wildcard',
    one('groups', ([first]: string[]) => [first, '*']),
  ),
  lost(
    'g: a query that is cut',
    one('sql', (sql: string) => sql.slice(0, sql.indexOf('FROM') + 4)),
  ),
  lost(
    'g: a query of a template',
    one('sql', (sql: string) => sql.replace(/FROM \w+/, 'FROM {table}').replace('rssi', '{column}')),
  ),
  lost(
    'g: filter with two that disagree',
    inFilter((filter) => `${filter} OR NOT (${filter}`),
  ),
];

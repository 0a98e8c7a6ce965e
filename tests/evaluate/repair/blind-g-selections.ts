/** Kinds of filters, windows, channels and captures, as models of several makers send them; written without a look at the repairs. */
import { inChannels, inFilter, kind, text, type Kind } from './kind.ts';
import { captureAs } from './blind-e-captures.ts';
import { windowAs } from './blind-e-windows.ts';
import { eachTerm, inCapture, inPredicate, isPlain, iso, quoted, single, together, type Operator, type Term } from './blind-parts.ts';

const AND = { and: ' AND ', or: ' OR ' };
const SIGNS = { and: ' && ', or: ' || ' };
const LOWER = { and: ' and ', or: ' or ' };
const notation = (term: (each: Term) => string | undefined, words = AND, around?: (all: string) => string): Kind['break'] =>
  inPredicate(eachTerm((each) => (isPlain(each) ? term(each) : undefined), words, around));
const only = (change: (column: string, operator: Operator, value: Term['value']) => unknown): Kind['break'] => inPredicate(single(change));
/** Comparisons of a column with a number in other words for each sign. */
const inWords = (words: Partial<Record<Operator, string>>, links = AND): Kind['break'] =>
  notation(
    ({ column, operator, value }) => (words[operator] === undefined ? undefined : `${column} ${words[operator]} ${quoted(value, "'")}`),
    links,
  );
const method = (words: Partial<Record<Operator, string>>, name: (column: string) => string, links = LOWER): Kind['break'] =>
  notation(
    ({ column, operator, value }) =>
      words[operator] === undefined ? undefined : `${name(column)}.${words[operator]}(${quoted(value, '"')})`,
    links,
  );
const data = (term: (each: Term) => unknown, around: (all: unknown[], join: 'and' | 'or') => unknown): Kind['break'] =>
  inPredicate(({ join, terms }) => (terms.every(isPlain) ? around(terms.map(term), join === 'AND' ? 'and' : 'or') : undefined));

const SHORT = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;
const LONG = { '=': 'eq', '!=': 'neq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;
const OPPOSITE = { '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
const TURNED = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
const isSign = (operator: Operator): operator is keyof typeof SHORT => operator in SHORT;

const FILTERS: readonly (readonly [string, Kind['break']])[] = [
  ['above and below', inWords({ '>': 'above', '<': 'below', '=': 'equals', '!=': 'differs from' }, LOWER)],
  ['over and under', inWords({ '>': 'over', '<': 'under', '=': '=', '!=': '!=' })],
  ['at least and at most', inWords({ '>=': 'at least', '<=': 'at most', '>': '>', '=': 'is', '!=': 'is not' }, LOWER)],
  ['not below', inWords({ '>=': 'not below', '<=': 'not above', '>': '>', '=': '=' })],
  ['no less than', inWords({ '>=': 'no less than', '<=': 'no more than', '>': '>', '=': '=' })],
  [
    'is greater than',
    inWords(
      {
        '>': 'is greater than',
        '<': 'is less than',
        '>=': 'is greater than or equal to',
        '<=': 'is less than or equal to',
        '=': 'is equal to',
      },
      LOWER,
    ),
  ],
  ['higher than', inWords({ '>': 'higher than', '<': 'lower than', '=': 'equal to' })],
  ['exceeds', inWords({ '>': 'exceeds', '=': 'equals' })],
  ['gt() of pandas', method(LONG, (column) => `df.${column}`, { and: ' & ', or: ' | ' })],
  ['gt() of a column', method(LONG, (column) => `${column}`, SIGNS)],
  ['gt() of col()', method(SHORT, (column) => `pl.col("${column}")`, { and: ' & ', or: ' | ' })],
  [
    'functions of Strapi',
    notation(
      ({ column, operator, value }) => (isSign(operator) ? `${LONG[operator]}(${column}, ${quoted(value, "'")})` : undefined),
      LOWER,
    ),
  ],
  [
    'words of Bash',
    notation(
      ({ column, operator, value }) => (isSign(operator) ? `${column} -${SHORT[operator]} ${quoted(value, '"')}` : undefined),
      SIGNS,
    ),
  ],
  [
    'words of PowerShell',
    notation(({ column, operator, value }) => (isSign(operator) ? `$_.${column} -${SHORT[operator]} ${quoted(value, '"')}` : undefined), {
      and: ' -and ',
      or: ' -or ',
    }),
  ],
  [
    'words of KQL',
    notation(
      ({ column, operator, value }) => `${column} ${operator === '=' ? '==' : operator} ${quoted(value, '"')}`,
      LOWER,
      (all) => `| where ${all}`,
    ),
  ],
  [
    'lookups of Django in text',
    only((column, operator, value) => (isSign(operator) ? `${column}__${LONG[operator]}=${quoted(value, "'")}` : undefined)),
  ],
  [
    'lookups of Django as data',
    only((column, operator, value) => (isSign(operator) ? { [`${column}__${LONG[operator]}`]: value } : undefined)),
  ],
  [
    'operators of MongoDB',
    only((column, operator, value) =>
      isSign(operator) ? { [column]: { [`$${operator === '!=' ? 'ne' : LONG[operator]}`]: value } } : undefined,
    ),
  ],
  [
    'operators of MongoDB in text',
    only((column, operator, value) =>
      isSign(operator) ? text({ [column]: { [`$${operator === '!=' ? 'ne' : LONG[operator]}`]: value } }) : undefined,
    ),
  ],
  ['a list of three', only((column, operator, value) => [column, operator, value])],
  [
    'lists of three',
    data(
      ({ column, operator, value }) => [column, operator, value],
      (all, join) => (join === 'and' ? all : undefined),
    ),
  ],
  [
    'columns, operators and values',
    data(
      ({ column, operator, value }) => ({ column, operator, value }),
      (all, join) => (join === 'and' ? all : undefined),
    ),
  ],
  [
    'fields, ops and values in any of',
    data(
      ({ column, operator, value }) => ({ field: column, op: isSign(operator) ? SHORT[operator] : operator, value }),
      (all, join) => ({ [join === 'and' ? 'all' : 'any']: all }),
    ),
  ],
  [
    'a logic and its conditions',
    data(
      ({ column, operator, value }) => ({ column, operator, value }),
      (conditions, join) => ({ logic: join, conditions }),
    ),
  ],
  [
    'a range of Elasticsearch',
    only((column, operator, value) =>
      /[<>]/.test(operator) && isSign(operator) ? { range: { [column]: { [LONG[operator]]: value } } } : undefined,
    ),
  ],
  ['a term of Elasticsearch', only((column, operator, value) => (operator === '=' ? { term: { [column]: value } } : undefined))],
  ['a column with its value', only((column, operator, value) => (operator === '=' ? { [column]: value } : undefined))],
  [
    'a column with a sign and a value',
    only((column, operator, value) => (/[<>]/.test(operator) ? { [column]: `${operator} ${String(value)}` } : undefined)),
  ],
  [
    'the value first',
    notation(({ column, operator, value }) => (isSign(operator) ? `${quoted(value, "'")} ${TURNED[operator]} ${column}` : undefined)),
  ],
  [
    'a negated opposite of JavaScript',
    notation(
      ({ column, operator, value }) => (isSign(operator) ? `!(${column} ${OPPOSITE[operator]} ${quoted(value, "'")})` : undefined),
      SIGNS,
    ),
  ],
  [
    'a negated opposite in words',
    only((column, operator, value) => (isSign(operator) ? `not ${column} ${OPPOSITE[operator]} ${quoted(value, "'")}` : undefined)),
  ],
  [
    'it is not the case that',
    only((column, operator, value) =>
      operator === '=' ? undefined : isSign(operator) ? `NOT (NOT (${column} ${operator} ${quoted(value, "'")}))` : undefined,
    ),
  ],
  ['double quotes', inFilter((filter) => filter.replaceAll("'", '"'))],
  ['backticks', inFilter((filter) => filter.replace(/\b([a-z_]+)(?= (?:=|!=|<|>|IN|IS))/g, '`$1`'))],
  ['columns in double quotes', inFilter((filter) => filter.replace(/\b([a-z_]+)(?= (?:=|!=|<|>|IN|IS))/g, '"$1"'))],
  ['two equals signs', inFilter((filter) => filter.replace(/(?<![!<>])=/g, '=='))],
  ['a sign of two angles', inFilter((filter) => filter.replaceAll('!=', '<>'))],
  ['signs of mathematics', inFilter((filter) => filter.replaceAll('>=', '≥').replaceAll('<=', '≤').replaceAll('!=', '≠'))],
  ['a minus of typography', inFilter((filter) => filter.replace(/-(?=\d)/g, '−'))],
  ['a number in quotes', inFilter((filter) => filter.replace(/(?<=[<>] )(-?\d+)/g, "'$1'"))],
  ['a unit behind a number', inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi > $1 dBm'))],
  ['no blanks', inFilter((filter) => filter.replace(/ (=|!=|<=|>=|<|>) /g, '$1'))],
  ['entities', inFilter((filter) => filter.replaceAll('>', '&gt;').replaceAll('<', '&lt;'))],
  ['percent signs', inFilter((filter) => encodeURIComponent(filter))],
  ['a SELECT around', inFilter((filter) => `SELECT * FROM packets WHERE ${filter}`)],
  ['parentheses twice', inFilter((filter) => `((${filter}))`)],
  ['a comma for AND', inFilter((filter) => (filter.includes('IN (') ? filter : filter.replaceAll(' AND ', ', ')))],
  ['a list of terms', inFilter((filter) => filter.replace(/channel IN \(37, 38, 39\)/, 'channel in [37, 38, 39]'))],
  ['isin()', inFilter((filter) => filter.replace('channel IN (37, 38, 39)', 'channel.isin([37, 38, 39])'))],
  ['BETWEEN', inFilter((filter) => filter.replace('channel IN (37, 38, 39)', 'channel BETWEEN 37 AND 39'))],
  ['a chain of comparisons', inFilter((filter) => filter.replace('channel IN (37, 38, 39)', '37 <= channel <= 39'))],
  ['is null of Python', inFilter((filter) => filter.replace('IS NULL', 'is None'))],
  ['is empty', inFilter((filter) => filter.replace('IS NULL', 'is null'))],
  ['isnull()', inFilter((filter) => filter.replace(/(\w+) IS NULL/, 'isnull($1)'))],
  ['a switch of Python', inFilter((filter) => filter.replace('= TRUE', '== True'))],
  ['a switch as a number', inFilter((filter) => filter.replace('= TRUE', '= 1'))],
  ['a name of a table', inFilter((filter) => filter.replace(/\b([a-z_]+)(?= (?:=|!=|<|>|IN|IS))/g, 'packets.$1'))],
  ['names in camel case', inFilter((filter) => filter.replace(/([a-z])_([a-z])/g, (_, a: string, b: string) => a + b.toUpperCase()))],
  ['a lambda', inFilter((filter) => filter.replace(/^(\w+) > (-?\d+)$/, 'lambda row: row["$1"] > $2'))],
  ['an arrow', inFilter((filter) => filter.replace(/^(\w+) > (-?\d+)$/, '(p) => p.$1 > $2'))],
];

/** First and last times of the captures whose calls have windows. */
const TIMES: Readonly<Record<string, readonly [number, number]>> = { lab: [1_700_000_000_000, 1_700_000_299_000] };
const relative =
  (change: (start: number, end: number) => unknown): Kind['break'] =>
  (call, random) => {
    const id = (call.capture_selection['capture_id'] ?? (call.capture_selection['capture_ids'] as string[] | undefined)?.[0]) as string;
    const [first, last] = TIMES[id] ?? [];
    return first === undefined || last === undefined
      ? undefined
      : windowAs((start, end) => change(start - first, last - end))(call, random);
  };
const us = (ms: number): number => ms * 1000;
const day = (ms: number): string => iso(ms).replace('T', ' ').slice(0, -1);
const WINDOWS: readonly (readonly [string, Kind['break']])[] = [
  ['ISO times', windowAs((start, end) => ({ start_ms: iso(start), end_ms: iso(end) }))],
  ['ISO times under start and end', windowAs((start, end) => ({ start: iso(start), end: iso(end) }))],
  ['an interval of ISO 8601', windowAs((start, end) => `${iso(start)}/${iso(end)}`)],
  ['an interval with a length', windowAs((start, end) => `${iso(start)}/PT${String((end - start) / 1000)}S`)],
  ['a list of two', windowAs((start, end) => [start, end])],
  ['a list of two ISO times', windowAs((start, end) => [iso(start), iso(end)])],
  ['numbers as text', windowAs((start, end) => ({ start_ms: String(start), end_ms: String(end) }))],
  ['JSON text', windowAs((start_ms, end_ms) => text({ start_ms, end_ms }))],
  ['microseconds by name', windowAs((start, end) => ({ start_us: us(start), end_us: us(end) }))],
  ['seconds by name', windowAs((start, end) => ({ start_s: start / 1000, end_s: end / 1000 }))],
  ['nanoseconds by name', windowAs((start, end) => ({ start_ns: `${String(us(start))}000`, end_ns: `${String(us(end))}000` }))],
  ['camel case', windowAs((startMs, endMs) => ({ startMs, endMs }))],
  ['begin and end', windowAs((begin, end) => ({ begin, end }))],
  ['min and max', windowAs((min, max) => ({ min, max }))],
  ['gte and lte', windowAs((gte, lte) => ({ gte, lte }))],
  ['a start and a length in seconds', windowAs((start_ms, end) => ({ start_ms, duration_s: (end - start_ms) / 1000 }))],
  ['a start and a length with a unit', windowAs((start, end) => ({ start: iso(start), duration: `${String((end - start) / 1000)}s` }))],
  ['days and times with UTC', windowAs((start, end) => ({ start_ms: `${day(start)} UTC`, end_ms: `${day(end)} UTC` }))],
  ['an offset', windowAs((start, end) => ({ start: iso(start).replace('Z', '+00:00'), end: iso(end).replace('Z', '+00:00') }))],
  ['an epoch in an object', windowAs((start, end) => ({ start: { epoch_ms: start }, end: { epoch_ms: end } }))],
  ['values of a unit', windowAs((start, end) => ({ start: { value: start, unit: 'ms' }, end: { value: end, unit: 'ms' } }))],
  ['a null for a zone', windowAs((start_ms, end_ms) => ({ start_ms, end_ms, timezone: null }))],
  ['decimals', windowAs((start, end) => ({ start_ms: `${String(start)}.0`, end_ms: `${String(end)}.0` }))],
  ['words between', windowAs((start, end) => `between ${iso(start)} and ${iso(end)}`)],
  ['words to', windowAs((start, end) => `${iso(start)} to ${iso(end)}`)],
  ['offsets from the start', relative((from, to) => `start+${String(from / 1000)}s to end-${String(to / 1000)}s`)],
];
const CHANNELS: readonly (readonly [string, (list: string[]) => unknown])[] = [
  ['numbers', (list) => list.map(Number)],
  ['one text', (list) => list.join(',')],
  ['one text of JSON', (list) => text(list.map(Number))],
  ['a word before', (list) => list.map((each) => `ch${each}`)],
  ['the word channel', (list) => list.map((each) => `Channel ${each}`)],
  ['objects of a channel', (list) => list.map((each) => ({ channel: Number(each) }))],
  ['a range', (list) => (list.length === 3 ? '37-39' : undefined)],
  ['floats', (list) => list.map((each) => `${each}.0`)],
  ['a list of Python', (list) => `[${list.map((each) => `'${each}'`).join(', ')}]`],
  ['switches', (list) => Object.fromEntries(list.map((each) => [each, true]))],
];
const ENDINGS: Readonly<Record<string, string>> = { lab: 'csv', heart_rate: 'pcap', iphone_web_scan: 'ndjson' };
const file = (id: string): string => `${id}.${ENDINGS[id] ?? 'pcapng'}`;
const CAPTURES: readonly (readonly [string, (id: string) => unknown])[] = [
  ['by its file', file],
  ['by a path', (id) => `/data/captures/${file(id)}`],
  ['by a path of Windows', (id) => `C:\\captures\\${file(id)}`],
  ['by an address of a file', (id) => `file:///captures/${file(id)}`],
  ['by an address of a resource', (id) => `capture://${id}`],
  ['with hyphens', (id) => (id.includes('_') ? id.replaceAll('_', '-') : undefined)],
  ['with blanks', (id) => (id.includes('_') ? id.replaceAll('_', ' ') : undefined)],
  [
    'in title case',
    (id) => id.replace(/(^|_)([a-z])/g, (_, mark: string, letter: string) => (mark === '' ? '' : ' ') + letter.toUpperCase()),
  ],
  ['in camel case', (id) => (id.includes('_') ? id.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : undefined)],
  ['as an object with an id', (capture_id) => ({ capture_id })],
  ['with quotes', (id) => `"${id}"`],
  ['with a word behind', (id) => `${id} capture`],
];

export const BLIND_G_SELECTIONS: readonly Kind[] = [
  ...FILTERS.map(([name, way]) => kind(`g: filter with ${name}`, way)),
  ...WINDOWS.map(([name, way]) => kind(`g: window with ${name}`, way)),
  ...CHANNELS.map(([name, change]) => kind(`g: channels with ${name}`, inChannels(change))),
  ...CAPTURES.map(([name, change]) =>
    kind(`g: capture ${name}`, (call, random) => {
      const [id] = [call.capture_selection['capture_id'] ?? call.capture_selection['capture_ids']].flat();
      return typeof id !== 'string' || change(id) === undefined ? undefined : inCapture(change)(call, random);
    }),
  ),
  ...['file', 'filename', 'capture', 'id', 'captureId', 'capture_file'].map((name) =>
    kind(`g: capture under ${name}`, captureAs(name, file)),
  ),
  kind(
    'g: a filter of pandas, a file and channels as text',
    together(
      inCapture(file),
      inFilter((filter) =>
        filter
          .replace(/(?<![!<>])=/g, '==')
          .replaceAll(' AND ', ' & ')
          .replaceAll(' OR ', ' | '),
      ),
    ),
  ),
  kind('g: a selection as JSON text', ({ capture_selection: selection, ...call }) =>
    Object.keys(selection).length === 0 ? undefined : { ...call, capture_selection: text(selection) },
  ),
  kind('g: a selection under selection', ({ capture_selection: selection, ...call }) =>
    Object.keys(selection).length === 0 ? undefined : { ...call, selection },
  ),
  kind('g: a selection in a list', ({ capture_selection: selection, ...call }) =>
    Object.keys(selection).length === 0 ? undefined : { ...call, capture_selection: [selection] },
  ),
];

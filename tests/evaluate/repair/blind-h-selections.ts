/** Kinds of filters, windows, channels and captures, as models and libraries write them; written without a look at the repairs. */
import { inChannels, inFilter, kind, renamed, text, type Kind } from './kind.ts';
import { captureAs, inCapture } from './blind-e-captures.ts';
import { windowAs } from './blind-e-windows.ts';
import { eachTerm, inPredicate, isPlain, iso, quoted, single, takeChannels, takeFilter, takeWindow, together } from './blind-parts.ts';
import type { Operator, Term } from './blind-parts.ts';

type Signed = Exclude<Operator, 'in' | 'null'>;
type Write = (column: string, operator: Signed, value: Term['value']) => unknown;
const WORDS = { and: ' AND ', or: ' OR ' };
const LOWER = { and: ' and ', or: ' or ' };
const SIGNS = { and: ' && ', or: ' || ' };
const GT = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;
const GTE = { '=': 'eq', '!=': 'neq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;
const EQUALS = { '=': '==', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const;
const LONG = {
  '=': 'equals',
  '!=': 'notEquals',
  '<': 'lessThan',
  '<=': 'lessThanOrEqual',
  '>': 'greaterThan',
  '>=': 'greaterThanOrEqual',
} as const;
const OPPOSITE = { '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** Every term of the filter in text. */
const texts = (write: Write, links = WORDS, around?: (all: string) => string): Kind['break'] =>
  inPredicate(
    eachTerm(
      (term) => (isPlain(term) ? (write(term.column, term.operator as Signed, term.value) as string | undefined) : undefined),
      links,
      around,
    ),
  );
/** Every term of the filter as data. */
const data = (write: Write, around: (all: unknown[], join: 'and' | 'or') => unknown): Kind['break'] =>
  inPredicate(({ join, terms }) =>
    terms.every(isPlain)
      ? around(
          terms.map((term) => write(term.column, term.operator as Signed, term.value)),
          join === 'AND' ? 'and' : 'or',
        )
      : undefined,
  );
const only = (write: Write): Kind['break'] => inPredicate(single((column, operator, value) => write(column, operator as Signed, value)));
const compared = (links = LOWER, around?: (all: string) => string, name = (column: string): string => column): Kind['break'] =>
  texts((column, operator, value) => `${name(column)} ${EQUALS[operator]} ${quoted(value, '"')}`, links, around);

const TWO = "adv_type = 'ADV_IND' OR adv_type = 'ADV_NONCONN_IND'";
const FILTERS: Readonly<Record<string, Kind['break']>> = {
  'words of Wireshark': texts((column, operator, value) => `${column} ${GT[operator]} ${quoted(value, '"')}`, LOWER),
  'a query of pandas': compared(LOWER, (all) => `df.query('${all}')`),
  'a mask of pandas': compared(
    { and: ') & (', or: ') | (' },
    (all) => `df[(${all})]`,
    (column) => `df["${column}"]`,
  ),
  'a loc of pandas': compared(
    { and: ') & (', or: ') | (' },
    (all) => `df.loc[(${all})]`,
    (column) => `df.${column}`,
  ),
  'columns of Spark': compared(
    { and: ') & (', or: ') | (' },
    (all) => `(${all})`,
    (column) => `F.col("${column}")`,
  ),
  'a filter of dplyr': compared({ and: ' & ', or: ' | ' }, (all) => `filter(${all})`),
  'a subset of R': compared({ and: ' & ', or: ' | ' }, (all) => `subset(packets, ${all})`),
  'a filter of JavaScript': compared(
    SIGNS,
    (all) => `packets.filter(p => ${all})`,
    (column) => `p.${column}`,
  ),
  'a function of JavaScript': compared(
    SIGNS,
    (all) => `function (row) { return ${all}; }`,
    (column) => `row.${column}`,
  ),
  'a datum of Vega': compared(SIGNS, undefined, (column) => `datum.${column}`),
  'a path of JSON': compared(
    SIGNS,
    (all) => `$[?(${all})]`,
    (column) => `@.${column}`,
  ),
  'select() of jq': compared(
    LOWER,
    (all) => `select(${all})`,
    (column) => `.${column}`,
  ),
  'a comprehension of Python': compared(
    LOWER,
    (all) => `[p for p in packets if ${all}]`,
    (column) => `p["${column}"]`,
  ),
  'columns in brackets': compared(WORDS, undefined, (column) => `[${column}]`),
  'columns with a dollar': compared(WORDS, undefined, (column) => `$${column}`),
  'columns of a template': compared(SIGNS, undefined, (column) => `\${${column}}`),
  'parts of RSQL': texts(
    (column, operator, value) =>
      `${column}${({ '=': '==', '!=': '!=', '<': '=lt=', '<=': '=le=', '>': '=gt=', '>=': '=ge=' } as const)[operator]}${quoted(value, "'")}`,
    { and: ';', or: ',' },
  ),
  'a parameter of PostgREST': only((column, operator, value) => `${column}=${GTE[operator]}.${String(value)}`),
  'a lisp': only((column, operator, value) => `(${operator} ${column} ${quoted(value, '"')})`),
  'a formula of Excel': texts(
    (column, operator, value) => `${column}${operator === '!=' ? '<>' : operator}${quoted(value, '"')}`,
    { and: ', ', or: '; ' },
    (all) => (all.includes('; ') ? `=OR(${all.replaceAll('; ', ', ')})` : `=AND(${all})`),
  ),
  'a WHERE with a semicolon': inFilter((filter) => `WHERE ${filter};`),
  'an AND before': inFilter((filter) => `AND ${filter}`),
  'a comment of SQL': inFilter((filter) => `${filter} -- only these packets`),
  'a comment between': inFilter((filter) => `/* only these */ ${filter}`),
  'a query with all columns': inFilter((filter) => `SELECT p.* FROM packets AS p WHERE ${filter};`),
  'a label before': inFilter((filter) => `filter: ${filter}`),
  'WHERE in quotes': inFilter((filter) => `"WHERE ${filter}"`),
  'a fence around': inFilter((filter) => `\`\`\`sql\n${filter}\n\`\`\``),
  'a cast': inFilter((filter) => filter.replace(/(?<=[<>]=? )(-?\d+)/, 'CAST($1 AS INTEGER)')),
  'a cast with colons': inFilter((filter) => filter.replace(/(?<=[<>]=? )(-?\d+)/, '$1::int')),
  'numbers with a point': inFilter((filter) => filter.replace(/(?<=[<>]=? )(-?\d+)/g, '$1.0')),
  'numbers in parentheses': inFilter((filter) => filter.replace(/(?<=[<>]=? )(-?\d+)/g, '($1)')),
  'minus as a word': inFilter((filter) => filter.replace(/-(?=\d+$)/, 'minus ')),
  'dBm without a blank': inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi>$1dBm')),
  'names in capitals': inFilter((filter) => filter.replace(/\b[a-z_]+(?= (?:=|!=|<|>|IN|IS))/g, (name) => name.toUpperCase())),
  'names in words': inFilter((filter) => filter.replace(/\b[a-z]+_[a-z]+(?= (?:=|!=|<|>|IN|IS))/g, (name) => name.replaceAll('_', ' '))),
  'text without quotes': inFilter((filter) => filter.replace(/'(\w+)'/g, '$1')),
  'an address without quotes': inFilter((filter) => filter.replace(/'((?:\w\w:){5}\w\w)'/, '$1')),
  'an address with hyphens': inFilter((filter) => filter.replace(/(?:\w\w:){5}\w\w/, (address) => address.replaceAll(':', '-'))),
  'two values with a bar': inFilter((filter) => filter.replace(TWO, "adv_type = 'ADV_IND|ADV_NONCONN_IND'")),
  'either of two': inFilter((filter) => filter.replace(TWO, 'adv_type is either ADV_IND or ADV_NONCONN_IND')),
  'a set of two': inFilter((filter) => filter.replace(TWO, 'adv_type in {"ADV_IND", "ADV_NONCONN_IND"}')),
  'a set of Wireshark': inFilter((filter) => filter.replace('IN (37, 38, 39)', 'in {37 38 39}')),
  'a span of Wireshark': inFilter((filter) => filter.replace('IN (37, 38, 39)', 'in {37..39}')),
  'an element sign': inFilter((filter) => filter.replace('IN (37, 38, 39)', '∈ {37, 38, 39}')),
  'an array of SQL': inFilter((filter) => filter.replace('IN (37, 38, 39)', '= ANY(ARRAY[37, 38, 39])')),
  'a span of Python': inFilter((filter) => filter.replace('IN (37, 38, 39)', 'in range(37, 40)')),
  'includes()': inFilter((filter) => filter.replace('channel IN (37, 38, 39)', '[37, 38, 39].includes(channel)')),
  'one of in words': inFilter((filter) => filter.replace('IN (37, 38, 39)', 'is one of 37, 38 or 39')),
  'values in quotes': inFilter((filter) => filter.replace('(37, 38, 39)', "('37', '38', '39')")),
  'three alternatives': inFilter((filter) => filter.replace('channel IN (37, 38, 39)', '(channel = 37 or channel == 38 or channel == 39)')),
  'isna()': inFilter((filter) => filter.replace(/(\w+) IS NULL/, '$1.isna()')),
  'is missing': inFilter((filter) => filter.replace('IS NULL', 'is missing')),
  'two signs and null': inFilter((filter) => filter.replace('IS NULL', '== null')),
  'a function for null': inFilter((filter) => filter.replace(/(\w+) IS NULL/, 'pd.isna(df.$1)')),
  'is true': inFilter((filter) => filter.replace('= TRUE', 'is true')),
  'three signs and true': inFilter((filter) => filter.replace('= TRUE', '=== true')),
  'true in quotes': inFilter((filter) => filter.replace('= TRUE', '= "true"')),
  'a switch that is not false': inFilter((filter) => filter.replace(/^(\w+) = TRUE$/, 'NOT ($1 = FALSE)')),
  'doesn’t equal': inFilter((filter) => filter.replace(/NOT (\w+) = /, "$1 doesn't equal ")),
  'a tilde for NOT': inFilter((filter) => filter.replace(/NOT (\w+) = ('\w+')/, '~($1 == $2)')),
  'is not in words': inFilter((filter) => filter.replace(/NOT (\w+) = /, '$1 is not ')),
  'a negated opposite': only((column, operator, value) =>
    /[<>]/.test(operator) ? `!(${column} ${OPPOSITE[operator]} ${String(value)})` : undefined,
  ),
  'a negated opposite of Python': only((column, operator, value) =>
    /[<>]/.test(operator) ? `not (df["${column}"] ${OPPOSITE[operator]} ${String(value)})` : undefined,
  ),
  'a bound of Prisma': data(
    (column, operator, value) => ({ [column]: { [operator === '=' ? 'equals' : operator === '!=' ? 'not' : GTE[operator]]: value } }),
    (terms, join) => (terms.length === 1 ? terms[0] : { [join.toUpperCase()]: terms }),
  ),
  'a bound of Hasura': data(
    (column, operator, value) => ({ [column]: { [`_${GTE[operator]}`]: value } }),
    (terms, join) => ({ [`_${join}`]: terms }),
  ),
  JsonLogic: data(
    (column, operator, value) => ({ [EQUALS[operator]]: [{ var: column }, value] }),
    (terms, join) => (terms.length === 1 ? terms[0] : { [join]: terms }),
  ),
  'CQL2 in JSON': data(
    (column, operator, value) => ({ op: operator === '!=' ? '<>' : operator, args: [{ property: column }, value] }),
    (terms, join) => (terms.length === 1 ? terms[0] : { op: join, args: terms }),
  ),
  'rules and a combinator': data(
    (field, operator, value) => ({ field, operator, value }),
    (rules, combinator) => ({ combinator, rules }),
  ),
  'rules of a builder': data(
    (field, operator, value) => ({ id: field, field, operator: LONG[operator], value }),
    (rules, join) => ({ condition: join.toUpperCase(), rules }),
  ),
  'a member and its values': data(
    (member, operator, value) => ({ member, operator: GTE[operator], values: [String(value)] }),
    (terms) => (terms.length === 1 ? terms[0] : undefined),
  ),
  'a left and a right side': data(
    (left, op, right) => ({ left, op, right }),
    (terms) => (terms.length === 1 ? terms[0] : undefined),
  ),
  'a comparator and a threshold': data(
    (field, comparator, threshold) => ({ field, comparator, threshold }),
    (terms) => (terms.length === 1 ? terms[0] : undefined),
  ),
  'a node of a syntax tree': data(
    (name, operator, value) => ({
      type: 'BinaryExpression',
      operator: EQUALS[operator],
      left: { type: 'Identifier', name },
      right: { type: 'Literal', value },
    }),
    (terms, join) =>
      terms.length === 1
        ? terms[0]
        : join === 'and'
          ? { type: 'LogicalExpression', operator: '&&', left: terms[0], right: terms[1] }
          : undefined,
  ),
  'a column with signs as keys': data(
    (column, operator, value) => ({ [column]: { [operator]: value } }),
    (terms) => (terms.length === 1 ? terms[0] : undefined),
  ),
  'terms with words between': data(
    (column, operator, value) => `${column} ${operator} ${quoted(value, "'")}`,
    (terms, join) => (terms.length === 2 ? [terms[0], join.toUpperCase(), terms[1]].join(' ').replace(/^/, 'WHERE ') : undefined),
  ),
};
const asObject =
  (change: (filter: string) => unknown): Kind['break'] =>
  (call) => {
    if (!('filter_expression' in call.capture_selection)) return undefined;
    const filter = takeFilter(call);
    return filter === undefined
      ? undefined
      : { ...call, capture_selection: { ...call.capture_selection, filter_expression: change(filter) } };
  };

const seconds = (ms: number): string | undefined => (ms % 1000 === 0 ? String(ms / 1000) : undefined);
const rfc = (ms: number): string | undefined => (ms % 1000 === 0 ? new Date(ms).toUTCString() : undefined);
const bothOr = (start: unknown, end: unknown, value: unknown): unknown => (start === undefined || end === undefined ? undefined : value);
const basic = (ms: number): string => iso(ms).replace(/[-:]/g, '');
const WINDOWS: Readonly<Record<string, Kind['break']>> = {
  'dates of RFC 2822': windowAs((start, end) => bothOr(rfc(start), rfc(end), { start: rfc(start), end: rfc(end) })),
  'ISO times in basic form': windowAs((start, end) => ({ start_ms: basic(start), end_ms: basic(end) })),
  'ISO times and an arrow': windowAs((start, end) => `${iso(start)} → ${iso(end)}`),
  'ISO times and two points': windowAs((start, end) => `${iso(start)}..${iso(end)}`),
  'a range in brackets': windowAs((start, end) => `[${String(start)}, ${String(end)}]`),
  'numbers and a hyphen': windowAs((start, end) => `${String(start)}-${String(end)}`),
  'from and until': windowAs((from, until) => ({ from: iso(from), until: iso(until) })),
  'since and until': windowAs((since, until) => ({ since: iso(since), until: iso(until) })),
  'lower and upper': windowAs((lower, upper) => ({ lower, upper })),
  't0 and t1': windowAs((t0, t1) => ({ t0, t1 })),
  'start_time and end_time': windowAs((start, end) => ({ start_time: iso(start), end_time: iso(end) })),
  'times of MongoDB': windowAs((start, end) => ({ $gte: { $date: iso(start) }, $lte: { $date: iso(end) } })),
  'times of protobuf': windowAs((start, end) => ({
    start: { seconds: Math.floor(start / 1000), nanos: (start % 1000) * 1_000_000 },
    end: { seconds: Math.floor(end / 1000), nanos: (end % 1000) * 1_000_000 },
  })),
  'seconds with s': windowAs((start, end) =>
    bothOr(seconds(start), seconds(end), { start: `${String(start / 1000)}s`, end: `${String(end / 1000)}s` }),
  ),
  'epoch seconds by name': windowAs((start, end) => ({ start_epoch_s: start / 1000, end_epoch_s: end / 1000 })),
  'commas of thousands': windowAs((start, end) => ({ start_ms: start.toLocaleString('en-US'), end_ms: end.toLocaleString('en-US') })),
  'a unit beside': windowAs((start, end) => ({ start, end, unit: 'ms' })),
  'a type beside': windowAs((start_ms, end_ms) => ({ type: 'absolute', start_ms, end_ms })),
  'a range inside': windowAs((start, end) => ({ range: [start, end] })),
  'a window inside': windowAs((start_ms, end_ms) => ({ window: { start_ms, end_ms } })),
  'a list of one window': windowAs((start_ms, end_ms) => [{ start_ms, end_ms }]),
  'comparisons in text': windowAs((start, end) => `time >= '${iso(start)}' AND time <= '${iso(end)}'`),
  'BETWEEN in text': windowAs((start, end) => `BETWEEN '${iso(start)}' AND '${iso(end)}'`),
  'new Date()': windowAs((start, end) => ({ start_ms: `new Date('${iso(start)}')`, end_ms: `new Date('${iso(end)}')` })),
  'milliseconds with a unit': windowAs((start, end) => ({ start: `${String(start)} ms`, end: `${String(end)} ms` })),
  'a day and two times': windowAs((start, end) => {
    const [date, to] = [iso(start).slice(0, 10), iso(end)];
    return to.startsWith(date) ? { date, start: iso(start).slice(11), end: to.slice(11) } : undefined;
  }),
};
const CHANNELS: Readonly<Record<string, (list: string[]) => unknown>> = {
  'slashes between': (list) => list.join('/'),
  'blanks between': (list) => list.join(' '),
  'a plus between': (list) => list.join('+'),
  'two points between': (list) => `${list[0] ?? ''}..${list.at(-1) ?? ''}`,
  'a first and a last': (list) => ({ from: Number(list[0]), to: Number(list.at(-1)) }),
  'a least and a most': (list) => ({ min: Number(list[0]), max: Number(list.at(-1)) }),
  'a list under include': (list) => ({ include: list.map(Number) }),
  'a sign of number': (list) => list.map((each) => `#${each}`),
  'CH and a hyphen': (list) => list.map((each) => `CH-${each}`),
  'a list in a list': (list) => [list.map(Number)],
  'and between': (list) => `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`,
  'the word channels': (list) => `channels ${list.join(', ')}`,
  'their frequencies': (list) => list.map((each) => `${each} (${{ 37: '2402', 38: '2426', 39: '2480' }[each] ?? ''} MHz)`),
  'all for advertising': (list) => (list.length === 3 ? 'primary advertising channels' : undefined),
};
const ENDINGS: Readonly<Record<string, string>> = { lab: 'csv', heart_rate: 'pcap', iphone_web_scan: 'ndjson' };
const file = (id: string): string => `${id}.${ENDINGS[id] ?? 'pcapng'}`;
const CAPTURES: Readonly<Record<string, (id: string) => unknown>> = {
  'in capitals': (id) => id.toUpperCase(),
  'by a file in this folder': (id) => `./${file(id)}`,
  'by a file at home': (id) => `~/captures/${file(id)}`,
  'by an address of the web': (id) => `https://files.example/captures/${file(id)}`,
  'by a packed file': (id) => `${file(id)}.gz`,
  'with the word capture before': (id) => `capture: ${id}`,
  'with the word capture': (id) => `the capture ${id}`,
  'with an at sign': (id) => `@${id}`,
  'in backticks': (id) => `\`${id}\``,
  'as an object of a name': (name) => ({ name }),
  'as an object of a file': (id) => ({ filename: file(id) }),
  'as an object of a path': (id) => ({ path: `/data/${file(id)}` }),
  'with blanks around': (id) => ` ${id}\n`,
};
/** Moves the one filter, window or channels of a selection to another place of the call. */
const moved =
  (
    take: (call: Parameters<Kind['break']>[0]) => unknown,
    put: (call: Parameters<Kind['break']>[0], taken: unknown) => unknown,
  ): Kind['break'] =>
  (call) => {
    const taken = take(call);
    return taken === undefined ? undefined : put(call, taken);
  };
const toArguments =
  (name: string) =>
  (call: Parameters<Kind['break']>[0], taken: unknown): unknown => ({ ...call, arguments: { ...call.arguments, [name]: taken } });
const toSelection =
  (name: string, change = (taken: unknown): unknown => taken) =>
  (call: Parameters<Kind['break']>[0], taken: unknown): unknown => ({
    ...call,
    capture_selection: { ...call.capture_selection, [name]: change(taken) },
  });
const toTop =
  (name: string) =>
  (call: Parameters<Kind['break']>[0], taken: unknown): unknown => ({ ...call, [name]: taken });
const selectors =
  (change: (all: Record<string, unknown>) => unknown): Kind['break'] =>
  (call) => {
    const found = call.capture_selection['selectors'];
    if (found === undefined) return undefined;
    call.capture_selection['selectors'] = change(found as Record<string, unknown>);
    return call;
  };
const inside =
  (change: (selection: Record<string, unknown>) => unknown): Kind['break'] =>
  ({ capture_selection: selection, ...call }) =>
    Object.keys(selection).length === 0 ? undefined : { ...call, capture_selection: change(selection) };
const PLACES: Readonly<Record<string, Kind['break']>> = {
  'a filter in the arguments': moved(takeFilter, toArguments('filter_expression')),
  'a filter under where in the arguments': moved(takeFilter, toArguments('where')),
  'a filter under filter at the top': moved(takeFilter, toTop('filter')),
  'a filter under query of the selection': moved(takeFilter, toSelection('where_clause')),
  'a window in the arguments': moved(takeWindow, toArguments('time_window')),
  'a window at the top': moved(takeWindow, toTop('time_range')),
  'channels in the arguments': moved(takeChannels, toArguments('channels')),
  'channels at the top': moved(takeChannels, toTop('channels')),
  'channels under adv_channels': moved(takeChannels, toSelection('adv_channels')),
  'a filter as an object of an expression': asObject((expression) => ({ expression })),
  'a filter as an object of sql': asObject((sql) => ({ sql })),
  'a filter as an object of a type': asObject((value) => ({ type: 'sql', value })),
  'a filter in a list of objects': asObject((expression) => [{ expression }]),
  'selectors in a list': selectors((all) => Object.entries(all).map(([type, value]) => ({ type, value }))),
  'selectors as JSON text': selectors(text),
  'selectors in selectors': selectors((all) => ({ selectors: all })),
  'filters as one text': selectors(({ filters, ...all }) =>
    Array.isArray(filters) && filters.length === 1 ? { ...all, filters: filters[0] as unknown } : { ...all, filters },
  ),
  'a selection in a selection': inside((selection) => ({ capture_selection: selection })),
  'a selection under selection inside': inside((selection) => ({ selection })),
  'a selection as a dict of Python': inside((selection) => text(selection).replaceAll("'", "\\'").replaceAll('"', "'")),
  'a list of captures with one': inside((selection) => {
    const { capture_id, capture_ids, ...others } = selection;
    return { captures: [capture_id ?? (capture_ids as unknown[])[0]], ...others };
  }),
  'a capture in capture and id': inside(({ capture_id, capture_ids, ...others }) => ({
    capture: { id: capture_id ?? (capture_ids as unknown[])[0] },
    ...others,
  })),
  'keys in camel case': inside((selection) => {
    const changed = structuredClone(selection);
    for (const [from, to] of [
      ['capture_id', 'captureId'],
      ['capture_ids', 'captureIds'],
      ['filter_expression', 'filterExpression'],
      ['time_window', 'timeWindow'],
    ] as const)
      if (from in changed) renamed(changed, from, to);
    return changed;
  }),
  'empty parts': inside((selection) => ({ filter_expression: '', channels: [], ...selection })),
  'a flag for the whole capture': inside((selection) =>
    Object.keys(selection).length === 1 ? { ...selection, whole_capture: true } : undefined,
  ),
};

export const BLIND_H_SELECTIONS: readonly Kind[] = [
  ...Object.entries(FILTERS).map(([name, way]) => kind(`h: filter with ${name}`, way)),
  ...Object.entries(WINDOWS).map(([name, way]) => kind(`h: window with ${name}`, way)),
  ...Object.entries(CHANNELS).map(([name, change]) => kind(`h: channels with ${name}`, inChannels(change))),
  ...Object.entries(CAPTURES).map(([name, change]) => kind(`h: capture ${name}`, inCapture(change))),
  ...['pcap', 'source', 'file_name', 'capture_name', 'dataset', 'table'].map((name) =>
    kind(`h: capture under ${name}`, captureAs(name, name === 'table' ? undefined : file)),
  ),
  ...Object.entries(PLACES).map(([name, way]) => kind(`h: ${name}`, way)),
  kind(
    'h: a filter of pandas and a window in words',
    together(
      compared({ and: ' & ', or: ' | ' }, undefined, (column) => `df['${column}']`),
      windowAs((start, end) => `from ${iso(start)} to ${iso(end)}`),
    ),
  ),
];

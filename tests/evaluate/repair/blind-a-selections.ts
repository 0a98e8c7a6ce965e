/** Kinds of selections in other notations and other places, written without a look at the repairs. */
import { camel, filtersOf, inChannels, inWindow, kind, renamed, text, windowOf, type Kind } from './kind.ts';
import {
  eachTerm,
  idOf,
  inCapture,
  inPredicate,
  iso,
  isPlain,
  quoted,
  single,
  takeChannels,
  takeFilter,
  takeWindow,
  together,
  type Operator,
  type Predicate,
  type Term,
} from './blind-parts.ts';
import type { Call } from './originals.ts';

const WORDS: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' };
const NAMES: Readonly<Record<string, string>> = {
  '=': 'equals',
  '!=': 'notEquals',
  '<': 'lessThan',
  '<=': 'lessThanOrEqual',
  '>': 'greaterThan',
  '>=': 'greaterThanOrEqual',
};
const plain = (change: (column: string, operator: Operator, value: Term['value']) => string) => (term: Term) =>
  isPlain(term) ? change(term.column, term.operator, term.value) : undefined;
const double = (operator: Operator): string => (operator === '=' ? '==' : operator);
const withIn =
  (change: (term: Term) => string, list: (column: string, values: readonly number[]) => string) =>
  (term: Term): string | undefined =>
    term.operator === 'in' && !term.negated ? list(term.column, term.value as readonly number[]) : isPlain(term) ? change(term) : undefined;
const objects =
  (change: (column: string, operator: Operator, value: Term['value']) => unknown, all: (terms: unknown[], join: string) => unknown) =>
  ({ terms, join }: Predicate): unknown =>
    terms.every(isPlain)
      ? all(
          terms.map(({ column, operator, value }) => change(column, operator, value)),
          join,
        )
      : undefined;

const notations: readonly Kind[] = [
  kind('filter of a builder of queries in JavaScript', inPredicate(single((c, o, v) => `.where('${c}', '${o}', ${quoted(v, "'")})`))),
  kind(
    'filter of a builder of queries in PHP',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `('${c}', '${o}', ${quoted(v, "'")})`),
        { and: '->where', or: '->orWhere' },
        (all) => `->where${all}`,
      ),
    ),
  ),
  kind('filter of a store of documents', inPredicate(single((c, o, v) => `where("${c}", "${double(o)}", ${quoted(v, '"')})`))),
  kind(
    'filter of SQLAlchemy',
    inPredicate((predicate) => {
      const { join, terms } = predicate;
      const each = withIn(
        ({ column, operator, value }) => `Packet.${column} ${double(operator)} ${quoted(value, "'")}`,
        (column, values) => `Packet.${column}.in_([${values.join(', ')}])`,
      );
      const parts = terms.map(each);
      if (parts.includes(undefined)) return undefined;
      return parts.length === 1 ? parts[0] : `${join === 'AND' ? 'and_' : 'or_'}(${parts.join(', ')})`;
    }),
  ),
  kind(
    'filter of Spark',
    inPredicate(
      eachTerm(
        withIn(
          ({ column, operator, value }) => `(F.col("${column}") ${double(operator)} ${quoted(value, '"')})`,
          (column, values) => `(F.col("${column}").isin(${values.join(', ')}))`,
        ),
        { and: ' & ', or: ' | ' },
      ),
    ),
  ),
  kind(
    'filter of PowerShell',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `$_.${c} -${WORDS[o] ?? ''} ${quoted(v, "'").replace('true', '$true')}`),
        { and: ' -and ', or: ' -or ' },
        (all) => `Where-Object { ${all} }`,
      ),
    ),
  ),
  kind(
    'filter of a Lisp',
    inPredicate(({ join, terms }) => {
      const parts = terms.map(plain((c, o, v) => `(${o} ${c} ${quoted(v, '"').replace('true', '#t')})`));
      if (parts.includes(undefined)) return undefined;
      return parts.length === 1 ? parts[0] : `(${join.toLowerCase()} ${parts.join(' ')})`;
    }),
  ),
  kind(
    'filter of SAS',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${(WORDS[o] ?? '').toUpperCase()} ${quoted(v, "'")}`),
        { and: ' AND ', or: ' OR ' },
        (all) => `where ${all};`,
      ),
    ),
  ),
  kind(
    'filter with a packet in front of its columns',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `packet.${c} ${double(o)} ${quoted(v, '"')}`),
        { and: ' && ', or: ' || ' },
      ),
    ),
  ),
  kind(
    'filter of JMESPath',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${double(o)} \`${typeof v === 'string' ? text(v) : String(v)}\``),
        { and: ' && ', or: ' || ' },
        (all) => `[?${all}]`,
      ),
    ),
  ),
  kind(
    'filter of DAX',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `'packets'[${c}] ${o === '!=' ? '<>' : o} ${quoted(v, '"').replace('true', 'TRUE()')}`),
        { and: ' && ', or: ' || ' },
      ),
    ),
  ),
  kind(
    'conditions of n8n',
    inPredicate(
      objects(
        (c, o, v) => ({ leftValue: `={{ $json.${c} }}`, rightValue: v, operator: { type: typeof v, operation: WORDS[o] } }),
        (conditions, join) => ({ conditions, combinator: join.toLowerCase() }),
      ),
    ),
  ),
  kind(
    'metadata filters of LlamaIndex',
    inPredicate(
      objects(
        (key, operator, value) => ({ key, operator: double(operator), value }),
        (filters, join) => ({ filters, condition: join.toLowerCase() }),
      ),
    ),
  ),
  kind(
    'numeric state of Home Assistant',
    inPredicate(
      single((column, operator, value) =>
        typeof value === 'number' && /^[<>]$/.test(operator)
          ? { condition: 'numeric_state', attribute: column, [operator === '>' ? 'above' : 'below']: value }
          : undefined,
      ),
    ),
  ),
  kind(
    'items of a grid of React',
    inPredicate(
      objects(
        (field, operator, value) => ({ field, operator, value }),
        (items, join) => ({ items, logicOperator: join.toLowerCase() }),
      ),
    ),
  ),
  kind(
    'predicates of Ransack',
    inPredicate(
      objects(
        (c, o, v) => [`${c}_${({ '<=': 'lteq', '>=': 'gteq', '!=': 'not_eq' } as Record<string, string>)[o] ?? WORDS[o] ?? ''}`, v],
        (terms, join) => (join === 'AND' ? Object.fromEntries(terms as [string, unknown][]) : undefined),
      ),
    ),
  ),
  kind(
    'brackets of a query string',
    inPredicate(single((c, o, v) => `${c}[${({ '<=': 'lte', '>=': 'gte' } as Record<string, string>)[o] ?? WORDS[o] ?? ''}]=${String(v)}`)),
  ),
  kind(
    'functions of ClickHouse',
    inPredicate(({ join, terms }) => {
      const parts = terms.map(
        plain((c, o, v) =>
          o === '<=' || o === '>='
            ? `${o === '<=' ? 'lessOrEquals' : 'greaterOrEquals'}(${c}, ${String(v)})`
            : `${({ '=': 'equals', '!=': 'notEquals', '<': 'less', '>': 'greater' } as Record<string, string>)[o] ?? ''}(${c}, ${quoted(v, "'")})`,
        ),
      );
      if (parts.includes(undefined)) return undefined;
      return parts.length === 1 ? parts[0] : `${join.toLowerCase()}(${parts.join(', ')})`;
    }),
  ),
  kind('filter with the operator in its key', inPredicate(single((c, o, v) => ({ [`${c} ${o}`]: v })))),
  kind('filter with a named operator in an object', inPredicate(single((c, o, v) => ({ column: c, [NAMES[o] ?? '']: v })))),
  kind(
    'types as Wireshark numbers them',
    inPredicate(
      eachTerm(
        ({ column, operator, value, negated }) => {
          const code = { ADV_IND: 0, ADV_NONCONN_IND: 2, SCAN_RSP: 4 }[String(value)];
          if (column !== 'adv_type' || code === undefined) return undefined;
          const test = `btle.advertising_header.pdu_type ${double(operator)} 0x0${String(code)}`;
          return negated ? `!(${test})` : test;
        },
        { and: ' && ', or: ' || ' },
      ),
    ),
  ),
  kind(
    'a signal in a sentence',
    inPredicate(single((c, o, v) => (c === 'rssi' && o === '>' ? `only packets with a signal stronger than ${String(v)} dBm` : undefined))),
  ),
  kind('a check of the CRC in words', inPredicate(single((c) => (c === 'crc_ok' ? 'only packets with a valid CRC' : undefined)))),
  kind(
    'an address that is not in capitals, denied in words',
    inPredicate(
      single((c, o, v) => (c === 'advertiser_addr' && o === '!=' ? `advertiser_addr is not ${String(v).replaceAll(':', '-')}` : undefined)),
    ),
  ),
];

const moved = (call: Call, more: Readonly<Record<string, unknown>>): Call => ({ ...call, arguments: { ...call.arguments, ...more } });

const places: readonly Kind[] = [
  kind('filter beside the call', (call) => {
    const filter = takeFilter(call);
    return filter === undefined ? undefined : { ...call, filter };
  }),
  kind('filter under a condition of rows in the arguments', (call) => {
    const filter = takeFilter(call);
    return filter === undefined ? undefined : moved(call, { row_filter: filter });
  }),
  kind('window in the arguments as since and until', (call) => {
    const window = takeWindow(call);
    return window && moved(call, { since: iso(window.start_ms), until: iso(window.end_ms) });
  }),
  kind('window and channels beside the call', (call) => {
    const window = takeWindow(call);
    const channels = window && takeChannels(call);
    return channels && { ...call, time_range: window, channels };
  }),
  kind('channels among the arguments as one text', (call) => {
    const channels = takeChannels(call);
    return channels && moved(call, { channels: channels.join(',') });
  }),
  kind('the same filter in two places', (call) => {
    const [only, second] = filtersOf(call);
    if (!only || second || 'filter_expression' in call.capture_selection) return undefined;
    call.capture_selection['filter_expression'] = only.text;
    return call;
  }),
  kind('the same window in two notations', (call) => {
    const found = windowOf(call);
    if (!found) return undefined;
    const { start_ms, end_ms } = found.window;
    return { ...call, time_window: { start: iso(start_ms), end: iso(end_ms) } };
  }),
  kind('the same capture in two places', (call) => {
    const id = idOf(call);
    return id === undefined ? undefined : { ...call, capture: id };
  }),
  kind('selection as its filter alone', (call) => {
    const filter = takeFilter(call);
    if (filter === undefined || Object.keys(call.capture_selection).length > 1) return undefined;
    const id = idOf(call);
    return { ...call, capture_selection: `${String(id)} where ${filter}` };
  }),
];

const times: readonly Kind[] = [
  kind(
    'times with a comma before the fraction',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: iso(start_ms).replace('.', ','), end_ms: iso(end_ms).replace('.', ',') })),
  ),
  kind(
    'times that fit the name of a file',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: iso(start_ms).replaceAll(':', '-'), end_ms: iso(end_ms).replaceAll(':', '-') })),
  ),
  kind(
    'times of half a day',
    inWindow(({ start_ms, end_ms }) => {
      const half = (ms: number): string => {
        const [day = '', clock = ''] = iso(ms).slice(0, -1).split('T');
        const hour = Number(clock.slice(0, 2));
        return `${day} ${String(hour % 12 || 12).padStart(2, '0')}${clock.slice(2)} ${hour < 12 ? 'AM' : 'PM'} UTC`;
      };
      return { start: half(start_ms), end: half(end_ms) };
    }),
  ),
  kind(
    'window with t0 and t1',
    inWindow(({ start_ms, end_ms }) => ({ t0: start_ms, t1: end_ms })),
  ),
  kind(
    'window with start and stop',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms), stop: iso(end_ms) })),
  ),
  kind(
    'window with lower and upper',
    inWindow(({ start_ms, end_ms }) => ({ lower_ms: start_ms, upper_ms: end_ms })),
  ),
  kind(
    'window with its base of epoch seconds',
    inWindow(({ start_ms, end_ms }) => ({ unit: 's', start: start_ms / 1000, end: end_ms / 1000 })),
  ),
  kind('a period for the window', (call) => {
    const found = windowOf(call);
    if (!found) return undefined;
    renamed(found.holder, found.key, 'period');
    return call;
  }),
  kind('a range of dates for the window', (call) => {
    const found = windowOf(call);
    if (!found) return undefined;
    const { start_ms, end_ms } = found.window;
    found.holder[found.key] = { start_date: iso(start_ms), end_date: iso(end_ms) };
    renamed(found.holder, found.key, 'date_range');
    return call;
  }),
];

const captures: readonly Kind[] = [
  kind(
    'capture as a table of SQL',
    inCapture((id) => `SELECT * FROM ${id}`),
  ),
  kind(
    'capture as a link of Markdown',
    inCapture((id) => `[${id}](${id}.pcapng)`),
  ),
  kind(
    'capture with its folder and ending',
    inCapture((id) => `./data/${id}.pcapng`),
  ),
  kind(
    'capture in camel case',
    inCapture((id) => camel(id)),
  ),
];

const channels: readonly Kind[] = [
  kind('channels as an object by capture', (call) => {
    const id = idOf(call);
    return inChannels((list) => ({ [String(id)]: list }))(call, undefined as never);
  }),
  kind(
    'channels with their word and a hash',
    inChannels((list) => list.map((each) => `channel #${each}`)),
  ),
  kind(
    'channels in one text with a vertical bar',
    inChannels((list) => list.join('|')),
  ),
];

const combined: readonly Kind[] = [
  kind(
    'signs of JavaScript and times of text',
    together(
      inPredicate(
        eachTerm(
          plain((c, o, v) => `${c} ${o === '=' ? '===' : o === '!=' ? '!==' : o} ${quoted(v, '"')}`),
          { and: ' && ', or: ' || ' },
        ),
      ),
      inWindow(({ start_ms, end_ms }) => ({ from: iso(start_ms), to: iso(end_ms) })),
    ),
  ),
  kind(
    'capture with its ending, channels as numbers and a window as a list',
    together(
      inCapture((id) => `${id}.pcapng`),
      inChannels((list) => list.map(Number)),
      inWindow(({ start_ms, end_ms }) => [iso(start_ms), iso(end_ms)]),
    ),
  ),
  kind('a selection in camel case as a text with a moved filter', (call) => {
    const filter = takeFilter(call);
    if (filter === undefined) return undefined;
    const selection = Object.fromEntries(Object.entries(call.capture_selection).map(([key, value]) => [camel(key), value]));
    return { ...call, capture_selection: text({ ...selection, filter }) };
  }),
];

export const BLIND_A_SELECTIONS: readonly Kind[] = [...notations, ...places, ...times, ...captures, ...channels, ...combined];

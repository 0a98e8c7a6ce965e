/** More kinds of selections, written without a look at the repairs: rarer languages, syntax trees, calendars and pieces. */
import { inChannels, kind, python, text, windowOf, type Kind } from './kind.ts';
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
  type Term,
} from './blind-parts.ts';
import { BLIND_B_TIMES } from './blind-b-times.ts';

const WORDS: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
const plain = (change: (column: string, operator: Operator, value: Term['value']) => string) => (term: Term) =>
  isPlain(term) ? change(term.column, term.operator, term.value) : undefined;
const double = (operator: Operator): string => (operator === '=' ? '==' : operator);
const signs = { and: ' && ', or: ' || ' };
const C_LIKE = (before: string): Kind['break'] =>
  inPredicate(
    eachTerm(
      plain((c, o, v) => `${before}${c} ${double(o)} ${quoted(v, '"')}`),
      signs,
    ),
  );
const capital = (column: string): string => column.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const languages: readonly Kind[] = [
  kind(
    'fields of a sniffer with a set',
    inPredicate(
      eachTerm((term) => {
        const { column, operator, value, negated } = term;
        const field = { rssi: 'btle_rf.signal_dbm', channel: 'nordic_ble.channel', advertiser_addr: 'btle.advertising_address' }[column];
        if (field === undefined || negated || operator === 'null') return undefined;
        if (operator === 'in') return `${field} in {${(value as readonly number[]).join(', ')}}`;
        return `${field} ${double(operator)} ${String(value).toLowerCase()}`;
      }, signs),
    ),
  ),
  kind('an option of tshark', inPredicate(single((c, o, v) => (c === 'rssi' ? `-Y "nordic_ble.rssi ${o} ${String(v)}"` : undefined)))),
  kind(
    'filter of Haskell',
    inPredicate(single((c, o, v) => `\\p -> ${c} p ${o === '!=' ? '/=' : double(o)} ${quoted(v, '"').replace('true', 'True')}`)),
  ),
  kind('filter of Scala', C_LIKE('_.')),
  kind('filter of Kotlin', C_LIKE('it.')),
  kind('filter of Swift', C_LIKE('$0.')),
  kind(
    'filter of Go',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `p.${capital(c)} ${double(o)} ${quoted(v, '"')}`),
        signs,
      ),
    ),
  ),
  kind(
    'filter of Java',
    inPredicate(single((c, o, v) => (typeof v === 'string' ? undefined : `p -> p.get${capital(c)}() ${double(o)} ${String(v)}`))),
  ),
  kind('filter of Perl', C_LIKE('$')),
  kind(
    'filter of Fortran',
    inPredicate(
      eachTerm(
        plain(
          (c, o, v) =>
            `${c} .${({ '>=': 'GE', '<=': 'LE' } as Record<string, string>)[o] ?? (WORDS[o] ?? '').toUpperCase()}. ${quoted(v, "'").replace('true', '.TRUE.')}`,
        ),
        { and: ' .AND. ', or: ' .OR. ' },
      ),
    ),
  ),
  kind('filter of COBOL', inPredicate(single((c, o, v) => (o === '>' ? `${c.toUpperCase()} IS GREATER THAN ${String(v)}` : undefined)))),
  kind(
    'filter of Bash',
    inPredicate(
      single((c, o, v) => (typeof v === 'number' ? `[ "$${c}" -${o === '>=' ? 'ge' : (WORDS[o] ?? '')} ${String(v)} ]` : undefined)),
    ),
  ),
  kind(
    'filter of Visual Basic',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${o === '!=' ? '<>' : o} ${quoted(v, '"').replace('true', 'True')}`),
        { and: ' AndAlso ', or: ' OrElse ' },
        (all) => `Where ${all}`,
      ),
    ),
  ),
  kind(
    'filter of Arrow in Python',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `(pc.field("${c}") ${double(o)} ${quoted(v, '"').replace('true', 'True')})`),
        { and: ' & ', or: ' | ' },
      ),
    ),
  ),
  kind(
    'filter of Stata',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${double(o)} ${quoted(v, '"').replace('true', '1')}`),
        { and: ' & ', or: ' | ' },
        (all) => `keep if ${all}`,
      ),
    ),
  ),
  kind(
    'filter of SPSS',
    inPredicate(
      eachTerm(
        plain(
          (c, o, v) =>
            `${c} ${(({ '>=': 'GE', '<=': 'LE' } as Record<string, string>)[o] ?? WORDS[o] ?? '').toUpperCase()} ${quoted(v, "'").replace('true', '1')}`,
        ),
        { and: ' AND ', or: ' OR ' },
        (all) => `SELECT IF (${all}).`,
      ),
    ),
  ),
  kind(
    'filter behind HAVING',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${o} ${quoted(v, "'")}`),
        { and: ' AND ', or: ' OR ' },
        (all) => `HAVING ${all}`,
      ),
    ),
  ),
  kind(
    'filter of an aggregate',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${o} ${quoted(v, "'")}`),
        { and: ' AND ', or: ' OR ' },
        (all) => `FILTER (WHERE ${all})`,
      ),
    ),
  ),
  kind(
    'filter of a query of a table',
    inPredicate(
      eachTerm(
        plain((c, o, v) => `${c} ${o} ${quoted(v, "'")}`),
        { and: ' and ', or: ' or ' },
        (all) => `=QUERY(packets, "select * where ${all}")`,
      ),
    ),
  ),
  kind('functions of Drizzle', inPredicate(single((c, o, v) => `${WORDS[o] ?? ''}(packets.${c}, ${quoted(v, "'")})`))),
  kind('methods of a client', inPredicate(single((c, o, v) => `.${o === '!=' ? 'neq' : (WORDS[o] ?? '')}('${c}', ${quoted(v, "'")})`))),
  kind(
    'methods of Mongoose',
    inPredicate(single((c, o, v) => `.where('${c}').${o === '=' ? 'equals' : (WORDS[o] ?? '')}(${quoted(v, "'")})`)),
  ),
  kind(
    'operators of TypeORM',
    inPredicate(
      single((c, o, v) => {
        const name = { '>': 'MoreThan', '<': 'LessThan', '>=': 'MoreThanOrEqual', '<=': 'LessThanOrEqual', '=': 'Equal', '!=': 'Not' }[
          o as string
        ];
        return `{ ${c}: ${name ?? ''}(${quoted(v, "'")}) }`;
      }),
    ),
  ),
];

const trees: readonly Kind[] = [
  kind('filter of a map service', inPredicate(single((c, o, v) => ({ op: o === '!=' ? '<>' : o, args: [{ property: c }, v] })))),
  kind(
    'filter of a map service in tags',
    inPredicate(
      single((c, o, v) => {
        const name =
          {
            '>': 'GreaterThan',
            '<': 'LessThan',
            '=': 'EqualTo',
            '!=': 'NotEqualTo',
            '>=': 'GreaterThanOrEqualTo',
            '<=': 'LessThanOrEqualTo',
          }[o as string] ?? '';
        return `<ogc:PropertyIs${name}><ogc:PropertyName>${c}</ogc:PropertyName><ogc:Literal>${String(v)}</ogc:Literal></ogc:PropertyIs${name}>`;
      }),
    ),
  ),
  kind(
    'tree of a parser of JavaScript',
    inPredicate(
      single((c, o, v) => ({
        type: 'BinaryExpression',
        operator: double(o),
        left: { type: 'Identifier', name: c },
        right:
          typeof v === 'number' && v < 0
            ? { type: 'UnaryExpression', operator: '-', argument: { type: 'Literal', value: -v } }
            : { type: 'Literal', value: v },
      })),
    ),
  ),
  kind('clause of Metabase', inPredicate(single((c, o, v) => [o, ['field', c, null], v]))),
  kind('rule of Sigma', inPredicate(single((c, o, v) => (o === '=' ? undefined : { [`${c}|${WORDS[o] ?? ''}`]: v })))),
  kind('a condition with a question mark and its value', inPredicate(single((c, o, v) => [`${c} ${o} ?`, v]))),
  kind('a clause and its parameters', inPredicate(single((c, o, v) => ({ clause: `${c} ${o} :value`, params: { value: v } })))),
  kind(
    'expression of DynamoDB',
    inPredicate(
      single((c, o, v) => ({
        FilterExpression: `#c ${o === '!=' ? '<>' : o} :v`,
        ExpressionAttributeNames: { '#c': c },
        ExpressionAttributeValues: { ':v': typeof v === 'number' ? { N: String(v) } : typeof v === 'string' ? { S: v } : { BOOL: v } },
      })),
    ),
  ),
];

const sentences: readonly Kind[] = [
  kind('a comparison in French, Spanish or Chinese', (call, random) =>
    inPredicate(
      single((c, o, v) =>
        o === '>' ? [`${c} supérieur à ${String(v)}`, `${c} mayor que ${String(v)}`, `${c} 大于 ${String(v)}`][random.below(3)] : undefined,
      ),
    )(call, random),
  ),
  kind(
    'all but scan responses',
    inPredicate(({ terms: [term] }) => (term?.negated ? 'everything except SCAN_RSP packets' : undefined)),
  ),
  kind(
    'advertising channels and a level in a sentence',
    inPredicate(({ terms: [first, second] }) =>
      first?.operator === 'in' && second ? `on channels 37, 38 and 39, with an RSSI greater than ${String(second.value)} dBm` : undefined,
    ),
  ),
  kind(
    'one of two types in a sentence',
    inPredicate(({ join, terms: [first, second] }) =>
      join === 'OR' && first?.column === 'adv_type' && second?.column === 'adv_type'
        ? `packets of type ${String(first.value)} or ${String(second.value)}`
        : undefined,
    ),
  ),
];

const pieces: readonly Kind[] = [
  kind('everything about rows in one member of the arguments', (call) => {
    const filter = takeFilter(call);
    const window = takeWindow(call);
    const channels = takeChannels(call);
    if (filter === undefined || (window === undefined && channels === undefined)) return undefined;
    const where = { filter, ...(window ? { time_range: window } : {}), ...(channels ? { channels } : {}) };
    return { ...call, arguments: { ...call.arguments, where } };
  }),
  kind('selection as a statement of SQL', (call) => {
    const filter = takeFilter(call);
    const { capture_selection } = call;
    return filter === undefined || Object.keys(capture_selection).length > 1
      ? undefined
      : { ...call, capture_selection: `SELECT * FROM ${String(idOf(call))} WHERE ${filter}` };
  }),
  kind('selection in a list of its members', (call) => {
    const entries = Object.entries(call.capture_selection);
    return entries.length < 2 ? undefined : { ...call, capture_selection: entries.map(([key, value]) => ({ [key]: value })) };
  }),
  kind('selection as YAML', (call) => {
    const entries = Object.entries(call.capture_selection);
    return entries.length === 0 || entries.some(([, value]) => typeof value === 'object' && !Array.isArray(value))
      ? undefined
      : { ...call, capture_selection: entries.map(([key, value]) => `${key}: ${text(value)}`).join('\n') };
  }),
  kind('selection under the name of the capture', (call) => {
    const id = idOf(call);
    const { capture_id: _, capture_ids: __, ...others } = call.capture_selection;
    return id === undefined || Object.keys(others).length === 0 ? undefined : { ...call, capture_selection: { [id]: others } };
  }),
  kind(
    'capture between angle brackets',
    inCapture((id) => `<${id}>`),
  ),
  kind(
    'capture as a reference of an agent',
    inCapture((id) => `@{${id}}`),
  ),
  kind(
    'capture in words',
    inCapture((id) => `the ${id.replaceAll('_', ' ')} capture`),
  ),
  kind(
    'channels by their number in the band',
    inChannels((list) => ({ rf_channels: list.map((each) => ({ '37': 0, '38': 12, '39': 39 })[each]) })),
  ),
  kind(
    'channels in a dictionary without values',
    inChannels((list) => Object.fromEntries(list.map((each) => [each, {}]))),
  ),
  kind(
    'channels glued to the kind of packet',
    inChannels((list) => list.map((each) => `ADV${each}`)),
  ),
];

const combined: readonly Kind[] = [
  kind(
    'fields of a packet, a window of other names and a capture with its ending',
    together(
      C_LIKE('packet.'),
      (call) => {
        const window = windowOf(call) && takeWindow(call);
        return window && { ...call, time_range: { from: iso(window.start_ms), to: iso(window.end_ms) } };
      },
      inCapture((id) => `${id}.pcapng`),
    ),
  ),
  kind(
    'a filter in words, channels in a text and a selection as Python prints it',
    together(
      inPredicate(single((c, o, v) => (o === '>' ? `${c} is greater than ${String(v)}` : undefined))),
      inChannels((list) => list.join(' and ')),
      (call) => ({ ...call, capture_selection: python(call.capture_selection) }),
    ),
  ),
  kind('a capture beside, a filter in the arguments and numbers as texts', (call) => {
    const filter = takeFilter(call);
    const id = idOf(call);
    if (filter === undefined || id === undefined || Object.keys(call.capture_selection).length > 1) return undefined;
    const args = Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
    );
    return { tool_name: call.tool_name, capture: id, arguments: { ...args, row_filter: filter } };
  }),
];

export const BLIND_B_SELECTIONS: readonly Kind[] = [...languages, ...trees, ...sentences, ...BLIND_B_TIMES, ...pieces, ...combined];

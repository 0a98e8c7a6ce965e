/** Kinds of broken calls that the repairs were built with. */
import {
  camel,
  inArgument,
  inChannels,
  inFilter,
  inWindow,
  isNumber,
  isText,
  kind,
  lost,
  pick,
  renamed,
  text,
  typo,
  type Kind,
} from './kind.ts';
import type { Call } from './originals.ts';

const COLUMN = /^(?:rssi|length|channel|latency_ms|jitter|adv_type|advertiser_addr)$/;

const envelope: readonly Kind[] = [
  kind('OpenAI function with arguments as text', ({ tool_name, ...rest }) => ({
    type: 'function',
    function: { name: tool_name, arguments: text(rest) },
  })),
  kind('name and arguments around the call', ({ tool_name, ...rest }) => ({ name: tool_name, arguments: rest })),
  kind('camel case members', (call) => Object.fromEntries(Object.entries(call).map(([key, value]) => [camel(key), value]))),
  kind('no version', ({ tool_version: _, ...rest }) => rest),
  kind('no timeout and no id', ({ timeout_ms: _, request_id: __, ...rest }) => rest),
  kind('arguments as text', (call) => ({ ...call, arguments: text(call.arguments) })),
  kind('selection as text', (call) => ({ ...call, capture_selection: text(call.capture_selection) })),
  kind('arguments twice', (call) => ({ ...call, arguments: { arguments: call.arguments } })),
  kind('code fence', (call) => `\`\`\`json\n${text(call)}\n\`\`\``),
  kind('words around', (call) => `Here is the call:\n${text(call)}\nLet me know if you need more.`),
  kind('trailing commas', (call) =>
    JSON.stringify(call, null, 2)
      .replace(/\n(\s*)}/g, ',\n$1}')
      .replace(/\{\s*,/g, '{'),
  ),
  kind('single quotes', (call) => (text(call).includes("'") ? undefined : text(call).replaceAll('"', "'"))),
  kind('comments', (call) => JSON.stringify(call, null, 2).replace('\n', '\n  // the call\n')),
  kind('JSON twice', (call) => JSON.stringify(text(call))),
  kind('kebab name', (call) => ({ ...call, tool_name: call.tool_name.replaceAll('_', '-').toUpperCase() })),
  kind('misspelt name', (call, random) => ({ ...call, tool_name: typo(call.tool_name, random) })),
  kind('functions. before the name', (call) => ({ ...call, tool_name: `functions.${call.tool_name}` })),
  kind('v before the version', (call) => ({ ...call, tool_version: `v${call.tool_version}` })),
  kind('a reason beside', (call) => ({ ...call, reason: 'to answer the question' })),
  kind('timeout as text', (call) => ({ ...call, timeout_ms: String(call.timeout_ms) })),
];

const selection: readonly Kind[] = [
  kind('file in place of the id', (call) =>
    call.capture_selection['capture_id'] === 'chamber_four_phones'
      ? { ...call, capture_selection: { ...call.capture_selection, capture_id: 'chamber_four_phones.pcapng' } }
      : undefined,
  ),
  kind('id in capitals', (call) =>
    isText(call.capture_selection['capture_id'])
      ? {
          ...call,
          capture_selection: { ...call.capture_selection, capture_id: String(call.capture_selection['capture_id']).toUpperCase() },
        }
      : undefined,
  ),
  kind(
    'wrong id',
    (call) =>
      isText(call.capture_selection['capture_id'])
        ? { ...call, capture_selection: { ...call.capture_selection, capture_id: 'capture_1' } }
        : undefined,
    { open: 'one' },
  ),
  kind(
    'no id',
    (call) => {
      if (call.capture_selection['capture_id'] === undefined) return undefined;
      delete call.capture_selection['capture_id'];
      return call;
    },
    { open: 'one' },
  ),
  kind('one id as list', (call) =>
    isText(call.capture_selection['capture_id'])
      ? { ...call, capture_selection: { ...call.capture_selection, capture_id: [call.capture_selection['capture_id']] } }
      : undefined,
  ),
  kind('ids as text', (call) =>
    Array.isArray(call.capture_selection['capture_ids'])
      ? { ...call, capture_selection: { ...call.capture_selection, capture_ids: call.capture_selection['capture_ids'][0] as unknown } }
      : undefined,
  ),
  kind(
    'channels as numbers',
    inChannels((list) => list.map(Number)),
  ),
  kind(
    'channels with ch',
    inChannels((list) => list.map((each) => `ch${each}`)),
  ),
  kind(
    'times as ISO',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: new Date(start_ms).toISOString(), end_ms: new Date(end_ms).toISOString() })),
  ),
  kind(
    'times in seconds',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: start_ms / 1000, end_ms: end_ms / 1000 })),
  ),
  kind(
    'times as text',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: String(start_ms), end_ms: String(end_ms) })),
  ),
  kind(
    'start and end',
    inWindow(({ start_ms, end_ms }) => ({ start: start_ms, end: end_ms })),
  ),
  kind('filters as text', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    const filters = selectors?.['filters'];
    if (!selectors || !Array.isArray(filters) || filters.length !== 1) return undefined;
    selectors['filters'] = filters[0] as unknown;
    return call;
  }),
  kind(
    '==',
    inFilter((filter) => filter.replace(/(?<![<>!])=/g, '==')),
  ),
  kind(
    '&& and ||',
    inFilter((filter) => filter.replaceAll(' AND ', ' && ').replaceAll(' OR ', ' || ')),
  ),
  kind(
    'texts in double quotes',
    inFilter((filter) => filter.replaceAll("'", '"')),
  ),
  kind(
    'addresses in lower case',
    inFilter((filter) =>
      filter.replace(/'[\dA-F:]{17}'/g, (found) => found.toLowerCase()).replace('00:11:22:33:44:55', 'aa:bb:cc:dd:ee:ff'),
    ),
    { determinable: false },
  ),
  kind(
    'numbers as texts',
    inFilter((filter) => filter.replace(/([<>]=?|=) (-?\d+)/g, "$1 '$2'")),
  ),
  kind(
    'PDU types in lower case',
    inFilter((filter) => filter.replace(/'[A-Z_]+'/g, (found) => found.toLowerCase())),
  ),
  kind(
    'dBm',
    inFilter((filter) => filter.replace(/(rssi > -\d+)/, '$1 dBm')),
  ),
  kind(
    'misspelt column in a filter',
    inFilter((filter) => filter.replace('rssi', 'rsssi').replace('channel', 'chanel').replace('adv_type', 'advtype')),
  ),
].filter(({ name }) => name !== 'addresses in lower case');

const args: readonly Kind[] = [
  kind(
    'numbers as text',
    inArgument(isNumber, (value: number) => String(value)),
  ),
  kind(
    'numbers with a unit',
    inArgument(
      (value, key) => isNumber(value) && /_s$/.test(key),
      (value: number) => `${String(value)} s`,
    ),
  ),
  kind(
    'percent',
    inArgument(
      (value, key) => isNumber(value) && key === 'alpha',
      (value: number) => `${String(value * 100)}%`,
    ),
  ),
  kind(
    'truth as text',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'True' : 'False'),
    ),
  ),
  kind(
    'camel case argument',
    renameArgument((key) => camel(key)),
  ),
  kind(
    'misspelt argument',
    renameArgument((key, random) => (key.length > 6 ? typo(key, random) : key)),
  ),
  kind('ms in place of s', (call) => {
    const key = Object.keys(call.arguments).find((each) => /_s$/.test(each) && isNumber(call.arguments[each]));
    if (key === undefined) return undefined;
    call.arguments[key.replace(/_s$/, '_ms')] = Number(call.arguments[key]) * 1000;
    delete call.arguments[key];
    return call;
  }),
  kind(
    'list of one as its item',
    inArgument(
      (value) => Array.isArray(value) && value.length === 1 && isText(value[0]),
      (value: unknown[]) => value[0],
    ),
  ),
  kind(
    'list as text',
    inArgument(
      (value) => Array.isArray(value) && value.length > 1 && value.every(isText),
      (value: string[]) => value.join(', '),
    ),
  ),
  kind(
    'value in capitals',
    inArgument(
      (value, key) => isText(value) && /mode|model|operation|design|correlation|format|^ss_type$/.test(key),
      (value: string) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()),
    ),
  ),
  kind(
    'column in capitals',
    inArgument(
      (value) => isText(value) && COLUMN.test(String(value)),
      (value: string) => value.toUpperCase(),
    ),
  ),
  kind(
    'misspelt column',
    inArgument(
      (value) => Array.isArray(value) && value.some((each) => COLUMN.test(String(each)) && String(each).length > 4),
      (value: string[], _, random) => value.map((each) => (COLUMN.test(each) && each.length > 4 ? typo(each, random) : each)),
    ),
  ),
  kind(
    'addresses in lower case',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((each) => each.toLowerCase()),
    ),
  ),
  kind(
    'addresses with hyphens',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((each) => each.replaceAll(':', '-')),
    ),
  ),
  kind('null for what is optional', (call) => ({
    ...call,
    arguments: { ...call.arguments, ...(call.tool_name === 'capture_query' ? { cursor: null } : { comment: null }) },
  })),
];

function renameArgument(change: (key: string, random: Parameters<typeof typo>[1]) => string): Kind['break'] {
  return (call, random) => {
    const key = pick(
      random,
      Object.keys(call.arguments).filter((each) => each.includes('_') || each.length > 6),
    );
    if (key === undefined) return undefined;
    const to = change(key, random);
    if (to === key) return undefined;
    renamed(call.arguments, key, to);
    return call;
  };
}

const gone = (key: string): Kind =>
  lost(`no ${key}`, (call: Call) => {
    if (call.arguments[key] === undefined) return undefined;
    delete call.arguments[key];
    return call;
  });

const undeterminable: readonly Kind[] = [
  ...['target', 'features', 'sql', 'response', 'factors', 'addresses', 'analysis_mode'].map(gone),
  lost(
    'a column that does not exist',
    inArgument(
      (value, key) => Array.isArray(value) && /columns|features|factors/.test(key) && value.every(isText),
      () => ['temperature'],
    ),
  ),
  lost(
    'no addresses in the column',
    inArgument(
      (_, key) => key === 'address_columns',
      (value: object) => ({ ...value, advertiser_addr: 'crc_ok' }),
    ),
  ),
  lost(
    'a filter on a column that does not exist',
    inFilter((filter) => `${filter} AND temperature > 20`),
  ),
  lost(
    'a filter that is none',
    inFilter((filter) => `${filter} AND strong signal`),
  ),
  lost('an argument that does not exist', (call) => ({ ...call, arguments: { ...call.arguments, max_depth: 3 } })),
  lost(
    'a number out of bounds',
    inArgument(
      (value, key) => isNumber(value) && !/alpha/.test(key),
      () => -5,
    ),
  ),
  lost(
    'a wrong id of several',
    (call) =>
      isText(call.capture_selection['capture_id'])
        ? { ...call, capture_selection: { ...call.capture_selection, capture_id: 'capture_1' } }
        : undefined,
    { open: 'several' },
  ),
  lost(
    'a channel that does not exist',
    inChannels(() => ['99']),
  ),
  lost(
    'a window far away',
    inWindow(() => ({ start_ms: 1_000_000_000_000, end_ms: 1_000_000_100_000 })),
  ),
];

export const SEEN: readonly Kind[] = [...envelope, ...selection, ...args, ...undeterminable];

/** Held-out kinds of other notations: Python, thoughts, words for signs and numbers, Wireshark. Repairs were mended after them once. */
import { camel, inArgument, inFilter, inWindow, isNumber, isText, kind, lost, python, renamed, text, type Kind } from './kind.ts';

/** A value with every key in it spelled anew. */
function withKeys(value: unknown, spell: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withKeys(each, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [spell(key), withKeys(member, spell)]));
}

const envelope: readonly Kind[] = [
  kind('message with function_call', ({ tool_name, ...rest }) => ({
    role: 'assistant',
    content: null,
    function_call: { name: tool_name, arguments: text(rest) },
  })),
  kind('call in Python notation', ({ tool_name, capture_selection, arguments: args }) => {
    const given = Object.entries({ capture_selection, ...args }).map(([key, value]) => `${key}=${python(value)}`);
    return `[${tool_name}(${given.join(', ')})]`;
  }),
  kind(
    'thought before the call',
    (call) => `<think>\nThe columns may be {channel, rssi, adv_type}; one call should do.\n</think>\n\n${text(call)}`,
  ),
  kind('camel case everywhere', (call) => withKeys(call, camel)),
];

/** As Python prints a time that knows its zone. */
const pythonTime = (ms: number): string => {
  const [date, time] = new Date(ms).toISOString().replace('Z', '').split('T');
  return `${date ?? ''} ${time?.endsWith('.000') ? time.slice(0, -4) : `${time ?? ''}000`}+00:00`;
};

const FIELDS: Readonly<Record<string, string>> = {
  rssi: 'nordic_ble.rssi',
  channel: 'nordic_ble.channel',
  advertiser_addr: 'btle.advertising_address',
};
const WORDS: Readonly<Record<string, string>> = {
  '>=': 'is at least',
  '<=': 'is at most',
  '!=': 'is not equal to',
  '>': 'is greater than',
  '<': 'is less than',
  '=': 'equals',
};
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', "'": '&#39;' };

const selection: readonly Kind[] = [
  kind('nothing in every optional member', (call) => {
    const { capture_selection: own } = call;
    if (Object.keys(own).length === 0) return undefined;
    const none = { capture_id: null, capture_ids: null, selectors: null, time_window: null, filter_expression: '', time_base: null };
    const { selectors } = own as { selectors?: object };
    const filled = selectors && { selectors: { time_range: null, channels: null, filters: null, ...selectors } };
    return { ...call, capture_selection: { ...none, ...own, ...filled } };
  }),
  kind(
    'times as Python prints them',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: pythonTime(start_ms), end_ms: pythonTime(end_ms) })),
  ),
  kind(
    'fields of Wireshark',
    inFilter((filter) =>
      (filter.match(/\b[a-z]\w+/g) ?? []).every((word) => FIELDS[word] !== undefined)
        ? filter
            .replace(/\b[a-z]\w+/g, (word) => FIELDS[word] ?? word)
            .replace(/\(([\d, ]+)\)/, '{$1}')
            .replace(/'((?:[\dA-F]{2}:){5}[\dA-F]{2})'/, '$1')
        : filter,
    ),
  ),
  kind(
    'comparisons in words',
    inFilter((filter) => filter.replace(/[<>!]=|[<>=]/g, (sign) => WORDS[sign] ?? sign)),
  ),
  kind(
    'filter escaped as HTML',
    inFilter((filter) => filter.replace(/[<>']/g, (sign) => ENTITIES[sign] ?? sign)),
  ),
];

const NUMBERS: Readonly<Record<number, string>> = {
  3: 'three',
  4: 'four',
  5: 'five',
  8: 'eight',
  10: 'ten',
  12: 'twelve',
  20: 'twenty',
  25: 'twenty-five',
  60: 'sixty',
  200: 'two hundred',
  500: 'five hundred',
};
/** Columns as the headings of tables write them. */
const HEADINGS: Readonly<Record<string, string>> = {
  rssi: 'rssi (dBm)',
  snr: 'snr (dB)',
  latency_ms: 'latency (ms)',
  length: 'length (bytes)',
};
const heading = (column: string): string => HEADINGS[column] ?? column;
const unitOf = (key: string): number => (key.endsWith('_ms') ? 1 : 1000);
const isMinutes = (value: unknown, key: string): boolean =>
  /_m?s$/.test(key) && isNumber(value) && (Number(value) * unitOf(key)) % 60_000 === 0;

const args: readonly Kind[] = [
  kind(
    'durations of ISO 8601',
    inArgument(isMinutes, (value: number, key) => `PT${String((value * unitOf(key)) / 60_000)}M`),
  ),
  kind('minutes in the name', (call) => {
    const found = Object.keys(call.arguments).find((key) => isMinutes(call.arguments[key], key));
    if (found === undefined) return undefined;
    call.arguments[found.replace(/_m?s$/, '_minutes')] = (Number(call.arguments[found]) * unitOf(found)) / 60_000;
    delete call.arguments[found];
    return call;
  }),
  kind('name that denies', (call) => {
    const found = Object.keys(call.arguments).find((key) => call.arguments[key] === false);
    if (found === undefined) return undefined;
    renamed(call.arguments, found, `no_${found}`);
    call.arguments[`no_${found}`] = true;
    return call;
  }),
  kind(
    'numbers in words',
    inArgument(
      (value) => NUMBERS[Number(value)] !== undefined && isNumber(value),
      (value: number) => NUMBERS[value],
    ),
  ),
  kind(
    'columns with their unit',
    inArgument(
      (value, key) => /^(?:columns|features|target|response)$/.test(key) && [value].flat().some((each) => heading(String(each)) !== each),
      (value: string | string[]) => (Array.isArray(value) ? value.map(heading) : heading(value)),
    ),
  ),
];

/** Members that ask for less than everything, and that no tool has. */
const NARROWER: readonly Record<string, unknown>[] = [
  { min_rssi: -70 },
  { last_minutes: 5 },
  { only_connectable: true },
  { exclude_devices: ['00:11:22:33:44:55'] },
];
/** Values between two that are allowed. */
const BETWEEN: Readonly<Record<string, unknown>> = { correlation: true, robust_se: 'HC', rpa_rotation_model: 'rotation' };

const undeterminable: readonly Kind[] = [
  lost('a member that narrows the question', (call, random) => {
    if (Object.keys(call.capture_selection).length === 0) return undefined;
    const holder = random.below(2) === 0 ? call.arguments : call.capture_selection;
    Object.assign(holder, NARROWER[random.below(NARROWER.length)]);
    return call;
  }),
  lost('channels to leave out', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (selectors?.['channels'] === undefined) return undefined;
    renamed(selectors, 'channels', 'exclude_channels');
    return call;
  }),
  lost(
    'a wildcard where texts are equal',
    inFilter((filter) => filter.replace(/'(ADV|SCAN)_\w+'/, "'$1_*'")),
  ),
  lost(
    'a value that fits two',
    inArgument(
      (value, key) => BETWEEN[key] !== undefined && isText(value),
      (_, key) => BETWEEN[key],
    ),
  ),
  lost(
    'a range for a number',
    inArgument(
      (value) => Number(value) > 0 && isNumber(value),
      (value: number) => `${String(value)}-${String(value * 2)}`,
    ),
  ),
  lost(
    'a function of the column',
    inArgument(
      (value, key) => /^(?:target|response)$/.test(key) && isText(value),
      (value: string) => `log(${value})`,
    ),
  ),
  lost(
    'and so on in a list',
    inArgument(
      (value, key) => /^(?:columns|features|factors|group_by)$/.test(key) && Array.isArray(value),
      (value: string[]) => [...value, '...'],
    ),
  ),
  lost('a key twice with two values', (call) => {
    const found = Object.entries(call.arguments).find(([, value]) => isNumber(value) && Number(value) > 0);
    if (!found) return undefined;
    const [key, value] = found;
    const once = `"${key}":${String(value)}`;
    return text(call).replace(once, `${once},"${key}":${String(Number(value) * 2)}`);
  }),
  lost('two calls', (call, random) => {
    if (Object.keys(call.capture_selection).length === 0 || call.tool_name === 'capture_overview') return undefined;
    const { tool_version: _, ...second } = { ...call, tool_name: 'capture_overview', arguments: {}, request_id: 'e-second' };
    return random.below(2) === 0 ? [call, second] : `${text(call)}\n${text(second)}`;
  }),
  lost(
    'a second statement',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => `${value}; SELECT count(*) AS n FROM chamber_four_phones`,
    ),
  ),
];

export const TEXT_AND_NOTATION: readonly Kind[] = [...envelope, ...selection, ...args, ...undeterminable];

/** Reported kinds of calls that are not asked for, that are broken off, or that say more or less than the tool can do. */
import { filtersOf, inArgument, inChannels, inFilter, inWindow, isNumber, isText, lost, text, type Kind } from './kind.ts';
import type { Call } from './originals.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const named = (call: Call): object => ({ name: call.tool_name, arguments: beside(call) });
const isColumns = (value: unknown, key: string): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isText) && /columns|features|factors|group_by/.test(key);
const withArgument =
  (more: object): Kind['break'] =>
  (call) => ({ ...call, arguments: { ...call.arguments, ...more } });
const withMember =
  (more: object): Kind['break'] =>
  (call) => ({ ...call, ...more });
const inSelection =
  (more: object): Kind['break'] =>
  (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...more } };
const columns = (change: (list: string[]) => unknown): Kind['break'] => inArgument(isColumns, change);
const numbers = (change: (value: number) => unknown): Kind['break'] => inArgument(isNumber, change);
/** A filter beside what denies it. */
const withFilter =
  (more: object): Kind['break'] =>
  (call) =>
    filtersOf(call).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...more } };
/** An amount that some tool needs, left as a text to be filled in. */
const first = (call: Call, by: unknown): unknown => {
  const key = Object.keys(call.arguments).find((each) => each !== 'sql' && !isNumber(by));
  return key === undefined ? undefined : { ...call, arguments: { ...call.arguments, [key]: by } };
};

const notAsked: readonly Kind[] = [
  lost('a call of a test double', (call) => `mock("${call.tool_name}", ${text(beside(call))})`),
  lost('a call that is skipped in code', (call) => `skip("${call.tool_name}", ${text(beside(call))})`),
  lost('a call in a branch', (call) => `if (rows > 1000) {\n  ${call.tool_name}(${text(beside(call))});\n}`),
  lost('a call in a comment of Python', (call) => `# ${call.tool_name}(${text(beside(call))})`),
  lost('a call in a docstring', (call) => `"""Example:\n${text(call)}\n"""`),
  lost('a removed line of a patch', (call) => `- ${text(call)}\n+ {}`),
  lost('a call in an answer of a tool', (call) => `<tool_response>\n${text(call)}\n</tool_response>`),
  lost('a message of a person with a call', (call) => ({ role: 'user', content: text(call) })),
  lost('an observation', (call) => `Observation: ${text(call)}`),
  lost('a call that would be', (call) => `The call would be:\n${text(call)}`),
  lost('an example in a prompt', (call) => `For instance:\n<tool_call>\n${text(named(call))}\n</tool_call>`),
  lost('a call that failed', withMember({ status: 'failed', error: 'timeout' })),
  lost('a call with its result', withMember({ result: { rows: 3 } })),
  lost('a call that is not approved', withMember({ approved: false })),
  lost('a call that is disabled', withMember({ enabled: false })),
  lost('a call on a schedule', withMember({ schedule: '0 8 * * *' })),
  lost('a call for each capture', withMember({ for_each: 'capture' })),
  lost('a call that is repeated', withMember({ repeat: 3 })),
  lost('a call after another', withMember({ depends_on: ['step_1'] })),
  lost('a call that is only estimated', withMember({ estimate_only: true })),
  lost('a call without a part', (call) => ({ ...call, without: ['filters'] })),
  lost('a call and its undoing', (call) => `${text(call)}\nWait, cancel that.`),
  lost('a call that is cut off', (call) => text(call).slice(0, Math.floor(text(call).length * 0.7))),
  lost('arguments that are cut off', (call) => ({ name: call.tool_name, arguments: text(beside(call)).slice(0, -12) })),
  lost('a call with a key twice', (call) => text(call).replace('"arguments":{', '"arguments":{"limit":7,"limit":9,')),
  lost('a name that is denied', (call) => ({ ...call, tool_name: `not_${call.tool_name}` })),
  lost('a name with a question mark', (call) => ({ ...call, tool_name: `${call.tool_name}?` })),
  lost('two names', (call) => ({ ...call, tool_name: `${call.tool_name} or capture_overview` })),
];

const unclear: readonly Kind[] = [
  // https://github.com/mastra-ai/mastra/pull/13829
  lost('a question mark for a value', (call) =>
    text(call).replace(/(?<="(?:limit|top|alpha|linkage_window_s|max_rows|max_addresses)":)[\d.]+/, '?'),
  ),
  lost('a placeholder in braces', (call) => first(call, '{{value}}')),
  lost('a placeholder in angle brackets', (call) => first(call, '<your value here>')),
  lost('a value to be decided', (call) => first(call, 'to be decided')),
  lost('a value that is not available', (call) => first(call, 'N/A')),
  lost(
    'a range of numbers',
    numbers((value) => `${String(value)}-${String(value * 2)}`),
  ),
  lost(
    'a number and more',
    numbers((value) => `${String(value)}+`),
  ),
  lost(
    'a number about',
    numbers((value) => `~${String(value)}`),
  ),
  lost(
    'a number of a percentage',
    numbers((value) => `${String(value)} (or so)`),
  ),
  lost(
    'a number that is bounded below',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|max_\w+)$/.test(key),
      (value: number) => `at least ${String(value)}`,
    ),
  ),
  lost(
    'a number that is bounded above',
    inArgument(
      (value, key) => isNumber(value) && /^min_/.test(key),
      (value: number) => `at most ${String(value)}`,
    ),
  ),
  lost(
    'a number with its contrary',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|max_\w+)$/.test(key),
      (value: number) => ({ min: value }),
    ),
  ),
  lost(
    'a number without an end',
    numbers(() => 'unlimited'),
  ),
  lost(
    'a condition for a switch',
    inArgument(
      (value) => typeof value === 'boolean',
      () => 'if needed',
    ),
  ),
  lost(
    'a mean of each column',
    columns((list) => list.map((each) => `avg(${each})`)),
  ),
  lost(
    'columns with an order',
    columns((list) => list.map((each) => `${each} DESC`)),
  ),
  lost(
    'columns with another name',
    columns((list) => list.map((each) => `${each} AS value`)),
  ),
  lost(
    'columns by an expression',
    columns(() => ['/^rs/']),
  ),
  lost(
    'columns from one to another',
    columns((list) => `${list[0] ?? ''}..length`),
  ),
  lost(
    'columns that are not these',
    columns((list) => ({ not: list })),
  ),
  lost(
    'columns with a minus',
    columns((list) => list.map((each) => `-${each}`)),
  ),
  lost(
    'columns with a lag',
    columns((list) => list.map((each) => `lag(${each}, 1)`)),
  ),
  lost(
    'every column',
    columns(() => ['*']),
  ),
  lost(
    'a logarithm of the target',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `log(${value})`,
    ),
  ),
  lost('weights beside', withArgument({ row_weights: 'length' })),
  lost('rows without duplicates', withArgument({ distinct: true })),
  lost('a seed and a share', withArgument({ sample: 0.1, seed: 5 })),
  lost('an excluded column', withArgument({ exclude_columns: ['channel'] })),
  lost('a smallest signal', withArgument({ min_rssi: -70 })),
  lost('another limit beside', (call) =>
    isNumber(call.arguments['limit']) ? { ...call, arguments: { ...call.arguments, max_rows: 7 } } : undefined,
  ),
];

const selections: readonly Kind[] = [
  lost('a filter that is inverted', withFilter({ invert: true })),
  lost('a filter that is negated', withFilter({ negate_filter: true })),
  lost('a filter to exclude', withFilter({ filter_mode: 'exclude' })),
  lost('another filter to leave out', withFilter({ exclude_filter: 'channel = 37' })),
  lost(
    'the last part of a window',
    inWindow(({ end_ms }) => ({ end_ms, last: '10 s' })),
  ),
  lost(
    'a window with a step',
    inWindow((window) => ({ ...window, step_ms: 1000 })),
  ),
  lost(
    'a window until now',
    inWindow(({ start_ms }) => ({ start_ms, end: 'now' })),
  ),
  lost(
    'a window in a local zone',
    inWindow(({ start_ms, end_ms }) => ({
      start: iso(start_ms).replace('Z', ''),
      end: iso(end_ms).replace('Z', ''),
      timezone: 'Europe/Berlin',
    })),
  ),
  lost(
    'two windows',
    inWindow(({ start_ms, end_ms }) => [
      { start_ms, end_ms: start_ms + 5000 },
      { start_ms: end_ms - 5000, end_ms },
    ]),
  ),
  lost(
    'a window that is excluded',
    inWindow((window) => ({ ...window, exclude: true })),
  ),
  lost(
    'half of a window',
    inWindow((window) => ({ ...window, part: 'first half' })),
  ),
  lost(
    'a window of small numbers',
    inWindow(() => [2, 30]),
  ),
  lost(
    'a window after a time',
    inWindow(({ start_ms, end_ms }) => ({ after: start_ms, before: end_ms })),
  ),
  lost(
    'all channels but one',
    inChannels(() => ['not 37']),
  ),
  lost(
    'a channel with a mark',
    inChannels((list) => list.map((each) => `!${each}`)),
  ),
  lost(
    'even channels',
    inChannels(() => 'even'),
  ),
  lost(
    'channels from one on',
    inChannels(() => '37+'),
  ),
  lost(
    'a filter with a rest',
    inFilter((filter) => `${filter} LIMIT 100`),
  ),
  lost(
    'a filter with an order',
    inFilter((filter) => `${filter} ORDER BY rssi`),
  ),
  lost(
    'a filter with a group',
    inFilter((filter) => `${filter} HAVING count(*) > 3`),
  ),
  lost(
    'a filter that is cut off',
    inFilter((filter) => `${filter} AND`),
  ),
  lost(
    'a filter with unless',
    inFilter((filter) => `${filter} unless channel = 37`),
  ),
  lost(
    'a filter with a question mark',
    inFilter((filter) => filter.replace(/-?\d+$/, '?')),
  ),
  lost(
    'a filter with a named value',
    inFilter((filter) => filter.replace(/-?\d+$/, ':limit')),
  ),
  lost(
    'a filter with a mean',
    inFilter((filter) => filter.replace(/-?\d+$/, 'avg(rssi)')),
  ),
  lost(
    'a filter that lasts',
    inFilter((filter) => `${filter} for at least 5 s`),
  ),
  lost(
    'a filter with about',
    inFilter((filter) => filter.replace(/(?<=> )-?\d+/, 'about $&')),
  ),
  lost(
    'a filter with a shift',
    inFilter((filter) => filter.replace(' > ', ' >> ')),
  ),
  lost(
    'a filter without an operator',
    inFilter((filter) => filter.replace(/^(rssi|snr) > /, '$1 ')),
  ),
  lost(
    'a filter with or so',
    inFilter((filter) => `${filter} or so`),
  ),
  lost(
    'a filter of a name like another',
    inFilter((filter) => filter.replace(/\brssi\b/, 'rssi_mean')),
  ),
  lost('rows of another sensor', inSelection({ sensor_id: 'north' })),
  lost('every second packet', inSelection({ every: 2 })),
  lost('the first packets', inSelection({ head: 100 })),
  lost('devices to leave out', inSelection({ ignore_addresses: ['00:11:22:33:44:55'] })),
];

export const REPORTED_LOST: readonly Kind[] = [...notAsked, ...unclear, ...selections];

/** Latest kinds of calls that are not asked for, or that do not say what was asked: none may be answered unasked. */
import { inArgument, inChannels, inFilter, inWindow, isNumber, isText, isTexts, type Kind, lost, text } from './kind.ts';
import type { Call } from './originals.ts';

const isColumns = (value: unknown, key: string): boolean => isTexts(value) && /columns|features|factors|group_by/.test(key);
const withArgument =
  (more: object): Kind['break'] =>
  (call) => ({ ...call, arguments: { ...call.arguments, ...more } });
const inSelection =
  (more: object): Kind['break'] =>
  (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...more } };
const other = (call: Call): object => ({ ...call, tool_name: 'capture_overview', arguments: { top: 3 } });

const notAsked: readonly Kind[] = [
  lost('a call that was thought about', (call) => `<think>Maybe ${text(call)} would help?</think>`),
  lost('a plan in the future', (call) => `Once the capture has been merged, I'll run:\n${text(call)}`),
  lost('a refusal in Italian', (call) => `Non eseguire questa chiamata:\n${text(call)}`),
  lost('a refusal in Portuguese', (call) => `Não execute isto:\n${text(call)}`),
  lost('a refusal in Japanese', (call) => `これは実行しないでください：\n${text(call)}`),
  lost('a call that was undone', (call) => `I'll run ${text(call)}\nActually, scratch that.`),
  lost('a call of a test', (call) => `it('answers', () => { expect(run(${text(call)})).toBeDefined(); });`),
  lost('a log line', (call) => `2026-04-03T08:00:00Z INFO called with ${text(call)}`),
  lost('a call in documentation', (call) => `## Usage\n\nA call looks like this:\n\n\`\`\`json\n${text(call)}\n\`\`\``),
  lost('a call that is deprecated', (call) => ({ ...call, deprecated: true })),
  lost('a call under a condition', (call) => ({ if: 'rows > 1000', then: call })),
  lost('a call in an else', (call) => ({ condition: 'has_connections', else: call })),
  lost('a validation only', (call) => ({ ...call, validate_only: true })),
  lost('a call to be explained', (call) => `Explain what this does: ${text(call)}`),
  lost('two calls in tags', (call) => `<tool_call>${text(call)}</tool_call><tool_call>${text(other(call))}</tool_call>`),
  lost('two calls in lines', (call) => `${text(call)}\n${text(other(call))}`),
  lost('a call and its cancellation', (call) => [call, { cancel: call.request_id }]),
  lost('a call and a fallback', (call) => ({ ...call, fallback: other(call) })),
  lost('an ask for help', (call) => `Why does this fail?\n\n${text(call)}`),
  lost('a call with a deadline', (call) => ({ ...call, not_before: '2026-05-01T00:00:00Z' })),
];

const unclear: readonly Kind[] = [
  lost('a threshold of the signal', withArgument({ rssi_threshold: -70 })),
  lost('a sample of rows', withArgument({ sample_rate: 0.25 })),
  lost('channels to exclude', inSelection({ exclude: { channels: ['37'] } })),
  lost('a window at the end', inSelection({ last: '5 min' })),
  lost('a limit of the selection', inSelection({ max_packets: 1000 })),
  lost('a sensor', inSelection({ sensor: 'left' })),
  lost('an order', withArgument({ sort_by: 'rssi', descending: true })),
  lost(
    'a number of either',
    inArgument(isNumber, (value: number) => `${String(value)} or ${String(value * 2)}`),
  ),
  lost(
    'about a number',
    inArgument(isNumber, (value: number) => `about ${String(value)}`),
  ),
  lost(
    'a number with a plus or minus',
    inArgument(isNumber, (value: number) => `${String(value)} ± 2`),
  ),
  lost(
    'a number with a question mark',
    inArgument(isNumber, (value: number) => `${String(value)}?`),
  ),
  lost(
    'a number that is automatic',
    inArgument(isNumber, () => 'auto'),
  ),
  lost(
    'a number to be chosen',
    inArgument(isNumber, () => 'the default'),
  ),
  lost(
    'a number times two',
    inArgument(isNumber, (value: number) => `${String(value)} * 2`),
  ),
  lost(
    'a list of two numbers',
    inArgument(isNumber, (value: number) => [value, value + 1]),
  ),
  lost(
    'columns like a pattern',
    inArgument(isColumns, () => ['rss*']),
  ),
  lost(
    'columns except one',
    inArgument(isColumns, (value: string[]) => value.map((each) => `not ${each}`)),
  ),
  lost(
    'columns squared',
    inArgument(isColumns, (value: string[]) => value.map((each) => `${each}^2`)),
  ),
  lost(
    'columns of a kind',
    inArgument(isColumns, () => ['all numeric columns']),
  ),
  lost(
    'a mean of a column',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `mean(${value})`,
    ),
  ),
  lost(
    'the difference of columns',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `${value} - snr`,
    ),
  ),
  lost(
    'an interaction',
    inArgument(
      (value, key) => isTexts(value) && key === 'factors',
      (value: string[]) => [`${value[0] ?? ''}:length`],
    ),
  ),
  lost(
    'a time of the day',
    inWindow(() => ({ start: '8am', end: 'noon' })),
  ),
  lost(
    'a window around a time',
    inWindow(({ start_ms }) => ({ around: start_ms, within: '5 s' })),
  ),
  lost(
    'a window without an end',
    inWindow(({ start_ms }) => ({ start_ms })),
  ),
  lost(
    'a window in numbers of packets',
    inWindow(() => ({ first_packet: 1, last_packet: 100 })),
  ),
  lost(
    'a window that leaves out its bounds',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, exclusive: true })),
  ),
  lost(
    'a window to leave out',
    inWindow(({ start_ms, end_ms }) => ({ not: { start_ms, end_ms } })),
  ),
  lost(
    'channels that are not these',
    inChannels((list) => ({ not: list })),
  ),
  lost(
    'channels below',
    inChannels(() => '< 38'),
  ),
  lost(
    'channels perhaps',
    inChannels((list) => list.map((each) => `${each}?`)),
  ),
  lost(
    'a filter with a variable',
    inFilter((filter) => filter.replace(/-?\d+$/, '$threshold')),
  ),
  lost(
    'a filter with a placeholder',
    inFilter((filter) => `${filter} AND channel = {channel}`),
  ),
  lost(
    'a filter with a list to be filled in',
    inFilter((filter) => `${filter} AND channel IN (...)`),
  ),
  lost(
    'a filter with two operators',
    inFilter((filter) => filter.replace(/ >=? /, ' >/< ')),
  ),
  lost(
    'a filter with a function',
    inFilter((filter) => filter.replace(/rssi > -?\d+/, 'abs(rssi) > 60')),
  ),
  lost(
    'a filter in prose',
    inFilter(() => 'packets that are close to the sniffer'),
  ),
  lost(
    'a filter with roughly',
    inFilter((filter) => filter.replace(/rssi > /, 'rssi roughly ')),
  ),
  lost(
    'a switch of either',
    inArgument(
      (value) => typeof value === 'boolean',
      () => 'maybe',
    ),
  ),
  lost('a tool to be chosen', (call) => ({ ...call, tool_name: 'auto' })),
  lost('a tool of two', (call) => ({ ...call, tool_name: `${call.tool_name}|capture_query` })),
  lost('several captures for one', inSelection({ capture_id: 'all' }), { open: 'several' }),
  lost('the biggest capture', inSelection({ capture_id: 'the largest one', capture_ids: undefined }), { open: 'several' }),
];

export const LATEST_LOST: readonly Kind[] = [...notAsked, ...unclear];

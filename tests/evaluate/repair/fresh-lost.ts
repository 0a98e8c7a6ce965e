/** Fresh kinds of calls that are not asked for, or that do not say what was asked: none may be answered unasked. */
import { inArgument, inChannels, inFilter, inWindow, isNumber, isText, isTexts, type Kind, lost, text } from './kind.ts';
import type { Call } from './originals.ts';

const code = (call: Call): string =>
  `${call.tool_name}(${Object.entries(call)
    .filter(([key]) => key !== 'tool_name')
    .map(([key, value]) => `${key}=${text(value)}`)
    .join(', ')})`;

export const FRESH_LOST: readonly Kind[] = [
  lost('a note to do later', (call) => `# ${'TO' + 'DO'}: ${text(call)}`),
  lost('a draft', (call) => `Draft:\n${text(call)}`),
  lost('a member for later', (call) => ({ todo: call })),
  lost('a plan of two steps', (call) => ({
    plan: { steps: [{ call }, { call: { ...call, tool_name: 'capture_overview', arguments: {} } }] },
  })),
  lost('two calls of a message', (call) => ({ tool_calls: [call, { ...call, tool_name: 'capture_overview', arguments: {} }] })),
  lost('second thoughts', (call) => `${text(call)}\n\nHold on, the capture has no such rows.`),
  lost('a question in Spanish', (call) => `¿Quieres que ejecute esto?\n${text(call)}`),
  lost('a refusal in Spanish', (call) => `No ejecutes esto:\n${text(call)}`),
  lost('a refusal in Chinese', (call) => `不要运行这个调用：\n${text(call)}`),
  lost('an echo of a tool', (call) => `Tool result: ${text(call)}`),
  lost('an error with its request', (call) => `Error: timeout while running\n${text(call)}`),
  lost('a function that would call', (call) => `def answer():\n    return ${code(call)}`),
  lost('a function without a name', (call) => `lambda: ${code(call)}`),
  lost('a call behind a false condition', (call) => `false && ${text(call)}`),
  lost('a mode of preview', (call) => ({ ...call, mode: 'preview' })),
  lost('a call for tomorrow', (call) => ({ ...call, run_at: '2026-04-04T08:00:00Z' })),
  lost('a call three times', (call) => ({ ...call, repeat: 3 })),
  lost('a call that needs a yes', (call) => ({ ...call, requires_confirmation: true })),
  lost('a history of calls', (call) => ({ history: [{ role: 'assistant', content: text(call) }] })),
  lost('a suggestion of an assistant', (call) => ({ suggestions: [call] })),
  lost('a call with an alternative', (call) => ({ call, alternative: { ...call, tool_name: 'capture_overview', arguments: {} } })),
  lost('a removed line of a patch', (call) =>
    JSON.stringify(call, null, 2)
      .split('\n')
      .map((line) => `-${line}`)
      .join('\n'),
  ),
  lost('commented lines', (call) =>
    JSON.stringify(call, null, 2)
      .split('\n')
      .map((line) => `// ${line}`)
      .join('\n'),
  ),
  lost(
    'a part of the day',
    inWindow(() => 'morning'),
  ),
  lost(
    'a day or a month first',
    inWindow(() => ({ start: '03/04/2020 08:00', end: '05/04/2020 08:00' })),
  ),
  lost(
    'two numbers in a list',
    inWindow(() => [5, 40]),
  ),
  lost(
    'a range of bare numbers',
    inWindow(() => '5-40'),
  ),
  lost(
    'minutes from the end',
    inWindow(() => ({ start: '-5m', end: 'now' })),
  ),
  lost(
    'a window with a pause',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, except: { start_ms: start_ms + 1000, end_ms: start_ms + 2000 } })),
  ),
  lost(
    'data channels',
    inChannels(() => 'data'),
  ),
  lost(
    'odd channels',
    inChannels(() => ['odd']),
  ),
  lost(
    'all channels but one',
    inChannels(() => 'all except 38'),
  ),
  lost(
    'a half of a range',
    inFilter((filter) => `${filter} AND rssi BETWEEN -90`),
  ),
  lost(
    'a doubt in a filter',
    inFilter((filter) => `${filter} (maybe)`),
  ),
  lost(
    'question marks for a value',
    inFilter((filter) => `${filter} AND local_name = ???`),
  ),
  lost(
    'a filter on another filter',
    inFilter((filter) => `${filter} AND same as before`),
  ),
  lost(
    'a time in a filter',
    inFilter((filter) => `${filter} in the last minute`),
  ),
  lost(
    'two values for a number',
    inArgument(isNumber, (value: number) => `${String(value)} or ${String(value + 1)}`),
  ),
  lost(
    'a number and more',
    inArgument(isNumber, (value: number) => `${String(value)}+`),
  ),
  lost(
    'at most a number',
    inArgument(
      (value, key) => isNumber(value) && !/limit|top|max_/.test(key),
      (value: number) => `<= ${String(value)}`,
    ),
  ),
  lost(
    'one of two columns',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      (value: string[]) => [`${value[0] ?? ''} or length`],
    ),
  ),
  lost(
    'a column to leave out',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      (value: string[]) => value.map((each) => `!${each}`),
    ),
  ),
  lost(
    'all columns but one',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      () => 'all except rssi',
    ),
  ),
  lost(
    'the first columns',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      () => 'first 3',
    ),
  ),
  lost(
    'a pattern of addresses',
    inArgument(
      (_, key) => key === 'addresses',
      () => ['7D:40:*'],
    ),
  ),
  lost(
    'a switch that depends',
    inArgument(
      (value) => typeof value === 'boolean',
      () => 'auto',
    ),
  ),
  lost(
    'two captures in words',
    (call) =>
      isText(call.capture_selection['capture_id'])
        ? { ...call, capture_selection: { ...call.capture_selection, capture_id: 'chamber_four_phones or lab' } }
        : undefined,
    { open: 'several' },
  ),
];

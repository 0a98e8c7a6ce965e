/** Kinds of calls that no longer say what was asked, written before the repairs changed for this set. */
import { inArgument, inWindow, isNumber, isText, isTexts, lost, text, type Kind } from './kind.ts';
import { asText, together, withArguments } from './blind-parts.ts';
const isMany = (value: unknown): boolean => isTexts(value) && (value as unknown[]).length > 1;

const args: readonly Kind[] = [
  lost(
    'count as a few',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|examples)$/.test(key),
      () => 'a few',
    ),
  ),
  lost(
    'count as all',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|examples)$/.test(key),
      () => 'all',
    ),
  ),
  lost(
    'count as a range',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|examples)$/.test(key),
      (value: number) => `${String(value)}-${String(value + 5)}`,
    ),
  ),
  lost(
    'count as not a number',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|top|examples)$/.test(key),
      () => 'NaN',
    ),
  ),
  lost(
    'window of about',
    inArgument(
      (_, key) => key === 'linkage_window_s',
      (value: number) => `about ${String(value / 60)} minutes`,
    ),
  ),
  lost(
    'window of two values',
    inArgument(
      (_, key) => key === 'linkage_window_s',
      (value: number) => [value, value * 2],
    ),
  ),
  lost(
    'window with an unknown unit',
    inArgument(
      (_, key) => key === 'linkage_window_s',
      (value: number) => `${String(value)} ticks`,
    ),
  ),
  lost(
    'level or another',
    inArgument(
      (_, key) => key === 'alpha',
      () => '0.05 or 0.01',
    ),
  ),
  lost(
    'level at most',
    inArgument(
      (_, key) => key === 'alpha',
      () => '< 0.05',
    ),
  ),
  lost(
    'two targets',
    inArgument(
      (_, key) => /^(?:target|response)$/.test(key),
      (value: string) => [value, 'length'],
    ),
  ),
  lost(
    'target with a choice',
    inArgument(
      (_, key) => /^(?:target|response)$/.test(key),
      (value: string) => `${value} or length`,
    ),
  ),
  lost(
    'target to be filled in',
    inArgument(
      (_, key) => /^(?:target|response)$/.test(key),
      () => '<target column>',
    ),
  ),
  lost(
    'columns with more',
    inArgument(
      (value, key) => /^(?:columns|features|factors)$/.test(key) && isTexts(value),
      (value: string[]) => [...value, '...'],
    ),
  ),
  lost(
    'columns with a doubt',
    inArgument(
      (value, key) => /^(?:columns|features|factors)$/.test(key) && isMany(value),
      (value: string[]) => value.join(' or '),
    ),
  ),
  lost(
    'columns but one',
    inArgument(
      (value, key) => /^(?:columns|features)$/.test(key) && isMany(value),
      () => ['all except length'],
    ),
  ),
  lost(
    'columns with a function',
    inArgument(
      (value, key) => key === 'columns' && isTexts(value),
      (value: string[]) => value.map((each) => `log(${each})`),
    ),
  ),
  lost(
    'features with a transform',
    inArgument(
      (value, key) => key === 'features' && isTexts(value),
      (value: string[]) => value.map((each) => `sqrt(${each})`),
    ),
  ),
  lost(
    'address with a wildcard',
    inArgument(
      (_, key) => key === 'addresses',
      () => ['7D:40:A6:*'],
    ),
  ),
  lost(
    'address of five octets',
    inArgument(
      (_, key) => key === 'addresses',
      () => ['7D:40:A6:DF:72'],
    ),
  ),
  lost(
    'address with a wrong digit',
    inArgument(
      (_, key) => key === 'addresses',
      () => ['7D:40:A6:DF:72:7G'],
    ),
  ),
  lost(
    'address as a name',
    inArgument(
      (_, key) => key === 'addresses',
      () => ['my phone'],
    ),
  ),
  lost(
    'statement cut off',
    inArgument(
      (_, key) => key === 'sql',
      (value: string) => value.slice(0, Math.floor(value.length / 2)),
    ),
  ),
  lost(
    'statement with dots',
    inArgument(
      (_, key) => key === 'sql',
      () => 'SELECT ... FROM chamber_four_phones',
    ),
  ),
  lost(
    'statement with a parameter',
    inArgument(
      (_, key) => key === 'sql',
      () => 'SELECT channel FROM chamber_four_phones WHERE rssi > :min',
    ),
  ),
  lost(
    'statement in words',
    inArgument(
      (_, key) => key === 'sql',
      () => 'count the packets of each channel',
    ),
  ),
  lost('weights that no tool has', withArguments({ weights: 'length' })),
  lost('a seed that no tool has', withArguments({ random_seed: 42, bootstrap_samples: 500 })),
  lost('rows to leave out', withArguments({ exclude_outliers: true })),
  lost('test of one side', withArguments({ one_sided: true })),
  lost(
    'mode that does not exist',
    inArgument(
      (value, key) => /^(?:operation|design|analysis_mode|family)$/.test(key) && isText(value),
      () => 'automatic',
    ),
  ),
  lost(
    'format that does not exist',
    inArgument(
      (_, key) => key === 'format',
      () => 'xlsx',
    ),
  ),
  lost(
    'switch as maybe',
    inArgument(
      (value) => typeof value === 'boolean',
      () => 'maybe',
    ),
  ),
  lost(
    'switch as automatic',
    inArgument(
      (value) => typeof value === 'boolean',
      () => 'auto',
    ),
  ),
];

const calls: readonly Kind[] = [
  lost('a tool that does not exist', (call) => ({ ...call, tool_name: 'packet_classifier' })),
  lost('one of two tools', (call) => ({ ...call, tool_name: `${call.tool_name} or capture_overview` })),
  lost('two calls in one text', (call) => `${text(call)}\n${text({ ...call, tool_name: 'capture_overview', arguments: {} })}`),
  lost(
    'text cut off in the middle',
    asText((json) => json.slice(0, Math.floor(json.length * 0.6))),
  ),
  lost('text that advises against', (call) => `Do not run this, it takes too long:\n${text(call)}`),
  lost('text with a condition', (call) => `If the capture has more than 10,000 packets, run:\n${text(call)}`),
  lost('text of what was done', (call) => `Earlier I called:\n${text(call)}\nand it failed.`),
  lost('text of an example', (call) => `For example, a call looks like this: ${text(call)}. Which capture do you mean?`),
  lost('text with a question', (call) => `Shall I run ${text(call)}?`),
  lost('text with an alternative', (call) => `${text(call)}\nor without the filter`),
  lost('call to be confirmed', (call) => ({ status: 'awaiting_confirmation', proposed_call: call })),
  lost('call that was cancelled', (call) => ({ ...call, cancelled: true })),
  lost('call with a schedule', (call) => ({ ...call, run_at: '2030-01-01T00:00:00Z' })),
  lost('call that is repeated', (call) => ({ ...call, repeat: 3 })),
  lost('call of a definition', (call) => ({ type: 'function', function: { name: call.tool_name, description: 'a tool', parameters: { type: 'object', properties: { limit: { type: 'integer' } } } } })), // prettier-ignore
  lost('call and its answer', (call) => ({ call, result: { status: 'ok', rows: 3 } })),
  lost(
    'two faults at once, one of them lost',
    together(
      inWindow(() => 'last week'),
      (call) => [call],
    ),
  ),
];

export const BLIND_I_LOST_CALLS: readonly Kind[] = [...args, ...calls];

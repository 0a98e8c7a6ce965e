/** Held-out kinds of calls that do not say what was asked, or that are not asked for at all: none may be answered unasked. */
import { inArgument, inChannels, inFilter, inWindow, isNumber, isText, type Kind, lost, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

const pretty = (call: Call): string => JSON.stringify(call, null, 2);
const withMember =
  (key: string, value: unknown): Kind['break'] =>
  (call) => ({ ...call, [key]: value });
const inSelection =
  (change: (own: Record<string, unknown>) => boolean): Kind['break'] =>
  (call) =>
    change(call.capture_selection) ? call : undefined;

const notAsked: readonly Kind[] = [
  lost('an example in a sentence', (call) => `For instance, someone could write:\n${text(call)}`),
  lost('a question behind the call', (call) => `${text(call)}\n\nShall I go ahead?`),
  lost(
    'an earlier call',
    (call) => `Last week this failed with a timeout:\n\n\`\`\`json\n${pretty(call)}\n\`\`\`\n\nSo another tool fits better.`,
  ),
  lost('a refusal in German', (call) => `Das würde ich lieber nicht ausführen:\n${text(call)}`),
  lost('a refusal in French', (call) => `Je préfère ne pas lancer ceci :\n${text(call)}`),
  lost('a condition before the call', (call) => `If the capture holds connections, run ${text(call)}`),
  lost('a warning around the call', (call) => `Never send this, it is slow: ${text(call)}`),
  lost(
    'one of two calls',
    (call) => `Either ${text(call)} or ${text({ ...call, arguments: {}, tool_name: 'capture_overview' })} answers it.`,
  ),
  lost('a dry run', withMember('dry_run', true)),
  lost('a call that is switched off', withMember('enabled', false)),
  lost('a call that was cancelled', withMember('status', 'cancelled')),
  lost('a call to be skipped', withMember('skip', true)),
  lost('a call that waits for approval', (call) => ({ call, approved: false })),
  lost('a message of the user', (call) => ({ role: 'user', content: text(call) })),
  lost('an answer of a tool', (call) => ({ role: 'tool', tool_call_id: 'call_1', content: text({ error: 'timeout', request: call }) })),
  lost('an example in a schema', (call) => ({
    name: call.tool_name,
    description: 'Computes figures.',
    parameters: { type: 'object', properties: {} },
    examples: [call],
  })),
  lost('a call that was rejected', (call) => ({ rejected: call, reason: 'too slow' })),
  lost('a previous call', (call) => ({ previous_call: call, next_call: null })),
  lost('a call in a comment of JavaScript', (call) => `// ${text(call)}`),
  lost('a call in a block comment', (call) => `/*\n${pretty(call)}\n*/`),
  lost('a call in a comment of HTML', (call) => `<!-- ${text(call)} -->`),
  lost(
    'a call in a comment of Python',
    (call) =>
      `# ${call.tool_name}(${Object.entries(rest(call))
        .map(([key, value]) => `${key}=${text(value)}`)
        .join(', ')})`,
  ),
  lost('a call that is struck through', (call) => `~~${text(call)}~~`),
  lost(
    'a call in a branch',
    (call) =>
      `if capture.has_connections:\n    ${call.tool_name}(${Object.entries(rest(call))
        .map(([key, value]) => `${key}=${text(value)}`)
        .join(', ')})`,
  ),
  lost(
    'a call in a loop',
    (call) =>
      `for channel in ("37", "38"):\n    ${call.tool_name}(${Object.entries(rest(call))
        .map(([key, value]) => `${key}=${text(value)}`)
        .join(', ')})`,
  ),
];

const unclear: readonly Kind[] = [
  lost(
    'a window without units',
    inWindow(() => ({ start: 2, end: 60 })),
  ),
  lost(
    'a window in minutes and hours of a clock',
    inWindow(() => ({ start: '08:00', end: '09:30' })),
  ),
  lost(
    'yesterday',
    inWindow(() => ({ start: 'yesterday', end: 'today' })),
  ),
  lost(
    'a window of the first part',
    inWindow(() => 'first half'),
  ),
  lost(
    'a window that repeats',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, every: '10s' })),
  ),
  lost(
    'several windows',
    inWindow(({ start_ms, end_ms }) => [
      { start_ms, end_ms: start_ms + 1000 },
      { start_ms: end_ms - 1000, end_ms },
    ]),
  ),
  lost(
    'a name for any capture',
    inSelection((own) => isText(own['capture_id']) && ((own['capture_id'] = 'latest'), true)),
    { open: 'several' },
  ),
  lost(
    'a pattern of captures',
    inSelection((own) => isText(own['capture_id']) && ((own['capture_id'] = '*'), true)),
    { open: 'several' },
  ),
  lost(
    'a template for the capture',
    inSelection((own) => isText(own['capture_id']) && ((own['capture_id'] = '{{capture_id}}'), true)),
    { open: 'several' },
  ),
  lost(
    'a sample of the rows',
    inSelection((own) => ((own['sample_fraction'] = 0.1), Object.keys(own).length > 1)),
  ),
  lost(
    'an order of the rows',
    inSelection((own) => ((own['first_rows'] = 100), Object.keys(own).length > 1)),
  ),
  lost(
    'a filter with a threshold to be filled in',
    inFilter((filter) => filter.replace(/-?\d+$/, 'threshold')),
  ),
  lost(
    'a filter of strong signals',
    inFilter(() => 'strong signals only'),
  ),
  lost(
    'a filter on an average',
    inFilter((filter) => `${filter} AND rssi > avg(rssi)`),
  ),
  lost(
    'exclusive or',
    inFilter((filter) => `${filter} XOR channel = 38`),
  ),
  lost(
    'a chain of comparisons with a gap',
    inFilter((filter) => `-90 < rssi > ${filter}`),
  ),
  lost(
    'a channel that is denied',
    inChannels(() => ['!38']),
  ),
  lost(
    'a filter that was cut off',
    inFilter((filter) => `${filter} AND rssi > `),
  ),
  lost(
    'a filter with dots',
    inFilter((filter) => `${filter} AND ...`),
  ),
  lost(
    'a few',
    inArgument(isNumber, () => 'a few'),
  ),
  lost('two spellings of an argument with two values', (call) =>
    call.arguments['alpha'] === undefined ? undefined : { ...call, arguments: { ...call.arguments, significance_level: 0.2 } },
  ),
  lost(
    'the best of the methods',
    inArgument(
      (_, key) => /post_hoc|correlation|robust_se|design|format/.test(key),
      () => 'best',
    ),
  ),
  lost(
    'a reference to another result',
    inArgument(
      (_, key) => /features|columns|factors|addresses/.test(key),
      () => '$previous.result.columns',
    ),
  ),
  lost(
    'a file of values',
    inArgument(
      (_, key) => /features|columns|factors|addresses/.test(key),
      () => '@values.json',
    ),
  ),
  lost('one of two tools', (call) => ({ ...call, tool_name: `${call.tool_name} or capture_overview` })),
  lost('two tools in a list', (call) => ({ ...call, tool_name: [call.tool_name, 'capture_query'] })),
  lost('a tool of a general word', (call) => ({ ...call, tool_name: 'analyze' })),
  lost(
    'a note that an item was left out',
    inArgument(
      (value) => Array.isArray(value) && value.every(isText),
      (value: string[]) => [...value, '…'],
    ),
  ),
  lost(
    'one argument minus another',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `${value} - 10`,
    ),
  ),
  lost(
    'a logarithm of the target',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `log(${value})`,
    ),
  ),
];

export const LOST_SIXTH: readonly Kind[] = [...notAsked, ...unclear];

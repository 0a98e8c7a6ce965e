/** Kinds of envelopes, names, versions and damaged JSON, written without a look at the repairs. */
import { hasArgument, kind, text, type Kind } from './kind.ts';
import { asText, beside, pythonText, together, withArguments } from './blind-parts.ts';
import type { Call } from './originals.ts';

const named =
  (names: Readonly<Record<string, string>> | ((name: string) => string)): Kind['break'] =>
  (call) => {
    const name = typeof names === 'function' ? names(call.tool_name) : names[call.tool_name];
    return name === undefined || name === call.tool_name ? undefined : { ...call, tool_name: name };
  };
const versioned =
  (change: (version: string) => string): Kind['break'] =>
  (call) => ({ ...call, tool_version: change(call.tool_version) });
const json = (call: Call): string => text(beside(call));

const envelopes: readonly Kind[] = [
  // https://github.com/stanfordnlp/dspy/issues/8377
  kind('fields of DSPy', (call) => ({
    next_thought: 'I need these figures to answer the question.',
    next_tool_name: call.tool_name,
    next_tool_args: beside(call),
  })),
  // https://github.com/stanfordnlp/dspy/issues/7903
  kind(
    'sections of DSPy',
    (call) =>
      `[[ ## next_thought ## ]]\nI need these figures.\n\n[[ ## next_tool_name ## ]]\n${call.tool_name}\n\n[[ ## next_tool_args ## ]]\n${json(call)}\n\n[[ ## completed ## ]]`,
  ),
  // https://github.com/agent0ai/agent-zero/issues/1641
  kind('reply of Agent Zero', (call) => ({
    thoughts: ['The capture is open.', 'I call the tool.'],
    headline: 'Calling the tool',
    tool_name: call.tool_name,
    tool_args: beside(call),
  })),
  kind('input of a tool of Home Assistant', (call) => ({
    id: '01KBXK3Q5Z',
    tool_name: call.tool_name,
    tool_args: beside(call),
    external: false,
  })),
  kind('record of Spring AI', (call) => `ToolCall[id=call_1, type=function, name=${call.tool_name}, arguments=${json(call)}]`),
  kind(
    'function call as AutoGen prints it',
    (call) => `FunctionCall(id='call_1', arguments=${pythonText(json(call))}, name='${call.tool_name}')`,
  ),
  kind('part of a UI message of the AI SDK', (call) => ({
    type: `tool-${call.tool_name}`,
    toolCallId: 'call_1',
    state: 'input-available',
    input: beside(call),
  })),
  kind('invocation of the AI SDK 4', (call) => ({
    type: 'tool-invocation',
    toolInvocation: { state: 'call', step: 0, toolCallId: 'call_1', toolName: call.tool_name, args: beside(call) },
  })),
  kind('resource of JSON:API', (call) => ({ data: { type: call.tool_name, attributes: beside(call) } })),
  kind('action of a custom GPT', (call) => ({
    domain: 'workbench.local',
    method: 'post',
    path: `/${call.tool_name}`,
    operation: call.tool_name,
    operation_hash: '5c1d7d',
    is_consequential: false,
    params: beside(call),
  })),
  kind('message of Letta', (call) => ({
    message_type: 'tool_call_message',
    date: '2026-04-03T08:00:00Z',
    tool_call: { name: call.tool_name, arguments: json(call), tool_call_id: 'call_1' },
  })),
  kind('a heartbeat among the arguments', withArguments({ request_heartbeat: true })),
  kind('an empty context among the arguments', withArguments({ security_context: {} })),
  kind('action of OpenHands', (call) => ({
    action: 'call_tool_mcp',
    args: { name: call.tool_name, arguments: beside(call), thought: 'I look at the packets.' },
  })),
  kind('arguments one level too deep under the name', (call) => ({ ...call, arguments: { [call.tool_name]: call.arguments } })),
  kind('the selection inside of itself', (call) =>
    Object.keys(call.capture_selection).length === 0
      ? undefined
      : { ...call, capture_selection: { capture_selection: call.capture_selection } },
  ),
  kind('an argument in an object of its own name', (call) => {
    const key = Object.keys(call.arguments).find((each) => typeof call.arguments[each] === 'string');
    return key === undefined ? undefined : { ...call, arguments: { ...call.arguments, [key]: { [key]: call.arguments[key] } } };
  }),
];

const names: readonly Kind[] = [
  kind('three members with the name', (call) => ({ ...call, name: call.tool_name, function: call.tool_name, type: 'function' })),
  kind(
    'a name without the word tool',
    named((name) => name.replace(/_tool$/, '')),
  ),
  kind(
    'a name in the other number',
    named({
      capture_overview: 'captures_overview',
      connection_overview: 'connections_overview',
      list_captures: 'list_capture',
      describe_capture: 'describe_captures',
      resolvable_address_resolver: 'resolvable_addresses_resolver',
    }),
  ),
  kind(
    'a name with its words turned round',
    named({
      capture_overview: 'overview_capture',
      capture_query: 'query_capture',
      capture_export: 'export_capture',
      describe_capture: 'capture_describe',
      gatt_overview: 'overview_gatt',
      search_catalog: 'catalog_search',
    }),
  ),
  kind(
    'a common word for the tool',
    named({
      capture_query: 'run_sql_query',
      anova_tool: 'anova_test',
      statistical_regression_tool: 'linear_regression',
      summary_stats_tool: 'summary_statistics',
      get_current_time: 'current_time',
      list_captures: 'get_captures',
      connection_overview: 'list_connections',
    }),
  ),
  kind(
    'a name with a number behind it',
    named((name) => `${name}_1`),
  ),
  kind(
    'a version with a caret',
    versioned((version) => `^${version}`),
  ),
  kind(
    'a version with x',
    versioned((version) => version.replace(/\d+$/, 'x')),
  ),
  kind(
    'a version in an object',
    versioned((version) => {
      const [major, minor, patch] = version.split('.').map(Number);
      return { major, minor, patch } as unknown as string;
    }),
  ),
  kind(
    'a version as a number',
    versioned((version) => Number.parseFloat(version) as unknown as string),
  ),
];

const damage: readonly Kind[] = [
  kind(
    'quotes of German',
    asText((all) => (all.includes('\\"') ? all : all.replace(/"([^"]*)"/g, '„$1“'))),
  ),
  kind(
    'quotes of French',
    asText((all) => (all.includes('\\"') ? all : all.replace(/"([^"]*)"/g, '«$1»'))),
  ),
  kind(
    'a full stop behind the JSON',
    asText((all) => `${all}.`),
  ),
  kind(
    'JSON in a block of a web page',
    asText((all) => `<pre><code class="language-json">${all.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</code></pre>`),
  ),
  kind(
    'apostrophes with a backslash',
    asText((all) => all.replaceAll("'", "\\'")),
  ),
  kind(
    'apostrophes by their number',
    asText((all) => all.replaceAll("'", '\\x27')),
  ),
  kind(
    'two commas between members',
    asText((all) => all.replace(',"', ',,"')),
  ),
  kind(
    'a comma before the first member',
    asText((all) => all.replace('{"', '{,"')),
  ),
  kind(
    'no colon before the arguments',
    asText((all) => all.replace('"arguments":', '"arguments" ')),
  ),
  kind(
    'no comma before the arguments',
    asText((all) => all.replace(',"arguments"', ' "arguments"')),
  ),
  kind('arguments in quotes without escapes', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : text({ ...call, arguments: 0 }).replace('"arguments":0', `"arguments":"${text(call.arguments)}"`),
  ),
  kind(
    'a square bracket for the last brace',
    asText((all) => all.replace(/\}$/, ']')),
  ),
  kind(
    'the whole call in percent signs',
    asText((all) => encodeURIComponent(all)),
  ),
  kind(
    'colons with blanks of East Asia',
    asText((all) => all.replaceAll('":', '"\u3000:\u3000')),
  ),
  kind(
    'a number with a plus and no quotes',
    asText((all) => all.replace(/:([1-9]\d*)(?=[,}])/, ':+$1')),
  ),
  kind(
    'numbers without a zero before the point',
    asText((all) => all.replace(/([:[,])0\.(\d)/g, '$1.$2')),
  ),
];

const combined: readonly Kind[] = [
  kind(
    'common name of the tool and a version with a caret',
    together(
      named({ capture_query: 'query_capture', anova_tool: 'anova', summary_stats_tool: 'summary_stats' }),
      versioned((v) => `^${v}`),
    ),
  ),
  kind('Python truth, single quotes and a full stop', (call) =>
    /'|\\/.test(text(call)) || !/true|false/.test(text(call))
      ? undefined
      : `${text(call).replaceAll('"', "'").replaceAll(':true', ': True').replaceAll(':false', ': False')}.`,
  ),
  kind('arguments as text under kwargs with a heartbeat', (call) =>
    hasArgument(call, 'sql') ? undefined : { function_name: call.tool_name, kwargs: text({ ...beside(call), request_heartbeat: false }) },
  ),
];

export const BLIND_A_CALLS: readonly Kind[] = [...envelopes, ...names, ...damage, ...combined];

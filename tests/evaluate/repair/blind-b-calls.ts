/** More kinds of envelopes, frameworks and damaged texts, written without a look at the repairs: rarer and harder than those of `blind-a`. */
import { camel, kind, python, text, type Kind } from './kind.ts';
import { asText, beside, called, inPredicate, pythonText, single, together } from './blind-parts.ts';
import type { Call } from './originals.ts';

const json = (call: Call): string => text(beside(call));
const keywords = (call: Call): string =>
  Object.entries(beside(call))
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(', ');
const inText =
  (write: (call: Call) => string): Kind['break'] =>
  (call) =>
    write(call);
const hasNoQuotes = (call: Call): boolean => !text(call).includes("'");

const frameworks: readonly Kind[] = [
  kind(
    'request of MCP as Python prints it',
    inText(
      (call) =>
        `CallToolRequest(method='tools/call', params=CallToolRequestParams(name='${call.tool_name}', arguments=${python(beside(call))}, meta=None))`,
    ),
  ),
  kind(
    'item of the agents SDK as Python prints it',
    inText(
      (call) =>
        `ResponseFunctionToolCall(arguments=${pythonText(json(call))}, call_id='call_1', name='${call.tool_name}', type='function_call', id='fc_1', status='completed')`,
    ),
  ),
  kind(
    'tool use of Anthropic as Python prints it',
    inText((call) => `ToolUseBlock(id='toolu_01', input=${python(beside(call))}, name='${call.tool_name}', type='tool_use')`),
  ),
  kind(
    'tool with a section of characters',
    inText((call) => `<tool name="${call.tool_name}"><![CDATA[${json(call)}]]></tool>`),
  ),
  kind(
    'tool in the front matter of a page',
    inText((call) => `---\ntool: ${call.tool_name}\n---\n${json(call)}`),
  ),
  kind(
    'send of a graph as Python prints it',
    inText(
      (call) =>
        `Send(node='tools', arg={'name': '${call.tool_name}', 'args': ${python(beside(call))}, 'id': 'call_1', 'type': 'tool_call'})`,
    ),
  ),
  kind('result of a query of Dialogflow', (call) => ({
    responseId: 'r-1',
    queryResult: { action: call.tool_name, parameters: beside(call), allRequiredParamsPresent: true },
  })),
  kind('state of a state machine', (call) => ({
    Type: 'Task',
    Resource: `arn:aws:states:::tool:${call.tool_name}`,
    Parameters: beside(call),
    End: true,
  })),
  kind('activity of Temporal', (call) => ({ activityId: '1', activityType: { name: call.tool_name }, input: [beside(call)] })),
  kind('resource of Kubernetes', (call) => ({
    apiVersion: 'workbench/v1',
    kind: 'ToolCall',
    metadata: { name: call.tool_name.replaceAll('_', '-') },
    spec: { tool: call.tool_name, ...beside(call) },
  })),
  kind('event of the cloud', (call) => ({
    specversion: '1.0',
    id: 'e1',
    source: '/agent',
    type: call.tool_name,
    datacontenttype: 'application/json',
    data: beside(call),
  })),
  kind('any message of protobuf', (call) => ({ '@type': `type.googleapis.com/workbench.${call.tool_name}`, ...beside(call) })),
  kind(
    'magic of a notebook',
    inText((call) => `%%${call.tool_name}\n${json(call)}`),
  ),
  kind('command of AutoGPT', (call) => ({
    thoughts: { text: 'I call the tool.', reasoning: 'It has the figures.', plan: '- call\n- read', criticism: '', speak: '' },
    command: { name: call.tool_name, args: beside(call) },
  })),
  kind(
    'signs of Qwen-Agent',
    inText((call) => `✿FUNCTION✿: ${call.tool_name}\n✿ARGS✿: ${json(call)}\n✿RESULT✿`),
  ),
  kind(
    'tool call of ChatGLM',
    inText((call) => `${call.tool_name}\n\`\`\`python\ntool_call(${keywords(call)})\n\`\`\``),
  ),
  kind(
    'call of NexusRaven',
    inText((call) => `Call: ${call.tool_name}(${keywords(call)})<bot_end>`),
  ),
  kind(
    'call of Gorilla',
    inText((call) => `<<function>>${call.tool_name}(${keywords(call)})`),
  ),
  kind(
    'call of MiniCPM',
    inText((call) => `<|thought_end|>\n<|tool_call_start|>\n\`\`\`python\n${call.tool_name}(${keywords(call)})\n\`\`\`\n<|tool_call_end|>`),
  ),
  kind(
    'call of OLMo',
    inText((call) => `<function_calls>\n${call.tool_name}(${keywords(call)})\n</function_calls>`),
  ),
  kind(
    'separator of Hunyuan',
    inText(
      (call) => `<tool_calls>\n<tool_call>${call.tool_name}<tool_sep>\n\`\`\`json\n${json(call)}\n\`\`\`\n</tool_call>\n</tool_calls>`,
    ),
  ),
];

const damage: readonly Kind[] = [
  kind(
    'an address that holds the call',
    asText((all) => `data:application/json;base64,${btoa(all)}`),
  ),
  kind(
    'quotes by their number',
    asText((all) => (all.includes('\\') ? all : all.replaceAll('"', '\\u0022'))),
  ),
  kind('line breaks of a web page', (call) => JSON.stringify(call, null, 2).replaceAll('\n', '<br>')),
  kind('lines that go on with a backslash', (call) => JSON.stringify(call, null, 2).replaceAll('\n', ' \\\n')),
  kind(
    'the name twice alike',
    asText((all, call) => all.replace('{', `{"tool_name":${text(call.tool_name)},`)),
  ),
  kind(
    'a function of a page around the call',
    asText((all) => `callback(${all});`),
  ),
  kind(
    'a module around the call',
    asText((all) => `export default ${all};`),
  ),
  kind(
    'a field of a CSV',
    asText((all) => `"${all.replaceAll('"', '""')}"`),
  ),
  kind(
    'a text of the shell',
    asText((all) => `'${all.replaceAll("'", `'\\''`)}'`),
  ),
  kind(
    'members without braces in one line',
    asText((all) => all.slice(1, -1)),
  ),
  kind('a call in two objects', (call) => {
    const { tool_name, tool_version, ...others } = call;
    return `${text({ tool_name, tool_version })}\n${text(others)}`;
  }),
  kind('a fence around the arguments', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : { ...call, arguments: `\`\`\`json\n${JSON.stringify(call.arguments, null, 2)}\n\`\`\`` },
  ),
  kind('a selection as Python prints it', (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: python(call.capture_selection) },
  ),
  kind('arguments as tags in a text', (call) => {
    const entries = Object.entries(call.arguments);
    return entries.length === 0 || entries.some(([key, value]) => key === 'sql' || typeof value === 'object')
      ? undefined
      : { ...call, arguments: entries.map(([key, value]) => `<${key}>${String(value)}</${key}>`).join('') };
  }),
  kind(
    'a comma for the colon of the selection',
    asText((all) => all.replace('"capture_selection":{', '"capture_selection",{')),
  ),
  kind(
    'a brace that closes the call before its timeout',
    asText((all) => all.replace(',"timeout_ms"', '},"timeout_ms"')),
  ),
];

const kebab = (call: Call): Call => ({ ...call, tool_name: call.tool_name.replaceAll('_', '-') });
const camelArguments: Kind['break'] = (call) => ({
  ...call,
  arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [camel(key), value])),
});
const textNumbers: Kind['break'] = (call) => ({
  ...call,
  arguments: Object.fromEntries(
    Object.entries(call.arguments).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  ),
});
const listTexts: Kind['break'] = (call) => ({
  ...call,
  arguments: Object.fromEntries(
    Object.entries(call.arguments).map(([key, value]) => [
      key,
      Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : value,
    ]),
  ),
});

const combined: readonly Kind[] = [
  kind('a name in kebab case, names in camel case and numbers as texts', together(kebab, camelArguments, textNumbers)),
  kind('names of other libraries, lists as one text and numbers as texts', (call, random) =>
    together(called({ target: 'y', features: 'x_columns' }), listTexts, textNumbers)(call, random),
  ),
  kind(
    'a function of OpenAI with a filter of another language and lists as texts',
    together(
      inPredicate(
        single(
          (column, operator, value) =>
            `row.${column} ${operator === '=' ? '===' : operator} ${typeof value === 'string' ? `"${value}"` : String(value)}`,
        ),
      ),
      listTexts,
      (call) => ({ type: 'function', function: { name: call.tool_name, arguments: json(call) } }),
    ),
  ),
  kind('a dictionary of Python in a fence with a comment and a comma at its end', (call) =>
    hasNoQuotes(call) ? `\`\`\`python\n# the call\n${python(call).slice(0, -1)},}\n\`\`\`` : undefined,
  ),
  kind('arguments of DSPy with texts for numbers and names in camel case', (call, random) => {
    const changed = together(camelArguments, textNumbers)(call, random) as Call;
    return { next_thought: '', next_tool_name: camel(call.tool_name), next_tool_args: beside(changed) };
  }),
  kind('a tool of MCP in kebab case with arguments under input and no version', (call) => ({
    jsonrpc: '2.0',
    id: 4,
    method: 'tools/call',
    params: { name: kebab(call).tool_name, input: beside(call) },
  })),
];

export const BLIND_B_CALLS: readonly Kind[] = [...frameworks, ...damage, ...combined];

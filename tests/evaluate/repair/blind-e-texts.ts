/** Kinds of calls in texts, and of texts that ask for no call, written without a look at the repairs. */
import { isText, kind, lost, plain, python, text, type Kind } from './kind.ts';
import { asText } from './blind-parts.ts';
import { entries, more, with_, type Values } from './blind-e-calls.ts';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const xml = (all: Values, open: (key: string) => string, close: (key: string) => string): string =>
  entries(all)
    .map(([key, value]) => `${open(key)}${plain(value)}${close(key)}`)
    .join('\n');
const pythonCall = (all: Values): string =>
  entries(all)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(', ');

const asked: readonly Kind[] = [
  kind(
    'e: code of Gemini',
    with_((all, { tool_name }) => `\`\`\`tool_code\nprint(default_api.${tool_name}(${pythonCall(all)}))\n\`\`\``),
  ),
  kind(
    'e: invoke with parameters',
    with_(
      (all, { tool_name }) =>
        `<function_calls>\n<invoke name="${tool_name}">\n${xml(
          all,
          (key) => `<parameter name="${key}">`,
          () => '</parameter>',
        )}\n</invoke>\n</function_calls>`,
    ),
  ),
  kind(
    'e: a tool of Cline',
    with_(
      (all, { tool_name }) =>
        `<use_mcp_tool>\n<server_name>workbench</server_name>\n<tool_name>${tool_name}</tool_name>\n<arguments>\n${pretty(all)}\n</arguments>\n</use_mcp_tool>`,
    ),
  ),
  kind(
    'e: calls of Mistral',
    with_((all, { tool_name: name }) => `[TOOL_CALLS] [${text({ name, arguments: all })}]`),
  ),
  kind(
    'e: a call of Mistral with ARGS',
    with_((all, { tool_name }) => `[TOOL_CALLS]${tool_name}[ARGS]${text(all)}`),
  ),
  kind(
    'e: a call of GLM',
    with_(
      (all, { tool_name }) =>
        `<tool_call>${tool_name}\n${entries(all)
          .map(([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>`)
          .join('\n')}\n</tool_call>`,
    ),
  ),
  kind(
    'e: an action of ReAct',
    with_((all, { tool_name }) => `Thought: I should look at the rows.\nAction: ${tool_name}\nAction Input: ${text(all)}`),
  ),
  kind(
    'e: a list of Python calls',
    with_((all, { tool_name }) => `[${tool_name}(${pythonCall(all)})]`),
  ),
  kind(
    'e: a function tag with JSON',
    with_((all, { tool_name }) => `<function=${tool_name}>${text(all)}</function>`),
  ),
  kind(
    'e: functools of Phi',
    with_((all, { tool_name: name }) => `functools[${text({ name, arguments: all })}]`),
  ),
  kind(
    'e: a token of Granite',
    with_((all, { tool_name: name }) => `<|tool_call|>[${text({ name, arguments: all })}]`),
  ),
  kind(
    'e: a thought and the call',
    with_((_, call) => `<think>The rows come first.</think>\n${text(call)}`),
  ),
  kind(
    'e: an answer tag',
    with_((_, call) => `<answer>${text(call)}</answer>`),
  ),
  kind(
    'e: the word json and the call',
    with_((_, call) => `json\n${pretty(call)}`),
  ),
  kind(
    'e: backticks',
    with_((_, call) => `\`${text(call)}\``),
  ),
  kind(
    'e: a call that is repeated',
    with_((_, call) => text(call) + text(call)),
  ),
  kind(
    'e: an empty object and the call',
    with_((_, call) => `{}${text(call)}`),
  ),
  kind(
    'e: an event of a stream',
    with_((_, call) => `data: ${text(call)}\n\n`),
  ),
  kind(
    'e: a byte order mark',
    asText((json) => `\uFEFF${json}`),
  ),
  kind(
    'e: blanks that do not break',
    asText((json) => pretty(JSON.parse(json)).replace(/\n {2}/g, '\n\u00a0\u00a0')),
  ),
  kind(
    'e: full-width commas and colons',
    asText((json) => json.replaceAll('":', '"：').replaceAll(',"', '，"')),
  ),
  kind(
    'e: quotes escaped that need none',
    asText((json) => (json.includes("'") ? json.replaceAll("'", "\\'") : json)),
  ),
  kind(
    'e: lines escaped as of Markdown',
    asText((json) => json.replace(/"(tool_name|capture_selection)"/g, (key) => key.replace('_', '\\_'))),
  ),
  kind(
    'e: entities of HTML',
    asText((json) => json.replaceAll('"', '&quot;')),
  ),
  kind(
    'e: quotes with backslashes',
    asText((json) => (json.includes('\\') ? json : json.replaceAll('"', '\\"'))),
  ),
  kind(
    'e: a dict of Python',
    with_((_, call) => python(call)),
  ),
  kind(
    'e: a comma missing between lines',
    asText((json) => pretty(JSON.parse(json)).replace(/,\n {2}"arguments/, '\n  "arguments')),
  ),
  kind(
    'e: semicolons for commas',
    asText((json) => pretty(JSON.parse(json)).replace(/,\n {2}"/g, ';\n  "')),
  ),
  kind(
    'e: comments with a hash',
    asText((json) => `# the rows\n${pretty(JSON.parse(json)).replace('\n  "arguments"', '\n  # what is asked\n  "arguments"')}`),
  ),
  kind(
    'e: a constant of JavaScript',
    with_((_, call) => `const call = ${pretty(call)};`),
  ),
  kind(
    'e: a method of the workbench',
    with_((_, call) => `await workbench.run(${pretty(call)});`),
  ),
  kind(
    'e: a method of a client in Python',
    with_((all, { tool_name }) => `result = await session.call_tool("${tool_name}", arguments=${python(all)})`),
  ),
  kind(
    'e: YAML',
    with_(
      (all, { tool_name }) =>
        `tool_name: ${tool_name}\n${entries(all)
          .map(([key, value]) => `${key}: ${isText(value) ? text(value) : text(value)}`)
          .join('\n')}`,
    ),
  ),
  kind(
    'e: an element of XML for each',
    with_(
      (all, { tool_name }) =>
        `<${tool_name}>\n${xml(
          all,
          (key) => `<${key}>`,
          (key) => `</${key}>`,
        )}\n</${tool_name}>`,
    ),
  ),
  kind(
    'e: two fences of the same call',
    with_((_, call) => `\`\`\`json\n${text(call)}\n\`\`\`\nOnce more:\n\`\`\`json\n${pretty(call)}\n\`\`\``),
  ),
];

const cut = (share: number): Kind['break'] => asText((json) => json.slice(0, Math.floor(json.length * share)));
const unclear: readonly Kind[] = [
  lost('e: cut after a third', cut(0.33)),
  lost('e: cut after nine tenths of it', (call) =>
    Object.keys(call.arguments).length > 1
      ? text({ tool_name: call.tool_name, capture_selection: call.capture_selection, arguments: call.arguments }).replace(
          /,"[^"]*":[^:]*$/,
          ',"',
        )
      : undefined,
  ),
  lost(
    'e: cut in an invoke',
    with_(
      (all, { tool_name }) =>
        `<invoke name="${tool_name}">\n<parameter name="capture_selection">${text(all['capture_selection']).slice(0, 9)}`,
    ),
  ),
  lost('e: two different calls in one text', (call) => `${text(call)}\n${text({ ...call, tool_name: 'get_current_time', arguments: {} })}`),
  lost('e: a refusal', (call) => `I cannot call ${call.tool_name}, because no capture is open.`),
  lost('e: a question before the call', (call) => `Should I run this call? Please confirm first.\n${text(call)}`),
  lost('e: a call not to make', (call) => `Do not run this:\n\`\`\`json\n${text(call)}\n\`\`\``),
  lost('e: the schema of a tool', (call) => ({
    type: 'function',
    function: { name: call.tool_name, description: 'A tool', parameters: { type: 'object', properties: {} } },
  })),
  lost('e: a tool that a model made up', (call) => ({ ...call, tool_name: 'execute_python' })),
  lost('e: a tool of two names', (call) => ({ ...call, tool_name: `${call.tool_name} or search_catalog` })),
  lost('e: a template for the arguments', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: '{{previous.arguments}}' },
  ),
  lost('e: a call for later', more({ scheduled_at: 'tomorrow 08:00' })),
  lost('e: a call with a condition', more({ condition: 'only if the first step found a phone' })),
  lost('e: a call that was cancelled', more({ cancelled: true })),
  lost('e: a call to repeat', more({ repeat: 5 })),
  lost('e: an unknown setting of the envelope', more({ sample_rate: 0.1 })),
  lost('e: the result of a call', (call) => ({
    role: 'tool',
    tool_call_id: 'call_1',
    content: text({ ok: true, tool_name: call.tool_name }),
  })),
  lost('e: the arguments of another object', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: '[object Object]' },
  ),
  lost('e: a version below the first', (call) => ({ ...call, tool_version: '<1.0.0' })),
];

export const BLIND_E_TEXTS: readonly Kind[] = [...asked, ...unclear];

/** Held-out kinds of notations: a whole call as text in another language, or copied from somewhere that adds to each line. */
import { kind, type Kind, plain, python, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

const pretty = (call: Call): string => JSON.stringify(call, null, 2);
const eachLine = (written: string, change: (line: string, at: number) => string): string => written.split('\n').map(change).join('\n');
const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Style {
  readonly list: (items: string[]) => string;
  readonly record: (members: [string, string][]) => string;
  readonly truth?: readonly [yes: string, no: string];
}

/** A value in the notation of a language. */
function written(value: unknown, style: Style): string {
  if (Array.isArray(value)) return style.list(value.map((each) => written(each, style)));
  if (typeof value === 'boolean' && style.truth) return style.truth[value ? 0 : 1];
  if (typeof value !== 'object' || value === null) return text(value);
  return style.record(Object.entries(value).map(([key, member]: [string, unknown]) => [key, written(member, style)]));
}

const R: Style = {
  list: (items) => `c(${items.join(', ')})`,
  record: (members) => `list(${members.map(([key, value]) => `${key} = ${value}`).join(', ')})`,
  truth: ['TRUE', 'FALSE'],
};
const PHP: Style = {
  list: (items) => `[${items.join(', ')}]`,
  record: (members) => `[${members.map(([key, value]) => `'${key}' => ${value}`).join(', ')}]`,
};
const LUA: Style = {
  list: (items) => `{ ${items.join(', ')} }`,
  record: (members) => `{ ${members.map(([key, value]) => `${key} = ${value}`).join(', ')} }`,
};
const JAVA: Style = {
  list: (items) => `List.of(${items.join(', ')})`,
  record: (members) => `Map.of(${members.map(([key, value]) => `"${key}", ${value}`).join(', ')})`,
};
const JULIA: Style = {
  list: (items) => `[${items.join(', ')}]`,
  record: (members) => `Dict(${members.map(([key, value]) => `"${key}" => ${value}`).join(', ')})`,
};
const SQL: Style = {
  list: (items) => `ARRAY[${items.join(', ')}]`,
  record: (members) => `JSON_OBJECT(${members.map(([key, value]) => `'${key}': ${value}`).join(', ')})`,
};

const has = (value: object): boolean => Object.keys(value).length > 0;

export const LANGUAGES: readonly Kind[] = [
  kind('lists of R', (call) => (has(call.arguments) ? `do.call(workbench$run, ${written(call, R)})` : undefined)),
  kind('call of R', (call) => {
    const given = Object.entries(rest(call)).filter(([, value]) => typeof value !== 'object' || has(value as object));
    return `${call.tool_name}(${given.map(([key, value]) => `${key} = ${written(value, R)}`).join(', ')})`;
  }),
  kind('arrays of PHP', (call) => (has(call.arguments) ? `$result = $client->call(${written(call, PHP)});` : undefined)),
  kind('tables of Lua', (call) => (has(call.arguments) ? `return ${written(call, LUA)}` : undefined)),
  kind('maps of Java', (call) => `client.callTool(${written(call, JAVA)});`),
  kind('dictionaries of Julia', (call) => written(call, JULIA)),
  kind('procedure of SQL', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `${key} => ${written(value, SQL).replaceAll('"', "'")}`);
    return text(call).includes("'") ? undefined : `CALL ${call.tool_name}(${given.join(', ')});`;
  }),
  kind('command of PowerShell', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `-${pascal(key)} '${plain(value).replaceAll("'", "''")}'`);
    return `Invoke-WorkbenchTool -Name ${call.tool_name} ${given.join(' ')}`;
  }),
  kind('flags with an equals sign', (call) => {
    const given = Object.entries(rest(call)).map(
      ([key, value]) => `--${key.replaceAll('_', '-')}='${plain(value).replaceAll("'", `'\\''`)}'`,
    );
    return `$ workbench run ${call.tool_name} \\\n  ${given.join(' \\\n  ')}`;
  }),
  kind('sections of an INI file', (call) => {
    const section = (name: string, members: object): string =>
      `[${name}]\n${Object.entries(members)
        .map(([key, value]: [string, unknown]) => `${key} = ${Array.isArray(value) ? value.map(plain).join(', ') : plain(value)}`)
        .join('\n')}`;
    const { capture_selection, arguments: args, ...members } = call;
    return [section('call', members), section('capture_selection', capture_selection), section('arguments', args)].join('\n\n');
  }),
  kind('properties with paths', (call) => {
    const lines: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [key, member] of Object.entries(value) as [string, unknown][]) walk(member, path === '' ? key : `${path}.${key}`);
      else lines.push(`${path}=${plain(value)}`);
    };
    walk(call, '');
    return lines.join('\n');
  }),
  kind('table of Markdown', (call) => {
    const rows = Object.entries(rest(call)).map(([key, value]) => `| \`${key}\` | \`${plain(value).replaceAll('|', '\\|')}\` |`);
    return `**Tool:** \`${call.tool_name}\`\n\n| Parameter | Value |\n| --- | --- |\n${rows.join('\n')}`;
  }),
  kind('list of Markdown', (call) => {
    const rows = Object.entries(rest(call)).map(([key, value]) => `- **${key}**: \`${plain(value)}\``);
    return `## ${call.tool_name}\n\n${rows.join('\n')}`;
  }),
  kind('heading and a fence', (call) => `### Tool call: ${call.tool_name}\n\n\`\`\`json\n${JSON.stringify(rest(call), null, 2)}\n\`\`\``),
  kind('lines with their numbers', (call) => eachLine(pretty(call), (line, at) => `${String(at + 1).padStart(4)}  ${line}`)),
  kind('quoted lines of a mail', (call) => eachLine(pretty(call), (line) => `> ${line}`)),
  kind('added lines of a patch', (call) => eachLine(pretty(call), (line) => `+${line}`)),
  kind(
    'code of a web page',
    (call) => `<pre><code class="language-json">${pretty(call).replaceAll('"', '&quot;').replaceAll('>', '&gt;')}</code></pre>`,
  ),
  kind('wide punctuation', (call) => text(call).replace(/":/g, '"：').replace(/,"/g, '，"')),
  kind('blanks that do not break', (call) => pretty(call).replace(/^ +|(?<=:) /gm, '\u00A0')),
  kind('invisible characters', (call) => text(call).replace(/([{,])"/g, '$1\u200B"')),
  kind('semicolons between members', (call) => text(call).replace(/,"(\w+)":/g, '; "$1":')),
  kind('members in capitals', (call) => Object.fromEntries(Object.entries(call).map(([key, value]) => [key.toUpperCase(), value]))),
  kind('members in Pascal case', (call) => ({
    ...Object.fromEntries(Object.entries(call).map(([key, value]) => [pascal(key), value])),
    Arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [pascal(key), value])),
  })),
  kind(
    'object of JavaScript with undefined',
    (call) =>
      `const call = ${text(call)
        .replace(/"timeout_ms":\d+/, '"timeout_ms":undefined')
        .replace(/"(\w+)":/g, '$1: ')};`,
  ),
  kind('texts in backticks', (call) => (text(call).includes('\\') ? undefined : text(call).replace(/:"([^"]*)"/g, ':`$1`'))),
  kind('comments of Python', (call) => python(call).replace(', ', ',  # the tool\n').replace(/\}$/, ',  # no longer\n}')),
  kind('YAML with comments and marks', (call) => {
    const lines = Object.entries(call).map(([key, value]) => `${key}: ${text(value)}  # ${key.replaceAll('_', ' ')}`);
    return `---\n# the call\n${lines.join('\n')}\n...`;
  }),
  kind('link with the call in it', (call) => `capture-workbench://run?call=${encodeURIComponent(text(call))}`),
];

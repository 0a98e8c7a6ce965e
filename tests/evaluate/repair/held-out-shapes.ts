/** Held-out kinds of carriers. The readers were changed once after their first look. */
import { SHAPE_LOST, SHAPE_VALUES } from './held-out-shape-values.ts';
import { kind, type Kind, plain, python, rest, text } from './kind.ts';

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A value in tags all the way down; an item of a list is `<item>`. */
function tags(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => `<item>${tags(each)}</item>`).join('');
  if (typeof value !== 'object' || value === null) return escaped(plain(value));
  return Object.entries(value)
    .map(([key, member]) => `<${key}>${tags(member)}</${key}>`)
    .join('\n');
}

/** YAML as people write it: no quotes where none are needed, lists with hyphens. */
function plainYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((each) => `${indent}- ${scalar(each)}`).join('\n');
  return Object.entries(value as object)
    .map(([key, member]: [string, unknown]) => {
      const isBlock = typeof member === 'object' && member !== null && Object.keys(member).length > 0;
      return isBlock ? `${indent}${key}:\n${plainYaml(member, `${indent}  `)}` : `${indent}${key}: ${scalar(member)}`;
    })
    .join('\n');
}
const scalar = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z][\w. ]*$/.test(value) && !/^(?:true|false|yes|no|null)$/i.test(value) ? value : text(value);

const carriers: readonly Kind[] = [
  kind('tags all the way down', (call) => `<call>\n<tool>${call.tool_name}</tool>\n${tags(rest(call))}\n</call>`),
  kind('the tool as tag, in a fence', (call) => `\`\`\`xml\n<${call.tool_name}>\n${tags(rest(call))}\n</${call.tool_name}>\n\`\`\``),
  kind('YAML with plain words in a fence', (call) => `I will run this:\n\n\`\`\`yaml\n${plainYaml(call)}\n\`\`\``),
  kind('YAML below the name of the tool', (call) => `${call.tool_name}:\n${plainYaml(rest(call), '  ')}`),
  kind('JSON in an attribute', (call) => `<tool_call name="${call.tool_name}" arguments='${text(rest(call)).replaceAll("'", '&#39;')}'/>`),
  kind('call in an answer key', (call) => ({ answer: '', tool_call: { tool: call.tool_name, tool_input: rest(call) } })),
  kind(
    'function and its parameters as JSON of Llama',
    (call) => `<|python_tag|>${text({ type: 'function', name: call.tool_name, parameters: rest(call) })}<|eom_id|>`,
  ),
  kind('numbered step', (call) => `1. ${call.tool_name} ${text(rest(call))}`),
  kind('tool and JSON behind an arrow', (call) => `${call.tool_name} -> ${text(rest(call))}`),
  kind('assignment of a dictionary', (call) => `tool_call = ${python(call)}`),
  kind('Ruby hash', (call) => text(call).replace(/"(\w+)":/g, ':$1 => ')),
  kind('equals signs in an object', (call) => text(call).replace(/"(\w+)":/g, '$1=')),
  kind('method call on the tool', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `${key}=${python(value)}`);
    return `result = tools.${call.tool_name}.invoke(${given.join(', ')})`;
  }),
  kind('JSON with line breaks in the texts', (call) =>
    text(call)
      .replace(/,"/g, ',\n\t"')
      .replace(/ (ORDER|WHERE|GROUP)/, '  $1')
      .replace('  ', ' '),
  ),
  kind('closing braces doubled as in a template', (call) => text(call).replaceAll('{', '{{').replaceAll('}', '}}')),
  kind('arguments as a text of a query string', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : {
          ...call,
          arguments: Object.entries(call.arguments)
            .map(([key, value]) => `${key}=${encodeURIComponent(plain(value))}`)
            .join('&'),
        },
  ),
  kind('arguments as YAML in a text', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: plainYaml(call.arguments) },
  ),
  kind('steps of a plan', (call) => ({ plan: { steps: [{ step: 1, call }] } })),
  kind('name with its server', (call) => ({ ...call, tool_name: `capture-workbench__${call.tool_name}` })),
];

export const SHAPES: readonly Kind[] = [...carriers, ...SHAPE_VALUES, ...SHAPE_LOST];

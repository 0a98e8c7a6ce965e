/** @typedef {Record<string, any>} Schema */
import { page, table } from './markdown.mjs';

/** What a value may be, in a few words. @param {Schema} schema @returns {string} */
export function typeOf(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => `\`${String(value)}\``).join(', ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

/** @param {Schema} schema */
const defaultOf = ({ default: value }) => (value === undefined ? '' : `\`${JSON.stringify(value)}\``);

/** @param {Schema} schema of an object @param {boolean} inputs */
const members = (schema, inputs) =>
  Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const required = schema.required?.includes(name) ? 'yes' : '';
    const head = [`\`${name}\``, typeOf(member)];
    return [...head, ...(inputs ? [required, defaultOf(member)] : []), member.description ?? ''];
  });

/** @param {Record<string, any>} tool a manifest */
function toolPart({ name, version, title, description, long_description, background, input_schema, output_schema, error_codes }) {
  const inputs = members(input_schema, true);
  const outputs = members(output_schema, false);
  const errors = error_codes.map((/** @type {Record<string, string>} */ { code, meaning }) => [`\`${code}\``, meaning ?? '']);
  return [
    `## ${name}`,
    `**${title}**, version ${version}. ${description}`,
    [long_description, background].filter(Boolean).join(' '),
    inputs.length === 0 ? 'It takes no arguments.' : table(['argument', 'type', 'required', 'default', 'meaning'], inputs),
    ...(outputs.length === 0 ? [] : [table(['in the result', 'type', 'meaning'], outputs)]),
    ...(errors.length === 0 ? [] : [table(['error', 'when'], errors)]),
  ].filter((part) => part !== '');
}

/** Every tool in its newest version. @param {readonly Record<string, any>[]} tools manifests */
export const toolsPage = (tools) =>
  page(
    '# Tools',
    'Every tool in its newest version, from its manifest. The page shows the same under **Calls**, with examples. Members inside of objects and lists are in the JSON Schemas that a build publishes under `assistants/schemas/`.',
    table(
      ['tool', 'what it does'],
      tools.map(({ name, description }) => [`[\`${name}\`](#${name})`, /^.*?\.(?= |$)/.exec(description)?.[0] ?? description]),
    ),
    tools.flatMap(toolPart),
  );

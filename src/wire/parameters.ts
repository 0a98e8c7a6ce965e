import { isRecord, type JsonSchema } from '../tools/contract/json-schema.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import { selectionSchema } from './selection.ts';

/** The parameters of a tool, as a schema in one dialect. */
export interface Parameters {
  readonly schema: JsonSchema;
  /** Whether the dialect can express the whole schema in this form. */
  readonly expressible: boolean;
  /** Number of constraints that were moved to descriptions. */
  readonly said: number;
}

/** Which schemas a dialect can express. */
export interface SchemaForm {
  /** Keywords that the dialect knows; all of them if absent. Constraints under other keywords are moved to the description. */
  readonly keywords?: ReadonlySet<string>;
  readonly minItems?: number;
  readonly pattern?: RegExp;
  /** Whether every property must be required; optional ones are then written as nullable. */
  readonly allRequired?: boolean;
  /** Whether objects with arbitrary keys cannot be expressed. */
  readonly closed?: boolean;
}

/** Keywords that are left out in every dialect, because they only inform readers. An example is moved to a description that has none. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['$schema', 'examples', 'title']);

/**
 * The schema of a tool's parameters for a dialect whose calls have only arguments. The other parts of an invocation become parameters:
 * `capture_selection` if the tool reads captures, and `timeout_ms`. The decoder adds the version.
 *
 * @param open ids of the open captures, if the schema may depend on them
 */
export function wholeSchema(tool: ToolManifest, open?: readonly string[]): JsonSchema {
  const { $schema: _, ...schema } = tool.input_schema;
  const most = tool.execution_constraints.max_timeout_ms;
  const own = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : [];
  const captures = tool.scope === 'captures';
  return {
    ...schema,
    type: 'object',
    properties: {
      ...(captures && { capture_selection: selectionSchema(open) }),
      ...own,
      timeout_ms: {
        type: 'integer',
        minimum: 1,
        maximum: most,
        description: `How long the call may take in ms; ${String(most)} when left out.`,
      },
    },
    required: captures ? ['capture_selection', ...required] : required,
    additionalProperties: false,
  };
}

/** Converts a schema to the form that a dialect can express. */
export function parametersIn(form: SchemaForm, whole: JsonSchema): Parameters {
  let said = 0;
  let free = 0;
  const takes = (key: string, value: unknown): boolean =>
    form.keywords?.has(key) !== false &&
    !(key === 'minItems' && Number(value) > (form.minItems ?? Infinity)) &&
    !(key === 'pattern' && form.pattern?.test(String(value)) === true);
  const convert = (node: unknown, optional: boolean): unknown => {
    if (!isRecord(node)) return node;
    const notes = [...unitOf(node), ...exampleOf(node)];
    const kept: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-') || ANNOTATIONS.has(key)) continue;
      if (takes(key, value)) kept[key] = value;
      else {
        notes.push(`${WORDS[key] ?? key} ${JSON.stringify(value)}`);
        said++;
      }
    }
    if (isRecord(node['properties'])) Object.assign(kept, members(node['properties'], node['required']));
    else if (node['type'] === 'object') free++;
    if (isRecord(node['additionalProperties'])) kept['additionalProperties'] = convert(node['additionalProperties'], false);
    if (isRecord(node['items'])) kept['items'] = convert(node['items'], false);
    if (Array.isArray(node['anyOf'])) kept['anyOf'] = node['anyOf'].map((branch: unknown) => convert(branch, false));
    if (notes.length > 0) kept['description'] = [node['description'], `(${notes.join(', ')})`].filter(Boolean).join(' ');
    return optional && form.allRequired === true ? orNull(kept) : kept;
  };
  const members = (properties: Readonly<Record<string, unknown>>, required: unknown): Record<string, unknown> => {
    const needed = new Set(Array.isArray(required) ? (required as readonly string[]) : []);
    return {
      properties: Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, convert(node, !needed.has(name))])),
      required: form.allRequired === true ? Object.keys(properties) : [...needed],
      additionalProperties: false,
    };
  };
  const schema = convert(whole, false) as JsonSchema;
  return { schema, expressible: form.closed !== true || free === 0, said };
}

const WORDS: Readonly<Record<string, string>> = {
  minLength: 'characters at least',
  maxLength: 'characters at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  uniqueItems: 'each once:',
  pattern: 'written as',
  default: 'default',
};

/** The unit of a number in words, unless its description states it. */
function unitOf({ 'x-unit': unit, description }: JsonSchema): string[] {
  if (typeof unit !== 'string' || unit === 'unitless') return [];
  return typeof description === 'string' && description.split(/[^\p{L}\d/%]+/u).includes(unit) ? [] : [`unit ${unit}`];
}

/** An example of a text or list in words, unless its description has one. */
function exampleOf({ examples, type, enum: values, description }: JsonSchema): string[] {
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  if (example === undefined || values !== undefined || (type !== 'string' && type !== 'array')) return [];
  return typeof description === 'string' && /e\.g\.|such as/i.test(description) ? [] : [`e.g. ${JSON.stringify(example)}`];
}

function orNull(node: Record<string, unknown>): Record<string, unknown> {
  const { type } = node;
  if (Array.isArray(node['anyOf'])) return { ...node, anyOf: [...(node['anyOf'] as readonly unknown[]), { type: 'null' }] };
  if (type === undefined || type === 'null') return node;
  const types = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  const values = Array.isArray(node['enum']) ? { enum: [...(node['enum'] as readonly unknown[]), null] } : {};
  return { ...node, type: [...new Set([...types, 'null'])], ...values };
}

import { isRecord, type JsonSchema } from '../tools/contract/json-schema.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import type { Issue } from './record.ts';
import { selectionSchema } from './selection.ts';

/** How a dialect handles schemas. */
export interface SchemaProfile {
  /** Unsupported keywords whose meaning moves to the description. */
  readonly said: ReadonlySet<string>;
  /** Unsupported keywords that are dropped. */
  readonly dropped: ReadonlySet<string>;
  /** Whether every property is required and optional ones may be null instead. */
  readonly nullable: boolean;
  /** Whether objects with arbitrary keys are unsupported. */
  readonly closed: boolean;
}

/** Parameters of a tool in one dialect, and whether they express the whole schema. */
export interface Parameters {
  readonly schema: JsonSchema;
  /** False if the dialect's strict form cannot express the schema. */
  readonly strict: boolean;
  readonly warnings: readonly Issue[];
}

/**
 * Callers in these dialects send only arguments, so the other parts of an invocation become parameters: `capture_selection` if the tool
 * reads captures, and `timeout_ms`. The decoder adds the version.
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

/** The parameters as a dialect takes them; `open` as in `wholeSchema`. */
export function parametersFor(tool: ToolManifest, profile: SchemaProfile, open?: readonly string[]): Parameters {
  const lost: string[] = [];
  let free = 0;
  const convert = (node: unknown, optional: boolean): unknown => {
    if (!isRecord(node)) return node;
    const notes = [...unitOf(node), ...(profile.dropped.has('examples') ? exampleOf(node) : [])];
    const kept: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-') || profile.dropped.has(key)) continue;
      if (profile.said.has(key)) {
        const note = `${WORDS[key] ?? key} ${JSON.stringify(value)}`;
        notes.push(note);
        lost.push(note);
      } else kept[key] = value;
    }
    if (isRecord(node['properties'])) Object.assign(kept, members(node['properties'], node['required']));
    else if (node['type'] === 'object') free++;
    if (isRecord(node['additionalProperties'])) kept['additionalProperties'] = convert(node['additionalProperties'], false);
    if (isRecord(node['items'])) kept['items'] = convert(node['items'], false);
    if (Array.isArray(node['anyOf'])) kept['anyOf'] = node['anyOf'].map((branch: unknown) => convert(branch, false));
    if (notes.length > 0) kept['description'] = [node['description'], `(${notes.join(', ')})`].filter(Boolean).join(' ');
    return optional && profile.nullable ? orNull(kept) : kept;
  };
  const members = (properties: Readonly<Record<string, unknown>>, required: unknown): Record<string, unknown> => {
    const needed = new Set(Array.isArray(required) ? (required as readonly string[]) : []);
    return {
      properties: Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, convert(node, !needed.has(name))])),
      required: profile.nullable ? Object.keys(properties) : [...needed],
      additionalProperties: false,
    };
  };
  const schema = convert(wholeSchema(tool, open), false) as JsonSchema;
  const strict = !profile.closed || free === 0;
  return { schema, strict, warnings: warningsOf(tool, lost, strict) };
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

/** The unit of a number, unless the description states it. */
function unitOf({ 'x-unit': unit, description }: JsonSchema): string[] {
  if (typeof unit !== 'string' || unit === 'unitless') return [];
  return typeof description === 'string' && description.split(/[^\p{L}\d/%]+/u).includes(unit) ? [] : [`unit ${unit}`];
}

/** An example of a text or list, unless the description has one. */
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

function warningsOf(tool: ToolManifest, lost: readonly string[], strict: boolean): Issue[] {
  const warnings: Issue[] = [];
  if (lost.length > 0) {
    const message = `${String(lost.length)} constraints moved to descriptions, because the dialect has no keyword for them; the runner still holds them`;
    warnings.push({ code: 'SAID_IN_WORDS', message, path: tool.name });
  }
  if (!strict) {
    const message = 'the dialect takes no object of free keys in its strict form; the tool is offered without it';
    warnings.push({ code: 'NOT_STRICT', message, path: tool.name });
  }
  return warnings;
}

import { FORBIDDEN_KEYS } from '../../tools/contract/json-walk.ts';
import { checkJson } from '../../tools/contract/json-value.ts';
import { isRecord, type JsonSchema } from '../../tools/contract/json-schema.ts';
import { explain } from '../../tools/contract/faults.ts';
import type { Question, QuestionField } from '../../workbench/servers.ts';
import { interpret } from '../../tools/foreign/interpret.ts';

const MOST_FIELDS = 32;
const MOST_OPTIONS = 200;
const MOST_MESSAGE = 4000;
const MOST_WORDS = 1000;
const MOST_ANSWER = 64 * 1024;
const LIMITS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;

/** Reads the parameters of `elicitation/create`. Returns what is wrong with them as text if they are not a form that can be shown. */
export function readQuestion(params: unknown): Question | string {
  if (!isRecord(params)) return 'expected parameters';
  const { mode = 'form', message, requestedSchema } = params;
  if (mode !== 'form') return 'expected the mode "form", because this client offers no other';
  if (typeof message !== 'string') return 'message: expected text';
  const properties = isRecord(requestedSchema) ? requestedSchema['properties'] : undefined;
  if (!isRecord(requestedSchema) || requestedSchema['type'] !== 'object' || !isRecord(properties))
    return 'requestedSchema: expected type "object" with properties';
  const entries = Object.entries(properties);
  if (entries.length > MOST_FIELDS) return `requestedSchema: expected at most ${String(MOST_FIELDS)} properties`;
  const required = listOf(requestedSchema['required']);
  const fields: QuestionField[] = [];
  for (const [name, node] of entries) {
    const field = isRecord(node) && !FORBIDDEN_KEYS.has(name) ? fieldOf(name, node, required.includes(name)) : undefined;
    if (field === undefined) return `requestedSchema: expected text, a number, a boolean or a choice at ${name.slice(0, 64)}`;
    fields.push(field);
  }
  return { message: message.slice(0, MOST_MESSAGE).toWellFormed(), fields };
}

/** Errors of an answer in the words that tool errors use; empty if the answer fits the form. */
export function answerErrors({ fields }: Question, content: unknown): readonly string[] {
  const json = checkJson(content, []);
  if (json.errors.length > 0) return json.errors.map(({ message }) => message);
  if (json.text.length > MOST_ANSWER) return [`expected at most ${String(MOST_ANSWER)} characters, got ${String(json.text.length)}`];
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter((field) => field.required).map(({ name }) => name),
    additionalProperties: false,
  };
  const { faults, tooDear } = interpret(schema, json.value);
  return tooDear
    ? ['expected an answer that can be checked']
    : explain(faults, schema, json.value, []).errors.map(({ message }) => message);
}

function fieldOf(name: string, node: JsonSchema, required: boolean): QuestionField | undefined {
  const typed = typeOf(node);
  if (typed === undefined || typed.options.length > MOST_OPTIONS) return undefined;
  const limits = LIMITS.filter((key) => Object.hasOwn(node, key)).map((key): [string, unknown] => [key, node[key]]);
  const schema: JsonSchema = { ...typed.schema, ...Object.fromEntries(limits) };
  const initial = node['default'];
  return {
    name,
    title: words(node['title']) || name.slice(0, MOST_WORDS).toWellFormed(),
    description: words(node['description']),
    kind: typed.kind,
    required,
    options: typed.options,
    initial: initial !== undefined && interpret(schema, initial).faults.length === 0 ? initial : undefined,
    schema,
  };
}

type Typed = Pick<QuestionField, 'kind' | 'options' | 'schema'>;

function typeOf(node: JsonSchema): Typed | undefined {
  const { type, items } = node;
  if (type === 'boolean') return { kind: 'boolean', options: [], schema: { type } };
  if (type === 'number' || type === 'integer') return { kind: 'number', options: [], schema: { type } };
  if (type === 'array' && isRecord(items)) {
    const options = optionsOf(items);
    const chosen = { type: 'string', enum: options.map(({ value }) => value) };
    return options.length > 0 ? { kind: 'choices', options, schema: { type, items: chosen, uniqueItems: true } } : undefined;
  }
  if (type !== 'string') return undefined;
  const options = optionsOf(node);
  const isChoice = ['enum', 'oneOf', 'anyOf'].some((key) => Object.hasOwn(node, key));
  if (!isChoice) return { kind: 'text', options, schema: { type } };
  return options.length > 0 ? { kind: 'choice', options, schema: { type, enum: options.map(({ value }) => value) } } : undefined;
}

/** Options of an enumeration: `enum` with the titles of `enumNames` (2025-06-18), or constants with titles (2025-11-25). */
function optionsOf(node: JsonSchema): QuestionField['options'] {
  const named = listOf(node['oneOf'] ?? node['anyOf']);
  const titles = listOf(node['enumNames']);
  const given: readonly (readonly unknown[])[] =
    named.length > 0
      ? named.map((each) => (isRecord(each) ? [each['const'], each['title']] : []))
      : listOf(node['enum']).map((each, at): readonly unknown[] => [each, titles[at]]);
  const options = given.map(([value, title]) => (typeof value === 'string' ? { value, title: words(title) || value } : undefined));
  // If one option cannot be shown, offer none: a form with only some of the options would ask another question.
  return options.every((each) => each !== undefined) ? options : [];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_WORDS).toWellFormed() : '');

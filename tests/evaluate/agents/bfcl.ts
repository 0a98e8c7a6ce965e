import { isRecord } from '../../../src/base/record.ts';
import { functionName, refuse, textIn, type AgentCase, type GivenFunction } from './cases.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Cases of the Berkeley Function Calling Leaderboard (versions 1 to 3, one turn each): lines with `id`, `question` and `function`, and
 * `ground_truth` in the same line or in another with this id. Only its categories irrelevance, which expects no call, and relevance, which
 * expects any valid call, have none.
 * Several expected calls may come in any order.
 */
export function bfclCases(lines: readonly Members[]): readonly AgentCase[] {
  const merged = new Map<string, Members>();
  for (const line of lines) {
    const id = textIn(line, 'id', 'a line');
    merged.set(id, { ...merged.get(id), ...line });
  }
  return [...merged].map(([id, line]) => ({
    id,
    question: questionOf(id, line['question']),
    steps: 1,
    functions: listOf(line['function']).map((each) => functionOf(id, each)),
    ...expectedOf(id, line['ground_truth']),
  }));
}

function expectedOf(id: string, truth: unknown): Pick<AgentCase, 'calls' | 'checks'> {
  if (truth !== undefined) return { calls: listOf(truth).map((call) => callOf(id, call)) };
  if (id.includes('irrelevance')) return { calls: [] };
  return id.includes('relevance') ? { checks: [{ valid: true }] } : refuse(`expected ground_truth of ${id}, found none`);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [value]);

function questionOf(id: string, question: unknown): string {
  const turns = listOf(question);
  if (turns.length !== 1) return refuse(`expected one turn in ${id}, found ${String(turns.length)}`);
  const messages = listOf(turns[0]);
  return messages.map((message) => (isRecord(message) ? textIn(message, 'content', id) : refuse(`expected messages in ${id}`))).join('\n');
}

function functionOf(id: string, value: unknown): GivenFunction {
  if (!isRecord(value)) return refuse(`expected functions in ${id}`);
  const description = typeof value['description'] === 'string' ? value['description'] : '';
  return { name: functionName(textIn(value, 'name', id)), description, parameters: schemaOf(value['parameters']) as Members };
}

/** BFCL's names of types that JSON Schema spells otherwise. */
const TYPES: Readonly<Record<string, string | undefined>> = { dict: 'object', float: 'number', tuple: 'array', any: undefined };

function schemaOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemaOf);
  if (!isRecord(value)) return value;
  const { type, ...rest } = value;
  const members = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, key === 'default' ? member : schemaOf(member)]));
  const own = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : schemaOf(type);
  return { ...(own !== undefined && { type: own }), ...members };
}

/** `{ name: { parameter: [allowed values] } }`; an empty text among the values means that the parameter may be left out. */
function callOf(id: string, call: unknown): { readonly tool: string; readonly arguments: unknown } {
  const [entry, ...others] = isRecord(call) ? Object.entries(call) : [];
  if (entry === undefined || others.length > 0 || !isRecord(entry[1])) return refuse(`expected one function with its parameters in ${id}`);
  return { tool: functionName(entry[0]), arguments: objectOf(entry[1]) };
}

const objectOf = (parameters: Members): unknown => ({
  $only: Object.fromEntries(Object.entries(parameters).map(([name, allowed]) => [name, allowedOf(allowed)])),
});

const allowedOf = (allowed: unknown): unknown => ({
  $in: listOf(allowed).flatMap((value) => (value === '' ? [{ $absent: true }, ''] : [valueOf(value)])),
});

/** Texts are compared without case, white space and punctuation; members of objects are lists of allowed values again. */
function valueOf(value: unknown): unknown {
  if (typeof value === 'string') return { $like: value };
  if (Array.isArray(value)) return value.map(valueOf);
  return isRecord(value) ? objectOf(value) : value;
}

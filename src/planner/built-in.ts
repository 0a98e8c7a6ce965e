import { WorkbenchError } from '../base/failure.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { briefText } from '../wire/brief.ts';
import { withoutWords } from '../wire/compact.ts';
import { decode } from '../wire/decode.ts';
import { wholeSchema } from '../wire/parameters.ts';
import { instructions } from './chat.ts';
import type { Observation, Planner } from './planner.ts';
import { proposedIn } from './propose.ts';

/** Prompts the browser's model once, with a system text, a prompt, and the JSON Schema that the answer must match. */
export type AskModel = (system: string, prompt: string, schema: object, signal: AbortSignal) => Promise<string>;

const MOST_ANSWER = 64 * 1024;

/**
 * The planner for the browser's built-in model. That model has no format for calls of tools, and its context is small: it gets two lines
 * per tool, and answers with JSON that matches a schema and contains either calls or an answer.
 */
export function builtInPlanner(ask: AskModel, newId: () => string): Planner {
  return {
    name: 'Built-in model',
    repairs: 'own',
    async think(observed, signal) {
      const text = await ask(systemOf(observed), promptOf(observed), answerSchema(observed), signal);
      const answer = readAnswer(text);
      if ('answer' in answer) return { kind: 'answer', text: answer.answer };
      const tool_calls = answer.calls.map(({ tool, arguments: args }, at) => ({
        id: `call_${String(at)}`,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(args) },
      }));
      return { kind: 'act', text: '', calls: proposedIn(decode('openai-chat', { role: 'assistant', tool_calls }, observed.tools), newId) };
    },
  };
}

const systemOf = ({ captures, tools }: Observation): string =>
  [
    instructions(captures, tools),
    'Answer with JSON alone: {"calls": [{"tool": name, "arguments": {…}}]} to call tools, or {"answer": text}.',
    ...tools.map(briefText),
  ].join('\n');

const promptOf = ({ question, turns }: Observation): string =>
  [
    question,
    ...turns.flatMap(({ calls }) => calls.map(({ name, shown }) => `${name} answered: ${JSON.stringify(shown).slice(0, 4000)}`)),
  ].join('\n\n');

/** JSON Schema of a planner's turn: either calls or an answer. Each call names one tool and has the arguments of that tool. */
const answerSchema = ({ tools, captures }: Observation): object => {
  const ids = captures.map(({ capture_id }) => capture_id);
  const calls = {
    type: 'array',
    minItems: 1,
    maxItems: 4,
    items: {
      anyOf: tools.map((tool) => closed({ tool: { type: 'string', const: tool.name }, arguments: withoutWords(wholeSchema(tool, ids)) })),
    },
  };
  const answer = closed({ answer: { type: 'string' } });
  return tools.length === 0 ? answer : { anyOf: [closed({ calls }), answer] };
};

/** The JSON Schema of an object that has exactly these members and no other. */
const closed = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

type Answer = { readonly answer: string } | { readonly calls: readonly { readonly tool: string; readonly arguments: unknown }[] };

function readAnswer(text: string): Answer {
  let value: unknown;
  try {
    value = text.length <= MOST_ANSWER ? JSON.parse(text) : undefined;
  } catch {
    value = undefined;
  }
  if (isRecord(value)) {
    const { answer, calls } = value;
    if (Array.isArray(calls) && calls.length > 0) {
      return {
        calls: (calls as readonly unknown[]).map((call) => ({
          tool: isRecord(call) && typeof call['tool'] === 'string' ? call['tool'] : '',
          arguments: isRecord(call) ? call['arguments'] : null,
        })),
      };
    }
    if (typeof answer === 'string') return { answer };
  }
  throw new WorkbenchError('PLANNER_ANSWER', 'expected JSON with calls or an answer of the built-in model, found something else');
}

import { answerText } from '../answers.ts';
import type { Encoded, Offer } from '../encode.ts';

/** Writes `tools`, `tool_choice` and items `function_call_output` for a request of the Responses API. */
export function encodeOpenAiResponses({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      tools: [
        ...(definitions.some(({ deferred }) => deferred) ? [{ type: 'tool_search' }] : []),
        ...definitions.map(({ tool, description, schema, strict, deferred }) => ({
          type: 'function',
          name: tool.name,
          description,
          parameters: schema,
          strict,
          ...(deferred && { defer_loading: true }),
        })),
      ],
      ...(choice !== undefined && { tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.name } }),
      ...(results.length > 0 && {
        input: results.map((result) => ({ type: 'function_call_output', call_id: result.tool_call_id, output: answerText(result) })),
      }),
    },
    warnings: [],
  };
}

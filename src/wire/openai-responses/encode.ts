import { answerText } from '../answers.ts';
import type { Encoded, Offer } from '../encode.ts';
import { OPENAI_STRICT } from '../openai-strict.ts';
import { parametersFor } from '../parameters.ts';

/** `tools`, `tool_choice` and items `function_call_output` of a responses request. */
export function encodeOpenAiResponses({ tools, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, OPENAI_STRICT) }));
  return {
    value: {
      tools: offered.map(({ tool: { name, description }, parameters: { schema, strict } }) => ({
        type: 'function',
        name,
        description,
        parameters: schema,
        strict,
      })),
      ...(choice !== undefined && { tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.name } }),
      ...(results.length > 0 && {
        input: results.map((result) => ({ type: 'function_call_output', call_id: result.tool_call_id, output: answerText(result) })),
      }),
    },
    warnings: offered.flatMap(({ parameters }) => parameters.warnings),
  };
}

import { answerText } from '../answers.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer } from '../encode.ts';
import { OPENAI_STRICT } from '../openai-strict.ts';
import { parametersFor } from '../parameters.ts';

/** `tools`, `tool_choice` and items `function_call_output` of a responses request. */
export function encodeOpenAiResponses({ tools, deferred, captures, choice, results }: Offer): Encoded {
  const offered = [...tools, ...deferred].map((tool) => ({ tool, parameters: parametersFor(tool, OPENAI_STRICT, captures) }));
  return {
    value: {
      tools: [
        ...(deferred.length > 0 ? [{ type: 'tool_search' }] : []),
        ...offered.map(({ tool, parameters: { schema, strict } }) => ({
          type: 'function',
          name: tool.name,
          description: describedTool(tool),
          parameters: schema,
          strict,
          ...(deferred.includes(tool) && { defer_loading: true }),
        })),
      ],
      ...(choice !== undefined && { tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.name } }),
      ...(results.length > 0 && {
        input: results.map((result) => ({ type: 'function_call_output', call_id: result.tool_call_id, output: answerText(result) })),
      }),
    },
    warnings: offered.flatMap(({ parameters }) => parameters.warnings),
  };
}

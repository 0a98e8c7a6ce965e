import { answerText } from '../answers.ts';
import { deferredWarning } from '../deferred-warning.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { OPENAI_STRICT } from '../openai-strict.ts';
import { parametersFor } from '../parameters.ts';

/** `tools`, `tool_choice` and messages of role `tool` of a chat completion request. */
export function encodeOpenAiChat({ tools, deferred, captures, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, OPENAI_STRICT, captures) }));
  return {
    value: {
      tools: offered.map(({ tool, parameters: { schema, strict } }) => ({
        type: 'function',
        function: { name: tool.name, description: describedTool(tool), parameters: schema, strict },
      })),
      ...(choice !== undefined && { tool_choice: choiceOf(choice) }),
      ...(results.length > 0 && {
        messages: results.map((result) => ({ role: 'tool', tool_call_id: result.tool_call_id, content: answerText(result) })),
      }),
    },
    warnings: [...offered.flatMap(({ parameters }) => parameters.warnings), ...deferredWarning(deferred.length)],
  };
}

const choiceOf = (choice: ToolChoice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };

/** A call as a member of `tool_calls`. */
export const chatCall = ({ id, name, args }: { readonly id: string; readonly name: string; readonly args: object }): object => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

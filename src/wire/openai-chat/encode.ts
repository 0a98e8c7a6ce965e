import { answerText } from '../answers.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';

/** Writes `tools`, `tool_choice` and messages of role `tool` for a chat completion request. */
export function encodeOpenAiChat({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      tools: definitions.map(({ tool, description, schema, strict }) => ({
        type: 'function',
        function: { name: tool.name, description, parameters: schema, strict },
      })),
      ...(choice !== undefined && { tool_choice: choiceOf(choice) }),
      ...(results.length > 0 && {
        messages: results.map((result) => ({ role: 'tool', tool_call_id: result.tool_call_id, content: answerText(result) })),
      }),
    },
    warnings: [],
  };
}

const choiceOf = (choice: ToolChoice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };

/** Writes a call as an item of `tool_calls`. */
export const chatCall = ({ id, name, args }: { readonly id: string; readonly name: string; readonly args: object }): object => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

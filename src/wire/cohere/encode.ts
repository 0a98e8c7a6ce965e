import { answerText } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import type { Encoded, Offer } from '../encode.ts';

/** Writes `tools`, `tool_choice` and messages of role `tool` for a request to the chat API in version 2. */
export function encodeCohere({ definitions, choice, results }: Offer): Encoded {
  // The API can require a call but not of a specific tool, so offer only the tool that the choice names.
  const named = typeof choice === 'object' ? choice.name : undefined;
  const offered = definitions.filter(({ tool }) => named === undefined || tool.name === named);
  return {
    value: {
      tools: offered.map(({ tool, description, schema }) => ({
        type: 'function',
        function: { name: tool.name, description, parameters: schema },
      })),
      ...(choice !== undefined && choice !== 'auto' && { tool_choice: choice === 'none' ? 'NONE' : 'REQUIRED' }),
      ...(results.length > 0 && {
        messages: results.map((result) => ({ role: 'tool', tool_call_id: result.tool_call_id, content: answerText(result) })),
      }),
    },
    warnings: named === undefined ? [] : choiceWarning(choice, 'Cohere'),
  };
}

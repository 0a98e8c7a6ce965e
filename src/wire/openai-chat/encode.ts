import { answerText } from '../answers.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { OPENAI_STRICT } from '../openai-strict.ts';
import { parametersFor } from '../parameters.ts';

/** `tools`, `tool_choice` and messages of role `tool` of a chat completion request. */
export function encodeOpenAiChat({ tools, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, OPENAI_STRICT) }));
  return {
    value: {
      tools: offered.map(({ tool: { name, description }, parameters: { schema, strict } }) => ({
        type: 'function',
        function: { name, description, parameters: schema, strict },
      })),
      ...(choice !== undefined && { tool_choice: choiceOf(choice) }),
      ...(results.length > 0 && {
        messages: results.map((result) => ({ role: 'tool', tool_call_id: result.tool_call_id, content: answerText(result) })),
      }),
    },
    warnings: offered.flatMap(({ parameters }) => parameters.warnings),
  };
}

const choiceOf = (choice: ToolChoice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };

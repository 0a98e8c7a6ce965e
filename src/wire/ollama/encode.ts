import { answerText } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import type { Encoded, Offer } from '../encode.ts';

/** Writes `tools` and messages of role `tool` for a request to Ollama's chat API. */
export function encodeOllama({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      tools: definitions.map(({ tool, description, schema }) => ({
        type: 'function',
        function: { name: tool.name, description, parameters: schema },
      })),
      ...(results.length > 0 && {
        messages: results.map((result) => ({
          role: 'tool',
          tool_name: result.metadata.toolName,
          tool_call_id: result.tool_call_id,
          content: answerText(result),
        })),
      }),
    },
    warnings: choiceWarning(choice, 'Ollama'),
  };
}

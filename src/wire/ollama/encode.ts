import { answerText } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import { deferredWarning } from '../deferred-warning.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';

const SCHEMA: SchemaProfile = { said: new Set(), dropped: new Set(['$schema', 'examples', 'title']), nullable: false, closed: false };

/** `tools` and messages of role `tool` of a request to Ollama's chat API. */
export function encodeOllama({ tools, deferred, captures, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, SCHEMA, captures) }));
  return {
    value: {
      tools: offered.map(({ tool, parameters: { schema } }) => ({
        type: 'function',
        function: { name: tool.name, description: describedTool(tool), parameters: schema },
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
    warnings: [
      ...offered.flatMap(({ parameters }) => parameters.warnings),
      ...deferredWarning(deferred.length),
      ...choiceWarning(choice, 'Ollama'),
    ],
  };
}

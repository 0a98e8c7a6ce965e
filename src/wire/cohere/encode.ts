import { answerText } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import { deferredWarning } from '../deferred-warning.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';

const SCHEMA: SchemaProfile = { said: new Set(), dropped: new Set(['$schema', 'examples', 'title']), nullable: false, closed: false };

/** `tools`, `tool_choice` and messages of role `tool` of a request to the chat API in version 2. */
export function encodeCohere({ tools, deferred, captures, choice, results }: Offer): Encoded {
  // The API can require a call but not a specific tool, so offer only the named one.
  const named = typeof choice === 'object' ? choice.name : undefined;
  const offered = tools
    .filter(({ name }) => named === undefined || name === named)
    .map((tool) => ({ tool, parameters: parametersFor(tool, SCHEMA, captures) }));
  return {
    value: {
      tools: offered.map(({ tool, parameters: { schema } }) => ({
        type: 'function',
        function: { name: tool.name, description: describedTool(tool), parameters: schema },
      })),
      ...(choice !== undefined && choice !== 'auto' && { tool_choice: choice === 'none' ? 'NONE' : 'REQUIRED' }),
      ...(results.length > 0 && {
        messages: results.map((result) => ({ role: 'tool', tool_call_id: result.tool_call_id, content: answerText(result) })),
      }),
    },
    warnings: [
      ...offered.flatMap(({ parameters }) => parameters.warnings),
      ...deferredWarning(deferred.length),
      ...(named === undefined ? [] : choiceWarning(choice, 'Cohere')),
    ],
  };
}

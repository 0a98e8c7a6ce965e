import { boundedAnswer, failed } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import { deferredWarning } from '../deferred-warning.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';

/** Models behind Converse differ in the keywords that they know; without a strict form they are advice, and stay. */
const SCHEMA: SchemaProfile = { said: new Set(), dropped: new Set(['$schema', 'examples', 'title']), nullable: false, closed: false };

/** `toolConfig` and one user message of `toolResult` blocks of a Converse request. */
export function encodeBedrock({ tools, deferred, captures, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, SCHEMA, captures) }));
  return {
    value: {
      toolConfig: {
        tools: offered.map(({ tool, parameters }) => ({
          toolSpec: { name: tool.name, description: describedTool(tool), inputSchema: { json: parameters.schema } },
        })),
        ...(choice !== undefined && choice !== 'none' && { toolChoice: choiceOf(choice) }),
      },
      ...(results.length > 0 && {
        messages: [
          {
            role: 'user',
            content: results.map((result) => ({
              toolResult: {
                toolUseId: result.tool_call_id,
                content: [{ json: boundedAnswer(result) }],
                status: failed(result) ? 'error' : 'success',
              },
            })),
          },
        ],
      }),
    },
    warnings: [
      ...offered.flatMap(({ parameters }) => parameters.warnings),
      ...deferredWarning(deferred.length),
      ...(choice === 'none' ? choiceWarning(choice, 'Bedrock Converse') : []),
    ],
  };
}

function choiceOf(choice: Exclude<ToolChoice, 'none'>): unknown {
  if (typeof choice === 'object') return { tool: { name: choice.name } };
  return choice === 'required' ? { any: {} } : { auto: {} };
}

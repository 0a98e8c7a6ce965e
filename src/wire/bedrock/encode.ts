import { boundedAnswer, failed } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';

/** Writes `toolConfig` and one user message of `toolResult` blocks for a Converse request. */
export function encodeBedrock({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      toolConfig: {
        tools: definitions.map(({ tool, description, schema }) => ({
          toolSpec: { name: tool.name, description, inputSchema: { json: schema } },
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
    warnings: choice === 'none' ? choiceWarning(choice, 'Bedrock Converse') : [],
  };
}

function choiceOf(choice: Exclude<ToolChoice, 'none'>): unknown {
  if (typeof choice === 'object') return { tool: { name: choice.name } };
  return choice === 'required' ? { any: {} } : { auto: {} };
}

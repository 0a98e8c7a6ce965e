import { answerText, failed } from '../answers.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';

/** The API's own tool that searches deferred tools by relevance. */
const TOOL_SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const;

/** Writes `tools`, `tool_choice` and one user message of `tool_result` blocks for a messages request. */
export function encodeAnthropic({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      tools: [
        ...(definitions.some(({ deferred }) => deferred) ? [TOOL_SEARCH] : []),
        ...definitions.map(({ tool, description, schema, strict, deferred }) => ({
          name: tool.name,
          description,
          input_schema: schema,
          strict,
          ...(deferred && { defer_loading: true }),
        })),
      ],
      ...(choice !== undefined && { tool_choice: choiceOf(choice) }),
      ...(results.length > 0 && {
        messages: [
          {
            role: 'user',
            content: results.map((result) => ({
              type: 'tool_result',
              tool_use_id: result.tool_call_id,
              content: answerText(result),
              is_error: failed(result),
            })),
          },
        ],
      }),
    },
    warnings: [],
  };
}

function choiceOf(choice: ToolChoice): unknown {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

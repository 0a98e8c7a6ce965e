import type { ToolResult } from '../../tools/contract/index.ts';
import { answerText, failed } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import { compactSchema } from '../compact.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer } from '../encode.ts';
import { wholeSchema } from '../parameters.ts';

/** A page of `tools/list`, whose cursor stands for what the first set leaves out, and results of `tools/call` by the id of their call. */
export function encodeMcp({ tools, deferred, choice, results, revision }: Offer): Encoded {
  // The later revision marks every result as complete and says how long a list holds.
  const later = revision === '2026-07-28';
  return {
    value: {
      ...(later && { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }),
      tools: tools.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: describedTool(tool),
        inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...wholeSchema(tool) },
        outputSchema: compactSchema(tool.output_schema),
        annotations: { title: tool.title, ...tool.annotations },
      })),
      ...(deferred.length > 0 && { nextCursor: 'rest' }),
      ...(results.length > 0 && {
        results: results.map((result) => ({
          id: result.tool_call_id,
          result: { ...(later && { resultType: 'complete' }), ...resultOf(result) },
        })),
      }),
    },
    warnings: choiceWarning(choice, 'MCP'),
  };
}

const resultOf = (result: ToolResult): object => ({
  content: [{ type: 'text', text: answerText(result) }],
  ...(!failed(result) && { structuredContent: result.structured_output ?? {} }),
  isError: failed(result),
});

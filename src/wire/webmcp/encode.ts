import { choiceWarning } from '../choice-warning.ts';
import type { Encoded, Offer } from '../encode.ts';
import { browserAnswer } from '../answers.ts';

/** Writes what `document.modelContext.registerTool` accepts, and what the registered `execute` returns. */
export function encodeWebMcp({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      tools: definitions.map(({ tool, description, schema }) => ({
        name: tool.name,
        title: tool.title,
        description,
        inputSchema: schema,
        // Results are untrusted, because names in a capture come from the devices that sent them.
        annotations: {
          readOnlyHint: tool.annotations.readOnlyHint,
          untrustedContentHint: tool.scope === 'captures',
          consequentialHint: tool.effect !== 'read_only',
        },
      })),
      ...(results.length > 0 && {
        results: results.map((result) => ({ invocationId: result.tool_call_id, output: browserAnswer(result) })),
      }),
    },
    warnings: choiceWarning(choice, 'WebMCP'),
  };
}

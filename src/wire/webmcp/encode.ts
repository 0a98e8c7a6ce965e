import { choiceWarning } from '../choice-warning.ts';
import type { Encoded, Offer } from '../encode.ts';
import { browserAnswer } from '../answers.ts';

/** What `document.modelContext.registerTool` takes, and what its `execute` answers. */
export function encodeWebMcp({ definitions, choice, results }: Offer): Encoded {
  return {
    value: {
      tools: definitions.map(({ tool, description, schema }) => ({
        name: tool.name,
        title: tool.title,
        description,
        inputSchema: schema,
        // Names in a capture come from the devices that sent them, so they are untrusted.
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

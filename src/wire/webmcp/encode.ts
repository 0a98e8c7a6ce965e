import { choiceWarning } from '../choice-warning.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';
import { browserAnswer } from '../answers.ts';

/** What the tentative platform tests refuse: formats, free keys, references. */
const SAFE: SchemaProfile = {
  said: new Set(['uniqueItems']),
  dropped: new Set(['$schema', 'examples', 'format', 'title', 'default']),
  nullable: false,
  closed: true,
};

/** What `document.modelContext.registerTool` takes, and what its `execute` answers. */
export function encodeWebMcp({ tools, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, SAFE) }));
  return {
    value: {
      tools: offered.map(({ tool, parameters }) => ({
        name: tool.name,
        title: tool.title,
        description: describedTool(tool),
        inputSchema: parameters.schema,
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
    warnings: [...offered.flatMap(({ parameters }) => parameters.warnings), ...choiceWarning(choice, 'WebMCP')],
  };
}

import { boundedAnswer } from '../answers.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { openApiSchema } from './schema.ts';

/** Writes `tools`, `toolConfig` and one turn of `functionResponse` parts for a `generateContent` request. */
export function encodeGemini({ definitions, choice, results }: Offer): Encoded {
  const functionDeclarations = definitions.map(({ tool, description, schema }) => ({
    name: tool.name,
    description,
    parameters: openApiSchema(schema),
  }));
  return {
    value: {
      tools: [{ functionDeclarations }],
      ...(choice !== undefined && { toolConfig: { functionCallingConfig: configOf(choice) } }),
      ...(results.length > 0 && {
        contents: [
          {
            role: 'user',
            parts: results.map((result) => ({
              functionResponse: { id: result.tool_call_id, name: result.metadata.toolName, response: boundedAnswer(result) },
            })),
          },
        ],
      }),
    },
    warnings: [],
  };
}

function configOf(choice: ToolChoice): unknown {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  return { mode: { auto: 'AUTO', required: 'ANY', none: 'NONE' }[choice] };
}

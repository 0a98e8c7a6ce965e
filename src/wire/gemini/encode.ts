import { boundedAnswer } from '../answers.ts';
import { deferredWarning } from '../deferred-warning.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';
import { openApiSchema } from './schema.ts';

/** Gemini's Schema is a subset of OpenAPI 3.0; other keywords move to descriptions. */
const SCHEMA: SchemaProfile = {
  said: new Set(['uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum', 'default']),
  dropped: new Set(['$schema', 'examples', 'title']),
  nullable: false,
  closed: false,
};

/** `tools`, `toolConfig` and one turn of `functionResponse` parts of a `generateContent` request. */
export function encodeGemini({ tools, deferred, captures, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, SCHEMA, captures) }));
  const functionDeclarations = offered.map(({ tool, parameters }) => ({
    name: tool.name,
    description: describedTool(tool),
    parameters: openApiSchema(parameters.schema),
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
    warnings: [...offered.flatMap(({ parameters }) => parameters.warnings), ...deferredWarning(deferred.length)],
  };
}

function configOf(choice: ToolChoice): unknown {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  return { mode: { auto: 'AUTO', required: 'ANY', none: 'NONE' }[choice] };
}

import { answerText, failed } from '../answers.ts';
import { describedTool } from '../describe.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';

/** The strict form supports types, enums and patterns; bounds move to the descriptions. */
const STRICT: SchemaProfile = {
  said: new Set([
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'uniqueItems',
  ]),
  dropped: new Set(['$schema', 'examples', 'title']),
  nullable: false,
  closed: true,
};

/** The API's own relevance search over deferred tools. */
const TOOL_SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const;

/** `tools`, `tool_choice` and one user message of `tool_result` blocks of a messages request. */
export function encodeAnthropic({ tools, deferred, captures, choice, results }: Offer): Encoded {
  const offered = [...tools, ...deferred].map((tool) => ({ tool, parameters: parametersFor(tool, STRICT, captures) }));
  return {
    value: {
      tools: [
        ...(deferred.length > 0 ? [TOOL_SEARCH] : []),
        ...offered.map(({ tool, parameters: { schema, strict } }) => ({
          name: tool.name,
          description: describedTool(tool),
          input_schema: schema,
          strict,
          ...(deferred.includes(tool) && { defer_loading: true }),
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
    warnings: offered.flatMap(({ parameters }) => parameters.warnings),
  };
}

function choiceOf(choice: ToolChoice): unknown {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

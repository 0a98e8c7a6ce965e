import { answerText, failed } from '../answers.ts';
import type { Encoded, Offer, ToolChoice } from '../encode.ts';
import { parametersFor, type SchemaProfile } from '../parameters.ts';

/** The strict form keeps types, enums and patterns; bounds stand in descriptions. */
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

/** `tools`, `tool_choice` and one user message of `tool_result` blocks of a messages request. */
export function encodeAnthropic({ tools, choice, results }: Offer): Encoded {
  const offered = tools.map((tool) => ({ tool, parameters: parametersFor(tool, STRICT) }));
  return {
    value: {
      tools: offered.map(({ tool: { name, description }, parameters: { schema, strict } }) => ({
        name,
        description,
        input_schema: schema,
        strict,
      })),
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

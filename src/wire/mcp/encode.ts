import type { ToolResult } from '../../tools/contract/index.ts';
import { PLANNER_LIMIT } from '../../tools/contract/project.ts';
import { boundedAnswer, failed } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import { compactSchema } from '../compact.ts';
import type { Encoded, Offer } from '../encode.ts';
import { wholeSchema } from '../parameters.ts';

/** A page of `tools/list`, whose cursor leads to the deferred tools, and results of `tools/call` by call id. */
export function encodeMcp({ definitions, choice, results, revision }: Offer): Encoded {
  // The later revision marks every result as complete and states how long a list is valid.
  const later = revision === '2026-07-28';
  const loaded = definitions.filter(({ deferred }) => !deferred);
  return {
    value: {
      ...(later && { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }),
      tools: loaded.map(({ tool, description }) => ({
        name: tool.name,
        title: tool.title,
        description,
        inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...wholeSchema(tool) },
        outputSchema: compactSchema(tool.output_schema),
        annotations: { title: tool.title, ...tool.annotations },
      })),
      ...(loaded.length < definitions.length && { nextCursor: 'rest' }),
      ...(results.length > 0 && {
        results: results.map((result) => ({
          id: result.tool_call_id,
          result: { ...(later && { resultType: 'complete' }), ...encodedResult(result) },
        })),
      }),
    },
    warnings: choiceWarning(choice, 'MCP'),
  };
}

/** Byte limits of the view, tried in order until the text and the structured content fit together. */
const VIEWS = [1, 2, 3, 4, 8, 16].map((share) => Math.floor(PLANNER_LIMIT / share));
/** Bytes reserved for the surrounding members. */
const AROUND = 512;
/** Other content blocks take at most 1/2 of a result. */
const BLOCKS_SHARE = 2;

type Block = Readonly<Record<string, unknown>>;

/**
 * A result of `tools/call`, at most 32 KB of JSON: text and structured content say the same, and of a larger answer both are the bounded
 * view, whose marks in the text say what is missing and how to get it.
 *
 * @param blocks content beside the text; those that do not fit are left out
 * @param link returns a link to the complete result; called if the answer was truncated
 */
export function encodedResult(result: ToolResult, blocks: readonly Block[] = [], link: () => Block | undefined = () => undefined): object {
  const fitting: Block[] = [];
  for (const block of blocks) if (sizeOf([...fitting, block]) <= PLANNER_LIMIT / BLOCKS_SHARE) fitting.push(block);
  let linked: Block | undefined;
  let written: object = {};
  for (const limit of VIEWS) {
    const answer = boundedAnswer(result, limit);
    if (answer['truncated'] === true) linked ??= link();
    written = {
      content: [{ type: 'text', text: JSON.stringify(answer) }, ...fitting, ...(linked === undefined ? [] : [linked])],
      ...(!failed(result) && { structuredContent: answer['structured_output'] ?? {} }),
      isError: failed(result),
    };
    if (sizeOf(written) <= PLANNER_LIMIT - AROUND) break;
  }
  return written;
}

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

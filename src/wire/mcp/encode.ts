import type { ToolResult } from '../../tools/contract/index.ts';
import { PLANNER_LIMIT } from '../../tools/contract/project.ts';
import { boundedAnswer, failed } from '../answers.ts';
import { choiceWarning } from '../choice-warning.ts';
import { compactSchema } from '../compact.ts';
import type { Encoded, Offer } from '../encode.ts';
import { wholeSchema } from '../parameters.ts';

/** Writes a page of `tools/list`, whose cursor leads to the deferred tools, and results of `tools/call` by call id. */
export function encodeMcp({ definitions, choice, results, revision }: Offer): Encoded {
  // Since revision 2026-07-28, every result is marked as complete and states how long a list is valid.
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

/** Size limits in bytes for cutting an answer, tried in order until its text and its structured content fit into one message together. */
const VIEWS = [1, 2, 3, 4, 8, 16].map((share) => Math.floor(PLANNER_LIMIT / share));
/** Number of bytes reserved for the members around text and structured content. */
const AROUND = 512;
/** Images may take 1/`IMAGES_SHARE` of a result. */
const IMAGES_SHARE = 2;

type Block = Readonly<Record<string, unknown>>;

interface EncodedResult {
  readonly content: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

/**
 * Writes a result of `tools/call` in at most 32 KB of JSON. Text and structured content have the same content; of a larger answer, both are
 * cut, and the text says what is missing and how to get it.
 *
 * @param links to parts of the result, such as its plots
 * @param link returns a link to the complete result; called if the answer was cut
 */
export function encodedResult(
  result: ToolResult,
  links: readonly Block[] = [],
  link: () => Block | undefined = () => undefined,
): EncodedResult {
  let linked: Block | undefined;
  let written: EncodedResult = { content: [], isError: failed(result) };
  for (const limit of VIEWS) {
    const answer = boundedAnswer(result, limit);
    if (answer['truncated'] === true) linked ??= link();
    written = {
      content: [{ type: 'text', text: JSON.stringify(answer) }, ...(linked === undefined ? [] : [linked]), ...links],
      ...(!failed(result) && { structuredContent: answer['structured_output'] ?? {} }),
      isError: failed(result),
    };
    if (sizeOf(written) <= PLANNER_LIMIT - AROUND) break;
  }
  return written;
}

/**
 * Adds blocks such as images to a result, after its text, as far as they fit. The text is never shortened for them.
 *
 * @param blocks returns the blocks, given how many bytes they may take
 */
export async function withBlocks(written: EncodedResult, blocks: (room: number) => Promise<readonly Block[]>): Promise<EncodedResult> {
  const room = Math.min(PLANNER_LIMIT - AROUND - sizeOf(written), PLANNER_LIMIT / IMAGES_SHARE);
  const fitting: Block[] = [];
  for (const block of room > 0 ? await blocks(room) : []) if (sizeOf([...fitting, block]) <= room) fitting.push(block);
  const [text, ...rest] = written.content;
  return { ...written, content: [...(text === undefined ? [] : [text]), ...fitting, ...rest] };
}

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

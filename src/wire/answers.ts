import type { ToolResult } from '../tools/contract/index.ts';
import { PLANNER_LIMIT, project } from '../tools/contract/project.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Bytes of the mark of trust, at its longest. */
const MARK = ',"content_trust":"untrusted"'.length;

/**
 * The bounded view of a result with the trust that its content deserves: names and payloads in a capture are written by whoever
 * sent them, and what reads this answer must not take them for instructions (S3-2.25). What somebody who called is shown, with
 * marks where it was cut and who tells more.
 */
export const boundedAnswer = (result: ToolResult, limit = PLANNER_LIMIT): Answer => ({
  ...(project(result, 'planner', limit - MARK) as Answer),
  ...(result.metadata.trust !== undefined && { content_trust: result.metadata.trust }),
});

/** The same as text. */
export const answerText = (result: ToolResult): string => JSON.stringify(boundedAnswer(result));

/** Whether the answer to the caller says that the call failed. */
export const failed = (result: ToolResult): boolean => result.status === 'error';

/** Bytes of an answer to a browser agent: browsers ask pages for short ones (R43). */
const BROWSER_LIMIT = 4096;

/** What a browser agent is answered: the bounded view, shorter, and the tool that it is of. */
export const browserAnswer = (result: ToolResult): Answer => ({
  ...boundedAnswer(result, BROWSER_LIMIT),
  tool: `${result.metadata.toolName} ${result.metadata.toolVersion}`,
});

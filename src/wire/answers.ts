import type { ToolResult } from '../tools/contract/index.ts';
import { PLANNER_LIMIT, project } from '../tools/contract/project.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Bytes of the mark of trust, at its longest. */
const MARK = ',"content_trust":"untrusted"'.length;

/**
 * The bounded view of a result that a caller gets, with a mark of trust: names and payloads in a capture come from the devices
 * that sent them, so a reader must not follow them as instructions (S3-2.25). Each cut is marked with how to get the rest.
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

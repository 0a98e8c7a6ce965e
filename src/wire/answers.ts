import type { ToolResult } from '../tools/contract/index.ts';
import { PLANNER_LIMIT, project } from '../tools/contract/project.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Bytes of the trust mark at its longest. */
const MARK = ',"content_trust":"untrusted"'.length;

/**
 * The bounded view of a result for a caller, with a trust mark: names and payloads in a capture come from the devices that sent them, so a
 * model must not follow them as instructions (S3-2.25). Each truncation states how to get the rest.
 */
export const boundedAnswer = (result: ToolResult, limit = PLANNER_LIMIT): Answer => ({
  ...(project(result, 'planner', limit - MARK) as Answer),
  ...(result.metadata.trust !== undefined && { content_trust: result.metadata.trust }),
});

/** The same as text. */
export const answerText = (result: ToolResult): string => JSON.stringify(boundedAnswer(result));

/** Whether the answer to the caller says that the call failed. */
export const failed = (result: ToolResult): boolean => result.status === 'error';

/** Most bytes of an answer to a browser agent; browsers ask pages for short ones (R43). */
const BROWSER_LIMIT = 4096;

/** The answer for a browser agent: a shorter bounded view, with the tool name. */
export const browserAnswer = (result: ToolResult): Answer => ({
  ...boundedAnswer(result, BROWSER_LIMIT),
  tool: `${result.metadata.toolName} ${result.metadata.toolVersion}`,
});

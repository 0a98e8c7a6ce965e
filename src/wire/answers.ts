import type { ToolResult } from '../tools/contract/index.ts';
import { PLANNER_LIMIT, project } from '../tools/contract/project.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Number of bytes that marking the trust of an answer adds at most. */
const MARK = ',"content_trust":"untrusted"'.length;

/**
 * The answer to a caller: a result cut to a size limit, which states how to get what was left out. Untrusted content is marked: names and
 * payloads in a capture come from the devices that sent them, so a model must not follow them as instructions (S3-2.25).
 */
export const boundedAnswer = (result: ToolResult, limit = PLANNER_LIMIT): Answer => ({
  ...(project(result, 'planner', limit - MARK) as Answer),
  ...(result.metadata.trust !== undefined && { content_trust: result.metadata.trust }),
});

/** The answer for a caller, as JSON text. */
export const answerText = (result: ToolResult): string => JSON.stringify(boundedAnswer(result));

/** Whether the answer tells the caller that the call failed. */
export const failed = (result: ToolResult): boolean => result.status === 'error';

/** Maximum number of bytes of an answer to an agent of the browser; browsers ask pages for short answers (R43). */
const BROWSER_LIMIT = 4096;

/** The answer for an agent of the browser: cut to a smaller size limit, and with the name of the tool. */
export function browserAnswer(result: ToolResult): Answer {
  const tool = `${result.metadata.toolName} ${result.metadata.toolVersion}`;
  const around = new TextEncoder().encode(`,"tool":${JSON.stringify(tool)}`).length;
  return { ...boundedAnswer(result, BROWSER_LIMIT - around), tool };
}

import type { ToolResult } from '../tools/contract/index.ts';
import { project } from '../tools/contract/project.ts';

/** The bounded view of a result as text: what somebody who called is shown, with marks where it was cut and who tells more. */
export const answerText = (result: ToolResult): string => JSON.stringify(project(result, 'planner'));

/** Whether a caller is to be told that the call failed. */
export const failed = (result: ToolResult): boolean => result.status === 'error';

/** Bytes of an answer to a browser agent: browsers ask pages for short ones (R43). */
const BROWSER_LIMIT = 4096;

/**
 * What a browser agent is answered: the bounded view, shorter, with the trust that its content deserves, for names in a
 * capture are written by whoever sent them.
 */
export const browserAnswer = (result: ToolResult): Readonly<Record<string, unknown>> => ({
  ...(project(result, 'planner', BROWSER_LIMIT) as Readonly<Record<string, unknown>>),
  tool: `${result.metadata.toolName} ${result.metadata.toolVersion}`,
  ...(result.metadata.trust !== undefined && { content_trust: result.metadata.trust }),
});

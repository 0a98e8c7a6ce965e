import type { ToolResult } from '../tools/contract/index.ts';
import { project } from '../tools/contract/project.ts';

/** The bounded view of a result as text: what somebody who called is shown, with marks where it was cut and who tells more. */
export const answerText = (result: ToolResult): string => JSON.stringify(project(result, 'planner'));

/** Whether a caller is to be told that the call failed. */
export const failed = (result: ToolResult): boolean => result.status === 'error';

import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { link } from '../../linkage/linkage.ts';
import { analyse } from './run.ts';
import type { Answer, Arguments } from './schema.ts';

/** The first model: its constants are fixed. */
export const run = (args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Answer>> =>
  analyse(args, capabilities, link, () => ({ more: {}, groups: 0 }));

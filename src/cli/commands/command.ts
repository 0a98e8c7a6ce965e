import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import type { Given, OptionName } from '../options.ts';

export interface Command {
  readonly name: string;
  /** The command's arguments, as the first line of its help shows them. */
  readonly arguments: string;
  readonly summary: string;
  readonly options: readonly OptionName[];
  /** Lines of the help text that follow the options. */
  readonly notes?: string;
  /** The arguments that are files or patterns of files; all of them where absent. */
  readonly filesIn?: (given: Given, positionals: readonly string[]) => readonly string[];
  run(context: Context): Promise<ExitCode>;
}

/** Names of the options of all commands that open captures and run calls. */
export const SESSION_OPTIONS = [
  'policy',
  'approve',
  'keys',
  'connection',
  'reading',
  'engine',
  'write-to',
  'journal',
  'merge',
  'sensor',
  'offset',
] as const;
export const ANSWER_OPTIONS = ['format', 'json', 'output', 'progress', 'quiet', 'help'] as const;

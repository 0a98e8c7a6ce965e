/** Exit codes of the command; docs/reference/commands.md lists them, with these comments. */
export const EXIT = {
  /** Done. */
  done: 0,
  /** A fault of the command itself, or a query engine that does not start. */
  internal: 1,
  /** Arguments, a call file, a plan or a policy that cannot be used as they are. */
  usage: 2,
  /** A capture or another input file that is missing or cannot be read. */
  file: 3,
  /** The call did not run: policy, approval or validation refused it. */
  refused: 4,
  /** The call, statement or check ran and failed; `verify` found a change. */
  failed: 5,
  /** The output could not be written, because the disk is full for example. */
  output: 6,
  /** SIGINT; unfinished files are removed. */
  interrupted: 130,
  /** The reader of standard output went away (SIGPIPE). */
  pipe: 141,
  /** SIGTERM; unfinished files are removed. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with an exit code and one message for the person. */
export class Stop extends Error {
  constructor(
    readonly exit: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

export const usage = (message: string): Stop => new Stop(EXIT.usage, message);

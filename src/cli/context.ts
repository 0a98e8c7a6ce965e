import { formatProgress } from '../base/format.ts';
import { visibleString } from '../base/visible-text.ts';
import type { Activity } from '../workbench/port.ts';
import { type Stop, usage } from './exit.ts';
import type { Given } from './options.ts';
import { fileOutput, standardOutput, type Outlet } from './output/outlet.ts';
import { isStandardOutput } from './output/target.ts';
import type { Assets } from './assets.ts';

export const FORMATS = ['text', 'json', 'jsonl', 'csv', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

type Shown = Pick<Activity, 'title' | 'state' | 'progress'>;

/** What a command uses of its process. */
export interface Context {
  readonly given: Given;
  readonly positionals: readonly string[];
  readonly assets: Assets;
  /** Aborts at SIGINT and SIGTERM, and when the program that reads the output has ended. */
  readonly signal: AbortSignal;
  /** Ends the command early and cancels its running work. */
  readonly stop: (reason: Stop) => void;
  /** Writes one line to standard error. */
  readonly note: (message: string) => void;
  /** Shows the running activities on standard error, if progress is to be shown. */
  readonly progress: (activities: readonly Shown[]) => void;
}

export function formatOf({ json, format }: Given): Format {
  if (json === true && format !== undefined && format !== 'json') throw usage(`expected one format, found --json and --format ${format}`);
  const wanted = json === true ? 'json' : (format ?? 'text');
  const found = FORMATS.find((each) => each === wanted);
  if (found === undefined) throw usage(`expected --format ${FORMATS.join(', ')}, found ${wanted}`);
  return found;
}

/** Writes the command's answer to the chosen destination. If writing fails or the command is stopped, an unfinished file is removed. */
export async function answer(
  { given, signal }: Pick<Context, 'given' | 'signal'>,
  write: (outlet: Outlet) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const isStandard = given.output === undefined || (await isStandardOutput(given.output));
  const outlet = isStandard ? standardOutput() : await fileOutput(given.output);
  try {
    await write(outlet);
    signal.throwIfAborted();
    await outlet.end();
  } catch (error) {
    await outlet.abandon();
    throw error;
  }
}

const SHOWN_EVERY_MS = 500;

/** Writes notes and progress to standard error. On a terminal, the next line overwrites a line of progress. */
export function reporter({ progress, quiet }: Given): Pick<Context, 'note' | 'progress'> & { readonly clear: () => void } {
  const terminal = process.stderr.isTTY;
  const shows = quiet !== true && (terminal || progress === true);
  let last = -Infinity;
  let drawn = false;
  const clear = (): void => {
    if (drawn) process.stderr.write('\r\u001b[K');
    drawn = false;
  };
  return {
    clear,
    note(message) {
      clear();
      process.stderr.write(`capture-workbench: ${visibleString(message)}\n`);
    },
    progress(activities) {
      const running = activities.filter(({ state }) => state === 'running').at(-1);
      if (!shows || running?.progress === undefined || running.progress === null || performance.now() - last < SHOWN_EVERY_MS) return;
      last = performance.now();
      const line = visibleString(`${running.title}: ${formatProgress(running.progress)}`);
      clear();
      process.stderr.write(terminal ? line : `${line}\n`);
      drawn = terminal;
    },
  };
}

/** Reads the option `--limit`, the maximum number of rows. */
export function limitOf({ limit }: Given, otherwise: number): number {
  if (limit === undefined) return otherwise;
  const rows = Number(limit);
  if (Number.isSafeInteger(rows) && rows >= 0) return rows;
  throw usage(`expected a whole number of rows as --limit, found ${limit}`);
}

/** Parses the value of an option that is a TCP port. */
export function portOf(option: string, given: string): number {
  const port = Number(given);
  if (/^\d{1,5}$/.test(given) && port <= 65_535) return port;
  throw usage(`expected ${option} with a port, found ${given}`);
}

/** Settles when the command is stopped, for servers that run until then. */
export const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });

/** Returns the option `--output`; throws if it is missing, for commands that need it. */
export function requiredOutput({ output }: Given, what: string): string {
  if (output !== undefined) return output;
  throw usage(`expected --output with the path of ${what}`);
}

/** The same for commands that cannot write to standard output. */
export function requiredPath(given: Given, what: string): string {
  const path = requiredOutput(given, what);
  if (path === '-') throw usage(`expected --output with the path of ${what}, found "-"`);
  return path;
}

import { createHash, randomUUID } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { canonicalJson } from '../../base/canonical.ts';
import { ToolResult } from '../../tools/contract/result.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { writeFailure } from '../output/outlet.ts';

const FORMAT = 'capture-workbench/finished-calls';
const VERSION = 1;
const START = `{"format":"${FORMAT}"`;

/** What decides the results of a plan, by name. Results are taken from a file only where all of it is equal. */
export type Identity = Readonly<Record<string, string>>;

/**
 * The calls of a plan that have ended, in a file that survives the process. One line of JSON each, on disk before the next call begins:
 * `{"sha256":…,"of":[key,result]}`, after a first line that says what plan, captures and workbench they belong to.
 */
export interface FinishedCalls {
  /** Id of the calls of this plan, the same after every start. */
  readonly traceId: string;
  /** Calls of earlier starts that are in the file. */
  readonly count: number;
  /** The result of an earlier start; each is taken once, so that two equal calls have a result each. */
  take(call: unknown): ToolResult | undefined;
  /** @returns settles when the line is on disk */
  add(call: unknown, result: ToolResult): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens or begins the file. A line that a killed process left unfinished at the end is cut off.
 *
 * @throws Stop for a file of another plan, of other captures or of another build, and for one that was changed
 */
export async function openFinishedCalls(path: string, identity: Identity): Promise<FinishedCalls> {
  const file = await open(path, 'a+').catch((error: unknown) => {
    throw writeFailure(error, path);
  });
  try {
    // A device or a pipe may have no end.
    if (!(await file.stat()).isFile()) throw foreign(path);
    const bytes = await file.readFile();
    // Nothing is changed in a file that this command did not write.
    const start = bytes.subarray(0, START.length).toString('utf8');
    if (!START.startsWith(start)) throw foreign(path);
    const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
    const [first, ...lines] = whole.toString('utf8').split('\n').slice(0, -1);
    if (whole.length < bytes.length) await file.truncate(whole.length);
    const traceId = first === undefined ? await begin(file, path, identity) : headOf(first, path, identity);
    const finished = new Map<string, ToolResult[]>();
    for (const [at, line] of lines.entries()) {
      const { key, result } = readLine(line) ?? broken(path, at + 2);
      finished.set(key, [...(finished.get(key) ?? []), result]);
    }
    return callsIn(file, path, traceId, finished, lines.length);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function callsIn(
  file: FileHandle,
  path: string,
  traceId: string,
  finished: ReadonlyMap<string, ToolResult[]>,
  count: number,
): FinishedCalls {
  let last: Promise<void> = Promise.resolve();
  return {
    traceId,
    count,
    take: (call) => finished.get(keyOf(call))?.shift(),
    add(call, result) {
      last = last.then(() => append(file, path, lineOf(keyOf(call), result)));
      return last;
    },
    close: () => file.close(),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const keyOf = (call: unknown): string => sha256(canonicalJson(call));

const lineOf = (key: string, result: ToolResult): string => {
  const of = JSON.stringify([key, result]);
  return `{"sha256":"${sha256(of)}","of":${of}}\n`;
};

function readLine(line: string): { readonly key: string; readonly result: ToolResult } | undefined {
  const match = /^\{"sha256":"([0-9a-f]{64})","of":(\[.*\])\}$/.exec(line);
  if (match?.[2] === undefined || sha256(match[2]) !== match[1]) return undefined;
  const [key, given] = JSON.parse(match[2]) as [unknown, unknown];
  const result = ToolResult.safeParse(given);
  return typeof key === 'string' && result.success ? { key, result: result.data } : undefined;
}

function broken(path: string, line: number): never {
  throw new Stop(
    EXIT.file,
    `${path}, line ${String(line)}: expected a finished call as this command wrote it, but the file was changed. Remove the file to start the plan again`,
  );
}

async function begin(file: FileHandle, path: string, identity: Identity): Promise<string> {
  const traceId = randomUUID();
  await append(file, path, `${JSON.stringify({ format: FORMAT, version: VERSION, trace_id: traceId, of: identity })}\n`);
  return traceId;
}

function headOf(line: string, path: string, identity: Identity): string {
  const head = parsed(line);
  const of = isRecord(head) ? head['of'] : undefined;
  const traceId = isRecord(head) ? head['trace_id'] : undefined;
  if (!isRecord(head) || head['format'] !== FORMAT || head['version'] !== VERSION || !isRecord(of) || typeof traceId !== 'string')
    throw foreign(path);
  const names = [...new Set([...Object.keys(identity), ...Object.keys(of)])].filter((name) => of[name] !== identity[name]);
  if (names.length > 0)
    throw usage(
      `${path}: expected the calls of this plan, found those of another run: different ${names.join(', ')}. Name another file, or remove it`,
    );
  return traceId;
}

const foreign = (path: string): Stop => usage(`${path}: expected a file written by --resume, or no file; it was not changed`);

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

async function append(file: FileHandle, path: string, line: string): Promise<void> {
  try {
    await file.appendFile(line);
    await file.datasync();
  } catch (error) {
    throw writeFailure(error, path);
  }
}

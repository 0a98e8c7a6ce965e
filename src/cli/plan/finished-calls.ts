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

/** Everything on which the results of a plan depend, by name. Results are taken from a file only if all of it is equal. */
export type Identity = Readonly<Record<string, string>>;

/**
 * The calls of a plan that have ended, in a file that survives the process. Each is a line of JSON, `{"sha256":…,"of":[key,result]}`,
 * written before the next call begins. The first line names the plan, captures and workbench that they belong to.
 */
export interface FinishedCalls {
  /** Trace id of the calls of this plan, the same each time that the plan is started. */
  readonly traceId: string;
  /** Number of calls in the file that ended in earlier starts. */
  readonly count: number;
  /** Returns the result of a call from an earlier start. Each is returned once, so that two equal calls get a result each. */
  take(call: unknown): ToolResult | undefined;
  /** Appends a call with its result. @returns settles when the line is on disk */
  add(call: unknown, result: ToolResult): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file or creates it. If a killed process left an incomplete last line, that line is removed.
 *
 * @throws Stop if the file belongs to another plan, other captures or another build, or was changed
 */
export async function openFinishedCalls(path: string, identity: Identity): Promise<FinishedCalls> {
  const file = await open(path, 'a+').catch((error: unknown) => {
    throw writeFailure(error, path);
  });
  try {
    // Reject devices and pipes, because reading them might never end.
    if (!(await file.stat()).isFile()) throw foreign(path);
    const bytes = await file.readFile();
    // Reject a file that this command did not write before anything in it is changed.
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

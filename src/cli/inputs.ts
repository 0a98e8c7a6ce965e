import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { glob, type GlobOptions, isDynamicPattern } from 'tinyglobby';
import { EXIT, Stop, usage } from './exit.ts';
import { DiskFile } from './threads/disk-file.ts';

const STANDARD_INPUT = '-';
/** Most bytes from a pipe, because they are held in memory. */
const MOST_PIPED_BYTES = 1024 ** 3;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.replace(/^([A-Z]+): /, '') : String(error));

/** The text of a file that the command needs, or of standard input. */
export async function textOfFile(path: string): Promise<string> {
  try {
    return path === STANDARD_INPUT ? (await buffer(process.stdin)).toString('utf8') : await readFile(path, 'utf8');
  } catch (error) {
    throw new Stop(EXIT.file, `${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** A JSON value of a file. @param what the file is for, in the message of a fault */
export async function jsonOfFile(path: string, what: string): Promise<unknown> {
  const text = await textOfFile(path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw usage(`${path}: expected ${what} as JSON, found something else: ${reasonOf(error)}`);
  }
}

/**
 * The files that paths and glob patterns name, in the order of the arguments; those of a pattern sorted by name, as are those in a folder.
 * A path that exists is taken literally, even if it contains pattern characters. `-` is standard input.
 */
export async function filesOf(paths: readonly string[]): Promise<File[]> {
  const files: File[] = [];
  for (const path of paths) {
    if (path === STANDARD_INPUT) files.push(await pipedFile());
    else files.push(...(await filesAt(path)));
  }
  return files;
}

async function filesAt(path: string): Promise<File[]> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return isFolder ? await filesNamed(path, '**/*', { cwd: path }) : [await DiskFile.at(path)];
  } catch (error) {
    if (error instanceof Stop) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const pattern = path.replaceAll('\\', '/');
    if (!missing || !isDynamicPattern(pattern)) throw new Stop(EXIT.file, `${path} cannot be opened: ${reasonOf(error)}`);
    return filesNamed(path, pattern, {});
  }
}

async function filesNamed(given: string, pattern: string, options: GlobOptions): Promise<File[]> {
  const found = await glob(pattern, { ...options, absolute: true, expandDirectories: false });
  if (found.length === 0) throw new Stop(EXIT.file, `${given} names no file`);
  return Promise.all(found.sort().map((each) => DiskFile.at(each)));
}

async function pipedFile(): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer<ArrayBuffer>>) {
    bytes += part.length;
    if (bytes > MOST_PIPED_BYTES)
      throw new Stop(
        EXIT.file,
        `standard input: expected at most ${String(MOST_PIPED_BYTES / 2 ** 20)} MiB, found more; write it to a file first`,
      );
    parts.push(new Uint8Array(part));
  }
  return new File(parts, 'stdin');
}

import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { glob, type GlobOptions, isDynamicPattern } from 'tinyglobby';
import { EXIT, Stop, usage } from './exit.ts';
import { DiskFile } from './threads/disk-file.ts';

export const STANDARD_INPUT = '-';
/** Most bytes from a pipe, because they are held in memory. */
const MOST_PIPED_BYTES = 1024 ** 3;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.replace(/^([A-Z]+): /, '') : String(error));

/** Reads the text of a file, or of standard input, that the command needs. */
export async function textOfFile(path: string): Promise<string> {
  try {
    return path === STANDARD_INPUT ? (await buffer(process.stdin)).toString('utf8') : await readFile(path, 'utf8');
  } catch (error) {
    throw new Stop(EXIT.file, `${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads a file as JSON. @param what what the file is for, to be named in the error message */
export async function jsonOfFile(path: string, what: string): Promise<unknown> {
  const text = await textOfFile(path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw usage(`${path}: expected ${what} as JSON, found something else: ${reasonOf(error)}`);
  }
}

/**
 * Finds the files that paths and glob patterns name, in the order of the arguments. Files that match one pattern, or are in one folder, are
 * sorted by name. A path that exists is taken literally, even if it contains pattern characters. `-` is standard input.
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
    const found = await pathsAt(path);
    if (found.length === 0) throw new Stop(EXIT.file, `${path} names no file`);
    return await Promise.all(found.map((each) => DiskFile.at(each)));
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(EXIT.file, `${path} cannot be opened: ${reasonOf(error)}`);
  }
}

/** The paths of all existing files that arguments name; other arguments, such as statements, are left out. */
export async function pathsOf(given: readonly string[]): Promise<string[]> {
  const paths = given.filter((each) => each !== STANDARD_INPUT);
  return (await Promise.all(paths.map((each) => pathsAt(each).catch(() => [])))).flat();
}

/** The files of a path, a folder or a glob pattern; rejects if there is none of these. */
async function pathsAt(path: string): Promise<string[]> {
  try {
    return (await stat(path)).isDirectory() ? await globbed('**/*', { cwd: path }) : [path];
  } catch (error) {
    const pattern = path.replaceAll('\\', '/');
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !isDynamicPattern(pattern)) throw error;
    return globbed(pattern, {});
  }
}

const globbed = async (pattern: string, options: GlobOptions): Promise<string[]> =>
  (await glob(pattern, { ...options, absolute: true, expandDirectories: false })).sort();

async function pipedFile(): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer<ArrayBuffer>>) {
    bytes += part.length;
    if (bytes > MOST_PIPED_BYTES)
      throw new Stop(
        EXIT.file,
        `standard input: expected at most ${String(MOST_PIPED_BYTES / 2 ** 20)} MiB, found more; write it to a file first, then see docs/how-to/scale.md`,
      );
    parts.push(new Uint8Array(part));
  }
  return new File(parts, 'stdin');
}

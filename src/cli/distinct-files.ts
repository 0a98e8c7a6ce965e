import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { usage } from './exit.ts';
import { pathsOf, STANDARD_INPUT } from './inputs.ts';
import type { Given, OptionName } from './options.ts';

const READ = ['policy', 'keys', 'reading', 'file', 'call'] as const satisfies readonly OptionName[];
const WRITTEN = ['output', 'report', 'journal', 'resume'] as const satisfies readonly OptionName[];

/**
 * Refuses arguments by which the command would write over a file that it reads, write two outputs to one file, or read standard input
 * twice. Links and spellings of one path count as the same file.
 *
 * @param files arguments of the command that are paths or patterns of files
 */
export async function requireDistinctFiles(given: Given, files: readonly string[]): Promise<void> {
  const read = READ.flatMap((name) => given[name] ?? []);
  if ([...files, ...read].filter((path) => path === STANDARD_INPUT).length > 1)
    throw usage('expected standard input ("-") at most once, found it twice');
  const written = WRITTEN.flatMap((name) => (given[name] === undefined ? [] : [{ name, path: given[name] }]));
  if (written.length === 0) return;
  const inputs = new Set<string>();
  for (const path of [...read, ...(await pathsOf(files))]) for (const file of await identities(path)) inputs.add(file);
  const outputs = new Map<string, string>();
  for (const { name, path } of written) {
    for (const file of await identities(path)) {
      if (inputs.has(file)) throw usage(`expected --${name} with another file than the command reads, found ${path}`);
      const other = outputs.get(file);
      if (other !== undefined && other !== name) throw usage(`expected two files, found ${path} as --${other} and as --${name}`);
      outputs.set(file, name);
    }
  }
}

/** What a path stands for: its resolved name, and the file itself if it exists. Devices and pipes have none, because nothing replaces them. */
async function identities(path: string): Promise<readonly string[]> {
  if (path === STANDARD_INPUT) return [];
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return [];
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
  const name = join(folder, basename(path));
  return found === undefined ? [name] : [name, `${String(found.dev)}:${String(found.ino)}`];
}

import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** Source texts by path from the root, with forward slashes. Made from the disk, or by hand to plant a violation. */
export type SourceTree = ReadonlyMap<string, string>;

/** One thing that breaks a rule. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** One line each: what a failing test shows. */
export const lines = (violations: readonly Violation[]): string[] =>
  violations.map(({ path, line, message }) => `${path}:${String(line)} ${message}`);

const TEXT = /\.(?:ts|js|mjs|svelte|css|html|json|yml|sh)$/;
const LEFT_OUT = new Set(['node_modules', 'dist', 'build', 'generated', '.git', '.cache', 'fixtures', 'test-results']);

/** Every text file below the folders. */
export function readTree(...folders: string[]): SourceTree {
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) walk(path);
      else if (entry.isFile() && TEXT.test(entry.name)) files.set(path.split(sep).join('/'), readFileSync(path, 'utf8'));
    }
  };
  folders.forEach(walk);
  return files;
}

export const segments = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** Whether `path` is `folder` or lies in it, compared by segment: `base2/x.ts` is not in `base`. */
export function within(path: string, folder: string): boolean {
  const parts = segments(path);
  return segments(folder).every((part, index) => parts[index] === part);
}

export const resolveFrom = (file: string, specifier: string): string => posix.normalize(posix.join(posix.dirname(file), specifier));

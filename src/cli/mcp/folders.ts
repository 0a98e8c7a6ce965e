import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { allVisible } from '../../base/visible-text.ts';
import { EXIT, Stop } from '../exit.ts';

/** Maximum length of a path; `MOST_ENTRIES` limits the entries of one list. */
const MOST_CHARACTERS = 1024;
const MOST_ENTRIES = 500;

export interface Entry {
  /** Path that `find` and `list` accept: `FOLDER/…`, with `/` on every system. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Size of a file in bytes; absent for a folder. */
  readonly bytes?: number;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** Number of entries that are left out, because a list has at most 500. */
  readonly left_out: number;
}

/**
 * The folders that a person named, and the files inside them. A valid path is the name of a folder and names below it, exactly as `list`
 * returns it. Methods return undefined for any other: an absolute path, `..`, a link, another spelling, a hidden file, a device.
 */
export interface Folders {
  /** Lists the named folders or, for a path, the contents of that folder, sorted by name. */
  list(path: string | undefined): Promise<Listing | undefined>;
  /** Returns the absolute path of a file on this machine. */
  find(path: string): Promise<string | undefined>;
}

/** Checks the folders. @throws Stop if one is missing */
export async function openFolders(paths: readonly string[]): Promise<Folders> {
  const roots = new Map<string, string>();
  for (const path of paths) {
    const root = await realpath(path).catch((error: unknown) => {
      throw new Stop(EXIT.file, `${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    });
    if (!(await stat(root)).isDirectory()) throw new Stop(EXIT.file, `${path}: expected a folder`);
    if ([...roots.values()].includes(root)) continue;
    roots.set(freeName(root, roots), root);
  }
  return {
    async list(path) {
      if (path === undefined) return { entries: [...roots.keys()].map((name) => ({ path: name, kind: 'folder' })), left_out: 0 };
      const place = await inside(roots, path);
      if (place === undefined || !(await isA(place, 'folder'))) return undefined;
      return entriesOf(path, place);
    },
    async find(path) {
      const place = await inside(roots, path);
      return place !== undefined && (await isA(place, 'file')) ? place : undefined;
    },
  };
}

/** Chooses an unused name for a folder, because two folders may have the same name. */
function freeName(root: string, roots: ReadonlyMap<string, string>): string {
  const name = isName(basename(root)) ? basename(root) : 'folder';
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}_${String(number)}`;
    if (!roots.has(tried)) return tried;
  }
}

/**
 * Returns the absolute path for a valid path. The system must resolve it to exactly this spelling: a link, a short name or other letter
 * case resolves to another one, and is rejected.
 */
async function inside(roots: ReadonlyMap<string, string>, path: string): Promise<string | undefined> {
  if (path.length > MOST_CHARACTERS) return undefined;
  const [first = '', ...names] = path.split('/');
  const root = roots.get(first);
  if (root === undefined || !names.every(isName)) return undefined;
  const wanted = join(root, ...names);
  const found = await realpath(wanted).catch(() => undefined);
  return found === wanted && (names.length === 0 || found.startsWith(root.endsWith(sep) ? root : root + sep)) ? found : undefined;
}

/** Whether a text is a valid name of a file or folder: not hidden, no separator of any system, drive, stream or invisible character. */
const isName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[\\/:]/.test(name) && allVisible(name);

/** Whether a path is a file or a folder, as stated; false for anything else, such as a pipe or a device. */
async function isA(place: string, kind: 'file' | 'folder'): Promise<boolean> {
  const found = await stat(place).catch(() => undefined);
  return kind === 'file' ? found?.isFile() === true : found?.isDirectory() === true;
}

async function entriesOf(path: string, place: string): Promise<Listing | undefined> {
  const found = await readdir(place, { withFileTypes: true }).catch(() => undefined);
  if (found === undefined) return undefined;
  const shown = found.filter((entry) => isName(entry.name) && (entry.isFile() || entry.isDirectory()));
  shown.sort((a, b) => (a.name < b.name ? -1 : 1));
  const entries: Entry[] = [];
  for (const entry of shown.slice(0, MOST_ENTRIES)) {
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) entries.push({ path: below, kind: 'folder' });
    else entries.push({ path: below, kind: 'file', bytes: (await stat(join(place, entry.name)).catch(() => undefined))?.size ?? 0 });
  }
  return { entries, left_out: shown.length - entries.length };
}

import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { WorkbenchError } from '../../base/failure.ts';
import type { DestinationHost } from '../../core/host.ts';
import type { Places } from '../host.ts';
import { isWrittenDirectly } from './target.ts';

interface Place {
  readonly kind: 'file' | 'folder';
  /** Final path of the file or folder. */
  readonly path: string;
  /** Where its bytes are until they are complete; `path` itself for folders, devices and pipes. */
  readonly partial: string;
  file: FileHandle | null;
}

/**
 * Writes exports to disk. A file gets its final name when it is complete, and only then replaces an earlier file. A folder is always new;
 * if its name is in use, it gets a number.
 */
export function diskDestinations({ folder, target, refused }: Places): DestinationHost {
  const places = new Map<number, Place>();
  let last = 0;
  const at = (id: number): Place => {
    const place = places.get(id);
    if (place === undefined) throw new Error('broken invariant: the place was not chosen');
    return place;
  };
  return {
    async choose({ kind, name, mime_type: _ }) {
      if (refused !== undefined) throw new WorkbenchError('DESTINATION_DENIED', refused);
      const id = ++last;
      const wanted = target ?? join(folder, name);
      const path = kind === 'folder' ? await newFolder(wanted) : wanted;
      const isDirect = kind === 'folder' || (await isWrittenDirectly(path));
      const partial = isDirect ? path : `${path}.${String(process.pid)}-${String(id)}.partial`;
      places.set(id, { kind, path, partial, file: null });
      return { id, place: kind, name: basename(path) };
    },
    async open(id, path) {
      const place = at(id);
      const full = place.kind === 'folder' ? inside(place.path, path) : place.partial;
      await writing(full, async () => {
        if (place.kind === 'folder') await mkdir(dirname(full), { recursive: true });
        place.file = await open(full, full === place.path ? 'w' : 'wx');
      });
    },
    async write(id, bytes) {
      const place = at(id);
      await writing(place.path, () => writeAll(place.file!, bytes));
    },
    async closeFile(id) {
      const place = at(id);
      await writing(place.path, async () => place.file?.close());
      place.file = null;
    },
    async commit(id) {
      const { path, partial } = at(id);
      if (partial !== path) await writing(path, () => rename(partial, path));
      places.delete(id);
    },
    async abort(id) {
      const { kind, path, partial, file } = at(id);
      await file?.close().catch(() => undefined);
      if (kind === 'folder' || partial !== path) await rm(partial, { recursive: true, force: true }).catch(() => undefined);
      places.delete(id);
    },
  };
}

/** Creates a folder; if the name is in use, the new folder's name has a number. */
async function newFolder(path: string): Promise<string> {
  await writing(path, () => mkdir(dirname(resolve(path)), { recursive: true }));
  for (let number = 1; ; number++) {
    const tried = number === 1 ? path : `${path} (${String(number)})`;
    try {
      await mkdir(tried);
      return tried;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeFailed(tried, error);
    }
  }
}

function inside(folder: string, path: string): string {
  const full = resolve(folder, path);
  if (!full.startsWith(resolve(folder) + sep)) throw new WorkbenchError('WRITE_FAILED', `expected a path inside ${folder}, found ${path}`);
  return full;
}

export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length;) from += (await file.write(bytes, from)).bytesWritten;
}

/** Runs work on a path. If it fails, throws `WRITE_FAILED` or `DESTINATION_DENIED`. */
export async function writing(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw writeFailed(path, error);
  }
}

function writeFailed(path: string, error: unknown): WorkbenchError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new WorkbenchError('DESTINATION_DENIED', `${path} may not be written: ${message}`);
  const why = code === 'ENOSPC' ? 'the disk is full' : message;
  return new WorkbenchError('WRITE_FAILED', `${path} could not be written: ${why}`);
}

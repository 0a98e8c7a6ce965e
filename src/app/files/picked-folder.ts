import { WorkbenchError } from '../../base/failure.ts';
import type { Destination } from '../../export/destination.ts';
import { withAccessErrors, nameOf, pickers, sinkOf, deleteWithRetries } from './pickers.ts';

/** Maximum number of folder names that are tried before the export fails. */
const MOST_NAMES = 1000;

/**
 * Creates a new folder inside the folder that the person picks. So no existing file is overwritten, and aborting can delete everything that
 * was written.
 */
export async function pickedFolder(name: string): Promise<Destination> {
  const parent = await withAccessErrors(async () => {
    const picked = await pickers().showDirectoryPicker?.({ id: 'capture-workbench-export', mode: 'readwrite' });
    if (picked === undefined) throw new Error('broken invariant: the picker went away');
    return picked;
  });
  const free = await freeName(parent, name);
  const folder = await withAccessErrors(() => parent.getDirectoryHandle(free, { create: true }));
  let stream: FileSystemWritableFileStream | null = null;
  return {
    place: 'folder',
    name: free,
    async open(path) {
      stream = await withAccessErrors(() => create(folder, path));
      return sinkOf(stream);
    },
    commit: () => Promise.resolve(),
    async abort() {
      // Abort the stream first, because a file cannot be deleted while it is open.
      await stream?.abort().catch(() => undefined);
      await deleteWithRetries(() => parent.removeEntry(free, { recursive: true }));
    },
  };
}

async function create(folder: FileSystemDirectoryHandle, path: string): Promise<FileSystemWritableFileStream> {
  const parts = path.split('/');
  let inside = folder;
  for (const part of parts.slice(0, -1)) inside = await inside.getDirectoryHandle(part, { create: true });
  return (await inside.getFileHandle(parts.at(-1) ?? '', { create: true })).createWritable();
}

/** Returns the first of `name`, `name-2`, `name-3`… that is not in use. */
async function freeName(parent: FileSystemDirectoryHandle, name: string): Promise<string> {
  for (let next = 1; next <= MOST_NAMES; next++) {
    const tried = next === 1 ? name : `${name}-${String(next)}`;
    try {
      await parent.getDirectoryHandle(tried);
    } catch (error) {
      if (nameOf(error) === 'NotFoundError') return tried;
      // `TypeMismatchError` means that a file has this name, so the name is in use; other errors are failures.
      if (nameOf(error) !== 'TypeMismatchError') return withAccessErrors(() => Promise.reject(error as Error));
    }
  }
  throw new WorkbenchError('DESTINATION_DENIED', `expected a folder without ${name}, found ${String(MOST_NAMES)} files of that name`);
}

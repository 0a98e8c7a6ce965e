import { WorkbenchError } from '../../base/failure.ts';
import type { ChooseDestination, Destination, FileSink, Wanted } from '../../export/destination.ts';

/** File System Access, as far as it is used: https://wicg.github.io/file-system-access/. Not in the compiler's library. */
interface Pickers {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: readonly { accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Chrome's own way to take a file away again. */
type Removable = FileSystemFileHandle & { remove?: () => Promise<void> };

/** How a person is asked for a place here, in words for them. */
export const placeWords = (): string =>
  canPick() ? 'A place outside the workbench that you choose next.' : 'The downloads of this browser.';

const pickers = (): Pickers => globalThis as Pickers;
const canPick = (): boolean => pickers().showSaveFilePicker !== undefined;

/** The person picks a file where the browser offers it and a click just happened; otherwise it becomes a download. */
export const chooseDestination: ChooseDestination = async (wanted) =>
  canPick() && navigator.userActivation.isActive ? pickedFile(wanted) : download(wanted);

async function pickedFile({ name, mime_type }: Wanted): Promise<Destination> {
  const extension = name.slice(name.lastIndexOf('.'));
  const handle: Removable = await asked(async () => {
    const picked = await pickers().showSaveFilePicker?.({ suggestedName: name, types: [{ accept: { [mime_type]: [extension] } }] });
    if (picked === undefined) throw new Error('broken invariant: the picker went away');
    return picked;
  });
  // The picker makes the file before a byte is written; one that held something is somebody's and stays.
  const fresh = (await asked(() => handle.getFile())).size === 0;
  let stream: FileSystemWritableFileStream | null = null;
  return {
    place: 'file',
    async open() {
      stream = await asked(() => handle.createWritable());
      return sinkOf(stream);
    },
    commit: () => Promise.resolve(),
    async abort() {
      await stream?.abort().catch(() => undefined);
      if (fresh) await handle.remove?.().catch(() => undefined);
    },
  };
}

/** What is written lies in a file of its own until `close`, which puts it in the place of the other. */
export const sinkOf = (stream: FileSystemWritableFileStream): FileSink => ({
  write: (bytes) => written(() => stream.write(bytes)),
  close: () => written(() => stream.close()),
});

/** Parts become blobs as they come, which the browser may keep on disk. */
function download({ name, mime_type }: Wanted): Promise<Destination> {
  let parts: Blob[] = [];
  return Promise.resolve({
    place: 'download',
    open: () =>
      Promise.resolve({
        write: (bytes) => {
          parts.push(new Blob([bytes]));
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      }),
    commit: () => {
      saveBlob(new Blob(parts, { type: mime_type }), name);
      return Promise.resolve();
    },
    abort: () => {
      parts = [];
      return Promise.resolve();
    },
  });
}

/** How long a download may take to begin before its bytes are let go. */
const KEPT_MS = 60_000;

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, KEPT_MS);
}

const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');
const told = (error: unknown): string => (error instanceof Error && error.message !== '' ? ` (${error.message})` : '');

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (nameOf(error) === 'AbortError') throw new WorkbenchError('CANCELLED', 'no place was chosen; nothing was written');
    throw new WorkbenchError('DESTINATION_DENIED', `expected a place that may be written, the browser refused it${told(error)}`);
  }
}

async function written<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full = nameOf(error) === 'QuotaExceededError';
    const why = full ? 'the disk is full' : `the browser could not write${told(error)}`;
    throw new WorkbenchError('WRITE_FAILED', `expected to write on, but ${why}; nothing was kept`);
  }
}

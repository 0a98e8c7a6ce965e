import { WorkbenchError } from '../../base/failure.ts';
import type { FileSink } from '../../export/destination.ts';

/** File System Access, as far as it is used: https://wicg.github.io/file-system-access/. Not in the compiler's library. */
interface Pickers {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: readonly { accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
  showDirectoryPicker?: (options: { id: string; mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
}

export const pickers = (): Pickers => globalThis as Pickers;

/** Writes go to a temporary file; `close` replaces the target with it. */
export const sinkOf = (stream: FileSystemWritableFileStream): FileSink => ({
  write: (bytes) => written(() => stream.write(bytes)),
  close: () => written(() => stream.close()),
});

export const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');
const reason = (error: unknown): string => (error instanceof Error && error.message !== '' ? ` (${error.message})` : '');

/**
 * Deletes a file or folder. The browser releases a file only some time after its stream was aborted, and refuses to delete it
 * before, so this retries for about three seconds. A missing entry counts as deleted.
 */
export async function takenAway(remove: () => Promise<void>): Promise<void> {
  for (let wait_ms = 25; wait_ms < 3200; wait_ms *= 2) {
    try {
      await remove();
      return;
    } catch (error) {
      if (nameOf(error) === 'NotFoundError') return;
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
    }
  }
}

/** Asking for a place, or for leave to write there. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (nameOf(error) === 'AbortError') throw new WorkbenchError('CANCELLED', 'no place was chosen; nothing was written');
    throw new WorkbenchError('DESTINATION_DENIED', `the browser denied write access to this place${reason(error)}`);
  }
}

export async function written<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full = nameOf(error) === 'QuotaExceededError';
    const why = full ? 'the disk is full' : `the browser could not write${reason(error)}`;
    throw new WorkbenchError('WRITE_FAILED', `writing failed: ${why}; nothing was saved`);
  }
}

import { WorkbenchError } from '../../base/failure.ts';
import type { FileSink } from '../../export/destination.ts';

/** Members of the File System Access API that TypeScript's DOM types lack: https://wicg.github.io/file-system-access/ */
interface Pickers {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: readonly { accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
  showDirectoryPicker?: (options: { id: string; mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
}

export const pickers = (): Pickers => globalThis as Pickers;

/** Wraps a stream as a file to write to. Writes go to a temporary file, which replaces the target when the stream is closed. */
export const sinkOf = (stream: FileSystemWritableFileStream): FileSink => ({
  write: (bytes) => withWriteErrors(() => stream.write(bytes)),
  close: () => withWriteErrors(() => stream.close()),
});

export const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');
const reason = (error: unknown): string => (error instanceof Error && error.message !== '' ? ` (${error.message})` : '');

/**
 * Deletes a file or folder. Browsers refuse to delete a file for some time after its stream was aborted, so this tries again for about
 * three seconds. A file that does not exist counts as deleted.
 */
export async function deleteWithRetries(remove: () => Promise<void>): Promise<void> {
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

/** Runs a picker or a request for write access, and converts its errors: rejects with `CANCELLED` or `DESTINATION_DENIED`. */
export async function withAccessErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (nameOf(error) === 'AbortError') throw new WorkbenchError('CANCELLED', 'no place was chosen; nothing was written');
    throw new WorkbenchError('DESTINATION_DENIED', `the browser denied write access to this place${reason(error)}`);
  }
}

/** Runs a write, and converts its errors: rejects with `WRITE_FAILED`. */
export async function withWriteErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full = nameOf(error) === 'QuotaExceededError';
    const why = full ? 'the disk is full' : `the browser could not write${reason(error)}`;
    throw new WorkbenchError('WRITE_FAILED', `writing failed: ${why}; nothing was saved`);
  }
}

import { WorkbenchError } from '../../base/failure.ts';

/** Runs work that reads a file. If the file has changed or disappeared since a person chose it, rejects with `OTHER_FILE`. */
export async function readingFile<T>(file_name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isGone(error)) throw error;
    throw new WorkbenchError(
      'OTHER_FILE',
      `${file_name} has changed or was moved since it was opened, so it cannot be read: choose the file again, or leave the capture out`,
      { file_name },
    );
  }
}

/** Recognises the browser's errors for a file that changed or disappeared; errors from the reader's thread have a code instead. */
const isGone = (error: unknown): boolean =>
  error instanceof DOMException
    ? error.name === 'NotReadableError' || error.name === 'NotFoundError'
    : error instanceof WorkbenchError && error.code === 'UNREADABLE_FILE' && error.details['gone'] === true;

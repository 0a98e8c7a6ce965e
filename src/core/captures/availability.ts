import { WorkbenchError } from '../../base/failure.ts';
import type { CaptureInfo, CaptureUnavailable } from '../../tables/captures.ts';
import { captureSha256 } from './stream-hash.ts';

export const WAITS_FOR_ENGINE: CaptureUnavailable = {
  state: 'waiting',
  reason: 'The query engine restarts. The capture is read again after that.',
  actions: ['close'],
};

export const reading = (file_name: string): CaptureUnavailable => ({
  state: 'reading',
  reason: `${file_name} is being read.`,
  actions: ['close'],
});

export const failed = (reason: string): CaptureUnavailable => ({ state: 'failed', reason, actions: ['retry', 'choose_file', 'close'] });

const needsFile = (reason: string): CaptureUnavailable => ({ state: 'needs_file', reason, actions: ['choose_file', 'retry', 'close'] });

/**
 * Determines why a file could not be read again: it has changed, it is missing, or it is unchanged and the read failed for another reason.
 * @param part the part of the file that was to be read
 */
export async function unavailableAfter(
  error: unknown,
  part: () => Promise<File>,
  { file_name, sha256 }: CaptureInfo,
): Promise<CaptureUnavailable> {
  if (error instanceof DOMException && error.name === 'AbortError') return failed(`Reading ${file_name} was cancelled.`);
  try {
    const found = await captureSha256(await part());
    if (found !== sha256)
      return needsFile(`${file_name} has changed since it was opened. Choose the original file, or read the changed one.`);
  } catch {
    return needsFile(`${file_name} cannot be read any more: it changed or was moved. Choose the file again.`);
  }
  return failed(`${file_name} could not be read again: ${error instanceof Error ? error.message : String(error)}`);
}

/** Throws `OTHER_FILE` unless the file has the same bytes as the capture. */
export async function refuseOtherFile(file: File, { capture_id, sha256 }: CaptureInfo, signal?: AbortSignal): Promise<void> {
  const found = await captureSha256(file, signal);
  if (found === sha256) return;
  throw new WorkbenchError('OTHER_FILE', `expected the file of ${capture_id} with SHA-256 ${sha256}, found ${file.name} with ${found}`, {
    expected_sha256: sha256,
    found_sha256: found,
  });
}

/** The error for a statement that uses a capture whose rows are unavailable; undefined if they are available. */
export const notReady = ({ capture_id, unavailable }: CaptureInfo): WorkbenchError | undefined =>
  unavailable &&
  new WorkbenchError('CAPTURE_NOT_READY', `${capture_id} is open but cannot be queried now. ${unavailable.reason}`, {
    capture_id,
    state: unavailable.state,
  });

import type { LiveClock } from '../../live/clock.ts';
import { OpfsRecorder } from '../../live/recording/opfs.ts';
import { MemoryRecorder } from '../../live/recording/recorder.ts';
import type { Recorder } from '../../live/recording/recorder.ts';
import { SpillingRecorder } from '../../live/recording/spilling.ts';

export interface Hash {
  update(bytes: Uint8Array): void;
}

export interface ScanRecording {
  readonly recorder: Recorder;
  /** Id of the recording in the browser's storage; null if it is only in memory. */
  readonly stored: string | null;
}

/**
 * Creates the recording of a scan in the browser's private file system, or in memory if that fails.
 *
 * @param storage whether the page has a private file system. A page opened from disk has none, so recording to memory is not reported as a
 * failure there.
 * @param hash receives all bytes that are recorded
 */
export async function recordScan(
  scan: { readonly id: string; readonly startedMs: number; readonly extension: string },
  storage: boolean,
  clock: LiveClock,
  hash: Hash,
): Promise<ScanRecording> {
  const stored = await OpfsRecorder.create(scan, clock);
  if (stored instanceof Error) return { recorder: hashed(new MemoryRecorder(storage ? stored : null), hash), stored: null };
  return { recorder: hashed(new SpillingRecorder(stored), hash), stored: stored.file };
}

function hashed(inner: Recorder, hash: Hash): Recorder {
  return {
    get place() {
      return inner.place;
    },
    get failure() {
      return inner.failure;
    },
    get bytes() {
      return inner.bytes;
    },
    append(bytes) {
      hash.update(bytes);
      return inner.append(bytes);
    },
    read: () => inner.read(),
    finish: (name, type) => inner.finish(name, type),
    discard: () => inner.discard(),
  };
}

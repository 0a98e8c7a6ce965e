import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';

/** Returns a callback for packing several files one after another. It reports the overall progress, and throws once the signal aborts. */
export function packing(what: string, files: readonly Blob[], { signal, onProgress }: WorkOptions): (octets: number) => void {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  return (octets) => {
    throwIfAborted(signal, what);
    done += octets;
    onProgress?.({ phase: 'packing captures', done, total, unit: 'bytes' });
  };
}

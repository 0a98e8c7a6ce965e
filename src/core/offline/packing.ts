import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';

/** What `pack` tells of files that are packed one after the other: progress over all of them, and an end once the signal asks for it. */
export function packing(what: string, files: readonly Blob[], { signal, onProgress }: WorkOptions): (octets: number) => void {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  return (octets) => {
    throwIfAborted(signal, what);
    done += octets;
    onProgress?.({ phase: 'packing captures', done, total, unit: 'bytes' });
  };
}

import type { CoreHost } from '../../core/host.ts';

/** Maximum number of artifacts in memory; the oldest are dropped. */
const MOST_KEPT = 256;

/** Stores only the latest artifacts, in memory, so that plots can be drawn as images. */
export function memoryArtifacts(): CoreHost['storeArtifact'] {
  const kept: string[] = [];
  return (bytes, type) => {
    const uri = URL.createObjectURL(new Blob([bytes], { type }));
    kept.push(uri);
    for (const old of kept.splice(0, kept.length - MOST_KEPT)) URL.revokeObjectURL(old);
    return Promise.resolve(uri);
  };
}

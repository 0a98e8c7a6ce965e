import type { CoreHost } from '../../core/host.ts';

/** Most artifacts that are kept. */
const MOST_KEPT = 256;

/** Keeps the latest artifacts in memory, for the images of plots. */
export function memoryArtifacts(): CoreHost['storeArtifact'] {
  const kept: string[] = [];
  return (bytes, type) => {
    const uri = URL.createObjectURL(new Blob([bytes], { type }));
    kept.push(uri);
    for (const old of kept.splice(0, kept.length - MOST_KEPT)) URL.revokeObjectURL(old);
    return Promise.resolve(uri);
  };
}

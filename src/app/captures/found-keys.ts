import type { FoundKey } from '../../capture/import.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { FoundKeyName } from '../../ui/workbench.ts';

/** Names that a person may keep or change; the keys themselves are never shown. */
export function offeredKeys(keys: readonly FoundKey[]): FoundKeyName[] {
  return keys.map(({ identity, whose }, index) => ({
    index,
    whose,
    name: identity ?? (whose === 'own' ? `own key ${String(index + 1)}` : `key ${String(index + 1)}`),
  }));
}

export const keyHex = (bytes: Uint8Array): string => Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');

/**
 * The file with every octet of the keys set to zero, in both byte orders, for whoever is handed a copy. Throws a
 * `WorkbenchError` (`KEYS_HIDDEN`) where a key is not to be found in the bytes as they lie: in compressed files.
 */
export async function withoutKeys(file: File, keys: readonly FoundKey[]): Promise<Blob> {
  if (keys.length === 0) return file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const { bytes: key } of keys) {
    const removed = wipe(bytes, key) + wipe(bytes, key.slice().reverse());
    if (removed > 0) continue;
    throw new WorkbenchError(
      'KEYS_HIDDEN',
      `${file.name} holds resolving keys and is compressed: unpack it before you share it, so that they can be taken out`,
    );
  }
  return new Blob([bytes]);
}

/** How often it was there. */
function wipe(bytes: Uint8Array, pattern: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(pattern[0] ?? 0); at >= 0; at = bytes.indexOf(pattern[0] ?? 0, at + 1)) {
    if (!pattern.every((octet, i) => bytes[at + i] === octet)) continue;
    bytes.fill(0, at, at + pattern.length);
    count++;
  }
  return count;
}

import type { FoundKey } from '../../capture/import.ts';
import type { RemoveKeys } from '../../capture/remove-keys.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { FoundKeyName } from '../../workbench/port.ts';
import { readingFile } from './file-changed.ts';

/** Suggests names for the keys found in a file, which a person may edit. The keys themselves are never shown. */
export function offeredKeys(keys: readonly FoundKey[]): FoundKeyName[] {
  return keys.map(({ identity, whose }, index) => ({
    index,
    whose,
    name: identity ?? (whose === 'own' ? `own key ${String(index + 1)}` : `key ${String(index + 1)}`),
  }));
}

export const keyHex = (bytes: Uint8Array): string => Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');

/** The files that were already checked for keys: true if the file contains none. */
const clean = new WeakMap<File, boolean>();

/**
 * The bytes of a capture for a file to share: without key material, unless `include_keys` is set. Returns the same file if nothing was
 * removed. Rejects with `OTHER_FILE` if the file changed since it was opened.
 */
export async function withoutKeys(
  file: File,
  removeKeys: RemoveKeys,
  { signal, include_keys = false }: Pick<WorkOptions, 'signal'> & { readonly include_keys?: boolean | undefined } = {},
): Promise<Blob> {
  if (include_keys || clean.get(file) === true) return readable(file);
  const copy = await readingFile(file.name, () => removeKeys(file, { signal }));
  clean.set(file, copy === file);
  return copy;
}

/** Whether the browser may store the file unchanged: it can be read and contains no key material. */
export async function holdsNoKeys(file: File, removeKeys: RemoveKeys): Promise<boolean> {
  if (!clean.has(file)) await withoutKeys(file, removeKeys).catch(() => clean.set(file, false));
  return clean.get(file) === true;
}

/** Returns the file if it can still be read; otherwise rejects before other work begins. */
async function readable(file: File): Promise<File> {
  await readingFile(file.name, () => file.slice(0, 1).arrayBuffer());
  return file;
}

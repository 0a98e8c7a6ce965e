import type { FoundKey } from '../../capture/import.ts';
import type { RemoveKeys } from '../../capture/remove-keys.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { FoundKeyName } from '../../workbench/port.ts';
import { readingFile } from './file-changed.ts';

/** Names that a person may keep or change; the keys themselves are never shown. */
export function offeredKeys(keys: readonly FoundKey[]): FoundKeyName[] {
  return keys.map(({ identity, whose }, index) => ({
    index,
    whose,
    name: identity ?? (whose === 'own' ? `own key ${String(index + 1)}` : `key ${String(index + 1)}`),
  }));
}

export const keyHex = (bytes: Uint8Array): string => Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');

/** Files that were read for keys, and whether they hold none. */
const clean = new WeakMap<File, boolean>();

/**
 * The bytes of a capture for everything that leaves the page: without key material, unless `include_keys` is set. Answers the file
 * itself where nothing was removed. Rejects with `OTHER_FILE` where the file changed since it was opened.
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

/** True if the file may be stored as it is. A file that cannot be read may not. */
export async function holdsNoKeys(file: File, removeKeys: RemoveKeys): Promise<boolean> {
  if (!clean.has(file)) await withoutKeys(file, removeKeys).catch(() => clean.set(file, false));
  return clean.get(file) === true;
}

/** Rejects before any work where the file cannot be read any more. */
async function readable(file: File): Promise<File> {
  await readingFile(file.name, () => file.slice(0, 1).arrayBuffer());
  return file;
}

import { DEVICE_NAMES } from '../base/device-names-table.ts';

const LONGEST = 48;

/**
 * Derives the id of a capture, which is also the name of its SQL table, from a file name. Removes all extensions, converts to lower case,
 * replaces each run of other characters by `_`, adds `c_` before a digit or if nothing is left, cuts to 48 characters, and adds `_2`, `_3`,
 * … if the name is in use. The name of the table of device names is never used.
 */
export function captureId(fileName: string, isTaken: (id: string) => boolean): string {
  const base = baseId(fileName);
  if (base !== DEVICE_NAMES && !isTaken(base)) return base;
  for (let n = 2; ; n++) {
    const suffix = `_${String(n)}`;
    const candidate = base.slice(0, LONGEST - suffix.length) + suffix;
    if (!isTaken(candidate)) return candidate;
  }
}

function baseId(fileName: string): string {
  const leaf = fileName.split(/[\\/]/).at(-1) ?? '';
  const stem = leaf.split('.')[0] ?? '';
  const safe = stem.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const named = safe === '' || /^[0-9]/.test(safe) ? `c_${safe}` : safe;
  return named.slice(0, LONGEST);
}

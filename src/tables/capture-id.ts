import { DEVICE_NAMES } from '../base/device-names-table.ts';

const LONGEST = 48;

/**
 * The id of a capture from its file's name, which is also its SQL table's name: all extensions off,
 * lower case, other characters to `_` (runs joined), `c_` before a digit or when nothing is left,
 * at most 48 characters, `_2`, `_3`, … when the name is taken. The table of given names has a name that no capture gets.
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

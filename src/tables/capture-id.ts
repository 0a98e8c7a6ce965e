import { DEVICE_NAMES } from '../base/device-names-table.ts';

const LONGEST = 48;

/**
 * The id of a capture, derived from its file name; also the name of its SQL table. Removes all extensions, converts to lower case, replaces
 * each run of other characters with `_`, prepends `c_` before a digit or if nothing is left, truncates to 48 characters, and appends `_2`,
 * `_3`, … if the name is taken. The name of the device names table is reserved.
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

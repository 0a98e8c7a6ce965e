import { isRecord } from '../contract/json-schema.ts';
import type { CaptureLookup } from '../definition.ts';

/** Number of rows in the captures that a selection names; the names need not have been validated. */
export function rowsNamed(selection: unknown, captures: CaptureLookup): number {
  if (!isRecord(selection)) return 0;
  const many = Array.isArray(selection['capture_ids']) ? (selection['capture_ids'] as unknown[]) : [];
  const ids = new Set([selection['capture_id'], ...many.slice(0, 4096)]);
  let rows = 0;
  for (const id of ids) if (typeof id === 'string') rows += captures.get(id)?.row_count ?? 0;
  return rows;
}

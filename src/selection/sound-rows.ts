import { hasColumn } from './columns.ts';
import { quoteName } from './print.ts';
import type { CaptureInfo } from '../tables/captures.ts';

/**
 * SQL condition for rows whose content is reliable; null if all rows are. A frame with a wrong CRC contains addresses that do not exist,
 * and so does a truncated or malformed one, whose CRC is unknown. Rows with an unknown CRC count as reliable only if no row of the capture
 * has a valid CRC (in a host's log, or if all frames are truncated).
 */
export function soundRow(capture: CaptureInfo): string | null {
  if (!hasColumn(capture, 'crc_ok')) return null;
  return `(crc_ok OR (crc_ok IS NULL AND NOT EXISTS (SELECT 1 FROM ${quoteName(capture.capture_id)} AS checked WHERE checked.crc_ok)))`;
}

/** SQL condition for reliable rows, for selected rows of several captures, which `capture_id` distinguishes. */
export function soundSelected(captures: readonly CaptureInfo[]): string {
  const cases = captures.flatMap((capture) => {
    const sound = soundRow(capture);
    return sound === null ? [] : [`WHEN '${capture.capture_id.replaceAll("'", "''")}' THEN ${sound}`];
  });
  return cases.length === 0 ? 'TRUE' : `CASE capture_id ${cases.join(' ')} ELSE TRUE END`;
}

import { hasColumn } from './columns.ts';
import { quoteName } from './print.ts';
import type { CaptureInfo } from '../tables/captures.ts';

/**
 * SQL that is true for rows whose content counts, null where every row does. A frame with a wrong checksum invents addresses, and so does
 * one that was cut or is malformed, whose checksum is unknown. Only a capture in which no checksum is known (a host log, frames that
 * were all cut) is taken as it is.
 */
export function soundRow(capture: CaptureInfo): string | null {
  if (!hasColumn(capture, 'crc_ok')) return null;
  return `(crc_ok OR (crc_ok IS NULL AND NOT EXISTS (SELECT 1 FROM ${quoteName(capture.capture_id)} AS checked WHERE checked.crc_ok)))`;
}

/** The same for selected rows of several captures, which have `capture_id`. */
export function soundSelected(captures: readonly CaptureInfo[]): string {
  const cases = captures.flatMap((capture) => {
    const sound = soundRow(capture);
    return sound === null ? [] : [`WHEN '${capture.capture_id.replaceAll("'", "''")}' THEN ${sound}`];
  });
  return cases.length === 0 ? 'TRUE' : `CASE capture_id ${cases.join(' ')} ELSE TRUE END`;
}

import { TIME_COLUMN, timeColumn } from '../tables/capture-time.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolCapabilities } from './definition.ts';

/**
 * Capabilities for old tool versions, from before captures had a time base: their rows have only the timestamps of the files, so that their
 * answers do not change (docs/decisions/0025-one-time-base.md).
 */
export function onStamps(capabilities: ToolCapabilities): ToolCapabilities {
  const { selection } = capabilities;
  const corrected = selection.captures.filter(isPacketsCorrected);
  if (corrected.length === 0) return capabilities;
  const kept = selection.captures.some((capture) => !isPacketsCorrected(capture) && capture.columns.some(isTime));
  const rows = {
    captures: selection.captures.map((capture) => (isPacketsCorrected(capture) ? stamped(capture) : capture)),
    time_range: selection.time_range,
    time_base: selection.time_base,
    // If the table itself has a column with this name, keep it.
    sql: kept ? selection.sql : `SELECT * EXCLUDE (${TIME_COLUMN.name}) FROM (${selection.sql}) AS stamped_rows`,
    values: selection.values,
  };
  return { ...capabilities, selection: rows };
}

/** The same for a tool that names all of its columns. The statement of its rows must not change, because cursors contain its digest. */
export function namingStamps(capabilities: ToolCapabilities): ToolCapabilities {
  const { sql } = capabilities.selection;
  return { ...capabilities, selection: { ...onStamps(capabilities).selection, sql } };
}

const isPacketsCorrected = (capture: CaptureInfo): boolean => capture.kind === 'ble' && timeColumn(capture) === TIME_COLUMN.name;

const isTime = ({ name }: CaptureInfo['columns'][number]): boolean => name.toLowerCase() === TIME_COLUMN.name;

function stamped({ clock, time_range, ...capture }: CaptureInfo): CaptureInfo {
  return { ...capture, time_range: clock?.stamped ?? time_range, columns: capture.columns.filter((column) => !isTime(column)) };
}

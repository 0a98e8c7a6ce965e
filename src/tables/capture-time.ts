import type { CaptureInfo, ColumnInfo } from './captures.ts';

/**
 * The column of corrected times, which a capture gets if the file's timestamps differ from the times of reception. `ts_us` keeps the
 * timestamps. Statements of people may name this column.
 */
export const TIME_COLUMN: ColumnInfo = {
  name: 'time_us',
  type: 'BIGINT',
  unit: 'µs',
  description: 'when the packet was heard: ts_us, corrected where the sniffer delivered it late',
};

/** Name of the column with the file's timestamps in BLE captures, and in the selected rows of every capture with times. */
export const STAMPS = 'ts_us';

const has = ({ columns }: CaptureInfo, name: string): boolean => columns.some((column) => column.name.toLowerCase() === name);

/** Whether the capture has its times in `time_us`, in addition to timestamps. Also true for tables exported from such a capture. */
const isCorrected = (capture: CaptureInfo): boolean =>
  capture.clock?.column === TIME_COLUMN.name &&
  has(capture, STAMPS) &&
  capture.columns.some(
    ({ name, type, unit }) => name === TIME_COLUMN.name && type === TIME_COLUMN.type && unit !== undefined && MICROS.has(unit),
  );

const MICROS: ReadonlySet<string> = new Set(['µs', 'us']);

/** Name of the column that contains the times of a BLE capture in µs. */
export const timeColumn = (capture: CaptureInfo): string => (isCorrected(capture) ? TIME_COLUMN.name : STAMPS);

/**
 * SQL expression for the time of a selected row in µs. The rows have `capture_id`, and `ts_us` if a capture has times.
 * @param captures the captures of the selection
 */
export function selectedTimeSql(captures: readonly CaptureInfo[]): string {
  const corrected = captures.filter(isCorrected);
  if (corrected.length === 0) return STAMPS;
  if (corrected.length === captures.length) return TIME_COLUMN.name;
  const ids = corrected.map(({ capture_id }) => `'${capture_id.replaceAll("'", "''")}'`);
  return `CASE WHEN capture_id IN (${ids.join(', ')}) THEN ${TIME_COLUMN.name} ELSE ${STAMPS} END`;
}

/** Whether a column of a BLE capture contains the times of rows: the timestamps or the corrected times. */
export const isTimeColumn = (name: string): boolean => name === STAMPS || name === TIME_COLUMN.name;

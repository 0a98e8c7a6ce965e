import { type FilePreview, PREVIEW_COLUMNS } from '../../tables/preview.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { formatAmount, formatBytes, formatCount, formatUtcSpan } from '../../base/format.ts';

/** Converts a preview to the form of a capture, for views that show captures. The engine has no table for it. */
export const asCapture = (preview: FilePreview): CaptureInfo => ({
  ...preview,
  ...{ capture_id: '', sensors: [], sha256: '', row_count: preview.rows_read, channels: ['-'] },
});

/** Lists facts about a previewed file, as pairs of a term and a text of one line. */
export function shortFacts(preview: FilePreview): readonly (readonly [term: string, text: string])[] {
  const clock = clockFact(preview);
  return [
    ['Size', formatBytes(preview.bytes)],
    ['Rows', rowsFact(preview)],
    ['Columns', columnsFact(preview)],
    ['Time', timeFact(preview)],
    ...(clock === null ? [] : [['Clock', clock] as const]),
  ];
}

/** Writes how many rows were read: "3,755 in the whole file" or "the first 7,955, in 2.1 MB of 58 MB". */
function rowsFact({ rows_read, complete, read_bytes, content_bytes }: FilePreview): string {
  if (complete) return `${formatCount(rows_read)} in the whole file`;
  if (rows_read === 0) return 'none was read';
  const of = content_bytes === null || content_bytes <= read_bytes ? '' : ` of ${formatBytes(content_bytes)}`;
  return `the first ${formatCount(rows_read)} were read${of === '' ? '' : `, ${formatBytes(read_bytes)}${of}`}`;
}

/** Writes the time span of the rows that the preview of a file read. */
function timeFact({ time_range, time_base, complete, kind, reading }: FilePreview): string {
  if (time_range === null) return kind === 'table' && reading?.time_column === null ? 'no column' : 'no row with a time';
  if (time_base === 'relative') return `counts from the start: ${(time_range.start_ms / 1000).toFixed(3)} s in the first row`;
  const span = formatUtcSpan(time_range.start_ms, time_range.end_ms);
  return complete ? span : `${span}, of the rows that were read`;
}

/** Writes which clock the times of a previewed file come from; null if it has no times. */
function clockFact({ kind, time_base, radio_clock, time_range, reading }: FilePreview): string | null {
  if (time_range === null) return null;
  const radio = radio_clock ? ', and the sniffer’s own radio clock' : '';
  if (kind === 'ble') return time_base === 'epoch' ? `wall clock in UTC${radio}` : `no wall clock${radio}`;
  if (time_base === 'relative') return 'no wall clock';
  return reading?.zone === undefined ? 'wall clock in UTC' : `wall clock, read as ${reading.zone}, because the times have no zone`;
}

const columnsFact = ({ columns }: FilePreview): string =>
  columns.length <= PREVIEW_COLUMNS
    ? formatAmount(columns.length, 'column')
    : `${formatAmount(columns.length, 'column')}, of which the first ${String(PREVIEW_COLUMNS)} are shown`;

import { DEVICE_NAME_COLUMNS, DEVICE_NAMES } from '../base/device-names-table.ts';
import { formatAmount } from '../base/format.ts';
import type { CaptureInfo, ColumnInfo } from '../tables/captures.ts';
import { conversationColumns } from '../tables/conversation/index.ts';

/** A table that statements can name. */
export interface SqlTable {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
  /** Short description of what the table contains. */
  readonly detail: string;
  /** Number of rows; null for the table of device names, which always exists. */
  readonly row_count: number | null;
  /** True if the table is a capture, false for tables about its connections (docs/reference/tables.md) and that of device names. */
  readonly isCapture: boolean;
}

/** Lists the tables of the open captures, each followed by the tables about its connections; the table of device names is last. */
export const sqlTables = (captures: readonly CaptureInfo[]): readonly SqlTable[] => [
  ...captures.flatMap(({ capture_id, columns, kind, row_count, tables = [] }): readonly SqlTable[] => [
    { name: capture_id, columns, row_count, isCapture: true, detail: formatAmount(row_count, kind === 'ble' ? 'packet' : 'row') },
    ...tables.map((table) => ({
      ...{ name: table.name, columns: conversationColumns(table.what), row_count: table.row_count, isCapture: false },
      detail: table.row_count === 0 ? 'no rows' : formatAmount(table.row_count, 'row'),
    })),
  ]),
  { name: DEVICE_NAMES, columns: DEVICE_NAME_COLUMNS, row_count: null, isCapture: false, detail: 'names that you gave' },
];

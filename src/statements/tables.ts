import { DEVICE_NAME_COLUMNS, DEVICE_NAMES } from '../base/device-names-table.ts';
import { formatAmount } from '../base/format.ts';
import type { CaptureInfo, ColumnInfo } from '../tables/captures.ts';
import { conversationColumns } from '../tables/conversation/index.ts';

/** A table that statements can read. */
export interface SqlTable {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
  /** Short description of its content. */
  readonly detail: string;
  /** Null for the table of names, which always exists. */
  readonly row_count: number | null;
  /** A capture itself; false for the tables about its connections (docs/reference/tables.md) and the table of names. */
  readonly isCapture: boolean;
}

/** The tables of the open captures, each followed by those about its connections; the names of devices are last. */
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

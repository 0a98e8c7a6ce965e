import type { WorkOptions } from '../../base/progress.ts';
import type { GridColumn, GridRow, GridSort } from '../../base/table.ts';
import { columnNames } from '../../base/table-text.ts';
import type { TableFormat } from '../../workbench/results.ts';
import type { TableFiles } from './table-files.ts';
import { writeTable } from '../../base/write-table.ts';

/** A table that can be copied and saved. */
export interface TableContent {
  readonly columns: readonly GridColumn[];
  readonly count: number;
  /** Returns the first rows of the table. */
  head(limit: number): Promise<readonly GridRow[]>;
  /** Writes all rows of the table as a file. */
  file(format: TableFormat, options: WorkOptions): Promise<Blob>;
}

/** Rows of a grid, of which only the visible ones need to be loaded. */
export interface GridSource extends TableContent {
  /** Rows for measuring column widths. */
  readonly sample: readonly GridRow[];
  /** Returns a row of the table; undefined while it is not loaded. */
  row(at: number): GridRow | undefined;
  /** Loads the rows of the table from index `from` up to, but not including, `to`. */
  want(from: number, to: number): void;
  /** Current sort order of the table, if a person can sort its rows. */
  readonly sort?: GridSort | null;
  readonly sortBy?: (sort: GridSort) => void;
}

/** A source with all rows loaded. */
export function loadedRows(columns: readonly GridColumn[], rows: readonly GridRow[], files: TableFiles): GridSource {
  return {
    columns,
    count: rows.length,
    sample: rows,
    row: (at) => rows[at],
    want: () => undefined,
    head: (limit) => Promise.resolve(rows.slice(0, limit)),
    file: (format, options) =>
      format === 'parquet' ? files.parquet(columnNames(columns), rows, options) : writeTable(format, columns, rows, options),
  };
}

/** A source that draws only some columns, by index; its files still hold all. */
export function someColumns(source: GridSource, kept: readonly number[]): GridSource {
  const part = <T>(of: readonly T[]): T[] => kept.map((index) => of[index] as T);
  const { sort, sortBy } = source;
  return {
    count: source.count,
    columns: part(source.columns),
    sample: source.sample.map(part),
    row: (at) => {
      const row = source.row(at);
      return row && part(row);
    },
    want: (from, to) => {
      source.want(from, to);
    },
    head: async (limit) => (await source.head(limit)).map(part),
    file: (format, options) => source.file(format, options),
    sort: sort ? { ...sort, column: kept.indexOf(sort.column) } : null,
    ...(sortBy && {
      sortBy: (by: GridSort) => {
        sortBy({ ...by, column: kept[by.column] ?? 0 });
      },
    }),
  };
}

/** Loaded rows by number. The map is not reactive; its owner counts additions. */
export const rowsFrom = (rows: readonly GridRow[], offset: number): Map<number, GridRow> =>
  new Map(rows.map((row, at) => [offset + at, row]));

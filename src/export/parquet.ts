import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { parquetColumn } from './parquet-columns.ts';
import type { Provenance } from './provenance.ts';
import type { RowWriter } from './row-writer.ts';

/** Maximum number of rows per row group, as in DuckDB: readers skip groups by their statistics, and the writer holds one in memory. */
const GROUP_ROWS = 122_880;
/** Maximum number of cells (rows times columns) per row group of a Parquet file, so that groups of wide tables have fewer rows. */
const GROUP_CELLS = 6_000_000;
/** Metadata key under which a file contains its provenance as JSON. */
export const PROVENANCE_KEY = 'capture_workbench.provenance';

/** Collects the written bytes of a Parquet file and drops them once passed on, so that at most one row group is in memory. */
class Outlet extends ByteWriter {
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.getBuffer());
    this.index = 0;
    return bytes;
  }
}

/**
 * Writes Parquet: row groups of up to 122 880 rows, compressed with Snappy; minimum, maximum and NULL count of each column; dictionaries
 * where they help; times as µs in UTC; the provenance as key-value metadata.
 * @param signed whether unsigned integers become the next wider signed type
 */
export function parquetWriter(
  columns: readonly { readonly name: string; readonly type: string }[],
  provenance: Provenance,
  signed: boolean,
): RowWriter {
  const plan = columns.map((column) => parquetColumn(column, signed));
  const most = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / plan.length)));
  const outlet = new Outlet();
  const file = new ParquetWriter({
    writer: outlet,
    schema: [{ name: 'schema', num_children: plan.length }, ...plan.flatMap(({ schema }) => schema)],
    codec: 'SNAPPY',
    createdBy: 'Capture Workbench',
    kvMetadata: [{ key: PROVENANCE_KEY, value: JSON.stringify(provenance) }],
  });
  let waiting: unknown[][] = plan.map(() => []);
  let rows = 0;
  const close = (): void => {
    if (rows === 0) return;
    void file.write({ columnData: plan.map(({ name }, at) => ({ name, data: waiting[at] ?? [] })), rowGroupSize: rows });
    waiting = plan.map(() => []);
    rows = 0;
  };
  return {
    select: plan.map(({ expression }) => expression),
    leftOut: 0,
    start: () => Promise.resolve(outlet.take()),
    rows: (answer) => {
      for (let from = 0; from < answer.rows;) {
        const to = Math.min(answer.rows, from + most - rows);
        for (const [at, column] of answer.columns.entries()) {
          const values = plan[at]?.values(column) ?? [];
          const group = waiting[at] ?? [];
          for (let row = from; row < to; row++) group.push(values[row]);
        }
        rows += to - from;
        from = to;
        if (rows === most) close();
      }
      return Promise.resolve(outlet.take());
    },
    end: () => {
      close();
      void file.finish();
      return Promise.resolve(outlet.take());
    },
  };
}

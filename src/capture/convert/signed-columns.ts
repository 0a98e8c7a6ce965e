import type { Batch } from '../../tables/batch.ts';
import type { ColumnSpec, ColumnType, FixedType } from '../../tables/column.ts';
import { FixedColumn, createColumn, type Column } from '../../tables/column.ts';

/** Replacements for unsigned types, which Spark, Trino and Hive lack: the next wider signed type holds every value. */
const SIGNED: Partial<Record<ColumnType, FixedType>> = { UTINYINT: 'SMALLINT', USMALLINT: 'INTEGER', UINTEGER: 'BIGINT' };

export const signedSpec = (spec: ColumnSpec): ColumnSpec => ({ ...spec, type: SIGNED[spec.type] ?? spec.type });

/** Columns of a batch with signed integers only. Those that are converted have memory of their own, which is used for every batch. */
export class SignedColumns {
  readonly #own = new Map<number, FixedColumn>();

  of(batch: Batch): readonly Column[] {
    return batch.columns.map((column, at) => {
      const type = SIGNED[column.spec.type];
      if (type === undefined || !(column instanceof FixedColumn)) return column;
      return this.#converted(column, at, batch.rows);
    });
  }

  #converted(from: FixedColumn, at: number, rows: number): FixedColumn {
    let to = this.#own.get(at);
    if (to === undefined || to.capacity < from.capacity) {
      to = createColumn(signedSpec(from.spec), from.capacity) as FixedColumn;
      this.#own.set(at, to);
    }
    to.valid.set(from.valid.subarray(0, (rows + 7) >> 3));
    const { values } = to;
    if (values instanceof BigInt64Array) for (let row = 0; row < rows; row++) values[row] = BigInt(from.values[row]!);
    else values.set(from.values.subarray(0, rows) as never);
    return to;
  }
}

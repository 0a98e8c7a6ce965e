import { parquetWriteBuffer, type BasicType } from 'hyparquet-writer';

/** Writes tables of the page as Parquet. They contain derived values instead of columns of a capture, so types are inferred from values. */
export interface TableWriter {
  /** @param names column names, all of them different */
  readonly begin: (names: readonly string[]) => void;
  readonly rows: (rows: readonly (readonly unknown[])[]) => void;
  readonly end: () => Uint8Array<ArrayBuffer>;
}

export function tableWriter(): TableWriter {
  let names: readonly string[] = [];
  let columns: unknown[][] = [];
  return {
    begin(given) {
      names = given;
      columns = given.map(() => []);
    },
    rows(rows) {
      for (const row of rows) for (const [at, column] of columns.entries()) column.push(row[at] ?? null);
    },
    end: () =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: names.map((name, at) => ({ name, nullable: true, ...typed(columns[at] ?? []) })),
          codec: 'SNAPPY',
        }),
      ),
  };
}

const INT32 = 2 ** 31;

/** Infers the type of a column: integer, number or Boolean; text if its values are mixed, absent or anything else. */
function typed(values: readonly unknown[]): { readonly type: BasicType; readonly data: unknown[] } {
  const held = values.filter((value) => value !== null);
  const all = (is: (value: unknown) => boolean): boolean => held.length > 0 && held.every(is);
  if (all((value) => typeof value === 'boolean')) return { type: 'BOOLEAN', data: [...values] };
  if (all((value) => Number.isInteger(value) && Math.abs(value as number) < INT32)) return { type: 'INT32', data: [...values] };
  if (all(Number.isSafeInteger)) return { type: 'INT64', data: values.map((value) => (value === null ? null : BigInt(value as number))) };
  if (all((value) => typeof value === 'number')) return { type: 'DOUBLE', data: [...values] };
  return { type: 'STRING', data: values.map((value) => (value === null || typeof value === 'string' ? value : JSON.stringify(value))) };
}

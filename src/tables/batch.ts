import { assert } from '../base/assert.ts';
import { BoolColumn, BytesColumn, DictionaryColumn, FixedColumn, ListColumn, createColumn } from './column.ts';
import type { Column, ColumnMemory, ColumnSpec, FixedType } from './column.ts';

/**
 * Up to `capacity` rows of one table, stored by column. A decoder owns one batch: it writes at index `rows`, increments `rows`, sends the
 * batch when it is full, and then clears it. So memory is allocated only once.
 */
export class Batch {
  readonly columns: readonly Column[];
  rows = 0;

  constructor(
    readonly specs: readonly ColumnSpec[],
    readonly capacity: number,
    memory?: ColumnMemory,
  ) {
    this.columns = specs.map((spec) => createColumn(spec, capacity, memory));
  }

  get full(): boolean {
    return this.rows >= this.capacity;
  }

  clear(): void {
    for (const column of this.columns) column.clear(this.rows);
    this.rows = 0;
  }

  /** Returns a column with its type, for decoders that store columns in local variables. Throws if the name or the type is wrong. */
  fixed<T extends FixedType>(name: string, type: T): FixedColumn<T> {
    const column = this.named(name);
    assert(column instanceof FixedColumn && column.spec.type === type, `column ${name} is no ${type}`);
    return column;
  }

  bool(name: string): BoolColumn {
    const column = this.named(name);
    assert(column instanceof BoolColumn, `column ${name} is no BOOLEAN`);
    return column;
  }

  dictionary(name: string): DictionaryColumn {
    const column = this.named(name);
    assert(column instanceof DictionaryColumn, `column ${name} is no dictionary`);
    return column;
  }

  bytes(name: string): BytesColumn {
    const column = this.named(name);
    assert(column instanceof BytesColumn, `column ${name} holds no bytes`);
    return column;
  }

  list(name: string): ListColumn {
    const column = this.named(name);
    assert(column instanceof ListColumn, `column ${name} is no list`);
    return column;
  }

  private named(name: string): Column {
    const column = this.columns.find(({ spec }) => spec.name === name);
    assert(column !== undefined, `no column ${name}`);
    return column;
  }
}

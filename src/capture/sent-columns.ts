import { hasValue } from '../tables/arrow.ts';
import type { Batch } from '../tables/batch.ts';
import type { Column } from '../tables/column.ts';
import { constantOf, type ConstantValue, type Constants } from '../tables/constants.ts';

/** What is sent of a batch. */
export interface Sent {
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Columns that have had the same value in every row since the first batch. */
  readonly constants: Constants;
}

/**
 * The columns of a table that are sent to the engine. An empty column costs the engine as much as any other, so a column is sent only
 * from its first value on, and a constant column only from its second value on.
 */
export class SentColumns {
  /** Indices of the columns that are sent, in the order in which they were first. */
  private readonly stored: number[] = [];
  private readonly constants = new Map<number, ConstantValue>();
  /** Columns that have had a value. */
  private readonly valued = new Set<number>();
  private begun = false;

  /** Call once for every batch, in order. */
  next({ columns, rows }: Pick<Batch, 'columns' | 'rows'>): Sent {
    columns.forEach((column, index) => {
      if (!this.valued.has(index) && hasValue(column, rows)) this.valued.add(index);
      if (!this.stored.includes(index)) this.judge(column, index, rows);
    });
    // One is sent always, for the rows.
    if (this.stored.length === 0) this.store(0);
    this.begun = true;
    return {
      columns: this.stored.map((index) => columns[index]!),
      rows,
      constants: new Map([...this.constants].map(([index, value]) => [columns[index]!.spec.name, value])),
    };
  }

  /** Whether a column has had a value in any row so far. */
  hasValue(index: number): boolean {
    return this.valued.has(index);
  }

  private judge(column: Column, index: number, rows: number): void {
    if (!this.valued.has(index)) return;
    const before = this.constants.get(index);
    const value = before === undefined && this.begun ? undefined : constantOf(column, rows);
    if (value !== undefined && (before === undefined || before === value)) this.constants.set(index, value);
    else this.store(index);
  }

  private store(index: number): void {
    this.constants.delete(index);
    this.stored.push(index);
  }
}

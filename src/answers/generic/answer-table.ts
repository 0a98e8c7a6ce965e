import type { GridColumn, GridRow } from '../../base/table.ts';

/** A part of an answer, as a table. */
export interface AnswerTable {
  readonly id: string;
  readonly title: string;
  /** A remark about the whole table; empty if there is none. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

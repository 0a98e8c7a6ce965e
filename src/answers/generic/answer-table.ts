import type { GridColumn, GridRow } from '../../base/table.ts';

/** A part of an answer as a table. */
export interface AnswerTable {
  readonly id: string;
  readonly title: string;
  /** What belongs to the table as a whole; empty without. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

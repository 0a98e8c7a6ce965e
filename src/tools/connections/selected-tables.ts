import type { Answer, SqlValue } from '../../engine/engine.ts';
import { quoteName } from '../../selection/print.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { RelationOf } from '../../tables/conversation/overview-sql.ts';
import { besideTables, selectedBeside } from '../../tables/conversation/selected.ts';
import type { ToolCapabilities } from '../definition.ts';

/** Numbers of the selected packets of one capture: a relation that statements begin with. */
const NUMBERS = '"numbers of selected packets"';

/** The tables of connections of one capture of a selection. */
export class SelectedTables {
  constructor(
    private readonly capture: CaptureInfo,
    private readonly capabilities: ToolCapabilities,
  ) {}

  /** A table as a whole. */
  readonly whole: RelationOf = (what) => quoteName(besideTables(this.capture).find((table) => table.what === what)?.name ?? '');

  /** Its rows of selected packets. */
  readonly selected: RelationOf = (what) => `(${selectedBeside(what, this.whole(what), NUMBERS)})`;

  /** What a statement begins with that names selected rows. */
  get before(): string {
    return `${NUMBERS} AS MATERIALIZED (SELECT packet_no FROM (${this.capabilities.selection.sql}) AS rows WHERE capture_id = CAST(? AS VARCHAR))`;
  }

  /** Asks a statement that begins with `before`; `more` are bound behind its values. */
  ask(sql: string, more: readonly SqlValue[] = []): Promise<Answer> {
    const { query, selection, signal } = this.capabilities;
    return query.answer(sql, [...selection.values, this.capture.capture_id, ...more], { signal });
  }

  /** The times of packets by their numbers, µs, in the time base of the capture. */
  async times(numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (numbers.length === 0) return new Map();
    const { query, signal } = this.capabilities;
    const time = timeColumn(this.capture);
    const answer = await query.answer(
      `SELECT packet_no, min(${time})::DOUBLE AS us FROM ${quoteName(this.capture.capture_id)}
       WHERE ${time} IS NOT NULL AND packet_no IN (${[...new Set(numbers)].join(', ')}) GROUP BY packet_no`,
      [],
      { signal },
    );
    const [keys, values] = [answer.column('packet_no').values, answer.column('us').values];
    return new Map(Array.from({ length: answer.rows }, (_, row) => [Number(keys[row]), Number(values[row])]));
  }
}

/** Rows of an answer by the names of their columns; NULL and what is not there are undefined. */
export function recordsOf(answer: Answer): readonly Row[] {
  return Array.from({ length: answer.rows }, (_, row) => new Row(answer, row));
}

export class Row {
  constructor(
    private readonly answer: Answer,
    private readonly row: number,
  ) {}

  number(name: string): number | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : Number(value);
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : Boolean(value);
  }

  private value(name: string): unknown {
    const column = this.answer.column(name);
    return column.valid?.[this.row] === 0 ? undefined : (column.values[this.row] ?? undefined);
  }
}

/** Members that are not undefined. */
export function present<T extends Readonly<Record<string, unknown>>>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

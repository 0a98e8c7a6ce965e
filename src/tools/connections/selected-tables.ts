import type { Answer, SqlValue } from '../../engine/engine.ts';
import { quoteName } from '../../selection/print.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { RelationOf } from '../../tables/conversation/overview-sql.ts';
import { besideTables, selectedBeside } from '../../tables/conversation/selected.ts';
import type { ToolCapabilities } from '../definition.ts';

/** Name of a relation with the numbers of one capture's selected packets; statements define it first. */
const NUMBERS = '"numbers of selected packets"';

/** Queries the connection tables of one capture, restricted to the selected packets. */
export class SelectedTables {
  constructor(
    private readonly capture: CaptureInfo,
    private readonly capabilities: ToolCapabilities,
  ) {}

  /** Returns the SQL name of a whole connection table. */
  readonly whole: RelationOf = (what) => quoteName(besideTables(this.capture).find((table) => table.what === what)?.name ?? '');

  /** SQL for the rows of a table that belong to selected packets. */
  readonly selected: RelationOf = (what) => `(${selectedBeside(what, this.whole(what), NUMBERS)})`;

  /** The beginning (`WITH …`) of a statement that uses `selected`. */
  get before(): string {
    return `${NUMBERS} AS MATERIALIZED (SELECT packet_no FROM (${this.capabilities.selection.sql}) AS rows WHERE capture_id = CAST(? AS VARCHAR))`;
  }

  /** Runs a statement that begins with `before`; `more` are the values of its `?` after those of `before`. */
  ask(sql: string, more: readonly SqlValue[] = []): Promise<Answer> {
    const { query, selection, signal } = this.capabilities;
    return query.answer(sql, [...selection.values, this.capture.capture_id, ...more], { signal });
  }

  /** Returns the times of packets by packet number, in µs of the capture's time base. */
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

/** Converts rows of an answer to objects with column names as keys; NULL becomes undefined. */
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

/** Copies a record without the members that are undefined. */
export function present<T extends Readonly<Record<string, unknown>>>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

import { WorkbenchError } from '../../base/failure.ts';
import { Batch } from '../../tables/batch.ts';
import { copyRows } from '../../tables/copy-rows.ts';
import { hourOf } from '../../tables/set-paths.ts';

/** Rows of a batch that are of one hour; `hour` is null for rows without a usable time. */
export interface HourPart {
  readonly hour: bigint | null;
  readonly batch: Batch;
}

/**
 * The rows of a batch by hour, hours in the order of their first row, rows in the order of the file. The batch itself where all its
 * rows are of one hour.
 */
export function byHour(batch: Batch): readonly HourPart[] {
  const times = batch.fixed('ts_us', 'BIGINT');
  const hourAt = (row: number): bigint | null => (times.isValid(row) ? hourOf(times.values[row]!) : null);
  const first = hourAt(0);
  let same = 1;
  while (same < batch.rows && hourAt(same) === first) same++;
  if (same >= batch.rows) return [{ hour: first, batch }];
  const hours = new Map<bigint | null, number[]>();
  for (let row = 0; row < batch.rows; row++) {
    const hour = hourAt(row);
    const known = hours.get(hour);
    if (known === undefined) hours.set(hour, [row]);
    else known.push(row);
  }
  return [...hours].map(([hour, chosen]) => {
    const part = new Batch(batch.specs, chosen.length);
    copyRows(batch, [...batch.specs.keys()], Int32Array.from(chosen), chosen.length, part);
    return { hour, batch: part };
  });
}

/** Maximum number of files in a set: enough for 12 billion rows, and a limit for times that jump from row to row. */
const MOST_FILES = 100_000;

/** Numbers the files of each hour from 0. */
export class PartNumbers {
  readonly #next = new Map<bigint | null, number>();
  #files = 0;

  next(hour: bigint | null): number {
    if (++this.#files > MOST_FILES) {
      throw new WorkbenchError(
        'RESULT_TOO_LARGE',
        `expected at most ${String(MOST_FILES)} files, found more: the times of the capture are spread over too many hours`,
      );
    }
    const number = this.#next.get(hour) ?? 0;
    this.#next.set(hour, number + 1);
    return number;
  }
}

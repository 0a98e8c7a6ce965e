import { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { Engine, SqlValue } from '../engine/engine.ts';
import { selectedTimeSql } from '../tables/capture-time.ts';
import { END_US, FIRST_US, HOUR_US, partPath } from '../tables/set-paths.ts';
import type { ExportJob } from '../tools/definition.ts';

/** The rows that one file of a partitioned set contains. */
export interface Partition {
  /** Relative path of the file, in Hive's form: `rows/capture_id=a/hour=2026-04-03-08/part-0.parquet`. */
  readonly path: string;
  /** SQL condition that selects the file's rows, with the values of its parameters. */
  readonly where: string;
  readonly values: readonly SqlValue[];
  readonly rows: number;
}

/** Maximum number of files of a partitioned export: one per hour for more than a year. */
const MOST_FILES = 10_000;

/** SQL expression for the time of a row in µs, in its capture's time base. */
const timeOf = ({ captures }: ExportJob): string => `TRY_CAST(${selectedTimeSql(captures)} AS BIGINT)`;
const inRange = (time: string): string => `${time} >= ${FIRST_US} AND ${time} < ${END_US}`;

/**
 * Divides the rows of an export into files: one per capture and hour (UTC, or since the start of captures without dates), and one per
 * capture for rows without a usable time. Never empty. Rejects with `RESULT_TOO_LARGE`.
 */
export async function partitionsOf(job: ExportJob, engine: Pick<Engine, 'answer'>, { signal }: WorkOptions): Promise<Partition[]> {
  const time = timeOf(job);
  const hour = job.timed ? `CASE WHEN ${inRange(time)} THEN ${time} // ${HOUR_US} END` : 'CAST(NULL AS BIGINT)';
  const answer = await engine.answer(
    `SELECT capture_id, ${hour} AS "hour", count(*)::DOUBLE AS n FROM (${job.sql}) AS selected GROUP BY ALL ORDER BY ALL LIMIT ${MOST_FILES + 1}`,
    job.values,
    { signal },
  );
  if (answer.rows > MOST_FILES) {
    throw new WorkbenchError(
      'RESULT_TOO_LARGE',
      `expected rows of at most ${MOST_FILES} hours, found more; select a shorter time or write one file`,
    );
  }
  const [ids, hours, counts] = ['capture_id', 'hour', 'n'].map((name) => answer.column(name));
  const found = Array.from({ length: answer.rows }, (_, at): Partition => {
    const known = hours?.valid?.[at] === 0 ? null : (hours?.values[at] ?? null);
    return partition(job, String(ids?.values[at]), known === null ? null : BigInt(known as bigint), Number(counts?.values[at]));
  });
  return found.length > 0 ? found : [partition(job, job.captures[0]?.capture_id ?? 'none', null, 0)];
}

function partition(job: ExportJob, capture: string, hour: bigint | null, rows: number): Partition {
  const { columns, timed } = job;
  const time = timeOf(job);
  const path = partPath(capture, columns, hour, 0);
  if (hour === null) {
    return { path, rows, where: timed ? `capture_id = ? AND (${inRange(time)}) IS NOT TRUE` : 'capture_id = ?', values: [capture] };
  }
  const where = `capture_id = ? AND ${time} >= ? AND ${time} < ?`;
  return { path, rows, where, values: [capture, hour * HOUR_US, (hour + 1n) * HOUR_US] };
}

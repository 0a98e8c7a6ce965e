import { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { Engine, SqlValue } from '../engine/engine.ts';
import { selectedTimeSql } from '../tables/capture-time.ts';
import type { ExportJob } from '../tools/definition.ts';

/** The rows of one file of a partitioned set. */
export interface Partition {
  /** Relative, Hive's way: `rows/capture_id=a/hour=2026-04-03-08/part-0.parquet`. */
  readonly path: string;
  /** Condition over the job's rows, with its values. */
  readonly where: string;
  readonly values: readonly SqlValue[];
  readonly rows: number;
}

/** Folder of a set that holds its Parquet files and nothing else. */
export const ROWS_FOLDER = 'rows';
/** Hive's own name for no value. */
export const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';
/** More than a year of hours. */
const MOST_FILES = 10_000;

/** Key of the hour in the folders' names: `hour`, or another name where the rows have a column of that. */
export function hourKey(columns: ExportJob['columns']): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  let key = 'hour';
  for (let next = 2; taken.has(key); next++) key = `hour_${next}`;
  return key;
}

const HOUR_US = 3_600_000_000n;
const FIRST_US = 0n;
/** The end of the year 9999; later hours have no sortable name. */
const END_US = 253_402_300_800_000_000n;
/** SQL of the row time in each capture's time base, µs. */
const timeOf = ({ captures }: ExportJob): string => `TRY_CAST(${selectedTimeSql(captures)} AS BIGINT)`;
const inRange = (time: string): string => `${time} >= ${FIRST_US} AND ${time} < ${END_US}`;

/**
 * The files of a set: one per capture and hour (UTC, or since the start of captures without a wall clock), one more per capture
 * for rows without a time that has an hour. Never empty. Rejects with `RESULT_TOO_LARGE`.
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

/** Path of a file in a set. @param hour hours since 1970, from `hourOf` */
export const partPath = (capture_id: string, columns: ExportJob['columns'], hour: bigint | null, part: number): string =>
  `${ROWS_FOLDER}/capture_id=${capture_id}/${hourKey(columns)}=${hour === null ? NO_VALUE : hourName(hour)}/part-${String(part)}.parquet`;

/** The hour of a time in µs, as whole hours since 1970; null if the hour has no name. */
export const hourOf = (us: bigint): bigint | null => (us >= FIRST_US && us < END_US ? us / HOUR_US : null);

/** `2026-04-03-08`: sortable, and never parsed as a number or a date. */
const hourName = (hour: bigint): string => new Date(Number((hour * HOUR_US) / 1000n)).toISOString().slice(0, 13).replace('T', '-');

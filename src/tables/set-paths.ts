/** Paths in a partitioned set of Parquet files: one folder for each capture and hour, named as in Hive. */

/** Name of the folder of a set that contains its Parquet files and nothing else. */
export const ROWS_FOLDER = 'rows';
/** Name of Hive's folder for rows without a value. */
export const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

export const HOUR_US = 3_600_000_000n;
export const FIRST_US = 0n;
/** The end of the year 9999 in µs; for later hours there is no name that sorts correctly. */
export const END_US = 253_402_300_800_000_000n;

/** The key in the names of hour folders: `hour`, or another word if the rows have a column `hour`. */
export function hourKey(columns: readonly { readonly name: string }[]): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  let key = 'hour';
  for (let next = 2; taken.has(key); next++) key = `hour_${next}`;
  return key;
}

/**
 * Path of a file in a partitioned set: `rows/capture_id=a/hour=2026-04-03-08/part-0.parquet`.
 *
 * @param hour hours since 1970, from `hourOf`
 */
export const partPath = (capture_id: string, columns: readonly { readonly name: string }[], hour: bigint | null, part: number): string =>
  `${ROWS_FOLDER}/capture_id=${capture_id}/${hourKey(columns)}=${hour === null ? NO_VALUE : hourName(hour)}/part-${String(part)}.parquet`;

/** The hour of a time in µs, as whole hours since 1970; null if there is no name for the hour. */
export const hourOf = (us: bigint): bigint | null => (us >= FIRST_US && us < END_US ? us / HOUR_US : null);

/** Writes an hour as `2026-04-03-08`, which sorts correctly and is never read as a number or a date. */
const hourName = (hour: bigint): string => new Date(Number((hour * HOUR_US) / 1000n)).toISOString().slice(0, 13).replace('T', '-');

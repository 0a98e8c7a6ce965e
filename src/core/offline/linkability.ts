import type { WorkOptions } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { Linkability } from '../../workbench/share.ts';

/**
 * Counts the addresses of masked captures that an observer could match to real ones after recording the same packets: addresses whose
 * arrival times, in whole milliseconds, are unique within the capture, and addresses whose packet counts by RSSI are unique. Masking
 * preserves both.
 */
export async function linkabilityOf(
  captures: readonly CaptureInfo[],
  engine: Pick<Engine, 'answer'>,
  options: WorkOptions = {},
): Promise<Linkability> {
  const sum = { addresses: 0, by_timing: 0, by_signal: 0 };
  for (const { capture_id, columns } of captures) {
    const own = new Set(columns.map(({ name }) => name));
    const address = own.has('advertiser_addr') ? 'coalesce(advertiser_addr, device_id)' : 'device_id';
    const found = await engine.answer(linkabilitySql(capture_id, address), [], options);
    for (const key of ['addresses', 'by_timing', 'by_signal'] as const) sum[key] += Number(found.column(key).values[0] ?? 0);
  }
  return sum;
}

/** The sums of hashes tell apart the multisets of an address's packet times, and of its RSSI values, without listing them. */
const linkabilitySql = (capture_id: string, address: string): string => `
  WITH heard AS (
    SELECT ${address} AS address, sum(hash(ts_us // 1000)::HUGEINT) AS times, sum(hash(rssi)::HUGEINT) AS levels, count(rssi) AS known
    FROM "${capture_id}" WHERE ${address} IS NOT NULL GROUP BY 1
  ), counted AS (
    SELECT count(*) OVER (PARTITION BY times) AS same_times, count(*) OVER (PARTITION BY levels) AS same_levels, known FROM heard
  )
  SELECT count(*)::DOUBLE AS addresses, (count(*) FILTER (same_times = 1))::DOUBLE AS by_timing,
    (count(*) FILTER (same_levels = 1 AND known > 0))::DOUBLE AS by_signal FROM counted`;

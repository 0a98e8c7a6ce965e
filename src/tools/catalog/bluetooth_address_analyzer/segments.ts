import { round } from '../../linkage/classify.ts';
import { instant } from '../../linkage/instant.ts';
import type { Observation } from '../../linkage/observe.ts';

export interface Segment {
  readonly address: string;
  readonly start_ts: string;
  readonly end_ts: string;
  readonly activity_score: number;
}

/**
 * When each address was active: its frames, cut at long silences and at holes of the capture. Activity is
 * frames per second (over one second at least) relative to the busiest segment of the run.
 */
export function segmentsOf({ features, addresses, baseUs }: Observation): Segment[] {
  const table = features.segments;
  const count = table.length / 4;
  const densities = Float64Array.from(
    { length: count },
    (_, at) => table[4 * at + 3]! / Math.max(table[4 * at + 2]! - table[4 * at + 1]!, 1),
  );
  const busiest = densities.reduce((most, density) => Math.max(most, density), 0);
  const segments: Segment[] = [];
  for (const [at, density] of densities.entries()) {
    segments.push({
      address: addresses[table[4 * at]!]!.address,
      start_ts: instant(baseUs + table[4 * at + 1]! * 1e6),
      end_ts: instant(baseUs + table[4 * at + 2]! * 1e6),
      activity_score: round(density / busiest),
    });
  }
  return segments;
}

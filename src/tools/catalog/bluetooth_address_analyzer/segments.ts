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
 * Segments in which each address was active: its frames, divided at long silences and at gaps of the capture. The activity of a segment is
 * its frames per second (over at least one second) relative to the busiest segment.
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

import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeMember } from '../tables/merges.ts';
import { LEAST_COMMON } from './align.ts';
import type { Placement } from './placement.ts';
import { isComparable, type MergePart } from './sql.ts';

/** Reports how one capture was aligned in a merged view. */
export function mergeMember({ capture, placement, sensor }: MergePart, comparableRows: number): MergeMember {
  const { state, clock, moved_us, drift, agreement, duplicate_rows } = placement;
  return {
    capture_id: capture.capture_id,
    sensor: sensor ?? null,
    state,
    clock,
    offset_us: moved_us,
    drift_ppm: drift * 1e6,
    residual_us: agreement?.residual_us ?? null,
    tolerance_us: agreement?.tolerance_us ?? null,
    common_packets: duplicate_rows.length,
    chance_packets: agreement?.chance ?? 0,
    comparable_rows: comparableRows,
    reason: state === 'unaligned' ? refusal(capture, placement, comparableRows) : null,
    residuals: agreement?.residuals ?? [],
  };
}

function refusal(capture: CaptureInfo, { refused }: Placement, comparableRows: number): string {
  if (!isComparable(capture)) return 'its rows are not Bluetooth frames, so there is nothing to compare';
  if (comparableRows < LEAST_COMMON)
    return `expected at least ${LEAST_COMMON} frames with an advertiser and a valid CRC, found ${comparableRows}`;
  const { common, chance } = refused ?? { common: 0, chance: 0 };
  const found =
    common === 0 ? 'no offset gives common packets' : `the best offset gives ${common}, but wrong offsets give up to ${Math.ceil(chance)}`;
  return `expected at least ${LEAST_COMMON} packets in common with the others, clearly more than by chance; ${found}`;
}

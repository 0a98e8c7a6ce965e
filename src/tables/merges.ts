import type { CaptureInfo } from './captures.ts';

/** The clock of a capture's times: that of the recording computer, or the sniffer's own. */
export type MergeClock = 'ts_us' | 'radio_ts_us';

/**
 * How a capture was aligned in a merged view. `reference`: the others are aligned to it; `aligned`: by common packets; `manual`: by a given
 * offset; `unaligned`: as recorded, because there is neither.
 */
export type MergeState = 'reference' | 'aligned' | 'manual' | 'unaligned';

/** One capture of a merged view. */
export interface MergeMember {
  readonly capture_id: string;
  /** Name given to its sensor; null if there is none. */
  readonly sensor: string | null;
  readonly state: MergeState;
  readonly clock: MergeClock;
  /** Offset of its `ts_us` in µs, at the middle of the common packets or, without any, of its rows. */
  readonly offset_us: number;
  /** Correction of its clock rate, in parts per million. */
  readonly drift_ppm: number;
  /** Distance in µs between the two records of a common packet after alignment; null without common packets. */
  readonly residual_us: { readonly median: number; readonly p95: number } | null;
  /** Largest distance in µs at which two records count as one transmission. */
  readonly tolerance_us: number | null;
  /** Transmissions that an earlier capture of the list also contains; these are the duplicates in the view. */
  readonly common_packets: number;
  /** Mean number of matches that the same rules find at deliberately wrong offsets, that is, by chance. */
  readonly chance_packets: number;
  /** Rows with an advertiser's address and without a wrong CRC; only these are compared. */
  readonly comparable_rows: number;
  /** Why it is not aligned; null otherwise. */
  readonly reason: string | null;
  /** At most 400 of the common packets: seconds since the first common packet, and the residual in µs. */
  readonly residuals: readonly { readonly at_s: number; readonly residual_us: number }[];
}

/** A merged view and how it was made. */
export interface MergeInfo {
  readonly capture: CaptureInfo;
  readonly members: readonly MergeMember[];
  /** Comparable rows less the duplicates. */
  readonly transmissions: number;
  readonly duplicates: number;
}

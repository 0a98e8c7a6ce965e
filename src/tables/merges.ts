import type { CaptureInfo } from './captures.ts';

/** The clock from which a capture's times are taken: that of the recording computer, or the sniffer's own. */
export type MergeClock = 'ts_us' | 'radio_ts_us';

/**
 * How a capture was aligned in a merged view. `reference`: the others are aligned to it; `aligned`: by packets that both contain; `manual`:
 * by an offset that a person entered; `unaligned`: not at all, as there was neither.
 */
export type MergeState = 'reference' | 'aligned' | 'manual' | 'unaligned';

/** One capture of a merged view, and how well it was aligned. */
export interface MergeMember {
  readonly capture_id: string;
  /** Name that a person gave the capture's sensor; null if there is none. */
  readonly sensor: string | null;
  readonly state: MergeState;
  readonly clock: MergeClock;
  /** Offset in µs added to `ts_us`, in the middle of the packets that the captures have in common, or else in the middle of the rows. */
  readonly offset_us: number;
  /** Correction of the speed of the clock, in parts per million. */
  readonly drift_ppm: number;
  /** Distance in µs, after alignment, between the two records of a common packet; null if there are no common packets. */
  readonly residual_us: { readonly median: number; readonly p95: number } | null;
  /** Maximum distance in µs at which two records count as one transmission. */
  readonly tolerance_us: number | null;
  /** Number of transmissions that an earlier capture of the list contains too. In the view, they are the duplicates. */
  readonly common_packets: number;
  /** Mean number of common packets that the same rules find at deliberately wrong offsets, so by chance. */
  readonly chance_packets: number;
  /** Number of rows that have an advertiser's address and no wrong CRC; only such rows are compared. */
  readonly comparable_rows: number;
  /** Why the capture is not aligned; null if it is. */
  readonly reason: string | null;
  /** Residuals of at most 400 of the common packets: time since the first of them in s, and residual in µs. */
  readonly residuals: readonly { readonly at_s: number; readonly residual_us: number }[];
}

/** A merged view, and how it was made. */
export interface MergeInfo {
  readonly capture: CaptureInfo;
  readonly members: readonly MergeMember[];
  /** Number of comparable rows without the duplicates. */
  readonly transmissions: number;
  readonly duplicates: number;
}

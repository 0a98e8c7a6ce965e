import type { CaptureInfo } from './captures.ts';

/** Which clock of a capture its rows are placed by: the recording machine's, or the sniffer's own. */
export type MergeClock = 'ts_us' | 'radio_ts_us';

/**
 * How a capture came to its place in a merged view. `reference`: its time is everybody's; `aligned`: by packets that it
 * has in common with the others; `manual`: by an offset that a person gave; `unaligned`: as recorded, for want of both.
 */
export type MergeState = 'reference' | 'aligned' | 'manual' | 'unaligned';

/** One capture of a merged view. Published as part of `window.workbench`. */
export interface MergeMember {
  readonly capture_id: string;
  /** Name that the person gave its sensor; null where none was given. */
  readonly sensor: string | null;
  readonly state: MergeState;
  readonly clock: MergeClock;
  /** What its `ts_us` was moved by, µs: in the middle of the common packets, or where there are none, of its rows. */
  readonly offset_us: number;
  /** By how much its clock is corrected per second of it, parts per million. */
  readonly drift_ppm: number;
  /** How far the two records of a common packet lie apart after alignment, µs; null without common packets. */
  readonly residual_us: { readonly median: number; readonly p95: number } | null;
  /** Farthest apart that two records count as one transmission, µs. */
  readonly tolerance_us: number | null;
  /** Transmissions that earlier captures of the list heard too; they are the duplicates of the view. */
  readonly common_packets: number;
  /** How many pairs the same rules find at wrong offsets, on average: what chance explains. */
  readonly chance_packets: number;
  /** Rows that can be compared: right CRC as far as known, with an advertiser's address. */
  readonly comparable_rows: number;
  /** Why it is not aligned; null otherwise. */
  readonly reason: string | null;
  /** At most 400 of the common packets: seconds since the first of them, and the residual in µs. */
  readonly residuals: readonly { readonly at_s: number; readonly residual_us: number }[];
}

/** A merged view and how it came about. Published as part of `window.workbench`. */
export interface MergeInfo {
  readonly capture: CaptureInfo;
  readonly members: readonly MergeMember[];
  /** Comparable rows less the duplicates. */
  readonly transmissions: number;
  readonly duplicates: number;
}

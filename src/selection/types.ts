import type { CaptureInfo, TimeBase } from '../tables/captures.ts';

export type Path = readonly (string | number)[];

/** A value that can be bound to a `?`. */
export type BoundValue = string | number | bigint | boolean | null;

/** A piece of SQL and the values of its `?`, in order. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

/** Inclusive whole milliseconds. */
export interface TimeRange {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** A time range and addresses that narrow rows and answers. */
export interface Narrowing {
  /** In the captures' own time base; null for all. */
  readonly time_range: TimeRange | null;
  /** Empty for all. */
  readonly addresses: readonly string[];
}

/** The open captures. */
export interface Captures {
  get(capture_id: string): CaptureInfo | undefined;
  list(): readonly CaptureInfo[];
}

/**
 * The selected rows, independent of the caller's spelling. Plain JSON, because it is echoed in results, stored in sessions and hashed. Only
 * `normaliseSelection` creates it, so its captures and filters are valid.
 */
export interface NormalSelection {
  /** In the order of the call, without repetition; at least one. */
  readonly capture_ids: readonly string[];
  /** The selected times, or the range of the captures if no window was given; null if they have no times. */
  readonly time_range: TimeRange | null;
  /** Zero of `time_range`: 1970-01-01 UTC, or the start of the capture. */
  readonly time_base: TimeBase;
  /** Whether rows outside `time_range`, and rows without a time, are left out. */
  readonly windowed: boolean;
  /** Channels or receivers, of which a row must have one; empty for all. */
  readonly channels: readonly string[];
  /** Canonical filters, all of which must hold. */
  readonly filters: readonly string[];
}

export interface SelectionFault {
  /** Error code of the contract. */
  readonly code: string;
  readonly message: string;
  /** From the root of the invocation, in the caller's spelling. */
  readonly path: Path;
  /** 0-based character offset inside the text at `path`. */
  readonly offset?: number;
  /** Existing names, the most similar first. */
  readonly allowed?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface SelectionWarning {
  readonly code: 'NO_WALL_CLOCK' | 'EMPTY_CAPTURE' | 'MISSING_COLUMN' | 'TIME_RANGE_CLAMPED' | 'MIXED_TIME_BASES' | 'MIXED_TYPES';
  readonly message: string;
  readonly path: Path;
}

export type Normalised =
  | { readonly ok: true; readonly value: NormalSelection; readonly warnings: readonly SelectionWarning[] }
  | { readonly ok: false; readonly errors: readonly SelectionFault[] };

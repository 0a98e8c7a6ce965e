import type { CaptureInfo, TimeBase } from '../tables/captures.ts';

export type Path = readonly (string | number)[];

/** A value for a `?` in SQL. */
export type BoundValue = string | number | bigint | boolean | null;

/** A piece of SQL, with the values for its `?` in order. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

/** A time range in whole milliseconds, both ends inclusive. */
export interface TimeRange {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** The page's selection: a time range and addresses to which rows and answers are limited. */
export interface Narrowing {
  /** The selected time range in the captures' own time base; null for all times. */
  readonly time_range: TimeRange | null;
  /** The selected addresses; empty for all. */
  readonly addresses: readonly string[];
}

/** Finds the open captures. */
export interface Captures {
  get(capture_id: string): CaptureInfo | undefined;
  list(): readonly CaptureInfo[];
}

/**
 * The selected rows in a form that does not depend on how the caller wrote them. It is plain JSON, because results repeat it, sessions
 * store it and hashes cover it. Only `normaliseSelection` creates it, so its captures and filters are valid.
 */
export interface NormalSelection {
  /** Ids of the captures in the order of the call, each once; at least one. */
  readonly capture_ids: readonly string[];
  /** The selected time range, or that of the captures if no window was given; null if they have no times. */
  readonly time_range: TimeRange | null;
  /** What `time_range` counts from: 1970-01-01 UTC, or the start of the capture. */
  readonly time_base: TimeBase;
  /** Whether rows outside `time_range`, and rows without a time, are left out. */
  readonly windowed: boolean;
  /** Channels or receivers, one of which a row must have; empty for all. */
  readonly channels: readonly string[];
  /** Filters in canonical form, all of which must be true. */
  readonly filters: readonly string[];
}

export interface SelectionFault {
  /** Error code of the fault, as the contract defines it. */
  readonly code: string;
  readonly message: string;
  /** Path of the fault from the root of the invocation, in the spelling of the caller. */
  readonly path: Path;
  /** Offset of the fault in characters, counted from 0, within the text at `path`. */
  readonly offset?: number;
  /** Names that exist, in order of similarity to the wrong name. */
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

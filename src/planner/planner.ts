import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { ToolChoice } from '../wire/encode.ts';

/**
 * The port of planners (R56), which decide what to call next. A planner proposes; the loop checks, runs and feeds back. No
 * planner runs anything itself, and nothing that it writes drives anything but a call that the runner validates.
 */
export interface Planner {
  /** Shown in the conversation and in reports. */
  readonly name: string;
  /** `rules`: a failed call is mended by rules; `own`: the planner is shown the faults and mends it itself. */
  readonly repairs: 'rules' | 'own';
  /** The next calls, or the answer. Rejects with a coded error when it has neither. */
  think(observed: Observation, signal: AbortSignal): Promise<Thought>;
}

/** What a planner knows when it thinks. */
export interface Observation {
  readonly question: string;
  /** The catalog after policy. */
  readonly tools: readonly ToolManifest[];
  readonly captures: readonly CaptureInfo[];
  /** What may be called (S3-2.46); `auto` when absent. A call that it does not allow never runs. */
  readonly choice?: ToolChoice;
  /** What was done so far, oldest first. */
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly text: string;
  readonly calls: readonly Acted[];
}

export type Thought =
  { readonly kind: 'act'; readonly text: string; readonly calls: readonly Proposed[] } | { readonly kind: 'answer'; readonly text: string };

/** A call that a planner wants. `invocation` null: it was not complete, `fault` says why. */
export interface Proposed {
  readonly id: string;
  readonly name: string;
  readonly invocation: unknown;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** A call of a turn and what came of it. */
export interface Acted extends Proposed {
  /** Absent where nothing ran. */
  readonly result?: ToolResult;
  /** The call that ran in its place, where it was mended by rules; `result` is its own. */
  readonly repaired?: { readonly invocation: unknown; readonly why: readonly string[] };
  /** What the planner is shown of it: the bounded view (S2-C4). */
  readonly shown: unknown;
}

/** Bounds of one conversation. */
export interface Limits {
  /** Times that the planner thinks. */
  readonly steps: number;
  /** Calls that run, repairs included. */
  readonly calls: number;
  /** From the question to the last answer, in ms. */
  readonly ms: number;
}

export const LIMITS: Limits = { steps: 12, calls: 24, ms: 300_000 };

/** How a conversation ended. */
export type Ending =
  | 'answered'
  /** The person stopped it. */
  | 'cancelled'
  | 'step_limit'
  | 'call_budget'
  | 'time_budget'
  /** The same call a third time. */
  | 'looping'
  /** The planner gave nothing that could be used; `code` and `message` say what. */
  | 'failed';

export interface Conversation {
  readonly ending: Ending;
  /** The planner's last word; the reason where there is none. */
  readonly text: string;
  /** Code of what went wrong; null where nothing did. */
  readonly code: string | null;
  readonly turns: readonly Turn[];
  /** What was used of the limits. */
  readonly used: Limits;
}

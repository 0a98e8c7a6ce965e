import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { Draft } from '../wire/assembly.ts';
import type { ToolChoice } from '../wire/encode.ts';

/**
 * Interface of planners (R56), which decide what to call next. A planner proposes; the loop validates, runs and returns results. A planner
 * runs nothing itself, and its output causes nothing but calls that the runner validates.
 */
export interface Planner {
  /** Name shown in the conversation and in reports. */
  readonly name: string;
  /** `rules`: failed calls are repaired by rules; `own`: the planner gets the errors and corrects the call itself. */
  readonly repairs: 'rules' | 'own';
  /** Returns the next calls or the answer. Rejects with a coded error if it has neither. `onDraft` gets the answer as it arrives. */
  think(observed: Observation, signal: AbortSignal, onDraft?: (draft: Drafted) => void): Promise<Thought>;
}

/** An answer that is still arriving. */
export interface Drafted extends Draft {
  /** What happened on the way, such as a stream that broke off; empty if nothing did. */
  readonly note: string;
}

/** Input of a planner's turn. */
export interface Observation {
  readonly question: string;
  /** The tools that the policy allows. */
  readonly tools: readonly ToolManifest[];
  readonly captures: readonly CaptureInfo[];
  /** Tools that may be called (S3-2.46); `auto` if absent. Other calls never run. */
  readonly choice?: ToolChoice;
  /** Previous turns, oldest first. */
  readonly turns: readonly Turn[];
}

/** Times in ms since 1970-01-01 UTC. */
export interface Times {
  readonly started_ms: number;
  readonly ended_ms: number;
}

export interface Turn {
  readonly text: string;
  /** When the planner thought; absent in conversations of earlier versions. */
  readonly thought?: Times;
  readonly calls: readonly Acted[];
  /** Calls of this turn that have not ended, in order; absent if all have. */
  readonly pending?: readonly Proposed[];
}

export type Thought =
  { readonly kind: 'act'; readonly text: string; readonly calls: readonly Proposed[] } | { readonly kind: 'answer'; readonly text: string };

/** A proposed call. `invocation` is null if it was incomplete; `fault` then says why. */
export interface Proposed {
  readonly id: string;
  readonly name: string;
  readonly invocation: unknown;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** A proposed call with its outcome. */
export interface Acted extends Proposed {
  /** Absent if nothing ran, or if the result of an earlier conversation is no longer stored. */
  readonly result?: ToolResult;
  /** The result in a few words; absent if nothing ran. */
  readonly ran?: {
    readonly tool_call_id: string;
    readonly result_hash: string | null;
    readonly status: ToolResult['status'];
  } & Partial<Times>;
  /** The call that ran instead, if it was repaired by rules; `result` belongs to that call. */
  readonly repaired?: { readonly invocation: unknown; readonly why: readonly string[] };
  /** The outcome as the planner sees it: the bounded view (S2-C4). */
  readonly shown: unknown;
}

/** Limits of one conversation. */
export interface Limits {
  /** Number of planner turns. */
  readonly steps: number;
  /** Calls that run, including repairs. */
  readonly calls: number;
  /** Time from the question to the last answer, in ms. */
  readonly ms: number;
}

export const LIMITS: Limits = { steps: 12, calls: 24, ms: 300_000 };

/** How a conversation ended. */
export type Ending =
  | 'answered'
  /** The person stopped it. */
  | 'cancelled'
  /** The person paused it: the last turn is complete, and the next can follow. */
  | 'paused'
  | 'step_limit'
  | 'call_budget'
  | 'time_budget'
  /** The planner made the same call a third time. */
  | 'looping'
  /** The planner returned nothing usable; see `code` and `message`. */
  | 'failed';

/** A conversation after each of its events, for storage. */
export interface Progress {
  readonly turns: readonly Turn[];
  readonly used: Limits;
}

export interface Conversation {
  readonly ending: Ending;
  /** The planner's final answer, or why there is none. */
  readonly text: string;
  /** Error code; null if nothing failed. */
  readonly code: string | null;
  /** When the planner thought about its answer; absent if it did not. */
  readonly thought?: Times;
  readonly turns: readonly Turn[];
  /** The part of the limits that was used. */
  readonly used: Limits;
}

import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { Draft } from '../wire/assembly.ts';
import type { ToolChoice } from '../wire/encode.ts';

/**
 * Decides what to call next (R56). A planner only proposes calls: the loop validates and runs them and returns results. Nothing else in a
 * planner's output has an effect.
 */
export interface Planner {
  /** Name of the planner, as the conversation and reports show it. */
  readonly name: string;
  /** How failed calls are corrected. `rules`: the workbench repairs them; `own`: the planner receives the errors and corrects its calls. */
  readonly repairs: 'rules' | 'own';
  /** Returns the next calls or the answer; rejects with a coded error if there are neither. `onDraft` receives the unfinished answer. */
  think(observed: Observation, signal: AbortSignal, onDraft?: (draft: Drafted) => void): Promise<Thought>;
}

/** The part that has arrived of an answer that is still being written. */
export interface Drafted extends Draft {
  /** What happened meanwhile, such as a stream that broke off; empty if nothing did. */
  readonly note: string;
}

/** What a planner receives for a turn. */
export interface Observation {
  readonly question: string;
  /** The tools that the policy allows. */
  readonly tools: readonly ToolManifest[];
  readonly captures: readonly CaptureInfo[];
  /** Which tools may be called (S3-2.46); `auto` if absent. Calls of other tools never run. */
  readonly choice?: ToolChoice;
  /** The previous turns, oldest first. */
  readonly turns: readonly Turn[];
}

/** Start and end of something, in ms since 1970-01-01 UTC. */
export interface Times {
  readonly started_ms: number;
  readonly ended_ms: number;
}

export interface Turn {
  readonly text: string;
  /** When the planner was thinking; absent in conversations stored by earlier versions. */
  readonly thought?: Times;
  readonly calls: readonly Acted[];
  /** Calls of this turn that have not ended yet, in order; absent if all have. */
  readonly pending?: readonly Proposed[];
}

export type Thought =
  { readonly kind: 'act'; readonly text: string; readonly calls: readonly Proposed[] } | { readonly kind: 'answer'; readonly text: string };

/** A call that the planner proposed. `invocation` is null if the call was incomplete; `fault` then says why. */
export interface Proposed {
  readonly id: string;
  readonly name: string;
  readonly invocation: unknown;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** A proposed call, with its outcome. */
export interface Acted extends Proposed {
  /** Absent if nothing ran, or if the result of a stored conversation is no longer available. */
  readonly result?: ToolResult;
  /** A summary of the result; absent if nothing ran. */
  readonly ran?: {
    readonly tool_call_id: string;
    readonly result_hash: string | null;
    readonly status: ToolResult['status'];
  } & Partial<Times>;
  /** The repaired call that ran instead, if there was one; `result` is the result of that call. */
  readonly repaired?: { readonly invocation: unknown; readonly why: readonly string[] };
  /** The outcome as the planner receives it: the result cut to a size limit, or the error (S2-C4). */
  readonly shown: unknown;
}

/** Limits of one conversation, or how much of them was used. */
export interface Limits {
  /** Number of turns of the planner. */
  readonly steps: number;
  /** Number of calls that ran, including repaired ones. */
  readonly calls: number;
  /** Time from the question to the end of the last turn, in ms. */
  readonly ms: number;
}

export const LIMITS: Limits = { steps: 12, calls: 24, ms: 300_000 };

/** How a conversation ended. */
export type Ending =
  | 'answered'
  /** The person stopped the conversation. */
  | 'cancelled'
  /** The person paused the conversation. Its last turn is complete, and another can follow. */
  | 'paused'
  | 'step_limit'
  | 'call_budget'
  | 'time_budget'
  /** The planner made the same call for the third time. */
  | 'looping'
  /** The planner returned nothing usable; `code` and `text` say why. */
  | 'failed';

/** A conversation in the state after one of its events, for storage. */
export interface Progress {
  readonly turns: readonly Turn[];
  readonly used: Limits;
}

export interface Conversation {
  readonly ending: Ending;
  /** The planner's final answer, or a text that says why there is none. */
  readonly text: string;
  /** Code of the error with which the conversation ended; null if nothing failed. */
  readonly code: string | null;
  /** When the planner was thinking about its answer; absent if it was not. */
  readonly thought?: Times;
  readonly turns: readonly Turn[];
  /** How much of the limits the conversation used. */
  readonly used: Limits;
}

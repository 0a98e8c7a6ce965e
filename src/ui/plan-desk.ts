import type { WorkOptions } from '../base/progress.ts';
import type { ToolError, ToolResult, ValidationReport } from '../tools/contract/index.ts';
import type { CallChange } from './tool-desk.ts';

export type PlanStage = 'discover' | 'plan' | 'validate' | 'execute' | 'summarize' | 'repair';
export type PlanStepState = ToolResult['status'] | 'invalid' | 'skipped' | 'cancelled' | 'rejected';

/** A step as it was read; `needs` are indices of others. */
export interface PlanStepFacts {
  readonly index: number;
  readonly id?: string;
  readonly capture_id?: string;
  readonly needs?: readonly number[];
  readonly invocation: unknown;
  readonly report: ValidationReport;
}

export interface PlanStepOutcome extends PlanStepFacts {
  readonly state: PlanStepState;
  readonly result?: ToolResult;
  readonly repaired?: { readonly invocation: unknown; readonly changes: readonly CallChange[]; readonly result: ToolResult };
}

export interface PlanOutcome {
  readonly steps: readonly PlanStepOutcome[];
  readonly errors: readonly ToolError[];
  readonly tables: readonly {
    readonly id: string;
    readonly columns: readonly string[];
    readonly rows: readonly {
      readonly capture_id: string;
      readonly state: PlanStepState;
      readonly confidence: number;
      readonly summary: string;
      readonly values: Readonly<Record<string, number | string | boolean | null>>;
    }[];
  }[];
}

export interface ReplayOutcome {
  readonly status: 'same' | 'different' | 'incomplete' | 'refused';
  readonly summary: string;
  readonly errors: readonly ToolError[];
  readonly notes: readonly string[];
  readonly calls: readonly {
    readonly id: string;
    readonly tool_name: string;
    readonly state: 'same' | 'different' | 'not_run';
    readonly difference: { readonly path: string; readonly expected: string; readonly got: string } | null;
    readonly reason: string | null;
  }[];
}

/** What goes into a replay bundle. */
export interface BundleWish {
  readonly name: string;
  /** Captures whose bytes travel along. */
  readonly capture_ids: readonly string[];
  readonly tool_call_ids?: readonly string[] | undefined;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
  /** Masked captures travel along in the place of those that were read, and the calls are run again on them; `drop` without data. */
  readonly mask?: 'mask' | 'drop' | undefined;
}

/** Several calls at once, and the calls of somebody else again; `app` supplies it. */
export interface PlanDesk {
  /** Reads and validates; executes nothing. */
  preview(plan: unknown): Promise<{ readonly steps: readonly PlanStepFacts[]; readonly errors: readonly ToolError[] }>;
  run(
    plan: unknown,
    options: WorkOptions & {
      readonly onStage?: (stage: PlanStage) => void;
      readonly onStep?: (index: number, state: PlanStepState | 'running') => void;
    },
  ): Promise<PlanOutcome>;
  /** What was run here as one file that somebody else can run again; `tool_call_ids` where not every call is wanted. */
  bundle(options: Omit<BundleWish, 'name'>): Promise<Blob>;
  replay(file: File): Promise<ReplayOutcome>;
}

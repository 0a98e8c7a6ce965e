import type { WorkOptions } from '../base/progress.ts';
import type { PlanPreview, PlanReport, Stage, StepState } from '../tools/plan/plan.ts';
import type { ReplayReport } from '../tools/replay/replay.ts';

export type { PlanPreview, PlanReport, PlanStep, PreviewedStep, Stage, StepState } from '../tools/plan/plan.ts';
export type { ReplayReport } from '../tools/replay/replay.ts';

/** Content of a replay bundle. */
export interface BundleRequest {
  readonly name: string;
  /** Captures whose bytes the bundle contains. */
  readonly capture_ids: readonly string[];
  readonly tool_call_ids?: readonly string[] | undefined;
  /**
   * Include captures that hold key material (link keys, LTK, IRK, CSRK, passkeys, OOB data, vendor-specific data). By default the bundle
   * only names the digest of such a capture. A masked bundle never contains key material.
   */
  readonly include_keys?: boolean | undefined;
  /** Include results over captures whose encrypted packets were decrypted with keys; excluded by default. */
  readonly decrypted?: boolean | undefined;
  /** Cancels the work. */
  readonly signal?: AbortSignal | undefined;
  /** The bundle contains masked captures and the calls run on them; `drop` also leaves out advertising data. */
  readonly mask?: 'mask' | 'drop' | undefined;
  /** Signs the seal. */
  readonly sign?: boolean | undefined;
}

/** Plans, and replays of bundles. */
export interface PlansPort {
  /** Reads and validates a plan without executing it. */
  preview(plan: unknown): Promise<Pick<PlanPreview, 'steps' | 'errors'>>;
  run(
    plan: unknown,
    options: WorkOptions & {
      readonly onStage?: (stage: Stage) => void;
      readonly onStep?: (index: number, state: StepState | 'running') => void;
    },
  ): Promise<PlanReport>;
  /** Writes the calls that were run, or those with `tool_call_ids`, to one file that `replay` can run again. */
  bundle(options: Omit<BundleRequest, 'name'>): Promise<Blob>;
  replay(file: File): Promise<ReplayReport>;
}

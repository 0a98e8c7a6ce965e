import type { WorkOptions } from '../base/progress.ts';
import type { PlanPreview, PlanReport, Stage, StepState } from '../tools/plan/plan.ts';
import type { ReplayReport } from '../tools/replay/replay.ts';

export type { PlanPreview, PlanReport, PlanStep, PreviewedStep, Stage, StepState } from '../tools/plan/plan.ts';
export type { ReplayReport } from '../tools/replay/replay.ts';

/** What a replay bundle is to contain. */
export interface BundleRequest {
  readonly name: string;
  /** Ids of the captures whose bytes the bundle contains. */
  readonly capture_ids: readonly string[];
  readonly tool_call_ids?: readonly string[] | undefined;
  /**
   * Include captures that contain key material (link keys, LTK, IRK, CSRK, passkeys, OOB data, vendor-specific data). By default the bundle
   * contains only the digest of such a capture. A masked bundle never contains key material.
   */
  readonly include_keys?: boolean | undefined;
  /** Include results that were computed on packets decrypted with keys; excluded by default. */
  readonly decrypted?: boolean | undefined;
  /** Cancels writing the bundle. */
  readonly signal?: AbortSignal | undefined;
  /** Masks the captures, and runs the calls again on the masked ones. `drop` also leaves out advertising data. */
  readonly mask?: 'mask' | 'drop' | undefined;
  /** Whether to sign the seal. */
  readonly sign?: boolean | undefined;
}

/** Runs plans, and writes and replays bundles. */
export interface PlansPort {
  /** Reads and validates a plan without running its calls. */
  preview(plan: unknown): Promise<Pick<PlanPreview, 'steps' | 'errors'>>;
  run(
    plan: unknown,
    options: WorkOptions & {
      readonly onStage?: (stage: Stage) => void;
      readonly onStep?: (index: number, state: StepState | 'running') => void;
    },
  ): Promise<PlanReport>;
  /** Writes the calls that were run on this page, or only those in `tool_call_ids`, to one file that `replay` can run again. */
  bundle(options: Omit<BundleRequest, 'name'>): Promise<Blob>;
  replay(file: File): Promise<ReplayReport>;
}

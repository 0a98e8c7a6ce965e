import type { LifetimeComponent } from '../../kernels/contract.ts';
import type { SuccessionParameter } from '../../kernels/layout.ts';
import { broadened, learn, learnSupported, priorOf, type RotationModel } from './rotation.ts';

/**
 * An edition of the model of succession. Each version of a tool keeps the one that it was published with: 1.2 the privacy audit and the
 * analysis of opaque ids, 1.3 and 1.4 the address analyzer.
 */
export interface ModelEdition {
  readonly version: '1.2' | '1.3' | '1.4' | '1.5';
  /** Parameters that differ from those of model 1.2. */
  readonly parameters: Partial<Readonly<Record<SuccessionParameter, number>>>;
  /** Whether the error of an interval is measured from its spacings, and silences are compared with the emitter's own. */
  readonly measured: boolean;
  /** Prior of address lifetimes. */
  lives(model: RotationModel): readonly LifetimeComponent[];
  /** The same for `learned`, after a first round that found these lives of addresses that were probably followed, s. */
  learn(lives: readonly number[]): readonly LifetimeComponent[];
}

export const MODEL_12: ModelEdition = { version: '1.2', measured: false, parameters: {}, lives: priorOf, learn };

export const MODEL_13: ModelEdition = {
  version: '1.3',
  measured: false,
  parameters: { LeaveOut: 1, PauseStrength: 8 },
  lives: (model) => broadened(priorOf(model)),
  learn: learnSupported,
};

export const MODEL_14: ModelEdition = {
  ...MODEL_13,
  version: '1.4',
  measured: true,
  parameters: { ...MODEL_13.parameters, Corrections: 1, RotatingStrength: 1, SwapStrength: 8 },
};

/** Uncertain links teach less about pauses, so that chance links with gaps of one length do not support one another where nothing rotates. */
export const MODEL_15: ModelEdition = { ...MODEL_14, version: '1.5', parameters: { ...MODEL_14.parameters, SurePauses: 1 } };

export const EDITIONS: Readonly<Record<ModelEdition['version'], ModelEdition>> = {
  '1.2': MODEL_12,
  '1.3': MODEL_13,
  '1.4': MODEL_14,
  '1.5': MODEL_15,
};

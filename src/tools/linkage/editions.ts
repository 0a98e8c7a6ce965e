import type { LifetimeComponent } from '../../kernels/contract.ts';
import type { SuccessionParameter } from '../../kernels/layout.ts';
import { broadened, learn, learnSupported, priorOf, type RotationModel } from './rotation.ts';

/**
 * An edition of the linkage model. Each tool version keeps the edition with which it was published: 1.2 for the privacy audit and the
 * analysis of opaque ids, 1.3 and 1.4 for the address analyzer.
 */
export interface ModelEdition {
  readonly version: '1.2' | '1.3' | '1.4' | '1.5';
  /** Parameters of this edition that differ from those of model 1.2. */
  readonly parameters: Partial<Readonly<Record<SuccessionParameter, number>>>;
  /** Whether the error of an interval is measured on its spacings, and silences are compared with the emitter's own silences. */
  readonly measured: boolean;
  /** Returns the prior distribution of how long addresses are used. */
  lives(model: RotationModel): readonly LifetimeComponent[];
  /**
   * Returns this distribution for the model `learned`, given the lifetimes in s of those addresses that a first round found successors for.
   */
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

/** Model in which uncertain links teach less about pauses, so that chance links with gaps of one length do not support one another. */
export const MODEL_15: ModelEdition = { ...MODEL_14, version: '1.5', parameters: { ...MODEL_14.parameters, SurePauses: 1 } };

export const EDITIONS: Readonly<Record<ModelEdition['version'], ModelEdition>> = {
  '1.2': MODEL_12,
  '1.3': MODEL_13,
  '1.4': MODEL_14,
  '1.5': MODEL_15,
};

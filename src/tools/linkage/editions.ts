/** A version of the model of succession; each version of a tool keeps the one that it was published with. */
export interface ModelEdition {
  readonly version: '1.2' | '1.3';
}

export const MODEL_12: ModelEdition = { version: '1.2' };

export const MODEL_13: ModelEdition = { version: '1.3' };

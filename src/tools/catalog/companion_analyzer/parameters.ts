import type { Parameters } from './likelihoods.ts';

/** Parameters that were fitted to simulated walks so that the log loss of the probabilities is small. */
export const PARAMETERS: Parameters = {
  detected: 0.968,
  whole: 0.989,
  expected: 0.408,
  more: 0.0261,
  most: 4.0,
  again: { share: 0.043, weight: 90.0 },
  onceMore: { share: 0.14, weight: 25.0 },
  reaching: { share: 0.045, weight: 6.0 },
  reachingFurther: { share: 0.02, weight: 11.0 },
  companionSpread: 3.5,
  fixedSpread: 2.7,
  crowdSpread: 8.0,
  levelStray: 0.25,
  levelMost: 3.0,
  sending: [
    { share: 0.76, presence: [0.004, 0.004, 0.006, 0.03, 0.956] },
    { share: 0.24, presence: [0.02, 0.04, 0.49, 0.41, 0.04] },
  ],
  crowdPresence: [0.193, 0.167, 0.089, 0.153, 0.398],
  crowdPresenceWeight: 10.0,
  tempered: 0.95,
};

import type { Parameters } from './likelihoods.ts';

/** Fitted to composed walks of many worlds, by the log loss of the probabilities. */
export const PARAMETERS: Parameters = {
  detected: 0.968,
  whole: 0.989,
  expected: 0.408,
  more: 0.0261,
  most: 4.0,
  again: { share: 0.043, weight: 90.0 },
  onceMore: { share: 0.14, weight: 25.0 },
  reaching: { share: 0.11, weight: 11.0 },
  reachingFurther: { share: 0.03, weight: 11.0 },
  companionSpread: 3.91,
  fixedSpread: 2.68,
  crowdSpread: 8.0,
  levelStray: 0.266,
  levelMost: 4.0,
  companionPresence: [0.004, 0.005, 0.137, 0.154, 0.7],
  fixedPresence: [0.111, 0.112, 0.212, 0.193, 0.372],
  crowdPresence: [0.193, 0.167, 0.089, 0.153, 0.398],
  crowdPresenceWeight: 10.0,
  tempered: 0.862,
};

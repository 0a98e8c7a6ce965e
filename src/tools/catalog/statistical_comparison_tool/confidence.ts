import type { ConfidenceInputs } from '../../definition.ts';

/** Confidence from the conclusion and the distance of p from alpha. The values are rules and have not been calibrated on known answers. */
export function confidenceOf(inputs: ConfidenceInputs): number {
  const [p, alpha] = [Number(inputs['adjusted_p']), Number(inputs['alpha'])];
  if (inputs['conclusion'] === 'differs' || inputs['conclusion'] === 'equivalent') return p < alpha / 50 ? 0.99 : 0.9;
  return inputs['conclusion'] === 'not_shown' ? 0.9 : 0.5;
}

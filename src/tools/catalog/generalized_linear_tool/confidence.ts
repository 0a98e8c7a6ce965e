import type { ConfidenceInputs } from '../../definition.ts';

/** Computes the confidence of a fit from its conclusion, the distance of p from alpha, and the number of events per coefficient. */
export function confidenceOf(inputs: ConfidenceInputs): number {
  const [p, alpha, events] = [Number(inputs['adjusted_p']), Number(inputs['alpha']), Number(inputs['events_per_term'])];
  switch (inputs['conclusion']) {
    case 'related':
      return (p < alpha / 50 ? 0.99 : 0.9) * (events < 10 ? 0.9 : 1);
    case 'not_shown':
      // A valid test finds no effect in 1 − alpha of the cases without one.
      return events < 10 ? 0.8 : Math.min(0.95, 1 - alpha);
    default:
      return 0.5;
  }
}

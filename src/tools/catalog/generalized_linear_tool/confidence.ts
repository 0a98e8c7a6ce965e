import type { ConfidenceInputs } from '../../definition.ts';

/** By the conclusion, the distance of p from alpha and the rows that a coefficient has. */
export function confidenceOf(inputs: ConfidenceInputs): number {
  const [p, alpha, events] = [Number(inputs['adjusted_p']), Number(inputs['alpha']), Number(inputs['events_per_term'])];
  switch (inputs['conclusion']) {
    case 'related':
      return (p < alpha / 50 ? 0.99 : 0.9) * (events < 10 ? 0.9 : 1);
    case 'not_shown':
      // Tests hold their level: so many of no effects are not shown.
      return events < 10 ? 0.8 : Math.min(0.95, 1 - alpha);
    default:
      return 0.5;
  }
}

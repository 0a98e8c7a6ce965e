import type { ConfidenceInputs } from '../../definition.ts';

/** Confidence from the conclusion, and from the distance of p from alpha or the number of events. */
export function confidenceOf(inputs: ConfidenceInputs): number {
  const [p, alpha, events] = [Number(inputs['adjusted_p']), Number(inputs['alpha']), Number(inputs['events'])];
  switch (inputs['conclusion']) {
    case 'differs':
    case 'related':
      return p < alpha / 50 ? 0.99 : 0.9;
    case 'estimated':
      // A median from fewer than five events may be far off.
      return events < 5 ? 0.3 : events < 10 ? 0.7 : 0.95;
    case 'not_shown':
      return 0.9;
    default:
      return 0.5;
  }
}

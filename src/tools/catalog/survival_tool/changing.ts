import { adjustedByHolm } from '../../multiplicity.ts';
import type { Term } from './schema.ts';

/** Below this p of the test of a constant hazard ratio, the ratio counts as changing. */
const DOUBT = 0.05;

/** Terms whose ratio of hazards is not the same at all times. */
export function changes(terms: readonly Term[]): readonly Term[] {
  const tested = terms.filter(({ proportional_p }) => proportional_p !== undefined);
  const p = adjustedByHolm(tested.map((own) => own.proportional_p ?? 1));
  return tested.filter((_, at) => p[at]! < DOUBT);
}

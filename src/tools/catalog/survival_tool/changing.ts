import { adjustedByHolm } from '../../multiplicity.ts';
import type { Term } from './schema.ts';

/** A hazard ratio counts as changing over time if p of the test of proportional hazards is below this. */
const DOUBT = 0.05;

/** The terms whose hazard ratio changes over time. */
export function changes(terms: readonly Term[]): readonly Term[] {
  const tested = terms.filter(({ proportional_p }) => proportional_p !== undefined);
  const p = adjustedByHolm(tested.map((own) => own.proportional_p ?? 1));
  return tested.filter((_, at) => p[at]! < DOUBT);
}

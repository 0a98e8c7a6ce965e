import type { PairVerdict } from '../../workbench/port.ts';
import { Held } from './held.svelte.ts';

const pairOf = (left: string, right: string): string => (left < right ? `${left} ${right}` : `${right} ${left}`);

/** The analyst's verdicts on pairs of addresses: confirmed, rejected, or a note. They apply to every result. */
export class VerdictsState extends Held<PairVerdict> {
  constructor(changed?: () => void) {
    super(({ from_address, to_address }) => pairOf(from_address, to_address), changed);
  }

  of(left: string, right: string): PairVerdict | undefined {
    return this.at(pairOf(left, right));
  }

  /** Sets the verdict on a pair; an empty one is removed. */
  set(verdict: PairVerdict): void {
    this.put(verdict, verdict.verdict !== null || verdict.note !== '');
  }
}

/** Verdicts as constraints of the analyzer: confirmed pairs must be linked, rejected ones must not. */
export const constraintsOf = (verdicts: readonly PairVerdict[]) =>
  verdicts.flatMap(({ from_address: address_a, to_address: address_b, verdict }) =>
    verdict === null ? [] : [{ address_a, address_b, rule: verdict === 'confirmed' ? ('must_link' as const) : ('cannot_link' as const) }],
  );

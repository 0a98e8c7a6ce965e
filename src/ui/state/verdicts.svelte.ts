import type { PairVerdict } from '../workbench.ts';

const key = (left: string, right: string): string => (left < right ? `${left} ${right}` : `${right} ${left}`);

/** What the person holds of pairs of addresses: confirmed, rejected, a note. Kept with the session, whatever result showed them. */
export class VerdictsState {
  #byPair = $state.raw<ReadonlyMap<string, PairVerdict>>(new Map());

  constructor(private readonly changed: () => void = () => undefined) {}

  get list(): readonly PairVerdict[] {
    return [...this.#byPair.values()];
  }

  of(left: string, right: string): PairVerdict | undefined {
    return this.#byPair.get(key(left, right));
  }

  /** Replaces what was held of the pair; nothing is kept of one without verdict and note. */
  set(verdict: PairVerdict): void {
    const next = new Map(this.#byPair);
    const pair = key(verdict.from_address, verdict.to_address);
    if (verdict.verdict === null && verdict.note === '') next.delete(pair);
    else next.set(pair, verdict);
    this.#byPair = next;
    this.changed();
  }

  /** Takes over those of a session; what is held here already stays. */
  adopt(verdicts: readonly PairVerdict[]): void {
    const own = [...this.#byPair];
    this.#byPair = new Map([...verdicts.map((verdict) => [key(verdict.from_address, verdict.to_address), verdict] as const), ...own]);
  }
}

/** Verdicts as constraints of the analyzer: confirmed pairs must be linked, rejected ones cannot. */
export const constraintsOf = (
  verdicts: readonly PairVerdict[],
): readonly { readonly address_a: string; readonly address_b: string; readonly rule: 'must_link' | 'cannot_link' }[] =>
  verdicts.flatMap(({ from_address: address_a, to_address: address_b, verdict }) =>
    verdict === null ? [] : [{ address_a, address_b, rule: verdict === 'confirmed' ? ('must_link' as const) : ('cannot_link' as const) }],
  );

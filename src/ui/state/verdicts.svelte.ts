import type { PairVerdict } from '../../workbench/port.ts';

const key = (left: string, right: string): string => (left < right ? `${left} ${right}` : `${right} ${left}`);

/** What the person holds of pairs of addresses: confirmed, rejected, a note. Kept with the session, whatever result showed them. */
export class VerdictsState {
  #byPair = $state.raw<Readonly<Record<string, PairVerdict>>>({});

  constructor(private readonly changed: () => void = () => undefined) {}

  get list(): readonly PairVerdict[] {
    return Object.values(this.#byPair);
  }

  of(left: string, right: string): PairVerdict | undefined {
    return this.#byPair[key(left, right)];
  }

  /** Replaces what was held of the pair; nothing is kept of one without verdict and note. */
  set(verdict: PairVerdict): void {
    const pair = key(verdict.from_address, verdict.to_address);
    const { [pair]: _, ...others } = this.#byPair;
    this.#byPair = verdict.verdict === null && verdict.note === '' ? others : { ...others, [pair]: verdict };
    this.changed();
  }

  /** Takes over those of a session; what is held here already stays. */
  adopt(verdicts: readonly PairVerdict[]): void {
    const brought = verdicts.map((verdict) => [key(verdict.from_address, verdict.to_address), verdict] as const);
    this.#byPair = { ...Object.fromEntries(brought), ...this.#byPair };
  }
}

/** Verdicts as constraints of the analyzer: confirmed pairs must be linked, rejected ones cannot. */
export const constraintsOf = (
  verdicts: readonly PairVerdict[],
): readonly { readonly address_a: string; readonly address_b: string; readonly rule: 'must_link' | 'cannot_link' }[] =>
  verdicts.flatMap(({ from_address: address_a, to_address: address_b, verdict }) =>
    verdict === null ? [] : [{ address_a, address_b, rule: verdict === 'confirmed' ? ('must_link' as const) : ('cannot_link' as const) }],
  );

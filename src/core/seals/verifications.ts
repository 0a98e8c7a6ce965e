import type { OpenedVerification } from '../../workbench/verification.ts';

/** Verifications of the sessions that were opened on this page. Sessions saved later contain the verdict with the results. */
export class Verifications {
  #current: OpenedVerification | null;

  constructor(
    private readonly changed: () => void,
    recovered: OpenedVerification | null = null,
  ) {
    this.#current = recovered;
  }

  readonly current = (): OpenedVerification | null => this.#current;

  adopt(found: OpenedVerification): void {
    this.#current = this.#current === null ? found : joined(this.#current, found);
    this.changed();
  }
}

const WORST = ['intact', 'newer', 'changed'] as const;

function joined(earlier: OpenedVerification, later: OpenedVerification): OpenedVerification {
  const worse = WORST.indexOf(earlier.state) > WORST.indexOf(later.state) ? earlier : later;
  return {
    file_name: later.file_name,
    state: worse.state,
    changes: [...earlier.changes, ...later.changes],
    // The combined verification names no signer, because results from several files have no single one.
    signer: null,
    signer_name: null,
  };
}

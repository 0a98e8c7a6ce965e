import type { OpenedVerification } from '../../workbench/verification.ts';

/** What verification found of the sessions that were opened here. What was found once stays with the results, also when they are saved again. */
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
    // One signer cannot answer for the results of several files.
    signer: null,
    signer_name: null,
  };
}

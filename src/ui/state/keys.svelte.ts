import type { KeyringPort, KeyName } from '../../workbench/port.ts';

/** Stands for every key of the ring, in the context of a call. */
export const ALL_KEYS = 'all-keys';

/** The names of the keyring and the connection that calls are made with. No key ever comes here. */
export class KeysState {
  list = $state.raw<readonly KeyName[]>([]);
  /** Whether an encrypted ring lies in the browser. */
  kept = $state(false);
  /** What the person picked; all keys as long as it names none. */
  #picked = $state('');

  /** The connection id for the next call; undefined while there is no key. */
  readonly connection: string | undefined = $derived.by(() => {
    if (this.list.length === 0) return undefined;
    return this.list.some((key) => key.connection_id === this.#picked) ? this.#picked : ALL_KEYS;
  });

  constructor(private readonly port: KeyringPort) {
    this.refresh();
  }

  pick(connectionId: string): void {
    this.#picked = connectionId;
  }

  refresh(): void {
    this.list = this.port.list();
    this.kept = this.port.kept();
  }
}

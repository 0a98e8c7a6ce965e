import type { KeyringPort, KeyName } from '../../workbench/port.ts';

/** Id that means every resolving key of the keyring, in the context of a call. */
export const ALL_KEYS = 'all-keys';

/** Names of the keys in the keyring, and the connection of the next call. The page never holds a key itself. */
export class KeysState {
  list = $state.raw<readonly KeyName[]>([]);
  /** Whether the browser stores an encrypted keyring. */
  kept = $state(false);
  #picked = $state('');

  /** The connection id for the next call: the chosen key, otherwise all; undefined if there are no keys. */
  readonly connection: string | undefined = $derived.by(() => {
    const resolving = this.list.filter(({ kind }) => kind === 'irk');
    if (resolving.length === 0) return undefined;
    return resolving.some((key) => key.connection_id === this.#picked) ? this.#picked : ALL_KEYS;
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

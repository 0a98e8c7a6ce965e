import { type DeviceName, isDeviceName, namesByAddress, nameOfDevice } from '../../base/device-name.ts';
import { Held } from './held.svelte.ts';

/** Most names in a session. */
const MOST = 10_000;
/** Changes that Undo can take back. */
const MOST_UNDONE = 100;

/** Names that a person gave to devices, by address. */
export class NamesState extends Held<DeviceName> {
  readonly #byAddress = $derived(namesByAddress(this.list));
  #undone = $state.raw<readonly DeviceName[]>([]);

  constructor(changed?: () => void) {
    super(({ address }) => address, changed);
  }

  /** The name of a device with these addresses. */
  of(...addresses: readonly string[]): string | undefined {
    return nameOfDevice(addresses, this.#byAddress);
  }

  get canUndo(): boolean {
    return this.#undone.length > 0;
  }

  /** Sets the name; an empty text removes it. Returns false, and changes nothing, if the name is invalid or there are too many. */
  set(address: string, text: string): boolean {
    const name = text.trim();
    const before = this.of(address);
    if (name !== '' && (!isDeviceName(name) || (before === undefined && this.list.length >= MOST))) return false;
    if (name === (before ?? '')) return true;
    this.#undone = [...this.#undone.slice(1 - MOST_UNDONE), { address, name: before ?? '' }];
    this.put({ address, name }, name !== '');
    return true;
  }

  /** Undoes the last change. */
  undo(): void {
    const last = this.#undone.at(-1);
    if (!last) return;
    this.#undone = this.#undone.slice(0, -1);
    this.put(last, last.name !== '');
  }
}

import type { Narrowing } from '../../selection/types.ts';
import { setOf } from './sets.ts';

/** The current row selection as data: conditions only, no rows. */
export interface SelectionData extends Narrowing {
  readonly capture_ids: readonly string[];
}

/** The page's only selection. Views change and read it here, so that they stay linked. */
export class SelectionState {
  data = $state.raw<SelectionData>({ capture_ids: [], time_range: null, addresses: [] });
  readonly addressSet: ReadonlySet<string> = $derived(setOf(this.data.addresses));
  /** Whether a time or addresses narrow the views. */
  readonly narrowed: boolean = $derived(this.data.time_range !== null || this.data.addresses.length > 0);

  #set(part: Partial<SelectionData>): void {
    this.data = { ...this.data, ...part };
  }

  /** When a time or addresses were last chosen, ms since 1970. */
  #chosenAt = 0;

  /** When captures were last chosen, ms since 1970. */
  #capturesAt = 0;

  /** Whether captures were chosen after a moment, ms since 1970. */
  capturesAfter(moment: number): boolean {
    return this.#capturesAt > moment;
  }

  /** Whether rows were chosen after a moment, ms since 1970. */
  chosenAfter(moment: number): boolean {
    return this.#chosenAt > moment;
  }

  /** The address chosen last; undefined after several were chosen at once. */
  last = $state.raw<string | undefined>();

  #narrow(part: Partial<Narrowing>): void {
    if (part.addresses) this.last = this.#lastOf(part.addresses);
    this.#set(part);
    this.#chosenAt = Date.now();
  }

  #lastOf(addresses: readonly string[]): string | undefined {
    const added = addresses.filter((address) => !this.hasAddress(address));
    if (added.length > 0) return added.length === 1 ? added[0] : undefined;
    if (this.last !== undefined && addresses.includes(this.last)) return this.last;
    return addresses.length === 1 ? addresses[0] : undefined;
  }

  hasCapture(captureId: string): boolean {
    return this.data.capture_ids.includes(captureId);
  }

  setCapture(captureId: string, chosen: boolean): void {
    const others = this.data.capture_ids.filter((id) => id !== captureId);
    this.#set({ capture_ids: chosen ? [...others, captureId] : others });
    this.#capturesAt = Date.now();
  }

  hasAddress(address: string): boolean {
    return this.addressSet.has(address);
  }

  setAddress(address: string, chosen: boolean): void {
    const others = this.data.addresses.filter((known) => known !== address);
    this.#narrow({ addresses: chosen ? [...others, address] : others });
  }

  /** Adds addresses to the selection; removes them if all are already selected. */
  toggleAddresses(addresses: readonly string[]): void {
    const all = addresses.every((address) => this.hasAddress(address));
    const toggled = setOf(addresses);
    this.setAddresses(all ? this.data.addresses.filter((known) => !toggled.has(known)) : [...this.data.addresses, ...addresses]);
  }

  setAddresses(addresses: readonly string[]): void {
    this.#narrow({ addresses: [...setOf(addresses)] });
  }

  clearAddresses(): void {
    this.#narrow({ addresses: [] });
  }

  clear(): void {
    this.#narrow({ time_range: null, addresses: [] });
  }

  setTimeRange(time_range: SelectionData['time_range']): void {
    this.#narrow({ time_range });
  }

  /**
   * Removes closed captures. Newly opened ones are selected only if they `join`: a file opened later is part of no call until the person
   * ticks it.
   */
  follow(open: readonly string[], before: readonly string[], join: boolean): void {
    const kept = this.data.capture_ids.filter((id) => open.includes(id));
    const opened = join ? open.filter((id) => !before.includes(id) && !kept.includes(id)) : [];
    this.#set({ capture_ids: [...kept, ...opened] });
  }

  /** The captures of a new call: the selected ones, or all if none is selected. */
  effectiveCaptures(open: readonly string[]): readonly string[] {
    const chosen = open.filter((id) => this.hasCapture(id));
    return chosen.length > 0 ? chosen : open;
  }
}

import { setOf, toggled } from './sets.ts';

/** Which rows every view looks at, as data: no rows, only what picks them. */
export interface SelectionData {
  readonly capture_ids: readonly string[];
  /** Inclusive milliseconds on the captures' own time base; null for all. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Empty for all. */
  readonly addresses: readonly string[];
}

const NOTHING: SelectionData = { capture_ids: [], time_range: null, addresses: [] };

/** The one selection of the page. Views change it here and read it here, so that they stay linked. */
export class SelectionState {
  data = $state.raw<SelectionData>(NOTHING);

  hasCapture(captureId: string): boolean {
    return this.data.capture_ids.includes(captureId);
  }

  setCapture(captureId: string, chosen: boolean): void {
    const others = this.data.capture_ids.filter((id) => id !== captureId);
    this.data = { ...this.data, capture_ids: chosen ? [...others, captureId] : others };
  }

  readonly addressSet: ReadonlySet<string> = $derived(setOf(this.data.addresses));
  /** A time or addresses narrow what the views show. */
  readonly narrowed: boolean = $derived(this.data.time_range !== null || this.data.addresses.length > 0);

  hasAddress(address: string): boolean {
    return this.addressSet.has(address);
  }

  setAddress(address: string, chosen: boolean): void {
    const others = this.data.addresses.filter((known) => known !== address);
    this.data = { ...this.data, addresses: chosen ? [...others, address] : others };
  }

  /** Takes addresses into the selection; when all of them are in it, out of it. */
  toggleAddresses(addresses: readonly string[]): void {
    this.setAddresses(toggled(this.data.addresses, addresses));
  }

  setAddresses(addresses: readonly string[]): void {
    this.data = { ...this.data, addresses: [...setOf(addresses)] };
  }

  clearAddresses(): void {
    this.setAddresses([]);
  }

  /** Neither a time nor addresses narrow anything any more. */
  clear(): void {
    this.data = { ...this.data, time_range: null, addresses: [] };
  }

  setTimeRange(range: SelectionData['time_range']): void {
    this.data = { ...this.data, time_range: range };
  }

  /** Captures that were closed leave the selection, those that are new join it. */
  follow(open: readonly string[], before: readonly string[]): void {
    const kept = this.data.capture_ids.filter((id) => open.includes(id));
    const joined = open.filter((id) => !before.includes(id) && !kept.includes(id));
    this.data = { ...this.data, capture_ids: [...kept, ...joined] };
  }

  /** What a new call takes: the chosen captures, or all where none is chosen. */
  effectiveCaptures(open: readonly string[]): readonly string[] {
    const chosen = open.filter((id) => this.hasCapture(id));
    return chosen.length > 0 ? chosen : open;
  }
}

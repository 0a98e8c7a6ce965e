import type { CaptureInfo } from '../../tables/captures.ts';
import { withTerm } from './filter-terms.ts';
import { PastFilters } from './past-filters.svelte.ts';

export interface TrafficSort {
  readonly column: string;
  readonly descending: boolean;
}

/** What a view of the rows of one capture is given. Another capture mounts it anew; a live scan with more rows does not. */
export interface TrafficProps {
  readonly capture: CaptureInfo;
}

/** A packet that is to be read in full. */
export interface PacketRequest {
  readonly capture_id: string;
  /** From 1. */
  readonly number: number;
}

/** What the views of packets, devices and columns look at, beside the page's selection: plain data, so that it can be kept and linked. */
export class TrafficState {
  /** Asked for by the person; null for the first of the selection. */
  asked = $state<string | null>(null);
  /** In the documented grammar; may be no filter while somebody types. */
  filter = $state('');
  readonly past = new PastFilters();
  /** Null for the order of the file. */
  sort = $state.raw<TrafficSort | null>(null);
  /** Names of the columns that are shown; null for those that suit the capture. */
  columns = $state.raw<readonly string[] | null>(null);
  /** The columns are being chosen; the number of a packet is being asked for. */
  choosing = $state(false);
  asking = $state(false);
  /** Of one capture: no packet of another one is open because this one is. */
  #opened = $state.raw<PacketRequest | null>(null);

  constructor(
    private readonly open: () => readonly CaptureInfo[],
    private readonly chosen: () => readonly string[],
  ) {}

  /** The capture that is looked at; null where none is open. */
  get capture(): CaptureInfo | null {
    const open = this.open();
    const [first] = this.chosen();
    return open.find(({ capture_id }) => capture_id === this.asked) ?? open.find(({ capture_id }) => capture_id === first) ?? null;
  }

  /** What was asked for last, if it is of the capture that is looked at: each asking is another object. */
  get request(): PacketRequest | null {
    return this.#opened !== null && this.#opened.capture_id === this.capture?.capture_id ? this.#opened : null;
  }

  /** The number of the packet that is read in full, of a table its row's, from 1; null for none. */
  get packet(): number | null {
    return this.request?.number ?? null;
  }

  /** Asks for a packet of the capture that is looked at; the list of packets opens it, filtered away or not. */
  openPacket(number: number | null): PacketRequest | null {
    const capture = this.capture;
    this.#opened = capture === null || number === null ? null : { capture_id: capture.capture_id, number };
    return this.#opened;
  }

  look(captureId: string): void {
    if (captureId === this.capture?.capture_id) return;
    this.asked = captureId;
    // Another file, other columns.
    this.sort = null;
    this.columns = null;
  }

  /** Adds a term of the filter grammar as a chip: `advertiser_addr = 'AA:…'`. Nothing happens while the text is no filter. */
  narrow(term: string): void {
    this.filter = withTerm(this.filter, term);
  }
}

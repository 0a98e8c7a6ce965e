import type { CaptureInfo } from '../../tables/captures.ts';
import type { RowOrder } from '../../selection/order.ts';
import { withTerm } from '../../selection/terms.ts';
import { PastFilters } from './past-filters.svelte.ts';

/** Views compute at once over at most so many rows; of more a person decides. */
export const ROWS_AT_ONCE = 200_000;

/** Props of a view of one capture. Other rows mount it anew (`contentKey`); a live scan with more rows does not. */
export interface TrafficProps {
  readonly capture: CaptureInfo;
}

/** A packet to show in full. */
export interface PacketRequest {
  readonly capture_id: string;
  /** From 1. */
  readonly number: number;
}

export type ConnectionsTab = 'list' | 'messages' | 'attributes';

/** What the views of packets, devices and columns show, beside the page's selection: plain data, so that links can hold it. */
export class TrafficState {
  /** Id of the capture that the person chose; null for the first of the selection. */
  asked = $state<string | null>(null);
  /** In the documented grammar; may be invalid while the user types. */
  filter = $state('');
  readonly past = new PastFilters();
  /** Null for the order of the file. */
  sort = $state.raw<RowOrder | null>(null);
  /** Columns that are shown; null for those that suit the capture. */
  columns = $state.raw<readonly string[] | null>(null);
  /** The columns are being chosen; the number of a packet is being asked for. */
  choosing = $state(false);
  asking = $state(false);
  /** What the Connections view shows, and the number of the connection that is followed. */
  connectionsTab = $state<ConnectionsTab>('list');
  connection = $state<number | null>(null);
  #opened = $state.raw<PacketRequest | null>(null);

  constructor(
    private readonly open: () => readonly CaptureInfo[],
    private readonly chosen: () => readonly string[],
  ) {}

  /** The capture that views show; null where none is open. */
  get capture(): CaptureInfo | null {
    const open = this.open();
    const [first] = this.chosen();
    return open.find(({ capture_id }) => capture_id === this.asked) ?? open.find(({ capture_id }) => capture_id === first) ?? null;
  }

  /** The packet that was requested last, if it is of this capture; a new object for each request. */
  get request(): PacketRequest | null {
    return this.#opened !== null && this.#opened.capture_id === this.capture?.capture_id ? this.#opened : null;
  }

  /** Number of the packet or row that is shown in full, from 1; null for none. */
  get packet(): number | null {
    return this.request?.number ?? null;
  }

  /** Requests a packet of this capture; the list of packets opens it even where a filter hides it. */
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
    this.connection = null;
  }

  /** Leads the Connections view to what was said on a connection. */
  follow(connection: number): void {
    this.connection = connection;
    this.connectionsTab = 'messages';
  }

  /** Adds a term to the filter: `advertiser_addr = 'AA:…'`. Nothing happens while the filter is invalid. */
  narrow(term: string): void {
    this.filter = withTerm(this.filter, term);
  }
}

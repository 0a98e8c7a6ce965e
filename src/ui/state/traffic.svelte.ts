import type { CaptureInfo } from '../../tables/captures.ts';
import type { RowOrder } from '../../selection/order.ts';
import { withTerm } from '../../selection/terms.ts';
import { PastFilters } from './past-filters.svelte.ts';

/** Largest number of rows over which views compute automatically; over more rows only on request. */
export const ROWS_AT_ONCE = 200_000;

/** Props of a view of one capture. It is remounted when the rows change (`contentKey`), but not when a live scan adds rows. */
export interface TrafficProps {
  readonly capture: CaptureInfo;
}

/** A packet to show in full. */
export interface PacketRequest {
  readonly capture_id: string;
  /** Number of the packet, from 1. */
  readonly number: number;
}

export type ConnectionsTab = 'list' | 'messages' | 'attributes' | 'streams';

/** Settings of the views of packets, devices and columns, besides the selection: plain data, so that links can contain it. */
export class TrafficState {
  /** Id of the capture that the person chose; null for the first selected one. */
  asked = $state<string | null>(null);
  /** Packet filter in the documented grammar; may be invalid while the person types. */
  filter = $state('');
  readonly past = new PastFilters();
  /** Sort order of the packet list; null for file order. */
  sort = $state.raw<RowOrder | null>(null);
  /** Visible columns; null for the default of the capture. */
  columns = $state.raw<readonly string[] | null>(null);
  /** Whether the column chooser or the field for a packet number is open. */
  choosing = $state(false);
  asking = $state(false);
  /** The chosen tab of the Connections view, null before a choice; and the number of the followed connection. */
  connectionsTab = $state<ConnectionsTab | null>(null);
  connection = $state<number | null>(null);
  #opened = $state.raw<PacketRequest | null>(null);

  constructor(
    private readonly open: () => readonly CaptureInfo[],
    private readonly chosen: () => readonly string[],
  ) {}

  /** The current capture; null if none is open. */
  get capture(): CaptureInfo | null {
    const open = this.open();
    const [first] = this.chosen();
    return open.find(({ capture_id }) => capture_id === this.asked) ?? open.find(({ capture_id }) => capture_id === first) ?? null;
  }

  /** The last requested packet, if it belongs to this capture; a new object for each request. */
  get request(): PacketRequest | null {
    return this.#opened !== null && this.#opened.capture_id === this.capture?.capture_id ? this.#opened : null;
  }

  /** Number of the packet or row shown in detail, from 1; null for none. */
  get packet(): number | null {
    return this.request?.number ?? null;
  }

  /** Requests a packet of this capture; the packet list opens it even if a filter hides it. */
  openPacket(number: number | null): PacketRequest | null {
    const capture = this.capture;
    this.#opened = capture === null || number === null ? null : { capture_id: capture.capture_id, number };
    return this.#opened;
  }

  look(captureId: string): void {
    if (captureId === this.capture?.capture_id) return;
    this.asked = captureId;
    // The sort order and columns do not apply to another file, which has other columns.
    this.sort = null;
    this.columns = null;
    this.connection = null;
    this.connectionsTab = null;
  }

  /** Shows the messages of a connection in the Connections view. */
  follow(connection: number): void {
    this.connection = connection;
    this.connectionsTab = 'messages';
  }

  /** Adds a term to the filter: `advertiser_addr = 'AA:…'`. Does nothing while the filter is invalid. */
  narrow(term: string): void {
    this.filter = withTerm(this.filter, term);
  }
}

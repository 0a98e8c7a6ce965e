import { putFlag, putI32, putI64, putText } from '../../tables/row-table.ts';
import type { Cell, RowTable } from '../../tables/row-table.ts';

/** Number and times of a packet. */
export interface Moment {
  /** Number of the packet. */
  readonly no: number;
  /** µs on the clock of the file; NaN where the record has no time. */
  readonly us: number;
  /** µs on the sniffer's radio clock; NaN where it has none. */
  readonly radioUs: number;
  /** True if the information comes from a decrypted packet. */
  readonly decrypted?: boolean;
}

/** Whole µs between two moments, by the radio clock if both have it; NaN if neither clock has both times. */
export function elapsed(from: Moment, to: Moment): number {
  const radio = to.radioUs - from.radioUs;
  return Math.round(radio === radio ? radio : to.us - from.us);
}

/** Values for the sender of a packet: the two sides of a connection. */
export const SENDER = { UNKNOWN: 0, CENTRAL: 1, PERIPHERAL: 2 } as const;
const SENDER_NAMES: readonly (string | undefined)[] = [undefined, 'central', 'peripheral'];

export const senderName = (sender: number): string | undefined => SENDER_NAMES[sender];
export const otherSide = (sender: number): number => (sender === SENDER.UNKNOWN ? sender : 3 - sender);

/** Begins rows of a table about packets, with the packet's number, connection, time and sender. */
export class RowsOfPackets {
  private readonly packetNo: Cell;
  private readonly connection: Cell;
  private readonly time: Cell;
  private readonly sender: Cell;
  private readonly decrypted: Cell;

  constructor(private readonly rows: RowTable) {
    this.packetNo = rows.column('packet_no');
    this.connection = rows.column('connection');
    this.time = rows.column('ts_us');
    this.sender = rows.column('sender');
    this.decrypted = rows.column('decrypted');
  }

  /** Begins a row and returns its position. */
  begin({ no, us, decrypted }: Moment, connection: number, sender: number): number {
    const row = this.rows.begin();
    putI32(this.packetNo, row, no);
    putI32(this.connection, row, connection);
    if (us === us) putI64(this.time, row, us);
    const name = senderName(sender);
    if (name !== undefined) putText(this.sender, row, name);
    if (decrypted === true) putFlag(this.decrypted, row, true);
    return row;
  }
}

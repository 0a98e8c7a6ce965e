import type { RowTable } from '../../tables/row-table.ts';

/** When a packet happened. */
export interface Moment {
  /** Number of the packet. */
  readonly no: number;
  /** µs on the clock of the file; NaN where the record has no time. */
  readonly us: number;
  /** µs on the sniffer's radio clock; NaN where it has none. */
  readonly radioUs: number;
  /** What happened was read from a packet that a key opened. */
  readonly decrypted?: boolean;
}

/** Whole µs from one moment to another: by the radio clock where both have it. NaN where neither clock says. */
export function elapsed(from: Moment, to: Moment): number {
  const radio = to.radioUs - from.radioUs;
  return Math.round(radio === radio ? radio : to.us - from.us);
}

/** Sender of a packet; the two sides of a connection. */
export const SENDER = { UNKNOWN: 0, CENTRAL: 1, PERIPHERAL: 2 } as const;
const SENDER_NAMES: readonly (string | undefined)[] = [undefined, 'central', 'peripheral'];

export const senderName = (sender: number): string | undefined => SENDER_NAMES[sender];
export const otherSide = (sender: number): number => (sender === SENDER.UNKNOWN ? sender : 3 - sender);

/** Begins a row about a packet: its number, its connection and its time, and who sent it. */
export function beginRow(rows: RowTable, { no, us, decrypted }: Moment, connection: number, sender: number): void {
  rows.begin();
  rows.number('packet_no', no);
  rows.number('connection', connection);
  if (!Number.isNaN(us)) rows.number('ts_us', us);
  rows.text('sender', senderName(sender));
  if (decrypted === true) rows.flag('decrypted', true);
}

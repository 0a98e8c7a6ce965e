import type { L2capFrame } from '../../ble/l2cap/flow.ts';
import { readFields } from '../../ble/octet-fields.ts';
import { AUTH, pairing } from '../../ble/smp/method.ts';
import { SMP, smpFields, smpName, smpReason } from '../../ble/smp/pdu.ts';
import type { RowTable } from '../../tables/row-table.ts';
import type { Connection } from './connection.ts';
import { otherSide, RowsOfPackets } from './moment.ts';
import type { Moment } from './moment.ts';

const FEATURE_BYTES = 6;

/** Converts Security Manager messages to rows, which never contain a key. */
export class SmpRows {
  private readonly packets: RowsOfPackets;

  constructor(private readonly rows: RowTable) {
    this.packets = new RowsOfPackets(rows);
  }

  pdu({ bytes, at, end }: L2capFrame, connection: Connection, sender: number, moment: Moment): void {
    if (at >= end) return;
    const { rows } = this;
    const code = bytes[at] ?? 0;
    const from = at + 1;
    this.packets.begin(moment, connection.no, sender);
    rows.number('code', code);
    rows.text('name', smpName(code));
    rows.number('length', end - at);
    readFields(bytes, from, end, smpFields(code), rows);
    if (code === SMP.FAILED && from < end) rows.text('reason_name', smpReason(bytes[from] ?? 0));
    const isFeatures = code === SMP.PAIRING_REQ || code === SMP.PAIRING_RSP;
    const flagsAt = isFeatures ? from + 2 : from;
    if ((isFeatures || code === SMP.SECURITY_REQ) && flagsAt < end) this.flags(bytes[flagsAt] ?? 0);
    if (isFeatures && end - from >= FEATURE_BYTES) this.features(code, bytes, from, connection, sender, moment);
    rows.end();
  }

  private features(code: number, bytes: Uint8Array, at: number, connection: Connection, sender: number, moment: Moment): void {
    const own = { io: bytes[at] ?? 0, oob: bytes[at + 1] ?? 0, auth: bytes[at + 2] ?? 0, keySize: bytes[at + 3] ?? 0 };
    const side = connection.side(sender);
    const peer = connection.side(otherSide(sender));
    side.pairing = { features: own, asked: connection.asks(sender, moment) };
    const request = code === SMP.PAIRING_RSP && peer !== side ? peer.pairing : null;
    if (request === null || !connection.answers(request.asked, moment)) return;
    const { method, sentence } = pairing(request.features, own);
    this.rows.text('method', method);
    this.rows.text('security', sentence);
  }

  private flags(auth: number): void {
    const { rows } = this;
    rows.flag('bonding', (auth & AUTH.BONDING) !== 0);
    rows.flag('mitm', (auth & AUTH.MITM) !== 0);
    rows.flag('secure_connections', (auth & AUTH.SECURE_CONNECTIONS) !== 0);
    rows.flag('keypress', (auth & AUTH.KEYPRESS) !== 0);
  }
}

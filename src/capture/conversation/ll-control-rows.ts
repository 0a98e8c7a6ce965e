import { errorName } from '../../ble/error-codes.ts';
import { FieldRecord } from '../../ble/field-record.ts';
import { LL_CIS_IND, LL_CONTROL_NAMES, LL_START_ENC_REQ } from '../../ble/ll-control.ts';
import { llControlFields } from '../../ble/ll-control-fields.ts';
import { readFields, unsigned } from '../../ble/octet-fields.ts';
import type { RowTable } from '../../tables/row-table.ts';
import type { Connection, Parameters } from './connection.ts';
import type { Connections } from './connections.ts';
import { RowsOfPackets, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';
import type { Streams } from './streams.ts';

const OPCODE = {
  CONNECTION_UPDATE: 0x00,
  CHANNEL_MAP: 0x01,
  TERMINATE: 0x02,
  REJECT: 0x0d,
  REJECT_EXT: 0x11,
  LENGTH_REQ: 0x14,
  LENGTH_RSP: 0x15,
  PHY_UPDATE: 0x18,
  CIS_REQ: 0x1f,
  CIS_RSP: 0x20,
  CIS_TERMINATE: 0x22,
  SUBRATE: 0x27,
} as const;
/** Control PDUs with an error code, and the offset of that code after the opcode. */
const ERROR_AT: Readonly<Record<number, number>> = {
  [OPCODE.TERMINATE]: 0,
  [OPCODE.REJECT]: 0,
  [OPCODE.REJECT_EXT]: 1,
  [OPCODE.CIS_TERMINATE]: 2,
};
const PHYS: Readonly<Record<number, string>> = { 1: '1M', 2: '2M', 4: 'CODED' };

/** Converts LL control PDUs to rows and applies their changes to the connection. */
export class LlControlRows {
  private readonly packets: RowsOfPackets;

  constructor(
    private readonly rows: RowTable,
    private readonly connections: Connections,
    private readonly streams: Streams,
  ) {
    this.packets = new RowsOfPackets(rows);
  }

  /** Handles a control PDU: opcode at `at`, parameters up to `end`. */
  pdu(bytes: Uint8Array, at: number, end: number, connection: Connection, sender: number, moment: Moment): void {
    if (at >= end) return;
    const { rows } = this;
    const opcode = bytes[at] ?? 0;
    const from = at + 1;
    this.packets.begin(moment, connection.no, sender);
    rows.number('opcode', opcode);
    rows.text('name', LL_CONTROL_NAMES[opcode]);
    const whole = readFields(bytes, from, end, llControlFields(opcode), rows) >= 0;
    if (!whole) rows.flag('cut', true);
    const errorAt = ERROR_AT[opcode];
    if (errorAt !== undefined && from + errorAt < end) rows.text('error_name', errorName(bytes[from + errorAt] ?? 0));
    rows.end();
    if (whole) this.effect(opcode, bytes, from, connection, sender, moment);
  }

  private effect(opcode: number, bytes: Uint8Array, at: number, connection: Connection, sender: number, moment: Moment): void {
    const u16 = (offset: number): number => unsigned(bytes, at + offset, 2);
    const change = (kind: string, changed: Parameters, more: Readonly<Record<string, number>> = {}): void =>
      this.connections.change(connection, kind, moment, changed, more);
    switch (opcode) {
      case OPCODE.CONNECTION_UPDATE:
        return change('parameters', { interval_us: u16(3) * 1250, latency: u16(5), timeout_ms: u16(7) * 10 }, { instant: u16(9) });
      case OPCODE.CHANNEL_MAP:
        return change('channel_map', { channel_map: unsigned(bytes, at, 5) }, { instant: u16(5) });
      case OPCODE.PHY_UPDATE: {
        const [phy_c_to_p, phy_p_to_c] = [PHYS[bytes[at] ?? 0], PHYS[bytes[at + 1] ?? 0]];
        if (phy_c_to_p === undefined && phy_p_to_c === undefined) return;
        return change('phy', { ...(phy_c_to_p && { phy_c_to_p }), ...(phy_p_to_c && { phy_p_to_c }) }, { instant: u16(2) });
      }
      case OPCODE.SUBRATE:
        connection.subrate = u16(0);
        return change('subrate', { latency: u16(4), timeout_ms: u16(8) * 10 }, { subrate_factor: u16(0) });
      case OPCODE.LENGTH_REQ:
      case OPCODE.LENGTH_RSP:
        return this.lengths(opcode, u16(0), u16(4), connection, sender, moment);
      case OPCODE.TERMINATE:
        connection.endedBy = sender;
        connection.endCode = bytes[at];
        return;
      case LL_START_ENC_REQ:
        connection.encryption ??= moment;
        return change('encryption', {}, { encrypted: 1 });
      case OPCODE.CIS_REQ:
      case LL_CIS_IND:
      case OPCODE.CIS_TERMINATE:
      case OPCODE.REJECT_EXT:
        return this.stream(opcode, bytes, at, connection, sender, moment);
    }
  }

  /** Passes on what a PDU says about an isochronous stream of the connection. */
  private stream(opcode: number, bytes: Uint8Array, at: number, connection: Connection, sender: number, moment: Moment): void {
    const { streams } = this;
    const fields = new FieldRecord();
    readFields(bytes, at, bytes.length, llControlFields(opcode), fields);
    const about = fields.numberOf('about_opcode');
    if (opcode === OPCODE.CIS_REQ) streams.requested(connection, fields, moment);
    else if (opcode === LL_CIS_IND) streams.indicated(connection, fields, connection.encryption !== null, moment);
    else if (opcode === OPCODE.CIS_TERMINATE) streams.terminated(connection, fields, sender, moment);
    else if (about === OPCODE.CIS_REQ || about === OPCODE.CIS_RSP)
      streams.refused(connection, fields.numberOf('error_code'), sender, moment);
  }

  /** Each direction carries what one side sends and the other receives (Vol 6 Part B 4.5.10). */
  private lengths(opcode: number, rx: number, tx: number, connection: Connection, sender: number, moment: Moment): void {
    if (sender === SENDER.UNKNOWN) return;
    const side = connection.side(sender);
    side.lengths = { rx, tx, asked: connection.asks(sender, moment) };
    const peer = connection.side(3 - sender).lengths;
    if (opcode === OPCODE.LENGTH_REQ || peer === null || !connection.answers(peer.asked, moment)) return;
    const [sent, received] = [Math.min(tx, peer.rx), Math.min(rx, peer.tx)];
    const [max_octets_c_to_p, max_octets_p_to_c] = sender === SENDER.CENTRAL ? [sent, received] : [received, sent];
    this.connections.change(connection, 'data_length', moment, { max_octets_c_to_p, max_octets_p_to_c });
  }
}

import { CHANNEL, channelName } from '../../ble/l2cap/channels.ts';
import type { Sdu } from '../../ble/l2cap/credit-channel.ts';
import type { L2capFrame } from '../../ble/l2cap/flow.ts';
import { signallingCommands, signallingFields, signallingName, signallingRest } from '../../ble/l2cap/signalling.ts';
import type { SignallingCommand } from '../../ble/l2cap/signalling.ts';
import { readFields, unsigned } from '../../ble/octet-fields.ts';
import { putFlag, putI32, putText, putU16 } from '../../tables/row-table.ts';
import type { Cell, RowTable } from '../../tables/row-table.ts';
import { answerChannels, channelRequest, EATT_PSM, isPending } from './credit-channels.ts';
import type { Bearer } from './credit-channels.ts';
import type { Connection } from './connection.ts';
import { elapsed, otherSide, RowsOfPackets } from './moment.ts';
import type { Moment } from './moment.ts';

/** Commands that answer another command: the request has the same identifier and the code before; a reject answers any command. */
const ANSWERS: ReadonlySet<number> = new Set([0x01, 0x03, 0x05, 0x07, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x13, 0x15, 0x18, 0x1a]);
const MOST_PIECES = 65_535;
const FIRST_DYNAMIC = 0x40;

/** Converts L2CAP frames to rows. */
export class L2capRows {
  private readonly packets: RowsOfPackets;
  private readonly firstPacketNo: Cell;
  private readonly pieces: Cell;
  private readonly cid: Cell;
  private readonly channel: Cell;
  private readonly length: Cell;
  private readonly complete: Cell;
  private readonly itemNo: Cell;

  constructor(private readonly rows: RowTable) {
    this.packets = new RowsOfPackets(rows);
    this.firstPacketNo = rows.column('first_packet_no');
    this.pieces = rows.column('pieces');
    this.cid = rows.column('cid');
    this.channel = rows.column('channel');
    this.length = rows.column('length');
    this.complete = rows.column('complete');
    this.itemNo = rows.column('item_no');
  }

  /** @param bearer the credit-based channel of the frame; returns the SDU that the frame completes */
  frame(
    frame: L2capFrame,
    connection: Connection,
    sender: number,
    moment: Moment,
    firstNo: number,
    bearer: Bearer | undefined,
  ): Sdu | null {
    const { channel, bytes, at, end } = frame;
    if (channel === CHANNEL.SIGNALLING || channel === CHANNEL.LE_SIGNALLING) {
      const commands = signallingCommands(bytes, at, end);
      commands.forEach((command, i) => {
        this.begin(frame, connection, sender, moment, firstNo);
        this.command(command, i, bytes, connection, sender, moment);
        this.rows.end();
      });
      if (commands.length > 0) return null;
    }
    this.begin(frame, connection, sender, moment, firstNo);
    if (channel !== CHANNEL.ATT && channel !== CHANNEL.SMP && channel !== CHANNEL.SMP_CLASSIC) this.rows.octets('payload', bytes, at, end);
    // A connectionless frame begins with its PSM (3.2).
    const psm =
      channel === CHANNEL.CONNECTIONLESS && end - at >= 2
        ? unsigned(bytes, at, 2)
        : channel >= FIRST_DYNAMIC
          ? connection.side(sender).psms.get(channel)
          : undefined;
    if (psm !== undefined) this.rows.number('psm', psm);
    const sdu = bearer === undefined ? null : this.sdu(frame, bearer, firstNo);
    this.rows.end();
    return sdu;
  }

  private sdu({ bytes, at, end, complete }: L2capFrame, bearer: Bearer, firstNo: number): Sdu | null {
    const { rows } = this;
    rows.number('psm', bearer.psm);
    if (complete !== true) {
      bearer.lose();
      return null;
    }
    const length = bearer.begins(bytes, at, end);
    if (length >= 0) rows.number('sdu_length', length);
    const sdu = bearer.frame(bytes, at, end, firstNo);
    if (sdu !== null && bearer.psm !== EATT_PSM) rows.octets('sdu', sdu.bytes, 0, sdu.end);
    return sdu;
  }

  private begin(frame: L2capFrame, connection: Connection, sender: number, moment: Moment, firstNo: number): void {
    const row = this.packets.begin(moment, connection.no, sender);
    putI32(this.firstPacketNo, row, firstNo);
    putU16(this.pieces, row, Math.min(frame.pieces, MOST_PIECES));
    putU16(this.cid, row, frame.channel);
    const name = channelName(frame.channel);
    if (name !== undefined) putText(this.channel, row, name);
    putU16(this.length, row, frame.length);
    if (frame.complete !== undefined) putFlag(this.complete, row, frame.complete);
    putU16(this.itemNo, row, 0);
  }

  private command(command: SignallingCommand, no: number, bytes: Uint8Array, connection: Connection, sender: number, moment: Moment): void {
    const { rows } = this;
    const { code, identifier, at, end } = command;
    rows.number('item_no', no);
    rows.number('code', code);
    rows.text('name', signallingName(code));
    rows.number('identifier', identifier);
    readFields(bytes, at, end, signallingFields(code), rows);
    signallingRest(code, bytes, at, end, rows);
    if (!ANSWERS.has(code)) {
      connection.side(sender).commands.set(identifier, { ...connection.asks(sender, moment), channels: channelRequest(command, bytes) });
      return;
    }
    const [side, peer] = [connection.side(sender), connection.side(otherSide(sender))];
    const asked = peer.commands;
    const request = asked.get(identifier);
    if (request === undefined) return;
    if (!isPending(command, bytes)) asked.delete(identifier);
    if (!connection.answers(request, moment)) return;
    answerChannels(command, bytes, request.channels, peer, side);
    rows.number('request_packet_no', request.no);
    const us = elapsed(request, moment);
    if (us === us) rows.number('latency_us', us);
  }
}

import { u16le } from '../../base/octets.ts';
import { uuidText } from '../../ble/ad/uuids.ts';
import { DECLARATION } from '../../ble/att/declarations.ts';
import { ATT, attErrorName, attName, isAttRequest, isAttResponse, opcodes, sentByClient } from '../../ble/att/opcodes.ts';
import { parseAtt } from '../../ble/att/pdu.ts';
import type { AttItem, AttPdu } from '../../ble/att/pdu.ts';
import { decodeValue, isDecoded } from '../../ble/att/values/value.ts';
import type { L2capFrame } from '../../ble/l2cap/flow.ts';
import { putI32, putOctets, putText, putU16, putU8 } from '../../tables/row-table.ts';
import type { Cell, KeptRow, RowTable } from '../../tables/row-table.ts';
import type { Asked, Connection, PendingRequest } from './connection.ts';
import type { GattServer, GattServers } from './gatt-servers.ts';
import { elapsed, otherSide, RowsOfPackets, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';

/** Rows of the current batch about attributes of a server that were not discovered yet when the rows were written. */
interface Unresolved {
  readonly batch: KeptRow['batch'];
  readonly server: GattServer;
  /** One number per row: `HANDLE` × handle + 2 × position of the row + 1 if the row has the whole value. */
  readonly rows: number[];
}

/** Octets of an opcode and a handle. */
const LEAST_CARRIED = 3;
/** More than twice the maximum number of rows in a batch. */
const HANDLE = 2 ** 16;
/** Error code with which a search ends (Vol 3 Part F 3.4.1.1). */
const ATTRIBUTE_NOT_FOUND = 0x0a;
/** Responses with one value, which belongs to the attribute named in the request. */
const OF_REQUEST: ReadonlySet<number> = new Set([ATT.READ_RSP, ATT.READ_BLOB_RSP, ATT.WRITE_RSP]);

/** PDUs of the Attribute protocol → rows. */
export class AttRows {
  private unresolved: Unresolved[] = [];
  private readonly packets: RowsOfPackets;
  private readonly itemNo: Cell;
  private readonly firstPacketNo: Cell;
  private readonly cid: Cell;
  private readonly opcode: Cell;
  private readonly name: Cell;
  private readonly handle: Cell;
  private readonly octets: Cell;

  constructor(
    private readonly rows: RowTable,
    private readonly servers: GattServers,
    private readonly nameOf: (uuid: string) => string | undefined,
  ) {
    this.packets = new RowsOfPackets(rows);
    this.itemNo = rows.column('item_no');
    this.firstPacketNo = rows.column('first_packet_no');
    this.cid = rows.column('cid');
    this.opcode = rows.column('opcode');
    this.name = rows.column('name');
    this.handle = rows.column('handle');
    this.octets = rows.column('value');
  }

  /** Handles a PDU on the fixed ATT channel or on an enhanced bearer. A bearer holds what waits for its sender and for the other side. */
  pdu(
    { bytes, at, end, channel }: Pick<L2capFrame, 'bytes' | 'at' | 'end' | 'channel'>,
    connection: Connection,
    sender: number,
    moment: Moment,
    firstNo: number,
    [own, peer]: readonly [own: Waiting, peer: Waiting],
  ): void {
    if (at >= end) return;
    const opcode = bytes[at] ?? 0;
    if ((opcode === ATT.NOTIFICATION || opcode === ATT.WRITE_CMD) && end - at >= LEAST_CARRIED)
      return this.carried(opcode, channel, bytes, at + 1, end, connection, sender, moment, firstNo);
    const pdu = parseAtt(bytes, at, end);
    const request =
      isAttResponse(pdu.opcode) || pdu.opcode === ATT.CONFIRMATION ? this.answered(pdu, connection, [peer, own], moment) : null;
    const server = this.serverOf(connection, pdu.opcode, sender);
    const asked = { pdu, request, server, channel };
    const { items } = pdu;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      this.row(item, i, asked, bytes, connection, sender, moment, firstNo);
      if (server !== null && request !== null && !pdu.malformed) this.discover(item, asked, bytes, moment, connection.no);
    }
    if (isAttRequest(pdu.opcode)) this.asks(pdu, bytes, own, connection.asks(sender, moment));
  }

  /**
   * Writes the row of a notification or a command to write, with its handle at `at`. Most PDUs of a busy connection are such. They neither
   * ask nor answer and have no other field, so that writing them directly decodes such a connection an eighth faster.
   */
  private carried(
    opcode: number,
    channel: number,
    bytes: Uint8Array,
    at: number,
    end: number,
    connection: Connection,
    sender: number,
    moment: Moment,
    firstNo: number,
  ): void {
    const server = this.serverOf(connection, opcode, sender);
    const handle = u16le(bytes, at);
    const row = this.begin(0, opcode, channel, connection, sender, moment, firstNo);
    putU16(this.handle, row, handle);
    const uuid = server?.types.get(handle);
    if (uuid !== undefined) {
      this.named(uuid);
      this.value(uuid, bytes, at + 2, end);
    } else if (server !== null && handle > 0) this.wait(server, handle, true);
    putOctets(this.octets, row, bytes, at + 2, end);
    this.rows.end();
  }

  /** Begins a row with the fields that every row has. */
  private begin(
    no: number,
    opcode: number,
    channel: number,
    connection: Connection,
    sender: number,
    moment: Moment,
    firstNo: number,
  ): number {
    const row = this.packets.begin(moment, connection.no, sender);
    putU16(this.itemNo, row, no);
    putI32(this.firstPacketNo, row, firstNo);
    putU16(this.cid, row, channel);
    putU8(this.opcode, row, opcode);
    const name = attName(opcode);
    if (name !== undefined) putText(this.name, row, name);
    return row;
  }

  private named(uuid: string): void {
    const { rows } = this;
    rows.text('uuid', uuid);
    rows.text('uuid_name', this.nameOf(uuid));
  }

  /** Completes rows whose attribute was discovered later. Call it before their batch is sent. */
  resolve(): void {
    for (const { batch, server, rows: late } of this.unresolved)
      for (const one of late) {
        const uuid = server.types.get(Math.floor(one / HANDLE));
        if (uuid !== undefined) this.complete({ batch, row: (one % HANDLE) >> 1 }, uuid, one % 2 === 1);
      }
    this.unresolved = [];
  }

  private complete(kept: KeptRow, uuid: string, whole: boolean): void {
    const { rows } = this;
    rows.lateText(kept, 'uuid', uuid);
    rows.lateText(kept, 'uuid_name', this.nameOf(uuid));
    if (!whole || !isDecoded(uuid)) return;
    const { bytes, at, end } = kept.batch.bytes('value').span(kept.row);
    const value = decodeValue(uuid, bytes, at, end);
    if (value?.number !== undefined) rows.lateNumber(kept, 'value_number', value.number);
    rows.lateText(kept, 'value_unit', value?.unit);
    rows.lateText(kept, 'value_text', value?.text);
  }

  /** Remembers that the row being written is about an attribute whose type is not known yet. */
  private wait(server: GattServer, handle: number, whole: boolean): void {
    const { batch, row } = this.rows.kept;
    let last = this.unresolved.at(-1);
    if (last?.server !== server || last.batch !== batch) {
      last = { batch, server, rows: [] };
      this.unresolved.push(last);
    }
    last.rows.push(handle * HANDLE + row * 2 + (whole ? 1 : 0));
  }

  /** Finds and removes the request that a PDU answers. */
  private answered(
    { opcode, aboutOpcode }: AttPdu,
    connection: Connection,
    from: readonly Waiting[],
    moment: Moment,
  ): PendingRequest | null {
    const isConfirmation = opcode === ATT.CONFIRMATION;
    const asked = opcode === ATT.ERROR_RSP ? aboutOpcode : opcode - 1;
    // The sender of a packet may be a guess, so a response may seem to come from the side that made the request.
    for (const one of from) {
      const pending = isConfirmation ? one.indication : one.request;
      if (pending === null || (!isConfirmation && pending.opcode !== asked)) continue;
      if (isConfirmation) one.indication = null;
      else one.request = null;
      return connection.answers(pending, moment) ? pending : null;
    }
    return null;
  }

  private asks({ opcode, items }: AttPdu, bytes: Uint8Array, own: Waiting, asked: Asked): void {
    const [first] = items;
    const uuid = first === undefined || first.uuidOctets === 0 ? undefined : uuidText(bytes, first.uuidAt, first.uuidOctets);
    const isService = uuid === DECLARATION.PRIMARY || uuid === DECLARATION.SECONDARY;
    const width = first === undefined ? 0 : first.valueEnd - first.valueAt;
    const value = isService && (width === 2 || width === 16) ? uuidText(bytes, first?.valueAt ?? 0, width) : undefined;
    const pending = {
      ...asked,
      opcode,
      handles: items.map(({ handle }) => handle),
      endHandle: first?.endHandle ?? -1,
      uuid,
      value,
    };
    if (opcode === ATT.INDICATION) own.indication = pending;
    else own.request = pending;
  }

  /** The server that a PDU concerns: its sender if servers send such PDUs, otherwise the other side. */
  private serverOf(connection: Connection, opcode: number, sender: number): GattServer | null {
    const at = sentByClient(opcode) ? otherSide(sender) : sender;
    if (at === SENDER.UNKNOWN) return null;
    const side = connection.side(at);
    side.server ??= this.servers.server(at, side.address);
    return side.server;
  }

  private row(
    item: AttItem,
    no: number,
    { pdu, request, server, channel }: PduContext,
    bytes: Uint8Array,
    connection: Connection,
    sender: number,
    moment: Moment,
    firstNo: number,
  ): void {
    const { rows } = this;
    const row = this.begin(Math.min(no, 65_535), pdu.opcode, channel, connection, sender, moment, firstNo);
    const handle = handleOf(item, no, pdu, request);
    if (handle >= 0) putU16(this.handle, row, handle);
    if (item.endHandle >= 0) rows.number('end_handle', item.endHandle);
    const uuid = this.type(item, pdu, request, server, handle, bytes);
    if (uuid !== undefined && isWhole(item, pdu)) this.value(uuid, bytes, item.valueAt, item.valueEnd);
    if (item.valueAt >= 0) putOctets(this.octets, row, bytes, item.valueAt, item.valueEnd);
    this.rest(pdu, request, moment);
    rows.end();
  }

  private type(
    item: AttItem,
    pdu: AttPdu,
    request: PendingRequest | null,
    server: GattServer | null,
    handle: number,
    bytes: Uint8Array,
  ): string | undefined {
    const stated = item.uuidOctets > 0 ? uuidText(bytes, item.uuidAt, item.uuidOctets) : isList(pdu.opcode) ? request?.uuid : undefined;
    const uuid = stated ?? server?.types.get(handle);
    if (uuid !== undefined) this.named(uuid);
    else if (server !== null && handle > 0 && item.endHandle < 0) this.wait(server, handle, isWhole(item, pdu));
    return uuid;
  }

  /** Writes the meaning of a value's octets, if their type is an adopted one. */
  private value(uuid: string, bytes: Uint8Array, at: number, end: number): void {
    const value = decodeValue(uuid, bytes, at, end);
    if (value === undefined) return;
    const { rows } = this;
    if (value.number !== undefined) rows.number('value_number', value.number);
    rows.text('value_unit', value.unit);
    rows.text('value_text', value.text);
  }

  private rest(
    { offset, mtu, flags, itemLength, error, aboutOpcode, malformed }: AttPdu,
    request: PendingRequest | null,
    moment: Moment,
  ): void {
    const { rows } = this;
    if (offset >= 0) rows.number('value_offset', offset);
    if (mtu >= 0) rows.number('mtu', mtu);
    if (flags >= 0) rows.number('flags', flags);
    if (itemLength >= 0) rows.number('item_length', itemLength);
    if (error >= 0) {
      rows.number('error', error);
      rows.text('error_name', attErrorName(error));
      rows.number('about_opcode', aboutOpcode);
    }
    if (request !== null) {
      rows.number('request_packet_no', request.no);
      const us = elapsed(request, moment);
      if (us === us) rows.number('latency_us', us);
    }
    if (malformed) rows.flag('malformed', true);
  }

  private discover(item: AttItem, { pdu, request, server }: PduContext, bytes: Uint8Array, moment: Moment, connection: number): void {
    if (server === null || request === null) return;
    const { servers } = this;
    const { uuid = '' } = request;
    const { handle, endHandle, valueAt, valueEnd } = item;
    const width = valueEnd - valueAt;
    const isPrimaries = request.opcode === ATT.READ_BY_GROUP_TYPE_REQ && uuid === DECLARATION.PRIMARY;
    if (pdu.opcode === ATT.ERROR_RSP && isPrimaries && pdu.error === ATTRIBUTE_NOT_FOUND)
      servers.covered(server, request.handles[0] ?? 0, request.endHandle);
    if (pdu.opcode === ATT.READ_BY_GROUP_TYPE_RSP && isPrimaries) servers.covered(server, request.handles[0] ?? 0, endHandle);
    if (pdu.opcode === ATT.READ_RSP) servers.read(server, request.handles[0] ?? 0, bytes, valueAt, valueEnd, moment, connection);
    else if (pdu.opcode === ATT.READ_BY_GROUP_TYPE_RSP && (width === 2 || width === 16))
      servers.service(server, uuid, handle, endHandle, uuidText(bytes, valueAt, width), moment, connection);
    else if (pdu.opcode === ATT.READ_BY_TYPE_RSP) {
      if (uuid === DECLARATION.CHARACTERISTIC || uuid === DECLARATION.INCLUDE)
        servers.declaration(server, uuid, handle, bytes, valueAt, valueEnd, moment, connection);
      else if (uuid !== '') servers.type(server, handle, uuid);
    } else if (pdu.opcode === ATT.FIND_BY_TYPE_VALUE_RSP && request.value !== undefined)
      servers.service(server, uuid, handle, endHandle, request.value, moment, connection);
    else if (pdu.opcode === ATT.FIND_INFORMATION_RSP)
      servers.attribute(server, handle, uuidText(bytes, item.uuidAt, item.uuidOctets), moment, connection);
  }
}

/** Requests and indications on a bearer that the other side has not answered yet. */
interface Waiting {
  request: PendingRequest | null;
  indication: PendingRequest | null;
}

interface PduContext {
  readonly pdu: AttPdu;
  readonly request: PendingRequest | null;
  readonly server: GattServer | null;
  readonly channel: number;
}

/** Whether a response is a list whose entries all have the type named in the request. */
const isList = (opcode: number): boolean =>
  opcode === ATT.READ_BY_TYPE_RSP || opcode === ATT.READ_BY_GROUP_TYPE_RSP || opcode === ATT.FIND_BY_TYPE_VALUE_RSP;

/** PDUs that carry the value of an attribute from its beginning; those that read or write a part of it are left out. */
const CARRIES_WHOLE = opcodes([
  ...[ATT.READ_RSP, ATT.READ_BY_TYPE_RSP, ATT.READ_MULTIPLE_VARIABLE_RSP],
  ...[ATT.WRITE_REQ, ATT.WRITE_CMD, ATT.SIGNED_WRITE_CMD, ATT.NOTIFICATION, ATT.MULTIPLE_NOTIFICATION, ATT.INDICATION],
]);

const isWhole = ({ valueAt }: AttItem, { opcode, malformed }: AttPdu): boolean => valueAt >= 0 && !malformed && CARRIES_WHOLE[opcode] === 1;

function handleOf(item: AttItem, no: number, { opcode }: AttPdu, request: PendingRequest | null): number {
  if (item.handle >= 0 || request === null) return item.handle;
  if (OF_REQUEST.has(opcode) || opcode === ATT.CONFIRMATION) return request.handles[0] ?? -1;
  return opcode === ATT.READ_MULTIPLE_VARIABLE_RSP ? (request.handles[no] ?? -1) : -1;
}

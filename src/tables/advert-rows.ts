import { AdFields, NO_TX_POWER, NO_VALUE, parseAdFields } from '../ble/advertising.ts';
import { NO_CHANNEL } from '../ble/channel.ts';
import { CRC, NO_RSSI } from '../ble/frame.ts';
import type { FrameMeta } from '../ble/frame.ts';
import { ABSENT, OTHER } from '../ble/link-pdu.ts';
import type { LinkPdu } from '../ble/link-pdu.ts';
import { PDU, PDU_TYPES, PHY, PHYS } from '../ble/pdu-type.ts';
import { ADVERT_COLUMNS } from './adverts.ts';
import { Batch } from './batch.ts';
import { allocateHeap } from './bytes-buffer.ts';
import type { Allocate } from './bytes-buffer.ts';
import { ConnectionColumns } from './connection-columns.ts';
import { halves, mark, storeHalves } from './halves.ts';
import { insertBytes, insertLists } from './late-values.ts';
import type { HashKey } from '../base/keyed-hash.ts';
import { AddressIndex, EnumIndex, NameIndex, slotsFor } from './text-index.ts';
import { writeUuid } from './uuid-text.ts';

/** Average number of bytes of text and data per advertisement. A batch of longer ones is sent before it has all rows. */
const BYTES_PER_ROW = 48;
/** Maximum number of texts of a column kept for the next batch. With more addresses, each batch begins with an empty dictionary. */
const KEPT_TEXTS = 4096;

/**
 * Writes rows of `ADVERT_COLUMNS` one after another: `begin`, any of the setters, `end`. A setter that is not called leaves NULL. Millions
 * of rows are written this way, so every setter stores directly into typed arrays.
 */
export class AdvertRows {
  readonly batch: Batch;
  /** One byte per channel index, which is set if any row so far has that channel; for the card of the capture. */
  readonly channels: Uint8Array;
  readonly span: Float64Array;
  /** Index in the batch of the row that is being written. */
  row = 0;

  private readonly packetNo;
  private readonly reportNo;
  private readonly ts;
  private readonly radioTs;
  private readonly channelColumn;
  private readonly rssiColumn;
  private readonly advertiserRandom;
  private readonly peerRandom;
  private readonly accessAddressColumn;
  private readonly crcColumn;
  private readonly lengthColumn;
  readonly advData;
  private readonly flags;
  private readonly txPower;
  private readonly companyId;
  private readonly appearance;
  readonly serviceUuids;
  private readonly sid;
  private readonly did;
  private readonly auxChannel;
  private readonly auxOffset;
  private readonly opcodeColumn;
  private readonly receiverColumn;
  private readonly deviceColumn;
  private readonly connection: ConnectionColumns;
  readonly types: EnumIndex;
  readonly phys: EnumIndex;
  readonly advertisers: AddressIndex;
  readonly scanners: AddressIndex;
  private readonly initiators: AddressIndex;
  readonly targets: AddressIndex;
  readonly names: NameIndex;
  private readonly indices;
  private readonly uuidText = new Uint8Array(36);
  private readonly late = new Map<number, Uint8Array>();
  private receiverText = '';
  private receiverCode = -1;

  /** If `shared`, all memory that a kernel needs is part of the kernel's memory, and stays there until `clear` unless `away` is true. */
  constructor(
    capacity: number,
    readonly key: HashKey,
    shared?: Allocate,
  ) {
    const allocate = shared ?? allocateHeap;
    const batch = new Batch(ADVERT_COLUMNS, capacity, shared && { allocate: shared, bytesPerRow: BYTES_PER_ROW });
    this.batch = batch;
    this.channels = allocate(256);
    const span = allocate(16);
    this.span = new Float64Array(span.buffer, span.byteOffset, 2);
    this.span[0] = Infinity;
    this.span[1] = -Infinity;
    const slots = slotsFor(shared === undefined ? 0 : capacity);
    this.packetNo = batch.fixed('packet_no', 'INTEGER');
    this.reportNo = batch.fixed('report_no', 'USMALLINT');
    this.ts = halves(batch.fixed('ts_us', 'BIGINT'));
    this.radioTs = halves(batch.fixed('radio_ts_us', 'BIGINT'));
    this.channelColumn = batch.fixed('channel', 'UTINYINT');
    this.rssiColumn = batch.fixed('rssi', 'SMALLINT');
    this.advertiserRandom = batch.bool('advertiser_random');
    this.peerRandom = batch.bool('peer_random');
    this.accessAddressColumn = batch.fixed('access_address', 'UINTEGER');
    this.crcColumn = batch.bool('crc_ok');
    this.lengthColumn = batch.fixed('length', 'USMALLINT');
    this.advData = batch.bytes('adv_data');
    this.flags = batch.fixed('flags', 'UTINYINT');
    this.txPower = batch.fixed('tx_power', 'TINYINT');
    this.companyId = batch.fixed('company_id', 'USMALLINT');
    this.appearance = batch.fixed('appearance', 'USMALLINT');
    this.serviceUuids = batch.list('service_uuids');
    this.sid = batch.fixed('adi_sid', 'UTINYINT');
    this.did = batch.fixed('adi_did', 'USMALLINT');
    this.auxChannel = batch.fixed('aux_channel', 'UTINYINT');
    this.auxOffset = batch.fixed('aux_offset_us', 'UINTEGER');
    this.opcodeColumn = batch.dictionary('opcode');
    this.receiverColumn = batch.dictionary('receiver');
    this.deviceColumn = batch.dictionary('device_id');
    this.connection = new ConnectionColumns(batch);
    this.types = new EnumIndex(batch.dictionary('adv_type'), PDU_TYPES, shared);
    this.phys = new EnumIndex(batch.dictionary('phy'), PHYS, shared);
    this.advertisers = new AddressIndex(batch.dictionary('advertiser_addr'), key, slots, shared);
    this.scanners = new AddressIndex(batch.dictionary('scanner_addr'), key, slots, shared);
    this.initiators = new AddressIndex(batch.dictionary('initiator_addr'), key);
    this.targets = new AddressIndex(batch.dictionary('target_addr'), key, slots, shared);
    this.names = new NameIndex(batch.dictionary('local_name'), key, slots, shared);
    this.indices = [this.types, this.phys, this.advertisers, this.scanners, this.initiators, this.targets, this.names];
    for (const column of batch.columns) if (column.kind === 'dictionary') column.keeps = KEPT_TEXTS;
  }

  get rows(): number {
    return this.batch.rows;
  }

  /** Earliest and `latest` time of all rows so far, in µs; Infinity and -Infinity if no row has a time. */
  get earliest(): number {
    return this.span[0] ?? Infinity;
  }

  get latest(): number {
    return this.span[1] ?? -Infinity;
  }

  /** Whether a value did not fit into the shared memory. Until `clear`, the kernel must then not write rows. */
  get away(): boolean {
    return this.advData.data.away || this.serviceUuids.away || this.names.keys.away;
  }

  /** Code of a receiver's name in the dictionary of this batch; -1 if no row has that receiver yet. */
  receiverCodeOf(name: string): number {
    return this.receiverColumn.codeOf(name);
  }

  begin(packetNo: number, reportNo: number): void {
    const row = this.batch.rows;
    this.row = row;
    this.packetNo.values[row] = packetNo;
    this.reportNo.values[row] = reportNo;
  }

  /**
   * Writes everything of a link-layer frame except addresses and data in one call. That is the same as calling the setters, but a call per
   * column would take longer than writing the column.
   */
  link(record: RowOrigin, meta: FrameMeta, pdu: LinkPdu, accessAddress: number, crc: number): void {
    const row = this.batch.rows;
    const at = row >> 3;
    const bit = 1 << (row & 7);
    this.row = row;
    this.packetNo.values[row] = record.no;
    this.reportNo.values[row] = 0;
    const { us } = record;
    if (us === us) this.time(us);
    if (meta.radioUs === meta.radioUs) this.radioTime(meta.radioUs);
    const { channel, rssi, phy } = meta;
    if (channel !== NO_CHANNEL) {
      this.channelColumn.values[row] = channel;
      const { valid } = this.channelColumn;
      valid[at] = (valid[at] ?? 0) | bit;
      this.channels[channel] = 1;
    }
    if (rssi !== NO_RSSI) {
      this.rssiColumn.values[row] = rssi;
      const { valid } = this.rssiColumn;
      valid[at] = (valid[at] ?? 0) | bit;
    }
    if (phy !== PHY.UNKNOWN) this.phys.set(row, phy);
    if (pdu.type !== PDU.NONE) this.types.set(row, pdu.type);
    this.accessAddressColumn.values[row] = accessAddress;
    const { valid } = this.accessAddressColumn;
    valid[at] = (valid[at] ?? 0) | bit;
    this.lengthColumn.values[row] = pdu.length;
    const lengthValid = this.lengthColumn.valid;
    lengthValid[at] = (lengthValid[at] ?? 0) | bit;
    if (crc !== CRC.UNKNOWN) this.crcColumn.set(row, crc === CRC.OK);
    this.receiver(record.receiver);
  }

  /** Writes the addresses and the extended advertising fields of an advertising PDU. */
  addresses(bytes: Uint8Array, pdu: LinkPdu): void {
    const { row } = this;
    if (pdu.advertiserAt !== ABSENT) this.advertisers.set(row, bytes, pdu.advertiserAt);
    if (pdu.advertiserRandom !== ABSENT) this.advertiserRandom.set(row, pdu.advertiserRandom === 1);
    if (pdu.otherAt !== ABSENT) this.peer(pdu.otherRole, bytes, pdu.otherAt);
    if (pdu.otherRandom !== ABSENT) this.peerRandom.set(row, pdu.otherRandom === 1);
    if (pdu.sid !== ABSENT) {
      this.advertisingSid(pdu.sid);
      this.advertisingDid(pdu.did);
    }
    if (pdu.auxChannel !== ABSENT) this.auxPointer(pdu.auxChannel, pdu.auxOffsetUs);
  }

  end(): void {
    this.batch.rows++;
  }

  /** Writes the time of the row in whole µs. Not called for records that have no time. */
  time(us: number): void {
    storeHalves(this.ts, this.row, us);
    const { span } = this;
    if (us < (span[0] ?? 0)) span[0] = us;
    if (us > (span[1] ?? 0)) span[1] = us;
  }

  radioTime(us: number): void {
    storeHalves(this.radioTs, this.row, us);
  }

  channel(index: number): void {
    this.channelColumn.values[this.row] = index;
    mark(this.channelColumn.valid, this.row);
    this.channels[index] = 1;
  }

  rssi(dbm: number): void {
    this.rssiColumn.values[this.row] = dbm;
    mark(this.rssiColumn.valid, this.row);
  }

  /** Writes the PDU type. @param code a code of `PDU` */
  type(code: number): void {
    this.types.set(this.row, code);
  }

  /** Writes the PHY. @param code a code of `PHY` */
  phy(code: number): void {
    this.phys.set(this.row, code);
  }

  accessAddress(value: number): void {
    this.accessAddressColumn.values[this.row] = value;
    mark(this.accessAddressColumn.valid, this.row);
  }

  crc(ok: boolean): void {
    this.crcColumn.set(this.row, ok);
  }

  length(bytes: number): void {
    this.lengthColumn.values[this.row] = bytes;
    mark(this.lengthColumn.valid, this.row);
  }

  advertiser(bytes: Uint8Array, at: number): void {
    this.advertisers.set(this.row, bytes, at);
  }

  advertiserIsRandom(random: boolean): void {
    this.advertiserRandom.set(this.row, random);
  }

  /** Writes the other address in the PDU; `role` is a code of `OTHER`. */
  peer(role: number, bytes: Uint8Array, at: number): void {
    if (role === OTHER.SCANNER) this.scanners.set(this.row, bytes, at);
    else if (role === OTHER.INITIATOR) this.initiators.set(this.row, bytes, at);
    else this.targets.set(this.row, bytes, at);
  }

  peerIsRandom(random: boolean): void {
    this.peerRandom.set(this.row, random);
  }

  data(bytes: Uint8Array, start: number, end: number): void {
    this.advData.set(this.row, bytes, start, end);
  }

  /** Writes the first AD structure of each type. The structures are offsets into `bytes`. */
  adFields(bytes: Uint8Array, ad: AdFields): void {
    const row = this.row;
    if (ad.nameAt !== NO_VALUE) this.names.set(row, bytes, ad.nameAt, ad.nameEnd);
    if (ad.flags !== NO_VALUE) {
      this.flags.values[row] = ad.flags;
      mark(this.flags.valid, row);
    }
    if (ad.txPower !== NO_TX_POWER) this.power(ad.txPower);
    if (ad.companyId !== NO_VALUE) {
      this.companyId.values[row] = ad.companyId;
      mark(this.companyId.valid, row);
    }
    if (ad.appearance !== NO_VALUE) {
      this.appearance.values[row] = ad.appearance;
      mark(this.appearance.valid, row);
    }
  }

  /** Writes the service UUIDs of the AD structures. */
  serviceUuidsOf(bytes: Uint8Array, ad: AdFields): void {
    for (let i = 0; i < ad.uuids; i++) {
      const length = writeUuid(this.uuidText, bytes, ad.uuidAt[i] ?? 0, ad.uuidSize[i] ?? 0);
      this.serviceUuids.pushBytes(this.row, this.uuidText, 0, length);
    }
  }

  /** Stores AD structures for an earlier row of this batch, which was written without them; `seal` adds them to that row. */
  dataLater(row: number, bytes: Uint8Array): void {
    this.late.set(row, bytes);
  }

  /** Writes the LLData of a connection request, at offset `at`. */
  connectionRequest(bytes: Uint8Array, at: number): void {
    this.connection.set(this.row, bytes, at);
  }

  power(dbm: number): void {
    this.txPower.values[this.row] = dbm;
    mark(this.txPower.valid, this.row);
  }

  advertisingSid(sid: number): void {
    this.sid.values[this.row] = sid;
    mark(this.sid.valid, this.row);
  }

  private advertisingDid(did: number): void {
    this.did.values[this.row] = did;
    mark(this.did.valid, this.row);
  }

  auxPointer(channel: number, offsetUs: number): void {
    this.auxChannel.values[this.row] = channel;
    mark(this.auxChannel.valid, this.row);
    this.auxOffset.values[this.row] = offsetUs;
    mark(this.auxOffset.valid, this.row);
  }

  opcode(name: string): void {
    this.opcodeColumn.setText(this.row, name);
  }

  receiver(name: string): void {
    if (this.receiverCode < 0 || this.receiverText !== name) {
      this.receiverColumn.setText(this.row, name);
      this.receiverText = name;
      this.receiverCode = this.receiverColumn.codes[this.row] ?? 0;
    } else this.receiverColumn.setCode(this.row, this.receiverCode);
  }

  /** Writes the opaque device id of a Web Bluetooth scan. */
  deviceId(id: string): void {
    this.deviceColumn.setText(this.row, id);
  }

  /** To be called before the batch is sent: marks columns that every row has as not NULL, once instead of per row. */
  seal(): void {
    const { rows } = this.batch;
    this.packetNo.valid.fill(0xff, 0, (rows + 7) >> 3);
    this.reportNo.valid.fill(0xff, 0, (rows + 7) >> 3);
    if (this.late.size > 0) this.insertLate(rows);
  }

  /** Removes the rows, but not the memory. */
  clear(): void {
    this.batch.clear();
    for (const index of this.indices) if (index.column.entries === 0) index.clear();
    if (this.receiverColumn.entries === 0) this.receiverCode = -1;
  }

  private insertLate(rows: number): void {
    const uuids = new Map<number, Uint8Array[]>();
    const ad = new AdFields();
    for (const [row, bytes] of this.late) {
      parseAdFields(bytes, 0, bytes.length, ad);
      this.row = row;
      this.adFields(bytes, ad);
      const texts = Array.from({ length: ad.uuids }, (_, i) =>
        this.uuidText.slice(0, writeUuid(this.uuidText, bytes, ad.uuidAt[i] ?? 0, ad.uuidSize[i] ?? 0)),
      );
      if (texts.length > 0) uuids.set(row, texts);
    }
    insertBytes(this.advData, rows, this.late);
    insertLists(this.serviceUuids, rows, uuids);
    this.late.clear();
  }
}

/** Where a row comes from in the file. */
export interface RowOrigin {
  readonly no: number;
  /** Time of the record in µs; NaN if it has none. */
  readonly us: number;
  readonly receiver: string;
}

import { AdFields, NO_VALUE, parseAdFields } from '../../ble/advertising.ts';
import { HCI_ADDRESS, LE_EVENT, hciAddressIsRandom } from '../../ble/hci-names.ts';
import { OTHER } from '../../ble/link-pdu.ts';
import { PDU } from '../../ble/pdu-type.ts';
import type { AdvertRows } from '../../tables/advert-rows.ts';
import { i8, u16le } from '../../base/octets.ts';
import type { Fragments } from './fragments.ts';
import { beginRow } from './hci.ts';
import type { PacketRecord, ReportProblem } from './link.ts';

/** "Not available" for RSSI and power in HCI. */
const NOT_AVAILABLE = 127;
const NO_SID = 0xff;
const MOST_SYNCS = 4096;

/** Event_Type of the legacy report (Vol 4 Part E 7.7.65.2), and of the extended one when its legacy bit is set. */
const LEGACY_TYPES = [PDU.ADV_IND, PDU.ADV_DIRECT_IND, PDU.ADV_SCAN_IND, PDU.ADV_NONCONN_IND, PDU.SCAN_RSP];
const LEGACY_IN_EXTENDED: Readonly<Record<number, number>> = {
  0x13: PDU.ADV_IND,
  0x15: PDU.ADV_DIRECT_IND,
  0x12: PDU.ADV_SCAN_IND,
  0x10: PDU.ADV_NONCONN_IND,
  0x1b: PDU.SCAN_RSP,
  0x1a: PDU.SCAN_RSP,
};
const EXTENDED = { SCAN_RESPONSE: 0x08, LEGACY: 0x10 } as const;
/** Data_Status: bits 5–6 of the extended report's type, an octet of its own in the periodic report. */
const DATA_STATUS = { COMPLETE: 0, MORE: 1 } as const;

interface PeriodicTrain {
  readonly address: Uint8Array;
  readonly addressType: number;
  readonly sid: number;
  readonly phy: number;
}

/** LE meta events that hold advertisements or tell of connections → rows. */
export class HciReports {
  private readonly ad = new AdFields();
  private readonly trains = new Map<string, PeriodicTrain>();

  constructor(
    private readonly rows: AdvertRows,
    private readonly fragments: Fragments,
    private readonly problem: ReportProblem,
  ) {}

  /** The parameters after the subevent code are bytes [at, end). False if the event is not an advertising report. */
  event(subevent: number, name: string, bytes: Uint8Array, at: number, end: number, record: PacketRecord): boolean {
    switch (subevent) {
      case LE_EVENT.ADVERTISING_REPORT:
        return this.each(name, bytes, at, end, record, (start, no) => this.legacy(name, bytes, start, end, record, no));
      case LE_EVENT.EXTENDED_ADVERTISING_REPORT:
        return this.each(name, bytes, at, end, record, (start, no) => this.extended(name, bytes, start, end, record, no));
      case LE_EVENT.DIRECTED_ADVERTISING_REPORT:
        return this.each(name, bytes, at, end, record, (start, no) => this.directed(name, bytes, start, end, record, no));
      case LE_EVENT.PERIODIC_REPORT:
        return this.periodic(name, bytes, at, end, 5, record);
      case LE_EVENT.PERIODIC_REPORT_V2:
        return this.periodic(name, bytes, at, end, 8, record);
      case LE_EVENT.PERIODIC_SYNC_ESTABLISHED:
      case LE_EVENT.PERIODIC_SYNC_ESTABLISHED_V2:
        return this.syncEstablished(name, bytes, at, 0, end, record);
      case LE_EVENT.PERIODIC_SYNC_TRANSFERRED:
      case LE_EVENT.PERIODIC_SYNC_TRANSFERRED_V2:
        return this.syncEstablished(name, bytes, at, 4, end, record);
      case LE_EVENT.CONNECTION_COMPLETE:
      case LE_EVENT.ENHANCED_CONNECTION_COMPLETE:
      case LE_EVENT.ENHANCED_CONNECTION_COMPLETE_V2:
        return this.connection(name, bytes, at, end, record);
      default:
        return false;
    }
  }

  /** Num_Reports, then the reports one after another. `read` returns where the next one starts, -1 when it was cut. */
  private each(
    name: string,
    bytes: Uint8Array,
    at: number,
    end: number,
    record: PacketRecord,
    read: (start: number, no: number) => number,
  ): boolean {
    const count = bytes[at] ?? 0;
    if (at >= end || count === 0) return false;
    let start = at + 1;
    for (let no = 0; no < count; no++) {
      start = read(start, no);
      if (start >= 0) continue;
      this.problem(record, 'REPORT_CUT', `${name} says ${String(count)} reports; the event ends inside report ${String(no + 1)}`);
      return no > 0;
    }
    return true;
  }

  private legacy(name: string, bytes: Uint8Array, at: number, end: number, record: PacketRecord, no: number): number {
    const data = at + 9;
    const next = data + (bytes[at + 8] ?? 0) + 1;
    if (data > end || next > end) return -1;
    const { rows } = this;
    this.begin(name, record, no);
    const type = LEGACY_TYPES[bytes[at] ?? 0xff];
    if (type !== undefined) rows.type(type);
    this.advertiser(bytes, at + 1);
    this.data(bytes, data, next - 1, record);
    this.rssi(i8(bytes, next - 1));
    rows.end();
    return next;
  }

  private extended(name: string, bytes: Uint8Array, at: number, end: number, record: PacketRecord, no: number): number {
    const data = at + 24;
    const next = data + (bytes[at + 23] ?? 0);
    if (data > end || next > end) return -1;
    const { rows } = this;
    const eventType = u16le(bytes, at);
    const secondaryPhy = bytes[at + 10] ?? 0;
    const sid = bytes[at + 11] ?? NO_SID;
    this.begin(name, record, no);
    const type = extendedReportType(eventType, secondaryPhy);
    if (type !== PDU.NONE) rows.type(type);
    this.advertiser(bytes, at + 2);
    this.phy(secondaryPhy !== 0 ? secondaryPhy : (bytes[at + 9] ?? 0));
    if (sid !== NO_SID) rows.advertisingSid(sid & 15);
    this.rssi(i8(bytes, at + 13));
    if (eventType & 4) this.target(bytes, at + 16);
    const status = (eventType >> 5) & 3;
    const key = `${record.receiver} ${String(sid)} ${String(eventType & EXTENDED.SCAN_RESPONSE)} ${bytes.subarray(at + 2, at + 9).join(' ')}`;
    this.power(i8(bytes, at + 12));
    this.dataPiece(key, status, bytes, data, next, record);
    rows.end();
    return next;
  }

  private directed(name: string, bytes: Uint8Array, at: number, end: number, record: PacketRecord, no: number): number {
    const next = at + 16;
    if (next > end) return -1;
    this.begin(name, record, no);
    this.rows.type(PDU.ADV_DIRECT_IND);
    this.advertiser(bytes, at + 1);
    this.target(bytes, at + 8);
    this.rssi(i8(bytes, at + 15));
    this.rows.end();
    return next;
  }

  /** Sync_Handle 2, TX_Power 1, RSSI 1, CTE_Type 1, (v2: event counter 2, subevent 1,) Data_Status 1, length 1, data. */
  private periodic(name: string, bytes: Uint8Array, at: number, end: number, statusAt: number, record: PacketRecord): boolean {
    const data = at + statusAt + 2;
    if (data > end) return this.short(name, record);
    const stop = Math.min(end, data + (bytes[at + statusAt + 1] ?? 0));
    const handle = `${record.receiver} ${String(u16le(bytes, at))}`;
    const { rows } = this;
    this.begin(name, record, 0);
    rows.type(PDU.AUX_SYNC_IND);
    const train = this.trains.get(handle);
    if (train !== undefined) {
      rows.advertiser(train.address, 0);
      rows.advertiserIsRandom(hciAddressIsRandom(train.addressType));
      rows.advertisingSid(train.sid);
      this.phy(train.phy);
    }
    this.rssi(i8(bytes, at + 3));
    this.power(i8(bytes, at + 2));
    // Trains with responses send separate data in each subevent.
    const subevent = statusAt === 8 ? (bytes[at + 7] ?? 0) : '';
    this.dataPiece(`${handle} train ${String(subevent)}`, bytes[at + statusAt] ?? 0, bytes, data, stop, record);
    rows.end();
    return true;
  }

  /** Status 1, `skipped` octets of the connection that transferred the train, Sync_Handle 2, SID 1, address type 1, address 6, PHY 1, … */
  private syncEstablished(name: string, bytes: Uint8Array, at: number, skipped: number, end: number, record: PacketRecord): boolean {
    const from = at + 1 + skipped;
    if (from + 11 > end) return this.short(name, record);
    const address = bytes.slice(from + 4, from + 10);
    const train = { address, addressType: bytes[from + 3] ?? 0, sid: (bytes[from + 2] ?? 0) & 15, phy: bytes[from + 10] ?? 0 };
    if (bytes[at] === 0 && this.trains.size < MOST_SYNCS) this.trains.set(`${record.receiver} ${String(u16le(bytes, from))}`, train);
    this.begin(name, record, 0);
    this.advertiser(bytes, from + 3);
    this.rows.advertisingSid(train.sid);
    this.phy(train.phy);
    this.rows.end();
    return true;
  }

  /** Status 1, handle 2, role 1, peer address type 1, peer address 6. A central's peer advertised, a peripheral's asked. */
  private connection(name: string, bytes: Uint8Array, at: number, end: number, record: PacketRecord): boolean {
    if (at + 11 > end) return this.short(name, record);
    const { rows } = this;
    this.begin(name, record, 0);
    const failed = bytes[at] !== 0;
    if (!failed && bytes[at + 3] === 0) this.advertiser(bytes, at + 4);
    else if (!failed) {
      rows.peer(OTHER.INITIATOR, bytes, at + 5);
      rows.peerIsRandom(hciAddressIsRandom(bytes[at + 4] ?? 0));
    }
    rows.end();
    return true;
  }

  private begin(name: string, record: PacketRecord, no: number): void {
    beginRow(this.rows, record, no);
    this.rows.opcode(name);
  }

  /** Address type 1, address 6. */
  private advertiser(bytes: Uint8Array, at: number): void {
    const type = bytes[at] ?? 0;
    if (type === HCI_ADDRESS.ANONYMOUS) return;
    this.rows.advertiser(bytes, at + 1);
    this.rows.advertiserIsRandom(hciAddressIsRandom(type));
  }

  private target(bytes: Uint8Array, at: number): void {
    this.rows.peer(OTHER.TARGET, bytes, at + 1);
    this.rows.peerIsRandom(hciAddressIsRandom(bytes[at] ?? 0));
  }

  private rssi(dbm: number): void {
    if (dbm !== NOT_AVAILABLE) this.rows.rssi(dbm);
  }

  /** Writes the TX power of the event header; a Tx Power Level among the AD structures, written later, replaces it. */
  private power(dbm: number): void {
    if (dbm !== NOT_AVAILABLE) this.rows.power(dbm);
  }

  private short(name: string, record: PacketRecord): false {
    this.problem(record, 'EVENT_SHORT', `${name} ends before its fixed fields do`);
    return false;
  }

  /** 1, 2, 3 are LE 1M, 2M and Coded; 4 is Coded with S=2. */
  private phy(code: number): void {
    if (code >= 1 && code <= 4) this.rows.phy(Math.min(code, 3) - 1);
  }

  private dataPiece(key: string, status: number, bytes: Uint8Array, start: number, end: number, record: PacketRecord): void {
    if (this.fragments.join(key, bytes, start, end, status !== DATA_STATUS.MORE)) return;
    if (status === DATA_STATUS.MORE) this.fragments.start(key, bytes, start, end);
    else this.data(bytes, start, end, record);
  }

  private data(bytes: Uint8Array, start: number, end: number, record: PacketRecord): void {
    const { rows, ad } = this;
    rows.data(bytes, start, end);
    parseAdFields(bytes, start, end, ad);
    rows.adFields(bytes, ad);
    if (ad.uuids > 0) rows.serviceUuidsOf(bytes, ad);
    if (ad.overrunAt !== NO_VALUE) {
      this.problem(
        record,
        'AD_OVERRUN',
        `the AD structure at byte ${String(ad.overrunAt - start)} of the data says ${String(bytes[ad.overrunAt] ?? 0)} bytes, ${String(end - ad.overrunAt - 1)} are left`,
      );
    }
  }
}

function extendedReportType(eventType: number, secondaryPhy: number): number {
  if (eventType & EXTENDED.LEGACY) return LEGACY_IN_EXTENDED[eventType & 0x1f] ?? PDU.NONE;
  if (eventType & EXTENDED.SCAN_RESPONSE) return PDU.AUX_SCAN_RSP;
  return secondaryPhy === 0 ? PDU.ADV_EXT_IND : PDU.AUX_ADV_IND;
}

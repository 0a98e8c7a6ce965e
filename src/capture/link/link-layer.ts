import { AdFields, NO_VALUE, parseAdFields } from '../../ble/advertising.ts';
import { isPrimaryChannel, NO_CHANNEL } from '../../ble/channel.ts';
import { ADVERTISING_CRC_STATE, crc24 } from '../../ble/crc24.ts';
import { CRC, FRAME_KIND } from '../../ble/frame.ts';
import type { FrameMeta } from '../../ble/frame.ts';
import { walkAd } from '../../ble/ad/structure.ts';
import { BIG_CONTROL_NAMES, BIG_INFO_TYPE, ISO } from '../../ble/isochronous.ts';
import {
  ABSENT,
  AUX,
  FAULT,
  LinkPdu,
  NO_POWER,
  PLACE,
  parseAdvertisingPdu,
  parseDataPdu,
  parseIsochronousPdu,
} from '../../ble/link-pdu.ts';
import { LL_CONTROL_NAMES } from '../../ble/ll-control.ts';
import { ADVERTISING_ACCESS_ADDRESS, PDU, PHY } from '../../ble/pdu-type.ts';
import type { AdvertRows } from '../../tables/advert-rows.ts';
import { u24le, u32le } from '../../base/octets.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { PacketWatch } from '../keys/watch.ts';
import type { AccessAddresses } from './access-addresses.ts';
import type { Fragments } from './fragments.ts';
import type { PacketRecord, ReportProblem } from './link.ts';

/**
 * Access address, PDU and CRC → one row. Shared by every link type that carries link-layer frames, and by all
 * interfaces of a file, because a connection set up on one is followed on another.
 *
 *   access address 4 | coding indicator 1 (coded PHY only) | PDU header 2 | payload | CRC 3
 */
export class LinkLayer {
  private readonly pdu = new LinkPdu();
  private readonly ad = new AdFields();

  constructor(
    private readonly rows: AdvertRows,
    private readonly chains: Fragments,
    private readonly known: AccessAddresses,
    private readonly problem: ReportProblem,
    private readonly watch: PacketWatch | undefined = undefined,
    private readonly conversation: Conversation | null = null,
  ) {}

  frame(bytes: Uint8Array, at: number, end: number, meta: FrameMeta, record: PacketRecord): void {
    const pduAt = at + 4 + (meta.phy === PHY.LE_CODED ? 1 : 0);
    if (pduAt + 2 > end) {
      this.problem(
        record,
        'FRAME_SHORT',
        `a link-layer frame has at least ${String(pduAt + 2 - at)} bytes before its CRC, this one ${String(Math.max(0, end - at))}`,
      );
      return;
    }
    const { rows, pdu } = this;
    const accessAddress = u32le(bytes, at);
    const known = accessAddress === ADVERTISING_ACCESS_ADDRESS ? undefined : this.known.find(accessAddress);
    const advertising =
      meta.kind === FRAME_KIND.ADVERTISING ||
      (meta.kind === FRAME_KIND.UNKNOWN && (accessAddress === ADVERTISING_ACCESS_ADDRESS || known?.periodic === true));
    const iso = advertising ? ISO.NONE : meta.isochronous !== ISO.NONE ? meta.isochronous : (known?.isochronous ?? ISO.NONE);
    const crcState = accessAddress === ADVERTISING_ACCESS_ADDRESS ? ADVERTISING_CRC_STATE : (known?.crcState ?? ABSENT);

    let pduEnd = pduAt + 2 + (bytes[pduAt + 1] ?? 0);
    if (!advertising && iso === ISO.NONE) pduEnd += ((bytes[pduAt] ?? 0) >> 5) & 1;
    let crc = meta.crc;
    const sentCrc = pduEnd + 3 <= end ? u24le(bytes, pduEnd) : ABSENT;
    if (crc === CRC.UNKNOWN && crcState !== ABSENT && sentCrc !== ABSENT)
      crc = crc24(bytes, pduAt, pduEnd, crcState) === sentCrc ? CRC.OK : CRC.BAD;

    let encrypted = false;
    if (advertising) {
      const place = meta.channel === NO_CHANNEL ? PLACE.UNKNOWN : isPrimaryChannel(meta.channel) ? PLACE.PRIMARY : PLACE.SECONDARY;
      const aux = meta.aux === AUX.UNKNOWN && known?.periodic === true ? AUX.SYNC_IND : meta.aux;
      parseAdvertisingPdu(bytes, pduAt, Math.min(end, pduEnd), place, aux, pdu);
    } else {
      encrypted = !meta.decrypted && (meta.encrypted || known?.encrypted === true);
      if (iso !== ISO.NONE) parseIsochronousPdu(bytes, pduAt, Math.min(end, pduEnd), iso, encrypted, pdu);
      else parseDataPdu(bytes, pduAt, Math.min(end, pduEnd), encrypted, pdu);
    }

    this.watch?.pdu(bytes, at, end, { pduAt, pduEnd, advertising, crcState, pdu });
    rows.link(record, meta, pdu, accessAddress, crc);
    if (advertising) this.advertisement(bytes, accessAddress, crc, record, meta.radioUs);
    else if (iso !== ISO.NONE) this.streamPdu();
    else this.dataPdu(accessAddress, crc, meta.channel, bytes, pduEnd - pdu.length, Math.min(end, pduEnd));
    rows.end();
    if (this.conversation !== null)
      this.converse(bytes, pduAt, Math.min(end, pduEnd), { meta, crc, sentCrc, encrypted, advertising, iso, accessAddress }, record);
    // A frame whose CRC failed is known to be damaged; what it says wrong is no news.
    if (pdu.fault !== FAULT.NONE && crc !== CRC.BAD) this.reportFault(record, Math.min(end, pduEnd) - pduAt - 2);
  }

  private advertisement(bytes: Uint8Array, accessAddress: number, crc: number, record: PacketRecord, radioUs: number): void {
    const { rows, pdu, ad } = this;
    rows.addresses(bytes, pdu);
    // A Tx Power Level among the AD structures takes the place of the header's.
    if (pdu.power !== NO_POWER) rows.power(pdu.power);
    if (pdu.dataAt !== ABSENT && !(pdu.type >= PDU.ADV_EXT_IND && crc !== CRC.BAD && this.chained(bytes, accessAddress, record))) {
      rows.data(bytes, pdu.dataAt, pdu.dataEnd);
      if (pdu.type === PDU.AUX_SYNC_IND && crc !== CRC.BAD) this.conversation?.periodicData(accessAddress, bytes, pdu.dataAt, pdu.dataEnd);
      parseAdFields(bytes, pdu.dataAt, pdu.dataEnd, ad);
      rows.adFields(bytes, ad);
      if (ad.uuids > 0) rows.serviceUuidsOf(bytes, ad);
      if (ad.overrunAt !== NO_VALUE && crc !== CRC.BAD && pdu.fault === FAULT.NONE) {
        const offset = ad.overrunAt - pdu.dataAt;
        this.problem(
          record,
          'AD_OVERRUN',
          `the AD structure at byte ${String(offset)} of the data says ${String(bytes[ad.overrunAt] ?? 0)} bytes, ${String(pdu.dataEnd - ad.overrunAt - 1)} are left`,
        );
      }
    }
    if (pdu.connectionAt !== ABSENT) rows.connectionRequest(bytes, pdu.connectionAt);
    if (crc === CRC.BAD) return;
    if (pdu.connectionAt !== ABSENT) this.known.connection(u32le(bytes, pdu.connectionAt), u24le(bytes, pdu.connectionAt + 4));
    if (pdu.acadAt !== ABSENT) this.ownData(bytes, accessAddress, record, radioUs);
    if (pdu.syncAt === ABSENT) return;
    this.known.periodicTrain(u32le(bytes, pdu.syncAt + 9), u24le(bytes, pdu.syncAt + 13));
    this.conversation?.train(u32le(bytes, pdu.syncAt + 9), bytes, pdu);
  }

  /**
   * An auxiliary PDU whose AuxPtr announces more, or one that continues such a PDU. Pieces belong together when they
   * share the advertising set and data ids; without those, when they come from one train or one moment.
   */
  private chained(bytes: Uint8Array, accessAddress: number, record: PacketRecord): boolean {
    const { pdu, chains } = this;
    const more = pdu.auxChannel !== ABSENT;
    const key = pdu.sid === ABSENT ? record.receiver : `${record.receiver} ${String(pdu.sid)} ${String(pdu.did)}`;
    if (pdu.type === PDU.AUX_CHAIN_IND) return chains.join(key, bytes, pdu.dataAt, pdu.dataEnd, !more);
    if (!more || (pdu.type !== PDU.AUX_ADV_IND && pdu.type !== PDU.AUX_SCAN_RSP && pdu.type !== PDU.AUX_SYNC_IND)) return false;
    const { conversation } = this;
    const whole =
      pdu.type === PDU.AUX_SYNC_IND && conversation !== null
        ? (data: Uint8Array): void => {
            conversation.periodicData(accessAddress, data, 0, data.length);
          }
        : null;
    chains.start(key, bytes, pdu.dataAt, pdu.dataEnd, whole);
    return true;
  }

  /** A BIG Control PDU has its own opcodes. */
  private streamPdu(): void {
    const { pdu, rows } = this;
    if (pdu.opcode !== ABSENT) rows.opcode(BIG_CONTROL_NAMES[pdu.opcode] ?? hexOpcode(pdu.opcode));
  }

  /** Its payload is bytes [at, end). */
  private dataPdu(accessAddress: number, crc: number, channel: number, bytes: Uint8Array, at: number, end: number): void {
    const { pdu, rows } = this;
    if (pdu.opcode === ABSENT) return;
    rows.opcode(LL_CONTROL_NAMES[pdu.opcode] ?? hexOpcode(pdu.opcode));
    // On a primary channel, one of an unknown access address is a damaged advertisement.
    if (isPrimaryChannel(channel) && this.known.find(accessAddress) === undefined) return;
    if (crc !== CRC.BAD) this.known.control(accessAddress, pdu.opcode, bytes, at + 1, end);
  }

  private converse(bytes: Uint8Array, at: number, end: number, heard: Heard, record: PacketRecord): void {
    const { pdu, conversation } = this;
    const { meta, crc, sentCrc, encrypted, advertising, iso, accessAddress } = heard;
    if (conversation === null) return;
    if (iso !== ISO.NONE) conversation.streamPdu(accessAddress, iso, bytes, at, end, meta, crc, record);
    else if (!advertising) conversation.linkPdu(accessAddress, bytes, at, end, meta, sentCrc, crc, encrypted, record);
    else if (pdu.connectionAt !== ABSENT && crc !== CRC.BAD) conversation.request(bytes, pdu, record, meta.radioUs);
  }

  /** ACAD of an advertisement, which may announce a broadcast isochronous group. */
  private ownData(bytes: Uint8Array, accessAddress: number, record: PacketRecord, radioUs: number): void {
    const { acadAt, acadEnd } = this.pdu;
    const acad = bytes.subarray(acadAt, acadEnd);
    for (const { type, value, end } of walkAd(acad).structures) {
      if (type !== BIG_INFO_TYPE) continue;
      this.known.group(acad, value, end);
      this.conversation?.bigInfo(accessAddress, acad, value, end, record, radioUs);
    }
  }

  private reportFault(record: PacketRecord, payload: number): void {
    const { fault, length } = this.pdu;
    if (fault === FAULT.CUT) this.problem(record, 'PDU_CUT', `the PDU says ${String(length)} bytes, ${String(payload)} were captured`);
    else if (fault === FAULT.SHORT) this.problem(record, 'PDU_SHORT', `a PDU of this type needs more than ${String(length)} bytes`);
    else if (fault === FAULT.EXTENDED_HEADER)
      this.problem(record, 'EXTENDED_HEADER', 'the fields of the extended header do not fit into it');
    else if (fault === FAULT.RESERVED_TYPE) this.problem(record, 'PDU_TYPE', 'the type of the advertising PDU is reserved');
    else this.problem(record, 'CONTROL_EMPTY', 'an LL control PDU without opcode');
  }
}

const hexOpcode = (opcode: number): string => `0x${opcode.toString(16).padStart(2, '0').toUpperCase()}`;

/** A frame beside its bytes. */
interface Heard {
  readonly meta: FrameMeta;
  readonly crc: number;
  /** The CRC as it was sent; ABSENT if it was not captured. */
  readonly sentCrc: number;
  readonly encrypted: boolean;
  readonly advertising: boolean;
  /** A value of `ISO`. */
  readonly iso: number;
  readonly accessAddress: number;
}

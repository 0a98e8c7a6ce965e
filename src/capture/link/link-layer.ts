import { AdFields, NO_VALUE, parseAdFields } from '../../ble/advertising.ts';
import { FIRST_PRIMARY_CHANNEL, NO_CHANNEL } from '../../ble/channel.ts';
import { ADVERTISING_CRC_STATE, crc24 } from '../../ble/crc24.ts';
import { CRC, FRAME_KIND } from '../../ble/frame.ts';
import type { FrameMeta } from '../../ble/frame.ts';
import { ABSENT, AUX, FAULT, LinkPdu, NO_POWER, PLACE, parseAdvertisingPdu, parseDataPdu } from '../../ble/link-pdu.ts';
import { LL_CONTROL_NAMES } from '../../ble/ll-control.ts';
import { ADVERTISING_ACCESS_ADDRESS, PDU, PHY } from '../../ble/pdu-type.ts';
import type { AdvertRows } from '../../tables/advert-rows.ts';
import { u24le, u32le } from '../octets.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { PacketWatch } from '../keys/watch.ts';
import { AccessAddresses } from './access-addresses.ts';
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
  private readonly known = new AccessAddresses();

  constructor(
    private readonly rows: AdvertRows,
    private readonly chains: Fragments,
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
    const crcState = accessAddress === ADVERTISING_ACCESS_ADDRESS ? ADVERTISING_CRC_STATE : (known?.crcState ?? ABSENT);

    let pduEnd = pduAt + 2 + (bytes[pduAt + 1] ?? 0);
    if (!advertising) pduEnd += ((bytes[pduAt] ?? 0) >> 5) & 1;
    let crc = meta.crc;
    if (crc === CRC.UNKNOWN && crcState !== ABSENT && pduEnd + 3 <= end) {
      crc = crc24(bytes, pduAt, pduEnd, crcState) === u24le(bytes, pduEnd) ? CRC.OK : CRC.BAD;
    }

    let encrypted = false;
    if (advertising) {
      const place = meta.channel === NO_CHANNEL ? PLACE.UNKNOWN : meta.channel >= FIRST_PRIMARY_CHANNEL ? PLACE.PRIMARY : PLACE.SECONDARY;
      const aux = meta.aux === AUX.UNKNOWN && known?.periodic === true ? AUX.SYNC_IND : meta.aux;
      parseAdvertisingPdu(bytes, pduAt, Math.min(end, pduEnd), place, aux, pdu);
    } else {
      encrypted = !meta.decrypted && (meta.encrypted || known?.encrypted === true);
      parseDataPdu(bytes, pduAt, Math.min(end, pduEnd), encrypted, pdu);
    }

    this.watch?.pdu(bytes, at, end, { pduAt, pduEnd, advertising, crcState, pdu });
    rows.link(record, meta, pdu, accessAddress, crc);
    if (advertising) this.advertisement(bytes, crc, record);
    else this.dataPdu(accessAddress, crc);
    rows.end();
    if (this.conversation !== null)
      this.converse(bytes, pduAt, Math.min(end, pduEnd), { meta, crc, encrypted, advertising, accessAddress }, record);
    // A frame whose CRC failed is known to be damaged; what it says wrong is no news.
    if (pdu.fault !== FAULT.NONE && crc !== CRC.BAD) this.reportFault(record, Math.min(end, pduEnd) - pduAt - 2);
  }

  private advertisement(bytes: Uint8Array, crc: number, record: PacketRecord): void {
    const { rows, pdu, ad } = this;
    rows.addresses(bytes, pdu);
    // A Tx Power Level among the AD structures takes the place of the header's.
    if (pdu.power !== NO_POWER) rows.power(pdu.power);
    if (pdu.dataAt !== ABSENT && !(pdu.type >= PDU.ADV_EXT_IND && crc !== CRC.BAD && this.chained(bytes, record))) {
      rows.data(bytes, pdu.dataAt, pdu.dataEnd);
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
    if (pdu.syncAt !== ABSENT) this.known.periodicTrain(u32le(bytes, pdu.syncAt + 9), u24le(bytes, pdu.syncAt + 13));
  }

  /**
   * An auxiliary PDU whose AuxPtr announces more, or one that continues such a PDU. Pieces belong together when they
   * share the advertising set and data ids; without those, when they come from one train or one moment.
   */
  private chained(bytes: Uint8Array, record: PacketRecord): boolean {
    const { pdu, chains } = this;
    const more = pdu.auxChannel !== ABSENT;
    const key = pdu.sid === ABSENT ? record.receiver : `${record.receiver} ${String(pdu.sid)} ${String(pdu.did)}`;
    if (pdu.type === PDU.AUX_CHAIN_IND) return chains.join(key, bytes, pdu.dataAt, pdu.dataEnd, !more);
    if (!more || (pdu.type !== PDU.AUX_ADV_IND && pdu.type !== PDU.AUX_SCAN_RSP && pdu.type !== PDU.AUX_SYNC_IND)) return false;
    chains.start(key, bytes, pdu.dataAt, pdu.dataEnd);
    return true;
  }

  private dataPdu(accessAddress: number, crc: number): void {
    const { pdu, rows } = this;
    if (pdu.opcode === ABSENT) return;
    rows.opcode(LL_CONTROL_NAMES[pdu.opcode] ?? `0x${pdu.opcode.toString(16).padStart(2, '0').toUpperCase()}`);
    if (crc !== CRC.BAD) this.known.control(accessAddress, pdu.opcode);
  }

  private converse(bytes: Uint8Array, at: number, end: number, heard: Heard, record: PacketRecord): void {
    const { pdu, conversation } = this;
    const { meta, crc, encrypted, advertising, accessAddress } = heard;
    if (conversation === null || meta.isochronous) return;
    if (!advertising) conversation.linkPdu(accessAddress, bytes, at, end, meta, crc, encrypted, record);
    else if (pdu.connectionAt !== ABSENT && crc !== CRC.BAD) conversation.request(bytes, pdu, record, meta.radioUs);
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

/** A frame beside its bytes. */
interface Heard {
  readonly meta: FrameMeta;
  readonly crc: number;
  readonly encrypted: boolean;
  readonly advertising: boolean;
  readonly accessAddress: number;
}

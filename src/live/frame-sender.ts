import { AdFields, NO_VALUE, parseAdFields } from '../ble/advertising.ts';
import { formatAddress } from '../ble/address.ts';
import { ABSENT, AUX, LinkPdu, PLACE, parseAdvertisingPdu } from '../ble/link-pdu.ts';
import { ADVERTISING_ACCESS_ADDRESS, PHY } from '../ble/pdu-type.ts';

/** The advertiser of a frame; members are null if the frame does not state them. */
export interface FrameSender {
  readonly address: string | null;
  readonly name: string | null;
}

const UNKNOWN: FrameSender = { address: null, name: null };
/** By link type: number of octets before the access address, and the fields of that header for the PHY and a valid CRC. */
const HEADERS = {
  272: { bytes: 17, phy: (frame: Uint8Array) => ((frame[8] ?? 0) >> 4) & 7, crcOk: (frame: Uint8Array) => ((frame[8] ?? 0) & 1) === 1 },
  256: { bytes: 10, phy: (frame: Uint8Array) => (frame[9] ?? 0) >> 6, crcOk: (frame: Uint8Array) => ((frame[9] ?? 0) & 8) === 8 },
} as const;

/** Reads only the advertiser's address and name, for the list of devices, which does not wait for rows. `capture` decodes the rest. */
export class SenderReader {
  private readonly pdu = new LinkPdu();
  private readonly ad = new AdFields();
  private readonly text = new TextDecoder();

  read(linkType: keyof typeof HEADERS, frame: Uint8Array): FrameSender {
    const { bytes: at, phy, crcOk } = HEADERS[linkType];
    const { pdu, ad } = this;
    const pduAt = at + 4 + (phy(frame) === PHY.LE_CODED ? 1 : 0);
    if (frame.length < pduAt + 5 || !crcOk(frame)) return UNKNOWN;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    if (view.getUint32(at, true) !== ADVERTISING_ACCESS_ADDRESS) return UNKNOWN;
    parseAdvertisingPdu(frame, pduAt, frame.length - 3, PLACE.UNKNOWN, AUX.UNKNOWN, pdu);
    // Skip requests: their sender is not the advertiser, which receives them.
    if (pdu.advertiserAt === ABSENT || pdu.otherAt !== ABSENT) return UNKNOWN;
    ad.nameAt = NO_VALUE;
    if (pdu.dataAt !== ABSENT) parseAdFields(frame, pdu.dataAt, pdu.dataEnd, ad);
    const name = ad.nameAt === NO_VALUE ? null : this.text.decode(frame.subarray(ad.nameAt, ad.nameEnd));
    return { address: formatAddress(frame, pdu.advertiserAt), name };
  }
}

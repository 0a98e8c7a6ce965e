import { AdFields, NO_VALUE, parseAdFields } from '../ble/advertising.ts';
import { formatAddress } from '../ble/address.ts';
import { ABSENT, AUX, LinkPdu, PLACE, parseAdvertisingPdu } from '../ble/link-pdu.ts';
import { ADVERTISING_ACCESS_ADDRESS, PHY } from '../ble/pdu-type.ts';

/** Advertiser of a frame; null if the frame does not contain it. */
export interface FrameSender {
  readonly address: string | null;
  readonly name: string | null;
}

const UNKNOWN: FrameSender = { address: null, name: null };
/** Octets before the access address, and the header's fields for the PHY and a valid CRC, by link type. */
const HEADERS = {
  272: { bytes: 17, phy: (frame: Uint8Array) => ((frame[8] ?? 0) >> 4) & 7, crcOk: (frame: Uint8Array) => ((frame[8] ?? 0) & 1) === 1 },
  256: { bytes: 10, phy: (frame: Uint8Array) => (frame[9] ?? 0) >> 6, crcOk: (frame: Uint8Array) => ((frame[9] ?? 0) & 8) === 8 },
} as const;

/** Reads the advertiser's address and name for the list of devices, which does not wait for the rows. `capture` decodes the rest. */
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
    // In a request the advertiser is the receiver.
    if (pdu.advertiserAt === ABSENT || pdu.otherAt !== ABSENT) return UNKNOWN;
    ad.nameAt = NO_VALUE;
    if (pdu.dataAt !== ABSENT) parseAdFields(frame, pdu.dataAt, pdu.dataEnd, ad);
    const name = ad.nameAt === NO_VALUE ? null : this.text.decode(frame.subarray(ad.nameAt, ad.nameEnd));
    return { address: formatAddress(frame, pdu.advertiserAt), name };
  }
}

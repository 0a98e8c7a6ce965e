import { AdFields, NO_VALUE, parseAdFields } from '../ble/advertising.ts';
import { formatAddress } from '../ble/address.ts';
import { ABSENT, AUX, LinkPdu, PLACE, parseAdvertisingPdu } from '../ble/link-pdu.ts';
import { ADVERTISING_ACCESS_ADDRESS, PHY } from '../ble/pdu-type.ts';

/** Who sent a frame, as far as it says so itself. */
export interface FrameSender {
  readonly address: string | null;
  readonly name: string | null;
}

const NOBODY: FrameSender = { address: null, name: null };
/** Octets before the access address, and where the header says the PHY and that the CRC was right. */
const HEADERS = {
  272: { bytes: 17, phy: (frame: Uint8Array) => ((frame[8] ?? 0) >> 4) & 7, crcOk: (frame: Uint8Array) => ((frame[8] ?? 0) & 1) === 1 },
  256: { bytes: 10, phy: (frame: Uint8Array) => (frame[9] ?? 0) >> 6, crcOk: (frame: Uint8Array) => ((frame[9] ?? 0) & 8) === 8 },
} as const;

/** For the list of devices, which must not wait for the rows; everything else of a frame is read by `capture`. */
export class SenderReader {
  private readonly pdu = new LinkPdu();
  private readonly ad = new AdFields();
  private readonly text = new TextDecoder();

  read(linkType: keyof typeof HEADERS, frame: Uint8Array): FrameSender {
    const { bytes: at, phy, crcOk } = HEADERS[linkType];
    const { pdu, ad } = this;
    const pduAt = at + 4 + (phy(frame) === PHY.LE_CODED ? 1 : 0);
    if (frame.length < pduAt + 5 || !crcOk(frame)) return NOBODY;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    if (view.getUint32(at, true) !== ADVERTISING_ACCESS_ADDRESS) return NOBODY;
    parseAdvertisingPdu(frame, pduAt, frame.length - 3, PLACE.UNKNOWN, AUX.UNKNOWN, pdu);
    // In a request the address is of the one who is asked.
    if (pdu.advertiserAt === ABSENT || pdu.otherAt !== ABSENT) return NOBODY;
    ad.nameAt = NO_VALUE;
    if (pdu.dataAt !== ABSENT) parseAdFields(frame, pdu.dataAt, pdu.dataEnd, ad);
    const name = ad.nameAt === NO_VALUE ? null : this.text.decode(frame.subarray(ad.nameAt, ad.nameEnd));
    return { address: formatAddress(frame, pdu.advertiserAt), name };
  }
}

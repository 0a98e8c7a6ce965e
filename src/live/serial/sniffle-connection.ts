import { ADVERTISING_CRC_STATE, crcStateOf } from '../../ble/crc24.ts';
import { ADVERTISING_ACCESS_ADDRESS, PDU } from '../../ble/pdu-type.ts';

/** What a frame was sent under. */
export interface Channel {
  readonly accessAddress: number;
  /** For `crc24`. */
  readonly crcState: number;
  /** A data PDU of a connection; otherwise an advertising PDU. */
  readonly data: boolean;
}

const ADVERTISING: Channel = { accessAddress: ADVERTISING_ACCESS_ADDRESS, crcState: ADVERTISING_CRC_STATE, data: false };
/** Octets of the PDU header and of both addresses, before LLData; then access address 4 and CRCInit 3. */
const LL_DATA = 14;
const AUX_CONNECT_RSP = 8;

/**
 * Which access address Sniffle is listening to: it does not say, but it follows a connection once it has heard the request
 * (on the primary channels) or the answer to it (off them), and a frame on a primary channel means that it is back.
 */
export class SniffleConnection {
  /** Without it the firmware stays on the advertising channels. */
  following = false;
  private current: Channel = ADVERTISING;
  private asked: Channel | null = null;

  of(pdu: Uint8Array, channel: number, valid: boolean): Channel {
    const primary = channel >= 37;
    if (primary) this.current = ADVERTISING;
    const found = this.current;
    if (this.following && valid && !found.data) this.watch(pdu, primary);
    return found;
  }

  private watch(pdu: Uint8Array, primary: boolean): void {
    const type = (pdu[0] ?? 0) & 15;
    if (type === PDU.CONNECT_IND && pdu.length >= LL_DATA + 7) {
      const view = new DataView(pdu.buffer, pdu.byteOffset, pdu.byteLength);
      const crcInit = view.getUint16(LL_DATA + 4, true) | (view.getUint8(LL_DATA + 6) << 16);
      const connection = { accessAddress: view.getUint32(LL_DATA, true), crcState: crcStateOf(crcInit), data: true };
      if (primary) this.current = connection;
      else this.asked = connection;
    } else if (type === AUX_CONNECT_RSP && !primary && this.asked) {
      this.current = this.asked;
      this.asked = null;
    }
  }
}

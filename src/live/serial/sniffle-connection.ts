import { ADVERTISING_CRC_STATE, crcStateOf } from '../../ble/crc24.ts';
import { ADVERTISING_ACCESS_ADDRESS, PDU } from '../../ble/pdu-type.ts';

/** The link-layer parameters with which a frame was sent. */
export interface Channel {
  readonly accessAddress: number;
  /** Initial state for `crc24`. */
  readonly crcState: number;
  /** Whether the frame is a data PDU of a connection rather than an advertising PDU. */
  readonly data: boolean;
}

const ADVERTISING: Channel = { accessAddress: ADVERTISING_ACCESS_ADDRESS, crcState: ADVERTISING_CRC_STATE, data: false };
/** Offset of LLData in a connection request: PDU header and two addresses come first. It begins with access address (4) and CRCInit (3). */
const LL_DATA = 14;
const AUX_CONNECT_RSP = 8;

/**
 * Derives the access address on which Sniffle listens, because Sniffle does not report it. Sniffle follows a connection after the request
 * (on primary channels) or after the response (on secondary channels). A frame on a primary channel means that it has stopped following.
 */
export class SniffleConnection {
  /** Whether the firmware follows connections. If not, it stays on the advertising channels. */
  following = false;
  private current: Channel = ADVERTISING;
  private requested: Channel | null = null;

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
      else this.requested = connection;
    } else if (type === AUX_CONNECT_RSP && !primary && this.requested) {
      this.current = this.requested;
      this.requested = null;
    }
  }
}

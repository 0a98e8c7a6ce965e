import { u16le } from '../../base/octets.ts';
import { characteristicDeclaration } from '../../ble/att/declarations.ts';
import { ATT } from '../../ble/att/opcodes.ts';
import { parseAtt } from '../../ble/att/pdu.ts';

/** The control point of the Broadcast Audio Scan Service (1.0, 3.1), and its operation with a source and a code of 16 octets. */
const CONTROL_POINT = 0x2bc7;
const SET_CODE = 0x04;
const CODE_BYTES = 16;
const SET_CODE_BYTES = 2 + CODE_BYTES;

const WRITES: ReadonlySet<number> = new Set([ATT.WRITE_REQ, ATT.WRITE_CMD, ATT.SIGNED_WRITE_CMD, ATT.PREPARE_WRITE_REQ]);
const LISTS: ReadonlySet<number> = new Set([ATT.READ_BY_TYPE_RSP, ATT.FIND_INFORMATION_RSP]);

/**
 * Finds writes of broadcast codes. A write of that form counts as one unless discovery on its connection gave the attribute another type:
 * devices store the attributes of others, so that a capture may have no discovery.
 */
export class BroadcastCodes {
  private readonly types = new Map<string, number>();

  /** A connection begins, perhaps with another device under a name that was used before. */
  connected(): void {
    this.types.clear();
  }

  static matters(opcode: number): boolean {
    return WRITES.has(opcode) || LISTS.has(opcode);
  }

  /** How many octets of an attribute PDU hold no code. `link` names the connection. */
  safeOf(link: string, pdu: Uint8Array): number {
    const { opcode, items } = parseAtt(pdu, 0, pdu.length);
    for (const { handle, valueAt, valueEnd, uuidAt, uuidOctets } of items) {
      if (opcode === ATT.FIND_INFORMATION_RSP) this.types.set(`${link} ${String(handle)}`, typeAt(pdu, uuidAt, uuidOctets));
      else if (opcode === ATT.READ_BY_TYPE_RSP) {
        const found = characteristicDeclaration(pdu, valueAt, valueEnd);
        if (found !== null) this.types.set(`${link} ${String(found.valueHandle)}`, typeAt(pdu, found.uuidAt, found.uuidOctets));
      } else if (valueEnd - valueAt === SET_CODE_BYTES && pdu[valueAt] === SET_CODE) {
        const type = this.types.get(`${link} ${String(handle)}`) ?? CONTROL_POINT;
        if (type === CONTROL_POINT) return valueEnd - CODE_BYTES;
      }
    }
    return pdu.length;
  }
}

/** A UUID of 16 bits, also where it is written with 128. */
const typeAt = (pdu: Uint8Array, at: number, octets: number): number => u16le(pdu, octets === 16 ? at + 12 : at);

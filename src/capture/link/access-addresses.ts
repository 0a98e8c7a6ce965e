import { permuteWord } from '../../base/keyed-hash.ts';
import { crcStateOf } from '../../ble/crc24.ts';
import { LL_START_ENC_REQ } from '../../ble/ll-control.ts';
import { sessionKey } from '../session-key.ts';

/** What is known about an access address other than the advertising one. */
export interface KnownAccessAddress {
  /** For `crc24`. */
  readonly crcState: number;
  /** A periodic advertising train; otherwise a connection. */
  readonly periodic: boolean;
  encrypted: boolean;
}

/** Enough for any real capture; a hostile one cannot make it grow. */
const MOST = 4096;

/** Connections and periodic trains announced so far, by access address. The map's own hash of numbers is no secret, so its keys are permuted. */
export class AccessAddresses {
  private readonly key = sessionKey();
  private readonly known = new Map<number, KnownAccessAddress>();
  /** What was looked for last: packets of one connection follow each other. */
  private foundAt = -1;
  private found: KnownAccessAddress | undefined;

  find(accessAddress: number): KnownAccessAddress | undefined {
    if (accessAddress === this.foundAt) return this.found;
    this.foundAt = accessAddress;
    return (this.found = this.known.get(permuteWord(this.key, accessAddress)));
  }

  connection(accessAddress: number, crcInit: number): void {
    this.add(accessAddress, { crcState: crcStateOf(crcInit), periodic: false, encrypted: false });
  }

  periodicTrain(accessAddress: number, crcInit: number): void {
    const old = this.find(accessAddress);
    if (old?.periodic !== true) this.add(accessAddress, { crcState: crcStateOf(crcInit), periodic: true, encrypted: false });
  }

  /** An LL control PDU was heard: everything after LL_START_ENC_REQ is ciphertext (Vol 6 Part B 5.1.3.1). */
  control(accessAddress: number, opcode: number): void {
    if (opcode !== LL_START_ENC_REQ) return;
    const known = this.find(accessAddress);
    if (known) known.encrypted = true;
    else this.add(accessAddress, { crcState: -1, periodic: false, encrypted: true });
  }

  private add(accessAddress: number, entry: KnownAccessAddress): void {
    const key = permuteWord(this.key, accessAddress);
    this.foundAt = -1;
    this.known.delete(key);
    this.known.set(key, entry);
    if (this.known.size > MOST) {
      for (const oldest of this.known.keys()) {
        this.known.delete(oldest);
        break;
      }
    }
  }
}

import { dropOldest } from '../../base/drop-oldest.ts';
import { permuteWord } from '../../base/keyed-hash.ts';
import { ADVERTISING_CRC_STATE, crcStateOf } from '../../ble/crc24.ts';
import { FieldRecord } from '../../ble/field-record.ts';
import { bisAccessAddress, bisCrcInit, ISO, readBigInfo } from '../../ble/isochronous.ts';
import { LL_CIS_IND, LL_START_ENC_REQ } from '../../ble/ll-control.ts';
import { unsigned } from '../../ble/octet-fields.ts';
import { ADVERTISING_ACCESS_ADDRESS } from '../../ble/pdu-type.ts';
import { sessionKey } from '../session-key.ts';

/** What is known about an access address other than the advertising one. */
export interface KnownAccessAddress {
  /** Initial state for `crc24`. */
  readonly crcState: number;
  /** True for a periodic advertising train, false for a connection. */
  readonly periodic: boolean;
  /** Kind of isochronous stream, a value of `ISO`. */
  readonly isochronous: number;
  encrypted: boolean;
}

/** Maximum number of access addresses: enough for any real capture, and a limit for malicious files. */
const MOST = 4096;

/** Connections, periodic trains and isochronous streams announced so far, by access address. The map's own hash of numbers is no secret, so its keys are permuted. */
export class AccessAddresses {
  private readonly key = sessionKey();
  private readonly known = new Map<number, KnownAccessAddress>();
  /** Access address by start state of the CRC, of the connections and trains that were announced last. */
  private readonly byCrcState = new Map<number, number>();
  /** Key and entry of the last look-up, because packets of one connection often follow each other. */
  private foundAt = -1;
  private found: KnownAccessAddress | undefined;

  find(accessAddress: number): KnownAccessAddress | undefined {
    if (accessAddress === this.foundAt) return this.found;
    this.foundAt = accessAddress;
    return (this.found = this.known.get(permuteWord(this.key, accessAddress)));
  }

  /** The access address whose packets have a CRC with this initial state. */
  withCrcState(crcState: number): number | undefined {
    return crcState === ADVERTISING_CRC_STATE ? ADVERTISING_ACCESS_ADDRESS : this.byCrcState.get(permuteWord(this.key, crcState));
  }

  connection(accessAddress: number, crcInit: number): void {
    this.add(accessAddress, { crcState: crcStateOf(crcInit), periodic: false, isochronous: ISO.NONE, encrypted: false });
  }

  periodicTrain(accessAddress: number, crcInit: number): void {
    const old = this.find(accessAddress);
    if (old?.periodic !== true)
      this.add(accessAddress, { crcState: crcStateOf(crcInit), periodic: true, isochronous: ISO.NONE, encrypted: false });
  }

  /** A stream is announced, or was recognised by its header. `crcState` is -1 where nothing says. */
  stream(accessAddress: number, isochronous: number, crcState: number, encrypted: boolean): void {
    const old = this.find(accessAddress);
    if (old?.isochronous === isochronous && old.crcState === crcState && old.encrypted === encrypted) return;
    this.add(accessAddress, { crcState, periodic: false, isochronous, encrypted });
  }

  /** BIGInfo in bytes [at, end): its streams and its control PDUs. */
  group(bytes: Uint8Array, at: number, end: number): void {
    const fields = new FieldRecord();
    if (!readBigInfo(bytes, at, end, fields)) return;
    const [seed, base] = [fields.numberOf('seed_access_address'), fields.numberOf('base_crc_init')];
    for (let bis = fields.numberOf('num_bis'); bis >= 0; bis--)
      this.stream(bisAccessAddress(seed, bis), ISO.BIS, crcStateOf(bisCrcInit(base, bis)), fields.values.has('giv'));
  }

  /**
   * An LL control PDU was heard, its parameters in bytes [at, end): everything after LL_START_ENC_REQ is ciphertext (Vol 6 Part B
   * 5.1.3.1), and LL_CIS_IND names the access address of a stream, whose CRC and encryption are those of the connection (3.1.1, 5.1.15).
   */
  control(accessAddress: number, opcode: number, bytes: Uint8Array, at: number, end: number): void {
    const known = this.find(accessAddress);
    if (opcode === LL_CIS_IND && at + 4 <= end)
      this.stream(unsigned(bytes, at, 4), ISO.CIS, known?.crcState ?? -1, known?.encrypted === true);
    if (opcode !== LL_START_ENC_REQ) return;
    if (known) known.encrypted = true;
    else this.add(accessAddress, { crcState: -1, periodic: false, isochronous: ISO.NONE, encrypted: true });
  }

  private add(accessAddress: number, entry: KnownAccessAddress): void {
    const key = permuteWord(this.key, accessAddress);
    this.foundAt = -1;
    this.known.delete(key);
    this.known.set(key, entry);
    dropOldest(this.known, MOST);
    // A CIS has the CRC of its connection.
    if (entry.crcState < 0 || entry.isochronous === ISO.CIS) return;
    this.byCrcState.set(permuteWord(this.key, entry.crcState), accessAddress);
    dropOldest(this.byCrcState, MOST);
  }
}

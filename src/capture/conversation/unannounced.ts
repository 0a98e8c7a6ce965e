import { dropOldest } from '../../base/drop-oldest.ts';
import { permuteWord } from '../../base/keyed-hash.ts';
import { isPrimaryChannel } from '../../ble/channel.ts';
import { crcStateBefore } from '../../ble/crc24.ts';
import { CRC, type FrameMeta } from '../../ble/frame.ts';
import { isPossibleAccessAddress, ones } from '../../ble/isochronous.ts';
import type { AccessAddresses } from '../link/access-addresses.ts';
import { sessionKey } from '../session-key.ts';
import type { Moment } from './moment.ts';

/** Maximum number of access addresses that await evidence; beyond it, the one that was captured first is forgotten. */
const MOST_WAITING = 4096;
/** Number of PDUs that count as evidence if there are no CRCs to compare. */
const LEAST_PDUS = 3;
/** An access address that differs from a known one in at most this many bits may be damaged; by chance, one in 3,000 pairs does. */
const DAMAGED_BITS = 8;

/** A data or control PDU kept for later: a copy of its bytes and of the facts about it. */
export interface UnannouncedPdu {
  readonly bytes: Uint8Array;
  readonly meta: FrameMeta;
  /** A value of `CRC`. */
  readonly crc: number;
  /** The transmitted CRC; -1 if it was not captured. */
  readonly sentCrc: number;
  readonly encrypted: boolean;
  readonly moment: Moment;
}

interface WaitingPdu extends UnannouncedPdu {
  /** Initial state from which its CRC was computed; -1 if the CRC was not captured. */
  readonly crcState: number;
}

/**
 * PDUs whose access address no request announced. A damaged packet has one too, so an address counts as that of a connection only once
 * several PDUs agree: the CRCs of two start from the same state, or there are three without a CRC and connections may have the address.
 * Connections never use the primary advertising channels (Core specification 5.4, Vol 6 Part B 1.4.1), so there only CRCs count: some
 * programs state channel 37 of every packet.
 */
export class Unannounced {
  private readonly key = sessionKey();
  private readonly waiting = new Map<number, WaitingPdu[]>();

  constructor(private readonly known: AccessAddresses) {}

  /** Adds a PDU; once the PDUs of its access address show a connection or stream, returns all of them, oldest first. */
  heard(accessAddress: number, pdu: UnannouncedPdu): readonly UnannouncedPdu[] | null {
    const { bytes, crc, sentCrc } = pdu;
    if (crc === CRC.BAD) return null;
    const crcState = sentCrc < 0 ? -1 : crcStateBefore(bytes, 0, bytes.length, sentCrc);
    if (crcState >= 0 && this.isDamaged(accessAddress, crcState)) return null;
    const key = permuteWord(this.key, accessAddress);
    const waiting = this.waiting.get(key) ?? [];
    waiting.push({ ...pdu, crcState });
    if (isEvidence(waiting, accessAddress)) {
      this.waiting.delete(key);
      return waiting;
    }
    if (waiting.length === LEAST_PDUS) waiting.shift();
    this.waiting.set(key, waiting);
    dropOldest(this.waiting, MOST_WAITING);
    return null;
  }

  /** Whether the CRC fits another access address, which this one resembles: then this one is damaged. */
  private isDamaged(accessAddress: number, crcState: number): boolean {
    const sent = this.known.withCrcState(crcState);
    return sent !== undefined && ones(sent ^ accessAddress) <= DAMAGED_BITS;
  }
}

/**
 * A PDU that is sent again has the same CRC, and is no further evidence. Where CRCs were captured they have to agree, unless the sniffer
 * checked them; some sniffers record the same octets for every CRC.
 */
function isEvidence(waiting: readonly WaitingPdu[], accessAddress: number): boolean {
  const last = waiting.at(-1);
  if (last === undefined) return false;
  if (last.crcState >= 0 && waiting.some(({ crcState, sentCrc }) => crcState === last.crcState && sentCrc !== last.sentCrc)) return true;
  if (waiting.some(({ meta }) => isPrimaryChannel(meta.channel))) return false;
  const isChecked = waiting.every(({ crc }) => crc === CRC.OK);
  const hasNoCrc = waiting.every(({ sentCrc }) => sentCrc === last.sentCrc) && (last.sentCrc < 0 || !isSentAgain(waiting));
  return (isChecked || hasNoCrc) && waiting.length >= LEAST_PDUS && isPossibleAccessAddress(accessAddress);
}

const isSentAgain = (waiting: readonly WaitingPdu[]): boolean => waiting.every(({ crcState }) => crcState === waiting[0]?.crcState);

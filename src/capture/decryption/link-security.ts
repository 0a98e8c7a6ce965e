import { LL_START_ENC_REQ } from '../../ble/ll-control.ts';
import { unsigned } from '../../ble/octet-fields.ts';
import { reversed } from '../../ble/smp/legacy.ts';
import type { SealedPdu } from '../../kernels/cipher.ts';
import { otherSide, SENDER } from '../conversation/moment.ts';
import { EncryptedSession } from './encrypted-session.ts';
import type { OpenedPdu } from './encrypted-session.ts';
import { isSameIdentity } from './key-source.ts';
import type { KeyIdentity, KeySource } from './key-source.ts';
import type { Trials } from './trials.ts';

const LLID_CONTROL = 3;
const OPCODE = { ENC_REQ: 0x03, ENC_RSP: 0x04, REJECT: 0x0d, REJECT_EXT: 0x11 } as const;
/** Octets of LL_ENC_REQ and LL_ENC_RSP with their opcode (Core specification 5.4, Vol 6 Part B 2.4.2.4, 2.4.2.5). */
const ENC_REQ_BYTES = 23;
const ENC_RSP_BYTES = 13;
const MIC_BYTES = 4;
/** A session begins within its first counters, or its key is another one. */
const FIRST_COUNTERS = 16;
/** Packets that are tried under every key before a session counts as one that no key opens. */
const MOST_FIRST_PACKETS = 16;

/** One side's half of what a session key and an initialization vector follow from. */
interface Half {
  /** Eight octets as they are sent. */
  readonly skd: Uint8Array;
  /** Four. */
  readonly iv: Uint8Array;
}

interface Request extends Half, KeyIdentity {}

/** Encryption from one LL_START_ENC_REQ to the next. */
interface Epoch {
  readonly request: Request | null;
  readonly response: Half | null;
  session: EncryptedSession | null;
  /** Packets that no key opened before one did. */
  tries: number;
  /** How many keys were tried on its first packets. */
  keys: number;
}

/** `plain`: the PDU is no ciphertext after all; `closed`: nothing opens it. */
export type SealedOutcome = OpenedPdu | 'plain' | 'closed';

/**
 * The encryption of one connection (Core specification 5.4, Vol 6 Part B 5.1.3): follows the control PDUs that begin and pause it, and opens
 * what is in between.
 */
export class LinkSecurity {
  /** New packets that were opened. */
  opened = 0;
  /** Sources of the keys that opened packets, in the order of their first. */
  readonly sources = new Set<KeySource>();
  private request: Request | null = null;
  private response: Half | null = null;
  private epoch: Epoch | null = null;
  /** Packets that were tried as the first of a session whose LL_START_ENC_REQ was not heard. */
  private missed = 0;
  /** Why packets stayed closed, as far as that was last so. */
  private closed: string | null = null;

  constructor(
    readonly connection: number,
    private readonly trials: Trials,
    /** The keys to try on a session, the likeliest first. */
    private readonly candidates: () => readonly KeySource[],
  ) {}

  /** True where a PDU with a payload may be ciphertext: the capture says so, encryption began, or the sniffer may have missed that it did. */
  covers(said: boolean): boolean {
    return said || this.epoch !== null || (this.request !== null && this.response !== null);
  }

  /** Opens a PDU that may be ciphertext. `said`: the capture says that it is. */
  open(pdu: SealedPdu, guess: number, said: boolean): SealedOutcome {
    const { bytes, at, end, header } = pdu;
    const length = end - at;
    // A MIC alone has four octets, so LL_START_ENC_REQ, LL_PAUSE_ENC_RSP and LL_REJECT_IND are never ciphertext.
    if (length <= MIC_BYTES) return 'plain';
    this.trials.packet();
    if (said) this.epoch ??= this.begin();
    const opened = this.opens(pdu, guess) ?? this.missedStart(pdu, guess);
    if (opened !== null) return this.counted(opened);
    const { epoch } = this;
    if (epoch === null || ((header & 3) === LLID_CONTROL && this.looksPlain(bytes[at] ?? 0, length))) return 'plain';
    this.closed = whyClosed(epoch);
    return 'closed';
  }

  /** A control PDU that is plain or was opened: opcode at `at`, parameters up to `end`. */
  control(bytes: Uint8Array, at: number, end: number, decrypted: boolean): void {
    const length = end - at;
    switch (bytes[at] ?? -1) {
      case OPCODE.ENC_REQ:
        if (length === ENC_REQ_BYTES) this.requested(bytes, at + 1);
        return;
      case OPCODE.ENC_RSP:
        if (length === ENC_RSP_BYTES) this.response = { skd: bytes.slice(at + 1, at + 9), iv: bytes.slice(at + 9, at + 13) };
        this.missed = 0;
        return;
      case LL_START_ENC_REQ:
        if (!decrypted) this.epoch = this.begin();
        return;
      case OPCODE.REJECT:
      case OPCODE.REJECT_EXT:
        this.request = this.response = null;
    }
  }

  /** Why encrypted packets of the connection stayed closed; undefined where none did. */
  get whyClosed(): string | undefined {
    return this.closed ?? undefined;
  }

  private requested(bytes: Uint8Array, at: number): void {
    this.response = null;
    this.request = {
      rand: bytes.slice(at, at + 8),
      ediv: unsigned(bytes, at + 8, 2),
      skd: bytes.slice(at + 10, at + 18),
      iv: bytes.slice(at + 18, at + 22),
    };
  }

  /** Later encryption needs an LL_ENC_REQ of its own. */
  private begin(): Epoch {
    const epoch = epochOf(this.request, this.response);
    this.request = this.response = null;
    return epoch;
  }

  private opens(pdu: SealedPdu, guess: number): OpenedPdu | null {
    const { epoch } = this;
    if (epoch === null) return null;
    return epoch.session === null ? this.found(epoch, pdu, guess) : epoch.session.open(pdu, guess);
  }

  /** The sniffer missed an LL_START_ENC_REQ if a key of the session that was requested opens the PDU. */
  private missedStart(pdu: SealedPdu, guess: number): OpenedPdu | null {
    const { request, response } = this;
    if (request === null || response === null || this.missed >= MOST_FIRST_PACKETS) return null;
    this.missed++;
    const epoch = epochOf(request, response);
    const opened = this.found(epoch, pdu, guess);
    if (opened === null) return null;
    this.request = this.response = null;
    this.epoch = epoch;
    return opened;
  }

  /** Looks for the key of a session. */
  private found(epoch: Epoch, pdu: SealedPdu, guess: number): OpenedPdu | null {
    const { request, response } = epoch;
    if (request === null || response === null || epoch.tries >= MOST_FIRST_PACKETS) return null;
    epoch.tries++;
    const iv = Uint8Array.from([...request.iv, ...response.iv]);
    const skd = reversed(Uint8Array.from([...request.skd, ...response.skd]));
    const sources = this.candidates().filter(({ identity }) => identity === null || isSameIdentity(identity, request));
    epoch.keys = Math.max(epoch.keys, sources.length);
    const senders = guess === SENDER.PERIPHERAL ? [guess, otherSide(guess)] : [SENDER.CENTRAL, SENDER.PERIPHERAL];
    for (const source of sources) {
      const key = source.kind === 'session' ? source.bytes : this.trials.cipher.encrypt(source.bytes, skd);
      const session = new EncryptedSession(this.trials, key, iv, source);
      for (const sender of senders) {
        const opened = session.tried(pdu, sender, 0, FIRST_COUNTERS);
        if (opened === null) continue;
        epoch.session = session;
        return opened;
      }
    }
    return null;
  }

  private counted(opened: OpenedPdu): OpenedPdu {
    const source = this.epoch?.session?.source;
    if (source === undefined || opened.missed < 0) return opened;
    this.opened++;
    this.sources.add(source);
    source.packets++;
    source.opens(this.connection);
    return opened;
  }

  /** An LL_ENC_REQ or LL_ENC_RSP after encryption paused. No encrypted control PDU of the first length exists. */
  private looksPlain(opcode: number, length: number): boolean {
    if (opcode === OPCODE.ENC_REQ) return length === ENC_REQ_BYTES;
    return opcode === OPCODE.ENC_RSP && length === ENC_RSP_BYTES && this.request !== null;
  }
}

const epochOf = (request: Request | null, response: Half | null): Epoch => ({ request, response, session: null, tries: 0, keys: 0 });

function whyClosed({ request, response, session, keys }: Epoch): string {
  if (session !== null)
    return session.lost ? 'too many packets were missed to go on' : 'their MIC fits no packet counter, as of packets with bit errors';
  if (request === null || response === null) {
    const absent = [request === null && 'LL_ENC_REQ (SKDm, IVm)', response === null && 'LL_ENC_RSP (SKDs, IVs)'].filter(
      (one) => one !== false,
    );
    return `${absent.join(' and ')} of the session ${absent.length > 1 ? 'were' : 'was'} not heard`;
  }
  if (keys === 0) return 'there is no key to try';
  return keys === 1 ? 'the one key that was tried does not open it' : `none of the ${String(keys)} keys that were tried opens it`;
}

import type { SealedPdu } from '../../kernels/cipher.ts';
import { SENDER } from '../conversation/moment.ts';
import type { KeySource } from './key-source.ts';
import type { Trials } from './trials.ts';

/** Packets of one direction that a sniffer may miss in a row. */
const MOST_MISSED = 1024;
/** Packets in a row that do not open, after which the session counts as lost. */
const MOST_CLOSED = 32;
/** Counters before the next one that a packet may have which is sent again. */
const BEHIND = 2;

/** A PDU that was opened; its octets are in the cipher's `plain`. */
export interface OpenedPdu {
  readonly sender: number;
  /** Packets of the same sender that were missed before it; negative for one that is sent again. */
  readonly missed: number;
}

/**
 * Encryption from LL_START_ENC_REQ on under one key: each direction counts its packets (Core specification 5.4, Vol 6 Part E 2.1). A MIC has
 * 32 bits, so that of 4 billion wrong counters one would fit.
 */
export class EncryptedSession {
  /** Too many packets were missed, or what follows is of another session. */
  lost = false;
  private closed = 0;
  /** Next counter by sender. */
  private readonly next: Record<number, number> = { [SENDER.CENTRAL]: 0, [SENDER.PERIPHERAL]: 0 };

  constructor(
    private readonly trials: Trials,
    private readonly key: Uint8Array,
    private readonly iv: Uint8Array,
    readonly source: KeySource,
  ) {}

  /** @param guess the probable sender: its counters are tried first */
  open(pdu: SealedPdu, guess: number): OpenedPdu | null {
    if (this.lost) return null;
    const senders = guess === SENDER.PERIPHERAL ? [SENDER.PERIPHERAL, SENDER.CENTRAL] : [SENDER.CENTRAL, SENDER.PERIPHERAL];
    for (const [from, tries] of [
      [0, 1],
      [-BEHIND, BEHIND],
      [1, MOST_MISSED],
    ] as const) {
      for (const sender of senders) {
        const opened = this.tried(pdu, sender, from, tries);
        if (opened === null) continue;
        this.closed = 0;
        return opened;
      }
    }
    this.closed++;
    this.lost = this.closed >= MOST_CLOSED;
    return null;
  }

  /** Tries `tries` counters from `from` behind the next one of a sender. */
  tried(pdu: SealedPdu, sender: number, from: number, tries: number): OpenedPdu | null {
    const next = this.next[sender] ?? 0;
    const first = Math.max(0, next + from);
    const found = this.trials.open(this.key, this.iv, pdu, sender === SENDER.CENTRAL, first, Math.min(tries, next + from + tries - first));
    if (found < 0) return null;
    const missed = first + found - next;
    if (missed >= 0) this.next[sender] = next + missed + 1;
    return { sender, missed };
  }
}

import { u16le } from '../../base/octets.ts';
import { BroadcastCodes } from './broadcast-codes.ts';
import { CHANNEL, isDataChannel, isSecret, safeOfSecurity } from './hci-safe.ts';
import type { Octets } from './watch.ts';

const HEADER_BYTES = 4;
const MOST_FRAME_BYTES = 65_535 + HEADER_BYTES;
const MOST_OPEN = 4096;

export type Keep = (bytes: Uint8Array, at: number, end: number) => void;

interface OpenFrame {
  readonly link: string;
  readonly pieces: Octets[];
  length: number;
}

/**
 * Keeps the safe octets of L2CAP frames that are complete: of the Security Manager the header, the code and the fields without
 * secrets, of data channels everything but broadcast codes. A frame of which a piece is missing, or of another channel, keeps nothing.
 */
export class L2capFrames {
  private readonly open = new Map<string, OpenFrame>();
  private readonly codes = new BroadcastCodes();

  constructor(private readonly keep: Keep) {}

  /** A frame in one piece of the connection `link`; nothing is kept unless it fills the piece exactly. */
  whole(link: string, piece: Octets): void {
    if (announced([piece]) === piece.end - piece.at) this.complete({ link, pieces: [piece], length: piece.end - piece.at });
  }

  /** The first piece of a frame. `flow` names connection and direction. */
  start(link: string, flow: string, piece: Octets): void {
    this.open.delete(flow);
    const frame = { link, pieces: [piece], length: piece.end - piece.at };
    if (!this.settled(frame) && this.open.size < MOST_OPEN) this.open.set(flow, frame);
  }

  more(flow: string, piece: Octets): void {
    const frame = this.open.get(flow);
    if (frame === undefined) return;
    frame.pieces.push(piece);
    frame.length += piece.end - piece.at;
    if (this.settled(frame)) this.open.delete(flow);
  }

  /** Pieces may be missing from here on. */
  interrupted(): void {
    this.open.clear();
  }

  /** A connection begins, perhaps to another device under a handle that was used before. */
  connected(): void {
    this.codes.connected();
  }

  /** True when no further piece can belong to the frame. */
  private settled(frame: OpenFrame): boolean {
    const expected = announced(frame.pieces);
    if (expected === undefined) return frame.length > MOST_FRAME_BYTES;
    if (frame.length === expected) this.complete(frame);
    return frame.length >= expected;
  }

  private complete({ link, pieces, length }: OpenFrame): void {
    const head = firstOctets(pieces, HEADER_BYTES + 1);
    const channel = u16le(head, 2);
    const code = head[HEADER_BYTES] ?? 0;
    // A message of the Security Manager stays one also where a damaged octet names another channel.
    const security = channel === CHANNEL.SECURITY_LE || channel === CHANNEL.SECURITY_CLASSIC || isSecret(code, length - HEADER_BYTES);
    if (!security && !isDataChannel(channel)) return;
    let left = length;
    if (security) left = Math.min(length, HEADER_BYTES + 1 + safeOfSecurity(code));
    else if (channel === CHANNEL.ATTRIBUTES && BroadcastCodes.matters(code))
      left = HEADER_BYTES + this.codes.safeOf(link, firstOctets(pieces, length).subarray(HEADER_BYTES));
    for (const { bytes, at, end } of pieces) {
      const taken = Math.min(left, end - at);
      this.keep(bytes, at, at + taken);
      left -= taken;
    }
  }
}

/** Octets of the frame with its header; undefined while the header is not complete. */
function announced(pieces: readonly Octets[]): number | undefined {
  const head = firstOctets(pieces, HEADER_BYTES);
  return head.length < HEADER_BYTES ? undefined : HEADER_BYTES + u16le(head, 0);
}

function firstOctets(pieces: readonly Octets[], count: number): Uint8Array {
  const head: number[] = [];
  for (const { bytes, at, end } of pieces) for (let i = at; i < end && head.length < count; i++) head.push(bytes[i] ?? 0);
  return Uint8Array.from(head);
}

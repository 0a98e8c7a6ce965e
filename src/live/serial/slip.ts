/**
 * Start marker of a packet on the nRF Sniffer's serial port, whose framing is that of RFC 1055 with other markers and a marker at the
 * start.
 * Source: the vendor's `SnifferAPI/Packet.py` and `Types.py`, nRF Sniffer for Bluetooth LE 4.1.1.
 * AB packet BC; within the packet AB, BC and CD are escaped as CD AC, CD BD and CD CE
 */
const START = 0xab;
const END = 0xbc;
const ESCAPE = 0xcd;
/** Added to a marker when it is escaped, so that AB is sent as CD AC. */
const ESCAPED = 1;

/** Maximum length of a packet; the firmware's are shorter (headers of 16, 5 of address and coding, a PDU of 258, a CRC of 3). */
const MOST_PACKET = 512;

export function encodeSlip(packet: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = [START];
  for (const octet of packet) {
    if (octet === START || octet === END || octet === ESCAPE) out.push(ESCAPE, octet + ESCAPED);
    else out.push(octet);
  }
  out.push(END);
  return Uint8Array.from(out);
}

/** Splits a stream, in chunks of any size, into packets. A packet is valid only while `take` runs. */
export class SlipReader {
  /** Number of packets that were incomplete or wrongly escaped, plus runs of bytes outside packets. */
  damaged = 0;
  private readonly packet = new Uint8Array(MOST_PACKET);
  private length = 0;
  private inside = false;
  private escaping = false;
  private straying = false;

  push(chunk: Uint8Array, take: (packet: Uint8Array) => void): void {
    for (const octet of chunk) {
      if (octet === START) this.begin();
      else if (!this.inside) this.stray();
      else if (octet === END) this.end(take);
      else this.inner(octet);
    }
  }

  private begin(): void {
    if (this.inside) this.damaged++;
    this.inside = true;
    this.escaping = false;
    this.straying = false;
    this.length = 0;
  }

  private end(take: (packet: Uint8Array) => void): void {
    this.inside = false;
    if (this.escaping) this.damaged++;
    else take(this.packet.subarray(0, this.length));
  }

  private inner(octet: number): void {
    if (octet === ESCAPE && !this.escaping) {
      this.escaping = true;
      return;
    }
    const plain = this.escaping ? octet - ESCAPED : octet;
    const wrong = this.escaping && plain !== START && plain !== END && plain !== ESCAPE;
    this.escaping = false;
    if (wrong || this.length === MOST_PACKET) {
      this.inside = false;
      this.straying = true;
      this.damaged++;
    } else this.packet[this.length++] = plain;
  }

  /** Counts a run of bytes outside packets once. */
  private stray(): void {
    if (!this.straying) this.damaged++;
    this.straying = true;
  }
}

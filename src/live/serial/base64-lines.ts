/**
 * Alphabet of the messages of Sniffle's serial port. Each message is base64 in a line that ends with CR LF; its first octet is the number
 * of groups of four characters. Source: `fw/messenger.c` and `python_cli/sniffle/sniffle_hw.py` of nccgroup/Sniffle 1.10.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;
const PADDING = 0x3d;
const CR = 0x0d;
const LF = 0x0a;
/** Maximum number of characters in a line: 255 groups of four. */
const MOST_LINE = 1020;

/** Encodes a command: the number of groups, then the octets. */
export function encodeLine(octets: readonly number[]): Uint8Array<ArrayBuffer> {
  const message = [Math.ceil((octets.length + 1) / 3), ...octets];
  const out: number[] = [];
  for (let at = 0; at < message.length; at += 3) {
    const [a = 0, b, c] = message.slice(at, at + 3);
    const word = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const kept = c !== undefined ? 4 : b !== undefined ? 3 : 2;
    for (let i = 0; i < 4; i++) out.push(i < kept ? ALPHABET.charCodeAt((word >> (18 - 6 * i)) & 63) : PADDING);
  }
  return Uint8Array.from([...out, CR, LF]);
}

/** Splits a stream, in chunks of any size, into messages without their number of groups. A message is valid only while `take` runs. */
export class LineReader {
  damaged = 0;
  private readonly line = new Uint8Array(MOST_LINE);
  private readonly message = new Uint8Array((MOST_LINE / 4) * 3);
  private length = 0;
  /** True while characters of a line are skipped that is longer than any message. */
  private endless = false;

  push(chunk: Uint8Array, take: (message: Uint8Array) => void): void {
    for (const octet of chunk) {
      if (octet === LF) this.end(take);
      else if (this.length < MOST_LINE) this.line[this.length++] = octet;
      // A line of the maximum length may still be followed by its CR; any other character makes it too long.
      else if (octet !== CR) this.endless = true;
    }
  }

  private end(take: (message: Uint8Array) => void): void {
    const length = this.length > 0 && this.line[this.length - 1] === CR ? this.length - 1 : this.length;
    const decoded = this.endless ? -1 : this.decode(length);
    this.length = 0;
    this.endless = false;
    if (decoded < 2) this.damaged++;
    else take(this.message.subarray(1, decoded));
  }

  /** Decodes a line; returns the number of octets, or -1 if the line is not a message. */
  private decode(length: number): number {
    if (length === 0 || length % 4 !== 0) return -1;
    const { line, message } = this;
    const padding = line[length - 1] !== PADDING ? 0 : line[length - 2] === PADDING ? 2 : 1;
    let out = 0;
    for (let at = 0; at < length; at += 4) {
      let word = 0;
      for (let i = 0; i < 4; i++) {
        const place = at + i;
        const value = place >= length - padding ? 0 : (VALUES[line[place] ?? 0] ?? -1);
        if (value < 0) return -1;
        word = (word << 6) | value;
      }
      message[out++] = word >> 16;
      message[out++] = (word >> 8) & 0xff;
      message[out++] = word & 0xff;
    }
    return message[0] === length / 4 ? out - padding : -1;
  }
}

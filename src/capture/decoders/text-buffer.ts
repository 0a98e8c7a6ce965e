/**
 * A text file passing through bounded memory: windows of the file as UTF-8, with the record that was cut
 * by the end of a window kept at the start of the next one.
 */
import type { ByteSource } from '../decoder.ts';
import type { TextEncoding } from '../../tables/reading.ts';
import { type EncodingGuess, guessEncoding, namedEncoding, Transcoder } from './text-encoding.ts';

const NOTHING = new Uint8Array(0);
const GUESS_BYTES = 65_536;

export class TextBuffer {
  bytes = new Uint8Array(1);
  /** Unread text is [from, end); `bytes` has room for one more byte at `end`. */
  from = 0;
  end = 0;
  /** True if nothing follows `end`. */
  last = false;
  encoding: EncodingGuess | null = null;
  private transcoder: Transcoder | null = null;
  private head: Uint8Array = NOTHING;
  private readonly windows: AsyncIterator<Uint8Array>;
  /** Offset in the file of byte `counted` of the buffer. */
  private counted = 0;
  private fileOffset = 0;

  /** @param named the encoding, if the caller gave one */
  constructor(
    source: ByteSource,
    private readonly named?: TextEncoding,
  ) {
    this.windows = source.windows()[Symbol.asyncIterator]();
  }

  get length(): number {
    return this.end - this.from;
  }

  /** Appends the next window; after the last one sets `last`. */
  async refill(): Promise<void> {
    const next = await this.windows.next();
    this.last = next.done === true;
    const window = next.done === true ? NOTHING : next.value;
    if (this.transcoder !== null) {
      this.append(this.transcoder.next(window, this.last));
      return;
    }
    // Compressed files give small pieces; collect enough of them to detect the encoding.
    const grown = new Uint8Array(this.head.length + window.length);
    grown.set(this.head);
    grown.set(window, this.head.length);
    this.head = grown;
    if (!this.last && grown.length < GUESS_BYTES) return;
    const sample = grown.subarray(0, GUESS_BYTES);
    this.encoding =
      this.named === undefined ? guessEncoding(sample, this.last && grown.length <= GUESS_BYTES) : namedEncoding(this.named, sample);
    this.transcoder = new Transcoder(this.encoding);
    this.fileOffset = this.encoding.mark;
    this.append(this.transcoder.next(grown, this.last));
    this.head = NOTHING;
  }

  /** Offset in the file of a position in the buffer; cheapest when asked in rising order. */
  offsetOf(position: number): number {
    if (this.transcoder === null) return position;
    if (position < this.counted) return this.fileOffset - this.transcoder.sourceLength(this.bytes, position, this.counted);
    this.fileOffset += this.transcoder.sourceLength(this.bytes, this.counted, position);
    this.counted = position;
    return this.fileOffset;
  }

  private append(text: Uint8Array): void {
    this.offsetOf(this.from);
    const kept = this.length;
    const needed = kept + text.length + 1;
    const target = needed > this.bytes.length ? new Uint8Array(needed) : this.bytes;
    if (target !== this.bytes) target.set(this.bytes.subarray(this.from, this.end));
    else target.copyWithin(0, this.from, this.end);
    target.set(text, kept);
    this.bytes = target;
    this.counted -= this.from;
    this.from = 0;
    this.end = kept + text.length;
  }
}

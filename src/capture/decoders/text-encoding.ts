import type { TextEncoding } from '../../tables/reading.ts';

/**
 * Which bytes a text file is made of, and the way from there to UTF-8. Files without a mark are UTF-8 where
 * the sample is valid UTF-8, UTF-16 where every other byte of the sample is zero, and windows-1252 (what the
 * web means by latin-1) otherwise.
 */
export interface EncodingGuess {
  readonly encoding: TextEncoding;
  /** Bytes of the byte order mark. */
  readonly mark: number;
  /** False if the encoding was chosen only because no other one fits. */
  readonly sure: boolean;
}

/** The encoding given by the caller; skips a byte order mark that matches it. */
export function namedEncoding(encoding: TextEncoding, sample: Uint8Array): EncodingGuess {
  const found = guessEncoding(sample, false);
  return { encoding, mark: found.encoding === encoding ? found.mark : 0, sure: true };
}

export function guessEncoding(sample: Uint8Array, complete: boolean): EncodingGuess {
  const [a, b, c] = sample;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3, sure: true };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2, sure: true };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2, sure: true };
  const wide = guessWide(sample);
  if (wide !== undefined) return { encoding: wide, mark: 0, sure: false };
  if (isUtf8(sample, complete)) return { encoding: 'utf-8', mark: 0, sure: true };
  return { encoding: 'windows-1252', mark: 0, sure: false };
}

/** Detects UTF-16: text that is mostly ASCII has a zero on the same side of each pair of bytes. */
function guessWide(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(sample.length, 4096) >> 1;
  if (pairs < 2) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i++) {
    if (sample[2 * i] === 0) even++;
    if (sample[2 * i + 1] === 0) odd++;
  }
  if (odd > pairs * 0.7 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.7 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
}

/** Whether the sample is valid UTF-8. If it is not the whole file, up to three bytes at its end may be an incomplete character. */
function isUtf8(sample: Uint8Array, complete: boolean): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(sample, { stream: !complete });
    return true;
  } catch {
    return false;
  }
}

/** Share of bytes that no text has: controls other than tab, line ends, form feed and escape. */
export function binaryShare(sample: Uint8Array): number {
  let controls = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) controls++;
  return sample.length === 0 ? 0 : controls / sample.length;
}

/** Turns windows of a file into windows of UTF-8, without the byte order mark. */
export class Transcoder {
  private readonly decoder: TextDecoder | undefined;
  private readonly encoder = new TextEncoder();
  private markLeft: number;

  constructor(private readonly guess: EncodingGuess) {
    this.markLeft = guess.mark;
    if (guess.encoding !== 'utf-8') this.decoder = new TextDecoder(guess.encoding, { ignoreBOM: true });
  }

  /** UTF-8 windows come back as they are (a view); call with `last` once more at the end. */
  next(window: Uint8Array, last: boolean): Uint8Array {
    const skip = Math.min(this.markLeft, window.length);
    this.markLeft -= skip;
    const body = window.subarray(skip);
    return this.decoder === undefined ? body : this.encoder.encode(this.decoder.decode(body, { stream: !last }));
  }

  /** Bytes of the file that bytes [start, end) of this coder's output came from. */
  sourceLength(output: Uint8Array, start: number, end: number): number {
    if (this.decoder === undefined) return end - start;
    const single = this.guess.encoding === 'windows-1252' ? 1 : 2;
    let length = 0;
    for (let at = start; at < end; at++) {
      const byte = output[at]!;
      if ((byte & 0xc0) === 0x80) continue;
      length += byte >= 0xf0 ? single * 2 : single;
    }
    return length;
  }
}

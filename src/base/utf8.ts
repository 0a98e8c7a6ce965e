const encoder = new TextEncoder();

/**
 * The same bytes as TextEncoder.encode, in half its time for long text: the platform counts before it writes, where a guess
 * (a quarter more than characters) is nearly always enough.
 */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length + (text.length >> 2) + 64);
  const { read, written } = encoder.encodeInto(text, bytes);
  return read === text.length ? bytes.subarray(0, written) : encoder.encode(text);
}

/**
 * The same in pieces of at most `most` characters, none of which cuts a character in two. A piece is over when the next one is
 * asked for.
 */
export function* utf8Pieces(text: string, most: number): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(3 * Math.min(most, text.length));
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + most, text.length);
    if (end < text.length && HIGH_SURROGATE.test(text.charAt(end - 1))) end -= 1;
    yield bytes.subarray(0, encoder.encodeInto(text.slice(at, end), bytes).written);
    at = end;
  }
}

const HIGH_SURROGATE = /[\ud800-\udbff]/;

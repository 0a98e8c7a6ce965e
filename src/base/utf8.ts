const encoder = new TextEncoder();

/**
 * Encodes like `TextEncoder.encode`, but in half the time for long text: `encode` counts the bytes before it writes, while this assumes a
 * quarter more bytes than characters, which is nearly always enough.
 */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length + (text.length >> 2) + 64);
  const { read, written } = encoder.encodeInto(text, bytes);
  return read === text.length ? bytes.subarray(0, written) : encoder.encode(text);
}

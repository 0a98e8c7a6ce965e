/** The hexadecimal digits as ASCII bytes. */
export const HEX = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));

/**
 * Writes a UUID into `text`: as `180D`, as eight digits, or with dashes in 36 characters. Its `size` octets at `at` are least significant
 * first. Returns the length of the text.
 */
export function writeUuid(text: Uint8Array, bytes: Uint8Array, at: number, size: number): number {
  let length = 0;
  for (let i = size - 1; i >= 0; i--) {
    const octet = bytes[at + i] ?? 0;
    text[length++] = HEX[octet >> 4] ?? 0;
    text[length++] = HEX[octet & 15] ?? 0;
    if (size === 16 && (i === 12 || i === 10 || i === 8 || i === 6)) text[length++] = 0x2d;
  }
  return length;
}

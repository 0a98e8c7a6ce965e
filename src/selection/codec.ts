/** Encodes texts and lists of texts as fields of a link. Fields are separated by `~` and need no further escaping. */

/** Encodes a text for a link. Also escapes `!` and `~`, and characters that encodeURIComponent keeps but some programs reject. */
export const escapeText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!~'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Writes several texts as one field of a link. */
export const writeList = (items: readonly string[]): string => items.map(escapeText).join('!');

/** Parses a field that `writeList` wrote; null if an escape sequence is invalid. */
export function readList(field: string): string[] | null {
  try {
    return field === '' ? [] : field.split('!').map(decodeURIComponent);
  } catch {
    return null;
  }
}

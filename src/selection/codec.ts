/** Texts and lists of texts as fields of a link, which are separated by `~` and need no further escaping. */

/** `!` and `~` separate; the rest that encodeURIComponent leaves alone but some link finders do not. */
export const escapeText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!~'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Texts as one field of a link. */
export const writeList = (items: readonly string[]): string => items.map(escapeText).join('!');

/** What `writeList` wrote; null for an escape that is none. */
export function readList(field: string): string[] | null {
  try {
    return field === '' ? [] : field.split('!').map(decodeURIComponent);
  } catch {
    return null;
  }
}

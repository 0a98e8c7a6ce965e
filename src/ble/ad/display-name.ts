/**
 * Names come from the air: anybody can send bidi controls that turn a line round, zero-width characters
 * that make two names look alike, or terminal escapes. The raw text stays as it was sent; this is the form
 * that may be drawn.
 */

/**
 * Makes what cannot be seen visible as `⟨U+202E⟩`: controls (C0, C1, DEL), bidi controls, zero-width and
 * other default-ignorable characters, variation selectors and tags, unusual spaces, unpaired surrogates
 * and the replacement character of wrong UTF-8. Letters of any script stay as they are.
 */
export function displayName(raw: string): string {
  return raw.replace(HIDDEN, (character) => `⟨U+${codePoint(character)}⟩`);
}

const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc-\uffff]/gu;

function codePoint(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}

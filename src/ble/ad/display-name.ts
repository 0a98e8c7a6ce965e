/**
 * Names in packets are untrusted: a sender can include bidi controls that reverse a line, zero-width characters that make two names look
 * alike, or terminal escapes. The raw text is stored unchanged; this module makes a form that is safe to display.
 */

/**
 * Makes invisible characters visible as `⟨U+202E⟩`: controls (C0, C1, DEL), bidi controls, zero-width and other default-ignorable
 * characters, variation selectors and tags, unusual spaces, unpaired surrogates, and the replacement character of invalid UTF-8. Letters of
 * any script are unchanged.
 */
export function displayName(raw: string): string {
  return raw.replace(HIDDEN, (character) => `⟨U+${codePoint(character)}⟩`);
}

const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc-\uffff]/gu;

function codePoint(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}

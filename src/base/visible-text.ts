/** A run of text as it may be shown: `hidden` runs are one character a reader would not see or that reorders others. */
export interface TextPiece {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * Controls (C0, C1), format characters (zero width, bidirectional overrides and isolates, tags), lone
 * surrogates, and the fillers that are letters to Unicode and blanks to the eye. The joiner between two pictures is seen: it makes
 * them one (Unicode TS 51, 2.2).
 */
const UNSEEN =
  /(?!(?<=[\p{Emoji_Presentation}\p{Emoji_Modifier}\ufe0f])\u200d\p{Extended_Pictographic})(?:[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2028\u2029\u3164\uffa0]|\u034f|\u17b4|\u17b5)/u;
const everyOne = (unseen: RegExp): RegExp => new RegExp(`(${unseen.source})`, 'gu');
const SPLITTERS = { name: everyOne(UNSEEN), lines: everyOne(new RegExp(`(?!\\n)(?:${UNSEEN.source})`, 'u')) } as const;

/** Whether a text may be drawn as it is. */
export const allVisible = (text: string): boolean => !UNSEEN.test(text);

/**
 * Names and messages from files are hostile: splits text so that every unseen character can be drawn as its code.
 * @param lines line ends are layout, not content
 */
export function visiblePieces(text: string, lines = false): readonly TextPiece[] {
  if (allVisible(text)) return [{ text, hidden: false }];
  // A pattern in parentheses puts what was split at between the parts: every second piece is unseen.
  return text
    .split(lines ? SPLITTERS.lines : SPLITTERS.name)
    .map((piece, index) => (index % 2 === 1 ? { text: codePoint(piece), hidden: true } : { text: piece, hidden: false }))
    .filter((piece) => piece.text !== '');
}

/** The same as one string, for places that take no markup (canvas, title, aria-label). */
export function visibleString(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');
}

/** Cuts on a code point and says how much is missing, so that no cell or label grows without bound. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${String(text.length - end)} more characters)`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

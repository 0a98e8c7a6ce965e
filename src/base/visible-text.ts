/** A piece of text that is ready to display. If `hidden`, it is one character that is invisible or changes the order of its neighbours. */
export interface TextPiece {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * Matches control characters (C0, C1), format characters (zero width, bidirectional overrides and isolates, tags), lone surrogates, and
 * letters that look like blanks. A zero-width joiner between two emoji counts as visible, because it combines them (Unicode TS 51, 2.2).
 */
const UNSEEN =
  /(?!(?<=[\p{Emoji_Presentation}\p{Emoji_Modifier}\ufe0f])\u200d\p{Extended_Pictographic})(?:[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2028\u2029\u3164\uffa0]|\u034f|\u17b4|\u17b5)/u;
const everyOne = (unseen: RegExp): RegExp => new RegExp(`(${unseen.source})`, 'gu');
const SPLITTERS = { name: everyOne(UNSEEN), lines: everyOne(new RegExp(`(?!\\n)(?:${UNSEEN.source})`, 'u')) } as const;

/** Whether a text contains no invisible characters, so that it can be displayed unchanged. */
export const allVisible = (text: string): boolean => !UNSEEN.test(text);

/**
 * Splits a text so that every invisible character can be displayed as its code, because names and messages from files may be hostile.
 * @param lines whether line breaks may stay, as layout
 */
export function visiblePieces(text: string, lines = false): readonly TextPiece[] {
  if (allVisible(text)) return [{ text, hidden: false }];
  // Splitting by a pattern in parentheses keeps the separators: every second piece is an invisible character.
  return text
    .split(lines ? SPLITTERS.lines : SPLITTERS.name)
    .map((piece, index) => (index % 2 === 1 ? { text: codePoint(piece), hidden: true } : { text: piece, hidden: false }))
    .filter((piece) => piece.text !== '');
}

/** Returns a text in which codes replace invisible characters, for places that take no markup (canvas, title, aria-label). */
export function visibleString(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');
}

/** Cuts a text between two code points and appends how much is missing, to limit the length of cells and labels. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${String(text.length - end)} more characters)`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

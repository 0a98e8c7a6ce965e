import { canonicalJson } from '../../base/canonical.ts';

/**
 * Position at which a paged list continues (S4-Y.2): the number of rows before it and a checksum of the question, so that a cursor of
 * another question is rejected instead of returning the wrong rows. It contains no secret and is not authenticated.
 */
const FORM = /^1\.(\d{1,10})\.([0-9a-f]{16})$/;
export const CURSOR_PATTERN = FORM;

/** Writes a cursor. @param question everything that the rows depend on, as JSON */
export const cursorAt = (offset: number, question: unknown): string => `1.${String(offset)}.${checksum(canonicalJson(question))}`;

/** Number of rows before the page; undefined if the cursor is invalid or belongs to another question. */
export function offsetOf(cursor: string, question: unknown): number | undefined {
  const [, offset = '', mark] = FORM.exec(cursor) ?? [];
  return mark === checksum(canonicalJson(question)) ? Number(offset) : undefined;
}

/** Checksum of a text as 16 hex digits: two FNV-1a sums of 32 bits with different start values. */
function checksum(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 24), 0x01000193);
  }
  return [low, high].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}

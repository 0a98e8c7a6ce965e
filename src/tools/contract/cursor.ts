import { canonicalJson } from '../../base/canonical.ts';

/**
 * Where a list goes on (S4-Y.2): how many rows came before, and a checksum of the question that they answer, so that
 * a cursor of another question is refused instead of answered with the wrong rows. It holds no secret and proves nothing.
 */
const FORM = /^1\.(\d{1,10})\.([0-9a-f]{16})$/;
export const CURSOR_PATTERN = FORM;

/** @param question everything that the rows depend on, as JSON */
export const cursorAt = (offset: number, question: unknown): string => `1.${String(offset)}.${checksum(canonicalJson(question))}`;

/** Rows before the page; undefined when the cursor belongs to another question or is none. */
export function offsetOf(cursor: string, question: unknown): number | undefined {
  const [, offset = '', mark] = FORM.exec(cursor) ?? [];
  return mark === checksum(canonicalJson(question)) ? Number(offset) : undefined;
}

/** Two FNV-1a sums of 32 bits, from different starts; 16 hex digits. */
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

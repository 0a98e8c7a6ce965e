import { isRecord, parseJsonText } from '../../tools/contract/index.ts';

interface PastedCall {
  readonly text: string;
  /** Message about what was removed; empty if nothing was. */
  readonly note: string;
}

/**
 * The call in a pasted text, without a code fence and trailing commas. Nothing else is repaired: the text is validated like any other. Null
 * if there is no call.
 */
export function pastedCall(pasted: string): PastedCall | null {
  const inner = fenced(pasted.replace(/^\uFEFF/, ''));
  const { text, commas } = withoutTrailingCommas((inner ?? pasted).trim());
  const { partial } = parseJsonText(text);
  if (!isRecord(partial) || !Object.hasOwn(partial, 'tool_name')) return null;
  const out = [
    ...(inner === null ? [] : ['a code fence']),
    ...(commas > 0 ? [commas === 1 ? 'a trailing comma' : `${String(commas)} trailing commas`] : []),
  ];
  return { text, note: out.length === 0 ? '' : `Pasted without ${out.join(' and ')}.` };
}

const FENCE = '```';

/** The lines between the first two fences; null if there are none. */
function fenced(text: string): string | null {
  const lines = text.split('\n');
  const open = lines.findIndex((line) => line.trimStart().startsWith(FENCE));
  if (open === -1) return null;
  const close = lines.findIndex((line, at) => at > open && line.trim() === FENCE);
  return lines.slice(open + 1, close === -1 ? undefined : close).join('\n');
}

/** Quoted texts match as a whole, so that commas inside them are kept. */
const QUOTED_OR_TRAILING_COMMA = /"[^"\\]*(?:\\.[^"\\]*)*"?|,(?=[ \t\r\n]*[}\]])/gs;

/** The text without commas before a closing bracket. */
export function withoutTrailingCommas(text: string): { readonly text: string; readonly commas: number } {
  const commas = [...text.matchAll(QUOTED_OR_TRAILING_COMMA)].filter(([found]) => found === ',').length;
  return { text: text.replaceAll(QUOTED_OR_TRAILING_COMMA, (found) => (found === ',' ? '' : found)), commas };
}

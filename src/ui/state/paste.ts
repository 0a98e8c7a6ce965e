import { parseJsonText } from '../../tools/contract/index.ts';

export interface PastedCall {
  readonly text: string;
  /** What was taken out; empty where nothing was. */
  readonly note: string;
}

/**
 * A whole call in a pasted text, out of a code fence and without trailing commas. Nothing else is mended: what remains is
 * checked like any text, a key given twice is told. Null where there is no call.
 */
export function pastedCall(pasted: string): PastedCall | null {
  const inner = fenced(pasted.replace(/^\uFEFF/, ''));
  const fence = inner !== null;
  const { text, commas } = withoutTrailingCommas((inner ?? pasted).trim());
  const { partial } = parseJsonText(text);
  if (typeof partial !== 'object' || partial === null || !Object.hasOwn(partial, 'tool_name')) return null;
  const out = [
    ...(fence ? ['a code fence'] : []),
    ...(commas > 0 ? [commas === 1 ? 'a trailing comma' : `${String(commas)} trailing commas`] : []),
  ];
  return { text, note: out.length === 0 ? '' : `Pasted without ${out.join(' and ')}.` };
}

const FENCE = '```';

/** What stands between the first two lines that begin with a fence; null where there are none. */
function fenced(text: string): string | null {
  const lines = text.split('\n');
  const open = lines.findIndex((line) => line.trimStart().startsWith(FENCE));
  if (open === -1) return null;
  const close = lines.findIndex((line, at) => at > open && line.trim() === FENCE);
  return lines.slice(open + 1, close === -1 ? undefined : close).join('\n');
}

/** Commas before a closing bracket, outside of texts. */
export function withoutTrailingCommas(text: string): { readonly text: string; readonly commas: number } {
  let out = '';
  let commas = 0;
  let kept = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',' && /[}\]]/.test(nextLetter(text, at + 1))) {
      out += text.slice(kept, at);
      kept = at + 1;
      commas += 1;
    }
  }
  return { text: out + text.slice(kept), commas };
}

function nextLetter(text: string, from: number): string {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return text[at] ?? '';
}

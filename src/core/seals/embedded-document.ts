import { blockTag, ids } from '../offline/page-source.ts';

const WINDOW = 1 << 22;

/** Finds the session document in the bytes of a shared file; undefined if there is none or its text is not JSON. */
export async function embeddedDocument(file: Blob): Promise<unknown> {
  const texts = await blockTexts(file, 'application/json', ids.sessionPart);
  try {
    return texts.length === 0 ? undefined : (JSON.parse(texts.join('')) as unknown);
  } catch {
    return undefined;
  }
}

/** Finds the texts of a block's elements in the bytes of a shared file; empty if the file has no such block. */
export async function blockTexts(file: Blob, type: string, id: (part: number) => string): Promise<string[]> {
  const texts: string[] = [];
  let at = await find(blockTag(type, id(0)).open, file, 0);
  while (at >= 0) {
    const { open, close } = blockTag(type, id(texts.length));
    const from = at + open.length;
    const end = await find(close, file, from);
    if (end < 0) return [];
    texts.push(await file.slice(from, end).text());
    at = end + close.length;
    const next = blockTag(type, id(texts.length)).open;
    if ((await file.slice(at, at + next.length).text()) !== next) break;
  }
  return texts;
}

/** Returns the offset of an ASCII text's first occurrence from `start` on; -1 if there is none. */
async function find(text: string, file: Blob, start: number): Promise<number> {
  for (let from = start; from < file.size; from += WINDOW) {
    const window = await file.slice(from, from + WINDOW + text.length - 1).arrayBuffer();
    // Decode as Latin-1, in which each byte is one character, so that the index is a byte offset.
    const found = new TextDecoder('latin1').decode(window).indexOf(text);
    if (found >= 0) return from + found;
  }
  return -1;
}

import { checkParts, type Checked, type Sized } from '../../session/seal/check.ts';
import { readSeal, SEAL_ELEMENT } from '../../session/seal/seal.ts';
import { sha256Hex } from '../calls/digest.ts';
import { blockTag, ids, MARKER, type PageSource } from '../offline/page-source.ts';
import { ownShell } from '../offline/share.ts';

/**
 * Checks the running shared page against its seal. A page cannot read its own file, so its text is rebuilt from its elements. This finds
 * every change in the session, captures and program, but not changes of markup that the browser parses to the same elements.
 */
export async function checkOwnPage(page: PageSource): Promise<Checked> {
  const text = await page.textOf(SEAL_ELEMENT);
  if (text === null) return { seal: 'none', changed: [] };
  const shell = await ownShell(page);
  const seal = readSeal(text);
  if (shell === null || seal === null || seal === 'newer') return { seal: seal === 'newer' ? 'newer' : 'broken', changed: [] };
  const captures = new Set(seal.before.flatMap(([name]) => (name.startsWith('content.') ? [name.slice('content.'.length)] : [])));
  const [before, after] = shell.map((parts) => parts.filter((part) => typeof part === 'string'));
  const length = seal.before.reduce((sum, [, bytes]) => sum + bytes, 0);
  const both = [await sized(blocks(page, before ?? [], captures)), await sized(after ?? [])] as const;
  return checkParts(text, ...both, sha256Hex, length + text.length);
}

async function* blocks(page: PageSource, before: readonly string[], captures: ReadonlySet<string>): AsyncGenerator<string> {
  yield* before;
  yield `${MARKER}\n`;
  yield* block(page, 'application/json', ids.sessionPart);
  for (const id of captures) yield* block(page, 'application/octet-stream', (part) => ids.capture(id, part));
}

async function* block(page: PageSource, type: string, id: (part: number) => string): AsyncGenerator<string> {
  for (let part = 0; ; part++) {
    const text = await page.textOf(id(part));
    if (text === null) return;
    const { open, close } = blockTag(type, id(part));
    yield open;
    yield text;
    yield close;
  }
}

/** The texts with their size in bytes, which is their length, because shared files are ASCII. */
async function sized(texts: AsyncIterable<string> | Iterable<string>): Promise<Sized> {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return { bytes: bytesOf(all), length: all.reduce((sum, { length }) => sum + length, 0) };
}

async function* bytesOf(texts: readonly string[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  await Promise.resolve();
  for (const text of texts) yield encoder.encode(text);
}

import { WorkbenchError } from '../../base/failure.ts';
import { blobInTurns } from '../../base/blob-in-turns.ts';
import { jsonPieces } from '../../base/json-text.ts';
import { rests } from '../../base/rests.ts';
import { pageRest } from '../clock.ts';
import { documentSource, ids, type PageSource } from './page-source.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { pack } from './payload.ts';
import { packing } from './packing.ts';

/** Where a shared copy carries its blocks; the build writes it once, before any script. */
const MARKER = '<!--embedded-->';
const ONE_FILE = './offline/capture-workbench.html';
const SLOT = /@@slot:([^@]+)@@/g;

type Part = string | Blob;
/** What stands in the one-file page before and after the marker. */
type Shell = readonly [before: readonly Part[], after: readonly Part[]];

/**
 * Rebuilds the page from its own elements. The shell block is the page's text with a slot for each large
 * element (itself included); what an earlier share embedded is in no slot, so it is not carried on by accident.
 */
export async function ownShell(page: PageSource): Promise<Shell | null> {
  const shell = page.textOf(ids.shell);
  if (shell === null) return null;
  const halves = (JSON.parse(shell) as string).split(MARKER);
  const [before, after] = halves;
  if (halves.length !== 2 || before === undefined || after === undefined) throw brokenShell();
  return [await fill(before, page), await fill(after, page)];
}

/** In turns of the thread: the texts of the elements have 15 MB. */
async function fill(template: string, page: PageSource): Promise<string[]> {
  const parts: string[] = [];
  const worked = rests(pageRest);
  // Odd pieces of the split are the captured ids.
  for (const [index, piece] of template.split(SLOT).entries()) {
    const text = index % 2 === 0 ? piece : page.textOf(piece);
    if (text === null) throw brokenShell();
    parts.push(text);
    await worked(text.length);
  }
  return parts;
}

const brokenShell = (): WorkbenchError =>
  new WorkbenchError('NO_ONE_FILE', 'expected the one-file workbench to share, found none that is whole: the page has to be a build of it');

/** The build beside the site stays bytes: 15 MB as text and back held the thread for 60 ms and more. */
async function hostedShell(): Promise<Shell> {
  const response = await fetch(ONE_FILE);
  const page = response.ok ? await response.blob() : new Blob();
  const at = await offsetOf(MARKER, page);
  if (at < 0) throw brokenShell();
  return [[page.slice(0, at)], [page.slice(at + MARKER.length)]];
}

/** Octets that are searched between two turns of the thread: some milliseconds. */
const AT_ONCE = 1 << 21;

/** The octet where `mark`, in ASCII, stands first; -1 where it does not. */
async function offsetOf(mark: string, content: Blob): Promise<number> {
  // A letter for each octet.
  const letters = new TextDecoder('latin1');
  for (let from = 0; from < content.size; from += AT_ONCE) {
    const piece = await content.slice(from, from + AT_ONCE + mark.length - 1).arrayBuffer();
    const at = letters.decode(piece).indexOf(mark);
    if (at >= 0) return from + at;
  }
  return -1;
}

/** JSON that may stand inside a script element, in ASCII: the browser decodes a file in which all is so in a fraction of the time. */
async function jsonTexts(value: unknown): Promise<string[]> {
  const texts: string[] = [];
  const worked = rests(pageRest);
  for (const piece of await jsonPieces(value, pageRest)) {
    texts.push(piece.replace(/[<\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));
    await worked(piece.length);
  }
  return texts;
}

/** Characters of one element: the browser reads an element at one go, and 75 MB took it 150 ms. */
const ELEMENT = 1 << 22;

/** The pieces of a block, some of them to each element, and one element at least. */
function elementsOf(pieces: readonly string[]): string[][] {
  const elements: string[][] = [[]];
  let length = 0;
  for (const piece of pieces) {
    if (length >= ELEMENT) {
      elements.push([]);
      length = 0;
    }
    elements.at(-1)?.push(piece);
    length += piece.length;
  }
  return elements;
}

/**
 * One HTML file that opens from disk with everything in it: the workbench, a session, and the bytes of captures.
 * @param session the session document
 * @param captures bytes by capture_id
 */
export async function oneFilePage(
  session: unknown,
  captures: ReadonlyMap<string, Blob>,
  options: WorkOptions = {},
  page: PageSource = documentSource,
): Promise<Blob> {
  const read = packing('the one-file workbench', [...captures.values()], options);
  const [before, after] = (await ownShell(page)) ?? (await hostedShell());
  const blocks: string[] = ['\n'];
  for (const [part, texts] of elementsOf(await jsonTexts(session)).entries())
    blocks.push(`<script type="application/json" id="${ids.sessionPart(part)}">`, ...texts, '</script>\n');
  for (const [captureId, bytes] of captures) {
    for (const [part, texts] of elementsOf(await pack(bytes, read)).entries())
      blocks.push(`<script type="application/octet-stream" id="${ids.capture(captureId, part)}">`, ...texts, '</script>\n');
  }
  return blobInTurns([...before, MARKER, ...blocks, ...after], pageRest, 'text/html');
}

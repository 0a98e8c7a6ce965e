import { throwIfAborted, WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { JSON_END } from '../../base/json-parts.ts';
import { documentRuns } from '../../session/seal/json-file.ts';
import { IN_HTML } from '../../session/seal/seal.ts';
import { type Run, sealed, type Signing } from '../../session/seal/write.ts';
import { sha256Hex } from '../calls/digest.ts';
import { blockTag, ids, MARKER, type PageSource } from './page-source.ts';
import { pack } from './payload.ts';
import { packing } from './packing.ts';

const ONE_FILE = './offline/capture-workbench.html';
const SLOT = /@@slot:([^@]+)@@/g;

type Part = string | Blob;
/** Text of the one-file page before and after the marker at which blocks are inserted. */
type Shell = readonly [before: readonly Part[], after: readonly Part[]];

/**
 * Rebuilds the running one-file page from its elements; null if this page is not one. The shell element contains the page's text with a
 * slot for each large element (including itself). Content from an earlier share has no slot, so it is never included by accident.
 */
export async function ownShell(page: PageSource): Promise<Shell | null> {
  const shell = await page.textOf(ids.shell);
  if (shell === null) return null;
  const halves = (JSON.parse(shell) as string).split(MARKER);
  const [before, after] = halves;
  if (halves.length !== 2 || before === undefined || after === undefined) throw brokenShell();
  return [await fill(before, page), await fill(after, page)];
}

function fill(template: string, page: PageSource): Promise<string[]> {
  // `split` with a pattern that has a group puts the captured ids at odd indices.
  return Promise.all(
    template.split(SLOT).map(async (piece, index) => {
      const text = index % 2 === 0 ? piece : await page.textOf(piece);
      if (text === null) throw brokenShell();
      return text;
    }),
  );
}

const brokenShell = (): WorkbenchError =>
  new WorkbenchError('NO_ONE_FILE', 'expected a complete one-file build of the workbench to share, found none');

/** Fetches the site's one-file build as bytes, because decoding and encoding 15 MB of text would be wasted work. */
async function hostedShell({ base }: PageSource): Promise<Shell> {
  const response = await fetch(new URL(ONE_FILE, base)).catch(() => null);
  const page = response?.ok ? await response.blob() : new Blob();
  const at = await offsetOf(MARKER, page);
  if (at < 0) throw brokenShell();
  return [[page.slice(0, at)], [page.slice(at + MARKER.length)]];
}

/** Returns the byte offset of the first occurrence of `mark`, an ASCII text; -1 if there is none. */
async function offsetOf(mark: string, content: Blob): Promise<number> {
  // Decode as Latin-1, in which each byte is one character, so that the index is a byte offset.
  return new TextDecoder('latin1').decode(await content.arrayBuffer()).indexOf(mark);
}

/** Writes JSON for a script element in ASCII only, because browsers decode an all-ASCII file many times faster. */
const asciiJson = (text: string): string =>
  text.replace(/[<\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Maximum number of characters in one element, because browsers parse an element's text in one task: 75 MB took 150 ms. */
const ELEMENT = 1 << 22;

/** Splits a long text into pieces that each fit into one element. */
const spans = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / ELEMENT) }, (_, at) => text.slice(at * ELEMENT, (at + 1) * ELEMENT));

type NamedText = readonly [name: string, text: string];

/** Distributes texts over elements; returns at least one element. */
function elementsOf(texts: readonly NamedText[]): NamedText[][] {
  const elements: NamedText[][] = [[]];
  let length = 0;
  for (const text of texts) {
    if (length >= ELEMENT) {
      elements.push([]);
      length = 0;
    }
    elements.at(-1)?.push(text);
    length += text[1].length;
  }
  return elements;
}

/** The content of a block as named runs of the file to seal. The tags of its elements count as part of the program. */
function blockRuns(type: string, id: (part: number) => string, texts: readonly NamedText[]): Run[] {
  return elementsOf(texts).flatMap((element, part) => {
    const { open, close } = blockTag(type, id(part));
    return [run('program', open), ...element.map(([name, text]) => run(name, text)), run('program', close)];
  });
}

const run = (name: string, ...content: Run['content']): Run => ({ name, content });

function sessionRuns(session: object): Run[] {
  const texts = documentRuns(session).flatMap(({ name, content }) =>
    content.flatMap((text) => spans(asciiJson(text)).map((span): NamedText => [name, span])),
  );
  return blockRuns('application/json', ids.sessionPart, [...texts, ['end', JSON_END]]);
}

/** Joins adjacent runs with the same name, so that a seal lists one piece for them. */
function joined(runs: readonly Run[]): Run[] {
  const out: { name: string; content: (string | Blob)[] }[] = [];
  for (const { name, content } of runs) {
    const last = out.at(-1);
    if (last?.name === name) last.content.push(...content);
    else out.push({ name, content: [...content] });
  }
  return out;
}

/**
 * Builds one sealed HTML file that works when opened from disk: the workbench, a session and the captures' bytes.
 * @param session the session document
 * @param captures bytes by capture_id
 */
export async function oneFilePage(
  session: object,
  captures: ReadonlyMap<string, Blob>,
  page: PageSource,
  options: WorkOptions & Signing = {},
): Promise<Blob> {
  const read = packing('the one-file workbench', [...captures.values()], options);
  const [before, after] = (await ownShell(page)) ?? (await hostedShell(page));
  const runs = [run('program', ...before, MARKER, '\n'), ...sessionRuns(session)];
  for (const [id, bytes] of captures) {
    const texts = (await pack(bytes, read)).map((text): NamedText => [`content.${id}`, text]);
    runs.push(...blockRuns('application/octet-stream', (part) => ids.capture(id, part), texts));
  }
  const seen = (): void => {
    throwIfAborted(options.signal, 'the one-file workbench');
  };
  const file = await sealed(joined(runs), [run('program', ...after)], IN_HTML, { hash: sha256Hex, sign: options.sign, seen });
  return new Blob([file], { type: 'text/html' });
}

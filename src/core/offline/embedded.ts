import { WorkbenchError } from '../../base/failure.ts';
import { ids, type PageSource } from './page-source.ts';
import { unpack } from './payload.ts';

/** What a shared one-file page contains in addition to the workbench. */
export interface Embedded {
  /** The session document, not yet validated. */
  readonly session: unknown;
  /** Returns the bytes of one of the session's captures; null if the page does not contain them. */
  capture(captureId: string): Promise<Blob | null>;
}

/** Reads what a shared page contains; null if the page is not a shared file. Rejects with `BROKEN_SHARE` if the session is not JSON. */
export async function readEmbedded(page: PageSource): Promise<Embedded | null> {
  const texts = await textsOf(page, ids.sessionPart);
  if (texts.length === 0) return null;
  let session: unknown;
  try {
    session = JSON.parse(texts.join(''));
  } catch (error) {
    throw new WorkbenchError(
      'BROKEN_SHARE',
      `expected the shared session as JSON, got ${error instanceof Error ? error.message : 'something else'}`,
    );
  }
  return {
    session,
    async capture(captureId) {
      const texts = await textsOf(page, (part) => ids.capture(captureId, part));
      return texts.length === 0 ? null : unpack(texts);
    },
  };
}

/** Returns the texts of the elements over which a block is split, in order. */
async function textsOf(page: PageSource, id: (part: number) => string): Promise<string[]> {
  const texts: string[] = [];
  for (let text = await page.textOf(id(0)); text !== null; text = await page.textOf(id(texts.length))) texts.push(text);
  return texts;
}

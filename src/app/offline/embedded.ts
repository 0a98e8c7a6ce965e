import { WorkbenchError } from '../../base/failure.ts';
import { pageRest } from '../clock.ts';
import { documentSource, ids, type PageSource } from './page-source.ts';
import { unpack } from './payload.ts';

/** What a shared one-file page carries besides the workbench. */
export interface Embedded {
  /** The session document as it was written; nobody has checked it yet. */
  readonly session: unknown;
  /** The bytes of a capture of the session; null when they did not travel along. */
  capture(captureId: string): Promise<Blob> | null;
}

/**
 * What the page carries, or null for a page that was not shared. Rejects with a `WorkbenchError` (`BROKEN_SHARE`)
 * when the block is there and is no JSON.
 */
export async function readEmbedded(page: PageSource = documentSource): Promise<Embedded | null> {
  const texts = [...textsOf(page, ids.sessionPart)];
  if (texts.length === 0) return null;
  let session: unknown;
  try {
    // Most pages carry nothing.
    session = await (await import('../../base/json-parse.ts')).parseInTurns(texts.join(''), pageRest);
  } catch (error) {
    throw new WorkbenchError(
      'BROKEN_SHARE',
      `expected the shared session as JSON, got ${error instanceof Error ? error.message : 'something else'}`,
    );
  }
  return {
    session,
    capture(captureId) {
      const id = (part: number): string => ids.capture(captureId, part);
      return page.textOf(id(0)) === null ? null : unpack(textsOf(page, id));
    },
  };
}

/** The texts of a block's elements in their order. */
function* textsOf(page: PageSource, id: (part: number) => string): Generator<string, void> {
  for (let part = 0, text = page.textOf(id(0)); text !== null; text = page.textOf(id(++part))) yield text;
}

import { WorkbenchError } from '../../base/failure.ts';
import { readKnownParts, type SessionDocument } from '../../session/document.ts';
import type { OpenedVerification, Verification } from '../../workbench/verification.ts';
import { ids } from '../offline/page-source.ts';
import { readEmbedded } from '../offline/embedded.ts';
import type { PageSource } from '../offline/page-source.ts';
import { unpack } from '../offline/payload.ts';
import { blockTexts } from './embedded-document.ts';
import { checkOwnPage } from './page-bytes.ts';
import { sessionVerification, verifiedFile } from './verified-file.ts';

/** A session that can be opened, together with the verification of its file. */
export interface OpenableSession {
  readonly document: SessionDocument;
  /** Returns the bytes of a capture; null if the file does not contain them. */
  readonly bytes: (capture_id: string) => Promise<Blob | null>;
  readonly verification: OpenedVerification;
}

/** Reads a saved session, or the session in a shared file. Rejects with `BAD_SESSION` for any other file, also for a replay bundle. */
export async function openableFile(file: Blob): Promise<OpenableSession> {
  const found = await verifiedFile(file).catch((error: unknown) => {
    throw error instanceof WorkbenchError ? new WorkbenchError('BAD_SESSION', error.message) : error;
  });
  if (found.kind === 'bundle')
    throw new WorkbenchError('BAD_SESSION', 'expected a session, got a replay bundle: run its calls again under Plan, "Replay a bundle"');
  const bytes = async (id: string): Promise<Blob | null> => {
    if (found.kind !== 'page') return null;
    const texts = await blockTexts(file, 'application/octet-stream', (part) => ids.capture(id, part));
    return texts.length === 0 ? null : unpack(texts);
  };
  return openable(found.document, bytes, found.verification, file instanceof File ? file.name : 'the session');
}

/** Reads the session embedded in the running page; null if there is none. */
export async function openablePage(page: PageSource): Promise<OpenableSession | null> {
  const embedded = await readEmbedded(page);
  if (embedded === null) return null;
  const verification = await sessionVerification(await checkOwnPage(page), embedded.session);
  return openable(embedded.session, (id) => embedded.capture(id), verification, nameOf(page.base));
}

/** Returns the file name at the end of a URL, undecoded if a percent sign in it does not begin an escape sequence. */
function nameOf(address: string): string {
  const name = address.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name) || 'this page';
  } catch {
    return name;
  }
}

function openable(value: unknown, bytes: OpenableSession['bytes'], verification: Verification, file_name: string): OpenableSession {
  const read = readKnownParts(value);
  if (!read.ok) throw new WorkbenchError('BAD_SESSION', read.error);
  const { document, left_out } = read.value;
  const unread = left_out.map((path) => ({
    path,
    expected: 'what this version can read',
    found: 'other content',
    message: `The part "${path}" cannot be read in full: it is not valid, or a newer version of the workbench wrote it.`,
  }));
  const changes = [...verification.changes, ...unread];
  return { document, bytes, verification: { ...verification, changes, file_name, linkability: document.masked?.linkability } };
}

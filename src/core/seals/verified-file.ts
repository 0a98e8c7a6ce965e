import { WorkbenchError } from '../../base/failure.ts';
import { checkFile, type Checked } from '../../session/seal/check.ts';
import { IN_HTML, IN_JSON } from '../../session/seal/seal.ts';
import { SESSION_FORMAT, SESSION_VERSION } from '../../session/document.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { REPLAY_FORMAT, REPLAY_VERSION } from '../../tools/contract/replay.ts';
import { readBundle } from '../../tools/replay/bundle.ts';
import type { FileChange, Verification } from '../../workbench/verification.ts';
import { sha256Hex } from '../calls/digest.ts';
import { verificationOf } from './changes.ts';
import { changedResults, documentChanges } from './document-checks.ts';
import { embeddedDocument } from './embedded-document.ts';

/** A session, shared file or replay bundle with its verification. */
export interface VerifiedFile {
  readonly kind: 'session' | 'bundle' | 'page';
  /** The document without its seal; not validated. Undefined if the text is not JSON. */
  readonly document: unknown;
  readonly verification: Verification;
}

/** Returns Web Crypto; undefined on pages over plain http, although the DOM types say that it always exists. */
export const webCrypto = (): SubtleCrypto | undefined => globalThis.crypto.subtle;

/** Maximum size in bytes of a JSON file, because it must fit into one string. */
const LARGEST = 512 * 1024 * 1024;

export const verificationOfFile = async (file: Blob): Promise<Verification> => (await verifiedFile(file)).verification;

/** Verifies a file. Rejects with `NOT_VERIFIABLE` unless it is a session, a shared file or a bundle. */
export async function verifiedFile(file: Blob): Promise<VerifiedFile> {
  const start = (await file.slice(0, 1024).text()).trimStart();
  if (start.startsWith('{')) return verifiedJson(file);
  if (start.startsWith('<')) return verifiedPage(file);
  throw notVerifiable(`something else, of ${String(file.size)} bytes`);
}

const notVerifiable = (found: string): WorkbenchError =>
  new WorkbenchError('NOT_VERIFIABLE', `expected a saved session, a shared file or a replay bundle, got ${found}`);

async function verifiedPage(file: Blob): Promise<VerifiedFile> {
  const checked = await checkFile(file, IN_HTML, sha256Hex);
  const document = await embeddedDocument(file);
  if (document === undefined && checked.seal === 'none') throw notVerifiable('a page without a session');
  return { kind: 'page', document, verification: await sessionVerification(checked, document) };
}

/** Combines the check of a file's bytes with checks of the session document that they contain. */
export async function sessionVerification(checked: Checked, document: unknown): Promise<Verification> {
  const found = await documentChanges(document, sha256Hex);
  return verificationOf(checked, { document, found, newer: isNewer(document, SESSION_VERSION) }, webCrypto());
}

async function verifiedJson(file: Blob): Promise<VerifiedFile> {
  if (file.size > LARGEST) throw notVerifiable(`a file of ${String(file.size)} bytes, more than 512 MiB`);
  const checked = await checkFile(file, IN_JSON, sha256Hex);
  const value = parsed(await file.text());
  const head = await file.slice(0, 1024).text();
  const isOurs = typeof checked.seal === 'object' || head.includes(SESSION_FORMAT) || head.includes(REPLAY_FORMAT);
  if (!isOurs) throw notVerifiable(value === undefined ? 'text that is no JSON' : 'another JSON document');
  const { seal: _, ...document } = isRecord(value) ? value : {};
  const isBundle = head.includes(REPLAY_FORMAT) || hasPiece(checked, 'content_sha256');
  if (!isBundle) return { kind: 'session', document: value && document, verification: await sessionVerification(checked, document) };
  const facts = {
    document,
    found: await bundleChanges(document),
    newer: isNewer(document, REPLAY_VERSION),
    // Bundles of version 1 have a digest over the whole document instead of a seal.
    selfSealed: document['version'] === 1,
  };
  const verification = await verificationOf(checked, facts, webCrypto());
  return { kind: 'bundle', document: value && document, verification };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const hasPiece = ({ seal }: Checked, name: string): boolean => typeof seal === 'object' && seal.before.some(([piece]) => piece === name);

const isNewer = (document: unknown, version: number): boolean =>
  isRecord(document) && typeof document['version'] === 'number' && document['version'] > version;

async function bundleChanges(document: Readonly<Record<string, unknown>>): Promise<FileChange[]> {
  if (isNewer(document, REPLAY_VERSION))
    return changedResults(Array.isArray(document['results']) ? document['results'] : [], 'results', sha256Hex);
  const { errors } = await readBundle(document, sha256Hex);
  return errors.map(({ field, expected, got, message }) => ({
    path: field ?? 'document',
    expected: expected ?? 'a replay bundle',
    found: got ?? 'another',
    message,
  }));
}

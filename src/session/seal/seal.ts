import { z } from 'zod';

/**
 * Format of the seal of a session, a shared file or a replay bundle. A seal contains the digest of every run of bytes before and after it,
 * one root over all digests, and a signature of the root if the sender signed. Every byte of a file belongs to one piece or to the seal,
 * and a seal has only one spelling, so every changed byte is detected.
 * A seal without a signature detects damage and careless edits, but anyone can seal a changed file again. A signature binds the root to a
 * key.
 */
export const SEAL_FORMAT = 'capture-workbench/seal/1';
/** Repeats the version in `SEAL_FORMAT`, so that one changed byte cannot make a seal of this version look like one of the next. */
export const SEAL_VERSION = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/);

const piece = z.tuple([
  z.string().max(200).describe('Name of the piece.'),
  z.number().int().nonnegative().describe('Length in bytes.'),
  digest.describe('SHA-256 of the bytes.'),
]);

const signature = z.strictObject({
  algorithm: z.literal('ECDSA P-256 SHA-256').describe('Signature algorithm (FIPS 186-5).'),
  name: z.string().min(1).max(100).describe('Name of the signer, as claimed.'),
  public_key: base64url.describe('Uncompressed point of the public key, base64url.'),
  value: base64url.describe('Signature of the root, the name and the public key, base64url.'),
});

const sealSchema = z.strictObject({
  format: z.literal(SEAL_FORMAT),
  version: z.literal(SEAL_VERSION),
  before: z.array(piece).max(1_000_000).describe('Pieces from the start of the file to the seal.'),
  after: z.array(piece).max(1000).describe('Pieces from the seal to the end of the file.'),
  root: digest.describe('SHA-256 of the canonical list of pieces.'),
  signature: signature.optional(),
});

/** A run of bytes that is sealed: its name, its length in bytes and its SHA-256. */
export type Piece = z.infer<typeof piece>;
export type Signature = z.infer<typeof signature>;
export type Seal = z.infer<typeof sealSchema>;

/** Computes SHA-256 as 64 lower-case hex digits. */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/** The texts before and after a seal in a file. Neither of them occurs inside a seal. */
export interface Setting {
  readonly open: string;
  readonly close: string;
}

/** A seal is the last member of a JSON document in which each member begins on a new line. */
export const IN_JSON: Setting = { open: ',\n"seal": ', close: '\n' };
export const SEAL_ELEMENT = 'seal';
/** A seal is an element of a one-file page. */
export const IN_HTML: Setting = { open: `<script type="application/json" id="${SEAL_ELEMENT}">`, close: '</script>' };

/** Writes a seal in its only spelling, which is ASCII without "<" and line breaks. */
export function sealText({ format, version, before, after, root, signature: signed }: Seal): string {
  const text = JSON.stringify({ format, version, before, after, root, ...(signed && { signature: inOrder(signed) }) });
  return text.replace(/[<\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const inOrder = ({ algorithm, name, public_key, value }: Signature): Signature => ({ algorithm, name, public_key, value });

/** The bytes over which the root of a seal is computed. */
export const rootBytes = (before: readonly Piece[], after: readonly Piece[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([SEAL_FORMAT, SEAL_VERSION, before, after]));

/** The bytes over which a signature is computed. */
export const signedBytes = (root: string, name: string, public_key: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([SEAL_FORMAT, root, name, public_key]));

/** Parses a seal in its only spelling; `newer` if it has a later format, null for anything else. */
export function readSeal(text: string): Seal | 'newer' | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = sealSchema.safeParse(value);
  if (parsed.success) return sealText(parsed.data) === text ? parsed.data : null;
  const { format, version } = (value ?? {}) as { readonly format?: unknown; readonly version?: unknown };
  const later = typeof version === 'number' && Number.isInteger(version) && version > SEAL_VERSION;
  return later && format === SEAL_FORMAT.replace(/\d+$/, String(version)) ? 'newer' : null;
}

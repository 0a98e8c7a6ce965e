import { WorkbenchError } from '../../base/failure.ts';
import { type Seal, type Signature, signedBytes } from './seal.ts';

/** ECDSA over P-256 with SHA-256 (FIPS 186-5), which every browser of the last ten years supports. */
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const ALGORITHM = 'ECDSA P-256 SHA-256';
export const LONGEST_SIGNER = 100;

/** Who signed. The name is only a claim; the fingerprint identifies the key. */
export interface Signer {
  readonly name: string;
  /** First 128 bits of the public key's SHA-256, as 8 groups of 4 hex digits. */
  readonly fingerprint: string;
  /** The public key as an uncompressed point, base64url. */
  readonly public_key: string;
}

/** A private key for signing files, with the name of the signer that its signatures contain. */
export interface SigningKey extends Signer {
  readonly private_key: CryptoKey;
}

export async function createSigningKey(name: string, subtle: SubtleCrypto): Promise<SigningKey> {
  const { privateKey, publicKey } = await subtle.generateKey(CURVE, true, ['sign', 'verify']);
  return {
    ...(await signerOf(readName(name), toBase64url(new Uint8Array(await subtle.exportKey('raw', publicKey))), subtle)),
    private_key: privateKey,
  };
}

/** Exports a key as JSON text that contains the secret. */
export const exportSigningKey = async ({ name, private_key }: SigningKey, subtle: SubtleCrypto): Promise<string> =>
  JSON.stringify({ name, jwk: await subtle.exportKey('jwk', private_key) });

/** Imports an exported key. Rejects with `INVALID_SIGNING_KEY` if the text is invalid. */
export async function importSigningKey(text: string, subtle: SubtleCrypto): Promise<SigningKey> {
  try {
    const { name, jwk } = JSON.parse(text) as { readonly name: string; readonly jwk: JsonWebKey };
    const private_key = await subtle.importKey('jwk', jwk, CURVE, true, ['sign']);
    const { d: _, key_ops: __, ...open } = jwk;
    const public_key = await subtle.importKey('jwk', open, CURVE, true, ['verify']);
    const key = {
      ...(await signerOf(readName(name), toBase64url(new Uint8Array(await subtle.exportKey('raw', public_key))), subtle)),
      private_key,
    };
    const sample = await sign(key, '0'.repeat(64), subtle);
    if ((await signerIn(sample, '0'.repeat(64), subtle)) === null)
      throw new TypeError('private and public key that do not belong together');
    return key;
  } catch (error) {
    throw new WorkbenchError(
      'INVALID_SIGNING_KEY',
      `expected a name and an ECDSA P-256 key as JWK, got ${error instanceof Error ? error.message : 'something else'}`,
    );
  }
}

export async function sign({ name, public_key, private_key }: SigningKey, root: string, subtle: SubtleCrypto): Promise<Signature> {
  const value = new Uint8Array(await subtle.sign(SIGNATURE, private_key, signedBytes(root, name, public_key)));
  return { algorithm: ALGORITHM, name, public_key, value: toBase64url(value) };
}

/** Returns who signed a seal; null if the signature does not match the root and the key. */
export const signerOfSeal = async ({ signature, root }: Seal, subtle: SubtleCrypto): Promise<Signer | null> =>
  signature === undefined ? null : signerIn(signature, root, subtle);

async function signerIn({ name, public_key, value }: Signature, root: string, subtle: SubtleCrypto): Promise<Signer | null> {
  const [point, bytes] = [fromBase64url(public_key), fromBase64url(value)];
  if (point === null || bytes === null) return null;
  try {
    const key = await subtle.importKey('raw', point, CURVE, false, ['verify']);
    const genuine = await subtle.verify(SIGNATURE, key, bytes, signedBytes(root, name, public_key));
    return genuine ? await signerOf(name, public_key, subtle) : null;
  } catch {
    // The key is invalid, because it is not a point of the curve.
    return null;
  }
}

async function signerOf(name: string, public_key: string, subtle: SubtleCrypto): Promise<Signer> {
  const digest = new Uint8Array(await subtle.digest('SHA-256', fromBase64url(public_key) ?? new Uint8Array()));
  const digits = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { name, fingerprint: (digits.match(/.{4}/g) ?? []).join(' '), public_key };
}

function readName(name: unknown): string {
  const text = typeof name === 'string' ? name.trim() : '';
  if (text !== '' && text.length <= LONGEST_SIGNER) return text;
  throw new WorkbenchError(
    'INVALID_SIGNING_KEY',
    `expected a name of 1 to ${String(LONGEST_SIGNER)} characters for the key, found ${String(text.length)}`,
  );
}

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Decodes base64url; null for a text in another than its shortest form, in which the unused bits of the last digit are zero. */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return toBase64url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

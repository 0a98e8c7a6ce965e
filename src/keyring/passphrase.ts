import { WorkbenchError } from '../base/failure.ts';

/**
 * Version of the format of encrypted texts: AES-256-GCM with a key from PBKDF2 with SHA-256 (NIST SP 800-132; iterations as OWASP
 * recommends since 2023). Each text has a new salt and nonce, and its parameters are authenticated with it.
 */
const VERSION = 1;
const ITERATIONS = 600_000;
const MIN_PASSPHRASE = 8;

/** What is needed of Web Crypto; passed as an argument because some pages lack it. */
export interface VaultCrypto {
  readonly subtle: SubtleCrypto;
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

/** Encrypts a text. Throws a `WorkbenchError`: `WEAK_PASSPHRASE`. */
export async function encryptText(format: string, plain: string, passphrase: string, crypto: VaultCrypto): Promise<string> {
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new WorkbenchError(
      'WEAK_PASSPHRASE',
      `expected a passphrase of at least ${String(MIN_PASSPHRASE)} characters, found ${String(passphrase.length)}`,
    );
  }
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const header = { format, version: VERSION, iterations: ITERATIONS, salt: toBase64(salt), nonce: toBase64(nonce) };
  const key = await derive(passphrase, salt, ITERATIONS, crypto);
  const sealed = await crypto.subtle.encrypt(parameters(nonce, header), key, new TextEncoder().encode(plain));
  return JSON.stringify({ ...header, sealed: toBase64(new Uint8Array(sealed)) });
}

/** Decrypts a text. Throws a `WorkbenchError`: `INVALID_VAULT` for text of another form, `WRONG_PASSPHRASE` if it cannot be decrypted. */
export async function decryptText(format: string, text: string, passphrase: string, crypto: VaultCrypto): Promise<string> {
  const { sealed, ...header } = read(format, text);
  const key = await derive(passphrase, fromBase64(header.salt), header.iterations, crypto);
  const plain = await crypto.subtle.decrypt(parameters(fromBase64(header.nonce), header), key, fromBase64(sealed)).catch(() => {
    throw new WorkbenchError('WRONG_PASSPHRASE', 'wrong passphrase, or the stored keys were changed');
  });
  return new TextDecoder().decode(plain);
}

interface Header {
  readonly format: string;
  readonly version: number;
  readonly iterations: number;
  readonly salt: string;
  readonly nonce: string;
}

function parameters(nonce: Uint8Array<ArrayBuffer>, header: Header): AesGcmParams {
  const { format, version, iterations, salt } = header;
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(JSON.stringify([format, version, iterations, salt])) };
}

async function derive(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number, { subtle }: VaultCrypto): Promise<CryptoKey> {
  const material = await subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, ['deriveKey']);
  return subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

function read(expected: string, text: string): Header & { readonly sealed: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidVault('expected JSON');
  }
  if (typeof value !== 'object' || value === null) throw invalidVault('expected a JSON object');
  const { format, version, iterations, salt, nonce, sealed } = value as Record<string, unknown>;
  if (format !== expected) throw invalidVault(`expected format "${expected}"`);
  if (version !== VERSION)
    throw invalidVault(`expected version ${String(VERSION)}, found ${JSON.stringify(version)?.slice(0, 20) ?? 'none'}`);
  // Fewer iterations would make the passphrase easy to guess; more would keep the thread busy for hours.
  if (typeof iterations !== 'number' || !Number.isInteger(iterations) || iterations < 100_000 || iterations > 10_000_000) {
    throw invalidVault('expected between 100 000 and 10 000 000 iterations');
  }
  const texts = { salt, nonce, sealed };
  for (const [name, part] of Object.entries(texts)) {
    if (typeof part !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(part)) throw invalidVault(`expected ${name} in base64`);
  }
  return { format: expected, version, iterations, ...(texts as { salt: string; nonce: string; sealed: string }) };
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
export const invalidVault = (message: string): WorkbenchError => new WorkbenchError('INVALID_VAULT', `${message} in the stored keys`);

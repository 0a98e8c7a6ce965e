import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sha256Hex } from '../../src/core/calls/digest.ts';
import { canonicalResult } from '../../src/tools/contract/result-hash.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import type { ReplayBundle } from '../../src/tools/contract/replay.ts';
import { defaultPolicy } from '../../src/tools/policy/default-policy.ts';
import { writeBundle } from '../../src/tools/replay/bundle.ts';
import { utf8 } from '../../src/base/utf8.ts';
import { readSession, type SessionDocument } from '../../src/session/document.ts';
import { createSigningKey, sign, type SigningKey } from '../../src/session/seal/signing.ts';
import type { Sign } from '../../src/session/seal/write.ts';
import { sealedJson } from '../../src/session/seal/json-file.ts';

/** A session of three results of a few kB, each with the hash that it has. */
export async function sampleSession(): Promise<SessionDocument> {
  const stored = readSession(JSON.parse(readFileSync('tests/fixtures/sessions/v2.json', 'utf8')));
  if (!stored.ok) throw new Error(stored.error);
  const runs = await Promise.all([1, 2, 3].map((at) => sampleRun(at)));
  return { ...stored.value, runs, journals: [] };
}

async function sampleRun(at: number): Promise<SessionDocument['runs'][number]> {
  const rows = Array.from({ length: 20 }, (_, row) => ({ address: `C0:00:00:00:0${String(at)}:${String(row + 10)}`, n: row * at }));
  const result = {
    tool_call_id: `call-${String(at)}`,
    status: 'ok',
    summary: `Rows of call ${String(at)}`,
    structured_output: { rows },
    confidence: 0.5,
    metadata: { toolName: 'capture_query', result_hash: '' },
  };
  const result_hash = await sha256Hex(utf8(canonicalResult(result as unknown as ToolResult)));
  return { invocation: { tool_name: 'capture_query' }, result: { ...result, metadata: { ...result.metadata, result_hash } } };
}

/** A replay bundle of the call in the stored session of version 3, with the bytes of a small capture. */
export async function sampleBundle(): Promise<ReplayBundle> {
  const stored = readSession(JSON.parse(readFileSync('tests/fixtures/sessions/v3.json', 'utf8')));
  if (!stored.ok) throw new Error(stored.error);
  const runs = stored.value.runs as readonly { readonly invocation: unknown; readonly result: ToolResult }[];
  const bytes = new TextEncoder().encode('n,rssi\n1,-40\n');
  const sha256 = await sha256Hex(bytes);
  const capture = { capture_id: 'room', file_name: 'room.csv', bytes: bytes.length, sha256, content: gzipSync(bytes).toString('base64') };
  const facts = { name: 'Chamber', created_at: '2026-11-24T12:00:00.000Z', app_version: '0.1.0', kernels_sha256: '', captures: [capture] };
  return writeBundle(facts, defaultPolicy([]), runs, sha256Hex);
}

export const sessionFile = (document: object, signWith?: Sign): Promise<Blob> => sealedJson(document, { hash: sha256Hex, sign: signWith });

export const signerOf =
  (key: SigningKey): Sign =>
  (root) =>
    sign(key, root, crypto.subtle);

export const newKey = (name: string): Promise<SigningKey> => createSigningKey(name, crypto.subtle);

/** The file with one byte replaced. */
export async function withByte(file: Blob, at: number, byte: number): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  bytes[at] = byte;
  return new Blob([bytes]);
}

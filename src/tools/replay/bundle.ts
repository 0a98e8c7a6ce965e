/** Writes and reads replay bundles. A bundle is untrusted until all of it has been checked. */
import { canonicalJson } from '../../base/canonical.ts';
import { utf8 } from '../../base/utf8.ts';
import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolPolicy, ToolResult } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { REPLAY_FORMAT, REPLAY_VERSION, type ReplayBundle } from '../contract/replay.ts';
import { canonicalResult } from '../contract/result-hash.ts';
import { contractChecker } from '../contract/schema.ts';
import { fault } from '../plan/read.ts';
import { withoutConnections } from '../policy/without-connections.ts';
import type { Hash } from '../runner/ports.ts';

export type Facts = Pick<ReplayBundle, 'name' | 'created_at' | 'app_version' | 'kernels_sha256' | 'captures' | 'merges'>;

export async function writeBundle(
  facts: Facts,
  policy: ToolPolicy,
  runs: readonly { readonly invocation: unknown; readonly result: ToolResult }[],
  hash: Hash,
): Promise<ReplayBundle> {
  const id = (at: number): string => `call-${String(at + 1)}`;
  const body = {
    format: REPLAY_FORMAT,
    version: REPLAY_VERSION,
    ...facts,
    policy: withoutConnections(policy),
    calls: runs.map(({ invocation }, at) => ({ id: id(at), invocation: isRecord(invocation) ? invocation : {} })),
    results: runs.map(({ result }, at) => ({ id: id(at), result_hash: result.metadata.result_hash ?? '', result: { ...result } })),
  } as const;
  return { ...body, content_sha256: await contentHash(body, hash) };
}

/** Computes the hash of a bundle without the bytes of its captures, which have their own digests. */
async function contentHash(bundle: Omit<ReplayBundle, 'content_sha256'>, hash: Hash): Promise<string> {
  const captures = bundle.captures.map(({ content: _, ...reference }) => reference);
  return hash(utf8(canonicalJson({ ...bundle, captures, content_sha256: undefined })));
}

export const hashOf = async (result: ToolResult, hash: Hash): Promise<string> => hash(utf8(canonicalResult(result)));

export interface ReadBundle {
  readonly bundle?: ReplayBundle;
  readonly errors: readonly ToolError[];
}

/** Returns the bundle, or all its errors; no part of an altered bundle is used. */
export async function readBundle(value: unknown, hash: Hash): Promise<ReadBundle> {
  const json = checkJson(value);
  if (json.errors.length > 0) return { errors: json.errors };
  const record = isRecord(json.value) ? json.value : {};
  if (record['format'] !== REPLAY_FORMAT) {
    return { errors: [fault(['format'], JSON.stringify(REPLAY_FORMAT), JSON.stringify(record['format']) ?? 'nothing')] };
  }
  const { version } = record;
  if (typeof version === 'number' && version > REPLAY_VERSION) {
    return { errors: [fault(['version'], `at most ${String(REPLAY_VERSION)}`, `${String(version)}: it was written by a newer workbench`)] };
  }
  const verdict = contractChecker('replay-bundle').check(json.value);
  if (verdict.count > 0) return { errors: verdict.errors };
  const bundle = verdict.value as ReplayBundle;
  const found = await contentHash(bundle, hash);
  if (found !== bundle.content_sha256) return { errors: [tampered(['content_sha256'], bundle.content_sha256, found)] };
  const errors = [...pairing(bundle), ...(await brokenResults(bundle, hash))];
  return errors.length > 0 ? { errors } : { bundle, errors };
}

const tampered = (path: readonly (string | number)[], expected: string, got: string): ToolError => ({
  ...fault(path, `content with the digest ${expected}`, `${got}: it was changed after it was written`),
  code: 'TAMPERED_BUNDLE',
});

/** Returns errors unless every call has exactly one result and every result belongs to a call (S2-C5). */
function pairing({ calls, results, captures }: ReplayBundle): ToolError[] {
  const asked = new Set(calls.map(({ id }) => id));
  const answered = new Set(results.map(({ id }) => id));
  const twice = (list: string, ids: readonly string[], key: string): ToolError[] =>
    ids.flatMap((id, at) => (ids.indexOf(id) === at ? [] : [fault([list, at, key], 'an id that is given once', JSON.stringify(id))]));
  return [
    ...twice(
      'calls',
      calls.map(({ id }) => id),
      'id',
    ),
    ...twice(
      'results',
      results.map(({ id }) => id),
      'id',
    ),
    ...twice(
      'captures',
      captures.map(({ capture_id }) => capture_id),
      'capture_id',
    ),
    ...results.flatMap(({ id }, at) =>
      asked.has(id)
        ? []
        : [{ ...fault(['results', at, 'id'], 'the id of a call of this bundle', JSON.stringify(id)), code: 'ORPHAN_RESULT' }],
    ),
    ...calls.flatMap(({ id }, at) =>
      answered.has(id) ? [] : [fault(['calls', at, 'id'], 'a call with a result', `${JSON.stringify(id)} without one`)],
    ),
  ];
}

async function brokenResults({ results }: ReplayBundle, hash: Hash): Promise<ToolError[]> {
  const errors: ToolError[] = [];
  for (const [at, { result, result_hash }] of results.entries()) {
    const path = ['results', at, 'result'];
    const verdict = contractChecker('tool-result').check(result, ['results', String(at), 'result']);
    if (verdict.count > 0) {
      errors.push(...verdict.errors.slice(0, 1));
      continue;
    }
    const found = await hashOf(result as unknown as ToolResult, hash);
    if (found !== result_hash) errors.push(tampered([...path, 'metadata', 'result_hash'], result_hash, found));
  }
  return errors;
}

/** Builds an error with a code that only replays use; `list` is that of files or of merged views. */
export const captureFault = (
  code: 'CAPTURE_MISSING' | 'CAPTURE_DIFFERS' | 'CAPTURE_UNREADABLE',
  at: number,
  message: string,
  list: 'captures' | 'merges' = 'captures',
): ToolError => toolError(code, message, [list, at]);

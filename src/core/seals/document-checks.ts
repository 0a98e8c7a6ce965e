import { canonicalResult } from '../../tools/contract/result-hash.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { verifyChain } from '../../tools/runner/journal.ts';
import { readSession, SESSION_FORMAT, SESSION_VERSION } from '../../session/document.ts';
import type { Hash } from '../../session/seal/seal.ts';
import { utf8 } from '../../base/utf8.ts';
import type { FileChange } from '../../workbench/verification.ts';

/** Checks a session document without its seal: each result against its own hash, and each journal against its hash chain. */
export async function documentChanges(document: unknown, hash: Hash): Promise<FileChange[]> {
  if (!isRecord(document)) return [fault('document', 'a session document (an object)', 'something else')];
  const { version } = document;
  if (document['format'] !== SESSION_FORMAT) return [fault('format', SESSION_FORMAT, String(document['format']).slice(0, 64))];
  if (typeof version === 'number' && version <= SESSION_VERSION) {
    const read = readSession(document);
    if (!read.ok) return [fault('document', 'a session document of its version', read.error)];
  }
  return [
    ...(await changedResults(listOf(document['runs']), 'runs', hash)),
    ...(await changedJournals(listOf(document['journals']), hash)),
  ];
}

/** A fault found in a document, in the form in which verifications list changes. */
export const fault = (path: string, expected: string, found: string): FileChange => ({
  path,
  expected,
  found,
  message: `The part "${path}": expected ${expected}, found ${found}.`,
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Finds the results whose content does not match their own `result_hash`. */
export async function changedResults(runs: readonly unknown[], list: string, hash: Hash): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [at, run] of runs.entries()) {
    const result = isRecord(run) ? run['result'] : undefined;
    if (!isRecord(result)) continue;
    const { expected, found } = await hashesOf(result, hash);
    if (expected === found) continue;
    const message = `${resultWords(result)} does not match its own result_hash.`;
    changes.push({ path: `${list}[${String(at)}]`, expected, found, message, ...callOf(result) });
  }
  return changes;
}

async function hashesOf(
  result: Readonly<Record<string, unknown>>,
  hash: Hash,
): Promise<{ readonly expected: string; readonly found: string }> {
  const { metadata } = result;
  const expected = isRecord(metadata) ? String(metadata['result_hash']).slice(0, 64) : 'nothing';
  try {
    return { expected, found: await hash(utf8(canonicalResult(result as unknown as ToolResult))) };
  } catch {
    return { expected, found: 'a result that is nested too deeply for a digest' };
  }
}

async function changedJournals(journals: readonly unknown[], hash: Hash): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [at, journal] of journals.entries()) {
    if (!isRecord(journal) || !Array.isArray(journal['entries'])) continue;
    const entries = journal['entries'].map((entry: unknown) => (isRecord(entry) ? entry : {}));
    const verdict = await verifyChain(entries, hash, typeof journal['head'] === 'string' ? journal['head'] : undefined);
    if (verdict.ok) continue;
    const message = `Journal ${String(at + 1)} does not verify: ${verdict.message}.`;
    changes.push({ path: `journals[${String(at)}]`, expected: 'an unbroken chain of lines', found: verdict.message, message });
  }
  return changes;
}

/** Names a result in words, such as "The result of call abc (summary_stats_tool)". */
export function resultWords(result: unknown): string {
  const { tool_call_id } = callOf(result);
  const metadata = isRecord(result) ? result['metadata'] : undefined;
  const name = isRecord(metadata) && typeof metadata['toolName'] === 'string' ? ` (${metadata['toolName'].slice(0, 64)})` : '';
  return tool_call_id === undefined ? 'A result' : `The result of call ${tool_call_id}${name}`;
}

export function callOf(result: unknown): { readonly tool_call_id?: string } {
  const id = isRecord(result) ? result['tool_call_id'] : undefined;
  return typeof id === 'string' ? { tool_call_id: id.slice(0, 128) } : {};
}

import { canonicalJson } from '../../base/canonical.ts';
import type { AuditEntry, ToolResult } from '../contract/index.ts';
import type { Admission } from './admit.ts';
import type { Execution } from './execute.ts';

/**
 * Last stage: one line per attempt, never changed, each carrying the hash of the one before (S3-3.39). Appending
 * is serialised, so that lines stand in the order in which calls ended.
 */
export type Line = Omit<AuditEntry, 'seq' | 'prev_hash' | 'hash'>;

export interface Journal {
  append(line: Line): Promise<AuditEntry>;
  entries(): readonly AuditEntry[];
  verify(): Promise<{ readonly ok: boolean; readonly first_bad?: number }>;
}

const ZEROS = '0'.repeat(64);

export function createJournal(hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>): Journal {
  const lines: AuditEntry[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const add = async (line: Line): Promise<AuditEntry> => {
    const body = { ...line, seq: lines.length, prev_hash: lines.at(-1)?.hash ?? ZEROS };
    const entry = Object.freeze({ ...body, hash: await digest(body, hash) });
    lines.push(entry);
    return entry;
  };

  return {
    append(line) {
      const appended = last.then(() => add(line));
      last = appended.catch(() => undefined);
      return appended;
    },
    entries: () => [...lines],
    verify: () => verifyChain(lines, hash),
  };
}

/** Whether no line was changed, dropped or moved; also for exported journals. */
export async function verifyChain(
  lines: readonly AuditEntry[],
  hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
): Promise<{ readonly ok: boolean; readonly first_bad?: number }> {
  let previous = ZEROS;
  for (const [index, entry] of lines.entries()) {
    const { hash: claimed, ...body } = entry;
    if (entry.seq !== index || entry.prev_hash !== previous || (await digest(body, hash)) !== claimed)
      return { ok: false, first_bad: index };
    previous = claimed;
  }
  return { ok: true };
}

const encoder = new TextEncoder();

const digest = (body: object, hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>): Promise<string> =>
  hash(encoder.encode(canonicalJson(body)));

/** What the journal keeps of an attempt: no raw text, and arguments only when they passed validation (R42). */
export function lineOf(admission: Admission, execution: Execution | undefined, result: ToolResult, at: number): Line {
  const { attempt, authorised, ready } = admission;
  const { context, tool } = attempt;
  const decision = authorised === undefined ? 'unknown' : authorised.decision.kind === 'deny' ? 'deny' : 'allow';
  return {
    timestamp: new Date(at).toISOString(),
    entry: context.entry,
    actor: context.actor,
    tenant: context.tenant,
    agentId: context.agentId,
    agentVersion: context.agentVersion,
    traceId: context.traceId,
    correlationId: context.correlationId,
    tool_call_id: context.tool_call_id,
    request_id: context.request_id,
    tool_name: tool?.manifest.name ?? attempt.calledAs,
    called_as: attempt.calledAs,
    tool_version: tool?.manifest.version ?? attempt.requestedVersion,
    schema_hash: tool?.manifest.schemaHash ?? '',
    effect: tool?.manifest.effect ?? '',
    risk: authorised?.risk ?? 0,
    decision,
    approval: admission.approval,
    approver: admission.approver,
    ...(ready && { arguments: ready.call.invocation.arguments }),
    captures: (ready?.call.rows.captures ?? []).map((capture) => capture.sha256),
    status: result.status,
    error_codes: [...new Set(result.errors.map((error) => error.code))],
    attempts: execution?.attempts ?? 0,
    cached: execution?.cached ?? false,
    duration_ms: result.metadata.executionTime,
    ...(result.metadata.result_hash !== undefined && { result_hash: result.metadata.result_hash }),
  };
}

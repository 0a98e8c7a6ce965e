import { canonicalJson } from '../../base/canonical.ts';
import type { AuditEntry, AuditVerdict, ToolResult } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { Admission } from './admit.ts';
import type { Execution } from './execute.ts';
import { coerceArguments } from './coerce.ts';
import { deepFreeze } from './freeze.ts';
import type { Hash } from './ports.ts';

/**
 * Last stage: appends one immutable line per attempt, each with the hash of the previous one (S3-3.39). Appending is serialised, so lines
 * are in the order in which calls ended.
 */
export type Line = Omit<AuditEntry, 'seq' | 'prev_hash' | 'hash'>;

export interface Journal {
  append(line: Line): Promise<AuditEntry>;
  entries(): readonly AuditEntry[];
  /** Hash of the last line; zeros if there is none. Comparing with a head noted earlier reveals removed lines. */
  head(): string;
  verify(expected_head?: string): Promise<AuditVerdict>;
}

const ZEROS = '0'.repeat(64);

/** Creates the journal. @param earlier existing lines, whose chain is continued */
export function createJournal(hash: Hash, earlier: readonly AuditEntry[] = []): Journal {
  const lines: AuditEntry[] = earlier.map((line) => deepFreeze(structuredClone(line)));
  let last: Promise<unknown> = Promise.resolve();

  const head = (): string => lines.at(-1)?.hash ?? ZEROS;
  const add = async (line: Line): Promise<AuditEntry> => {
    const body = { ...line, seq: lines.length, prev_hash: head() };
    const entry = deepFreeze({ ...body, hash: await digest(body, hash) });
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
    head,
    verify: (expected_head) => verifyChain([...lines], hash, expected_head),
  };
}

/**
 * Checks that no line was changed, removed, moved or inserted. Also accepts journals from files, whose lines may be any value. A chain that
 * was cut at its end, or rewritten from some line on, is valid by itself; only an earlier head reveals that. Lines after that head are
 * counted and not reported as errors, because a journal grows.
 */
export async function verifyChain(
  lines: readonly Readonly<Record<string, unknown>>[],
  hash: Hash,
  expected_head?: string,
): Promise<AuditVerdict> {
  const heads = [ZEROS];
  for (const [index, entry] of lines.entries()) {
    const previous = heads.at(-1) ?? ZEROS;
    const { hash: claimed, ...body } = entry;
    if (
      entry['seq'] !== index ||
      entry['prev_hash'] !== previous ||
      typeof claimed !== 'string' ||
      (await digest(body, hash).catch(() => undefined)) !== claimed
    )
      return { ok: false, entries: lines.length, head: headOf(lines), first_bad: index, message: brokenLine(entry, index, previous) };
    heads.push(claimed);
  }
  const verdict = { entries: lines.length, head: heads.at(-1) ?? ZEROS };
  if (expected_head === undefined) return { ok: true, ...verdict, message: `${said(lines.length)}: every line holds` };
  const at = heads.lastIndexOf(expected_head.trim().toLowerCase());
  if (at > 0 || (at === 0 && lines.length === 0)) {
    const after_head = lines.length - at;
    const more =
      after_head === 0 ? 'and the last one has the expected head' : `${said(after_head)} of them written after the expected head`;
    return { ok: true, ...verdict, after_head, message: `${said(lines.length)}: every line holds, ${more}` };
  }
  const message = `${said(lines.length)} that hold by themselves, but none has the expected head: lines were removed from the end or written anew`;
  return { ok: false, ...verdict, first_bad: lines.length, message };
}

const said = (lines: number): string => (lines === 1 ? '1 line' : `${String(lines)} lines`);

function headOf(lines: readonly Readonly<Record<string, unknown>>[]): string {
  const head = lines.at(-1)?.['hash'];
  return typeof head === 'string' ? head : ZEROS;
}

/** Returns the first error of a line. */
function brokenLine(entry: Readonly<Record<string, unknown>>, index: number, previous: string): string {
  const place = `line ${String(index)}`;
  const { seq } = entry;
  if (seq !== index)
    return `${place}: expected seq ${String(index)}, got ${typeof seq === 'number' ? String(seq) : 'none'}: a line is missing, moved or put in`;
  if (entry['prev_hash'] !== previous) return `${place}: its prev_hash is not the hash of the line before`;
  return `${place}: its hash is not that of what it says: it was changed`;
}

const encoder = new TextEncoder();

const digest = async (body: object, hash: Hash): Promise<string> => hash(encoder.encode(canonicalJson(body)));

/** The journal line of an attempt. Contains no raw text, and arguments only if they fit the tool's schema (R42). */
export function lineOf(admission: Admission, execution: Execution | undefined, result: ToolResult, at: number): Line {
  const { attempt, authorised } = admission;
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
    ...argumentsOf(admission),
    captures: (result.metadata.captures ?? []).map(({ sha256 }) => sha256),
    status: result.status,
    error_codes: [...new Set(result.errors.map((error) => error.code))],
    attempts: execution?.attempts ?? 0,
    cached: execution?.cached ?? false,
    duration_ms: result.metadata.executionTime,
    ...(result.metadata.result_hash !== undefined && { result_hash: result.metadata.result_hash }),
  };
}

/**
 * The arguments to record, with defaults filled in, even for denied or rejected calls. Arguments that do not fit the schema may contain
 * anything, and oversized ones would fill the journal, so both are omitted.
 */
function argumentsOf({ attempt, approval, checked, ready }: Admission): Pick<Line, 'arguments'> {
  const known = ready?.call ?? checked?.call;
  if (known !== undefined) return { arguments: known.invocation.arguments };
  const { tool, invocation, faults, bytes } = attempt;
  // Omit invalid arguments that a person entered: they are not those of the attempt.
  if (tool === undefined || approval === 'modified' || faults.length > 0 || bytes > tool.manifest.execution_constraints.max_payload_bytes)
    return {};
  const args = isRecord(invocation) ? coerceArguments(invocation['arguments'], tool.input.schema).value : undefined;
  const verdict = isRecord(args) ? tool.input.check(args) : undefined;
  return verdict?.count === 0 ? { arguments: deepFreeze(verdict.value as Readonly<Record<string, unknown>>) } : {};
}

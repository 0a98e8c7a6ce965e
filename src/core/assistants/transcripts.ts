import { WorkbenchError } from '../../base/failure.ts';
import type { AuditEntry, ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { TranscriptCall, TranscriptReading } from '../../workbench/assistants.ts';
import type { CatalogPort } from '../../workbench/tools.ts';
import { decode, dialectOf } from '../../wire/decode.ts';
import { detectDialect } from '../../wire/detect.ts';
import type { Dialect, ToolInvocationRecord } from '../../wire/record.ts';

/** Maximum length of a transcript that the page's own thread can read without a noticeable pause. */
export const MOST_CHARACTERS = 1024 * 1024;
/** Maximum number of calls of a transcript that are validated and listed. */
const MOST_LISTED = 200;

export interface TranscriptParts {
  readonly tools: () => readonly ToolManifest[];
  readonly runner: Pick<Runner, 'validate'>;
  readonly repair: CatalogPort['repair'];
}

/** Reads the calls of a transcript, each with its problems, without running them. Throws if the text is not a transcript. */
export async function readCalls(text: string, named: string | null, parts: TranscriptParts): Promise<TranscriptReading> {
  if (text.length > MOST_CHARACTERS) {
    const message = `expected a transcript of at most ${String(MOST_CHARACTERS)} characters here, found ${String(text.length)}; workbench.decode reads longer ones`;
    throw new WorkbenchError('PAYLOAD_TOO_LARGE', message);
  }
  const dialect = named === null ? detected(text) : dialectOf(named);
  const { calls, finish, problems } = decode(dialect, text, parts.tools());
  const judged: TranscriptCall[] = [];
  for (const call of calls.slice(0, MOST_LISTED)) judged.push(await judge(call, parts));
  return { dialect, finish, calls: judged, call_count: calls.length, problems };
}

function detected(text: string): Dialect {
  const dialect = detectDialect(text);
  if (dialect !== null) return dialect;
  throw new WorkbenchError('UNKNOWN_DIALECT', 'expected a transcript of a known dialect, found none of its members; choose the dialect');
}

async function judge(call: ToolInvocationRecord, parts: TranscriptParts): Promise<TranscriptCall> {
  const { toolCallId: id, name, invocation, error, result, caller } = call;
  const answered = error?.errorCode === 'execution' ? 'failed' : result === null ? null : 'ok';
  const base = { id, name, answered, invocation, repaired: null, ...(caller && { caller }) } as const;
  if (invocation === null) {
    return { ...base, verdict: 'rejected', errors: [{ code: error?.errorCode ?? 'invalid_json', message: error?.safeMessage ?? '' }] };
  }
  const { errors } = await parts.runner.validate(invocation, { interactive: true });
  if (errors.length === 0) return { ...base, verdict: 'ready', errors };
  const repaired = parts.repair(invocation, { status: 'error', errors }) ?? null;
  // Repairs that involve a choice or discard something need a person's decision: the call stays rejected and lists them as proposals.
  const mends = repaired?.determinable === true && (await parts.runner.validate(repaired.invocation, { interactive: true })).valid;
  const proposals = repaired?.proposals ?? [];
  return {
    ...base,
    errors,
    ...(mends ? { verdict: 'repair', repaired } : { verdict: 'rejected', ...(proposals.length > 0 && { proposals }) }),
  };
}

/** Makes the request id of a transcript's call unique: keeps it unless the journal already contains it. */
export function withOwnIds(invocation: unknown, journal: readonly AuditEntry[]): unknown {
  if (!isRecord(invocation)) return invocation;
  const { request_id } = invocation;
  if (!journal.some((line) => line.request_id === request_id)) return invocation;
  const id = `req-${crypto.randomUUID()}`;
  return { ...invocation, request_id: id, tool_call_id: id };
}

/** The result of a call, addressed to the id that the call had in the transcript. */
export const answerTo = ({ id, result }: { readonly id: string; readonly result: ToolResult }): ToolResult => ({
  ...result,
  tool_call_id: id,
});

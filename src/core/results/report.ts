import type { Finding, ReportCapture, Secrets } from '../../answers/report/finding.ts';
import { reportPieces } from '../../answers/report/report.ts';
import { formatUtcSpan } from '../../base/format.ts';
import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { ReportRequest } from '../../workbench/results.ts';
import { gatherSecrets, type SecretsDependencies } from './secrets.ts';

export interface ReportDependencies extends SecretsDependencies {
  readonly callOf: (tool_call_id: string) => unknown;
  readonly captures: () => readonly CaptureInfo[];
  readonly auditHead: () => string;
  readonly workbench: { readonly version: string; readonly commit: string };
}

/** Writes the report of a result as an HTML file. */
export async function writeReport(
  result: ToolResult,
  request: ReportRequest,
  dependencies: ReportDependencies,
  options: WorkOptions,
): Promise<Blob> {
  const secrets = await secretsOf(request, dependencies, options);
  return new Blob([...reportPieces(findingOf(result, request, dependencies), secrets)], { type: 'text/html' });
}

/** Returns the names and addresses that a masked report must not contain; null if the report is not to be masked. */
export async function secretsOf(
  { unmasked }: Pick<ReportRequest, 'unmasked'>,
  dependencies: ReportDependencies,
  { signal }: WorkOptions,
): Promise<Secrets | null> {
  const secrets = unmasked ? null : await gatherSecrets(dependencies, dependencies.captures(), signal);
  throwIfAborted(signal, 'writing the report');
  return secrets;
}

export function findingOf(result: ToolResult, request: Omit<ReportRequest, 'unmasked'>, dependencies: ReportDependencies): Finding {
  const { title, note, made_ms } = request;
  const { callOf, captures, tools, auditHead, workbench } = dependencies;
  const { toolName } = result.metadata;
  return {
    title,
    note,
    made_ms,
    tool_title: tools().find(({ name }) => name === toolName)?.title ?? toolName,
    result,
    invocation: callOf(result.tool_call_id),
    captures: (result.metadata.captures ?? []).map((each) => reportCapture(each, captures())),
    verdicts: judgedIn(result, request.verdicts),
    notes: notesOn(result, request.notes, captures()),
    names: request.names.filter(addressOf(result)),
    audit_head: auditHead(),
    workbench,
  };
}

/** Returns a function that says whether the answer contains the address of an item, such as a note or a name. */
function addressOf({ structured_output }: ToolResult): (item: { readonly address: string }) => boolean {
  const words = JSON.stringify(structured_output ?? {});
  return ({ address }) => words.includes(JSON.stringify(address));
}

/** The notes for a report: those on packets and times of the captures that the call read, and those on devices in its answer. */
function notesOn(result: ToolResult, notes: ReportRequest['notes'], open: readonly CaptureInfo[]): Finding['notes'] {
  const read = result.metadata.captures ?? [];
  const named = addressOf(result);
  return notes.flatMap((note): Finding['notes'] => {
    if (note.on === 'result') return [];
    if (note.on === 'device') return named(note) ? [{ capture_id: '', about: note.address, text: note.text }] : [];
    const capture_id = read.find(({ sha256 }) => sha256 === note.sha256)?.capture_id;
    if (capture_id === undefined) return [];
    const epoch = open.find(({ sha256 }) => sha256 === note.sha256)?.time_base === 'epoch';
    return [{ capture_id, about: note.on === 'packet' ? `packet ${String(note.packet_no)}` : spanWords(note, epoch), text: note.text }];
  });
}

const spanWords = ({ start_ms, end_ms }: { readonly start_ms: number; readonly end_ms: number }, epoch: boolean): string =>
  epoch ? formatUtcSpan(start_ms, end_ms) : `${(start_ms / 1000).toFixed(3)} to ${(end_ms / 1000).toFixed(3)} s`;

/** The verdicts on pairs of addresses that the answer contains; none for tools other than the address analyzer, which alone lists pairs. */
function judgedIn({ metadata, structured_output }: ToolResult, verdicts: ReportRequest['verdicts']): ReportRequest['verdicts'] {
  if (metadata.toolName !== 'bluetooth_address_analyzer' || verdicts.length === 0) return [];
  const words = JSON.stringify(structured_output ?? {});
  return verdicts.filter(({ from_address, to_address }) => words.includes(from_address) && words.includes(to_address));
}

function reportCapture(
  { capture_id, sha256 }: { readonly capture_id: string; readonly sha256: string },
  open: readonly CaptureInfo[],
): ReportCapture {
  const found = open.find((each) => each.sha256 === sha256);
  return {
    capture_id,
    sha256,
    file_name: found?.file_name ?? null,
    format: found?.format ?? null,
    bytes: found?.bytes ?? null,
    row_count: found?.row_count ?? null,
    problem_count: found?.problem_count ?? null,
    time_base: found?.time_base ?? null,
    time_range: found?.time_range ?? null,
    clock: found?.clock,
  };
}

import type { ReportCapture } from '../../answers/report/finding.ts';
import { reportPieces } from '../../answers/report/report.ts';
import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import type { ReportRequest } from '../../workbench/results.ts';
import { gatherSecrets, type SecretsDependencies } from './secrets.ts';

export interface ReportDependencies extends SecretsDependencies {
  readonly result: ToolResult;
  readonly callOf: (tool_call_id: string) => unknown;
  readonly captures: () => readonly CaptureInfo[];
  readonly tools: () => readonly ToolManifest[];
  readonly auditHead: () => string;
  readonly workbench: { readonly version: string; readonly commit: string };
}

/** The report of a result as an HTML file. */
export async function writeReport(request: ReportRequest, dependencies: ReportDependencies, options: WorkOptions): Promise<Blob> {
  const { title, note, made_ms, unmasked } = request;
  const { result, callOf, captures, tools, auditHead, workbench } = dependencies;
  const { toolName } = result.metadata;
  const read = result.metadata.captures ?? [];
  const secrets = unmasked ? null : await gatherSecrets(dependencies, captures(), options.signal);
  throwIfAborted(options.signal, 'writing the report');
  const finding = {
    title,
    note,
    made_ms,
    tool_title: tools().find(({ name }) => name === toolName)?.title ?? toolName,
    result,
    invocation: callOf(result.tool_call_id),
    captures: read.map((each) => reportCapture(each, captures())),
    verdicts: judgedIn(result, request.verdicts),
    packet_notes: read.flatMap(({ capture_id, sha256 }) =>
      request.packet_notes.filter((each) => each.sha256 === sha256).map(({ packet_no, text }) => ({ capture_id, packet_no, text })),
    ),
    audit_head: auditHead(),
    workbench,
  };
  return new Blob([...reportPieces(finding, secrets)], { type: 'text/html' });
}

/** Verdicts on pairs whose addresses the answer names. Only the analyzer lists such pairs. */
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

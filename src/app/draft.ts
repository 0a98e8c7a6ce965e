import type { CaptureInfo } from '../tables/captures.ts';
import { addressColumns } from '../tables/column-roles.ts';
import type { ToolInvocation, ToolManifest } from '../tools/contract/index.ts';

/** Smaller times in a window count from the start of the capture unless `time_base` says otherwise. */
const LEAST_EPOCH_MS = 1e11;

/**
 * A ready invocation of a tool over captures: the arguments of the manifest's first example, the whole
 * time span of the captures, a fresh request id. What the editor starts from; a person changes it from there.
 */
export function draftInvocation(manifest: ToolManifest, captures: readonly CaptureInfo[], requestId: string): ToolInvocation {
  const spans = captures.flatMap((capture) => (capture.time_range ? [capture.time_range] : []));
  const start_ms = Math.min(...spans.map((span) => span.start_ms));
  const end_ms = Math.max(...spans.map((span) => span.end_ms));
  // Epoch times this small would be read as offsets from the capture's start (R5).
  const early = start_ms < LEAST_EPOCH_MS && captures.every((capture) => capture.time_base === 'epoch');
  const window = spans.length === 0 ? {} : { time_window: { start_ms, end_ms }, ...(early && { time_base: 'epoch' }) };
  return {
    tool_name: manifest.name,
    tool_version: manifest.version,
    capture_selection: manifest.scope === 'none' ? {} : { capture_ids: captures.map((capture) => capture.capture_id), ...window },
    arguments: { ...structuredClone(manifest.examples[0]?.params ?? {}), ...ownAddressColumns(manifest, captures) },
    request_id: requestId,
    timeout_ms: Math.min(120_000, manifest.execution_constraints.max_timeout_ms),
  };
}

/** Tables name their address columns themselves; one column may stand for several. */
function ownAddressColumns(manifest: ToolManifest, captures: readonly CaptureInfo[]): Record<string, unknown> {
  const [first, second = first] = captures.flatMap((capture) => (capture.kind === 'table' ? addressColumns(capture.columns) : []));
  const takesColumns = Object.hasOwn(manifest.examples[0]?.params ?? {}, 'address_columns');
  if (!takesColumns || first === undefined || captures.some((capture) => capture.kind === 'ble')) return {};
  return { address_columns: { advertiser_addr: first, initiator_addr: second } };
}

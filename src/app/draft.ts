import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolInvocation, ToolManifest } from '../tools/contract/index.ts';

/**
 * A ready invocation of a tool over captures: the arguments of the manifest's first example, the whole
 * time span of the captures, a fresh request id. What the editor starts from; a person changes it from there.
 */
export function draftInvocation(manifest: ToolManifest, captures: readonly CaptureInfo[], requestId: string): ToolInvocation {
  const spans = captures.flatMap((capture) => (capture.time_range ? [capture.time_range] : []));
  const window =
    spans.length === 0
      ? {}
      : {
          time_window: {
            start_ms: Math.min(...spans.map((span) => span.start_ms)),
            end_ms: Math.max(...spans.map((span) => span.end_ms)),
          },
        };
  return {
    tool_name: manifest.name,
    tool_version: manifest.version,
    capture_selection: { capture_ids: captures.map((capture) => capture.capture_id), ...window },
    arguments: structuredClone(manifest.examples[0]?.params ?? {}),
    request_id: requestId,
    timeout_ms: Math.min(120_000, manifest.execution_constraints.max_timeout_ms),
  };
}

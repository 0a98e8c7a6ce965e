import { canonicalJson } from '../../base/canonical.ts';
import { isRecord } from './json-schema.ts';
import type { ToolResult } from './result.ts';

/**
 * What of a result counts when two runs are compared (R38): everything that follows from the question and the
 * bytes of the captures. Paths as data: `[]` stands for every item. A path drops what is below it.
 */
export const EXCLUDED_PATHS: readonly string[] = [
  // said twice
  'data',
  // ids and clocks
  'tool_call_id',
  'agentHints.metadata',
  'metadata.timestamp',
  'metadata.executionTime',
  'metadata.toolTime',
  'metadata.startedAt',
  'metadata.endedAt',
  'metadata.startedAtMs',
  'metadata.endedAtMs',
  'metadata.traceId',
  'metadata.correlationId',
  'metadata.requestId',
  'metadata.entry',
  'metadata.timeout_ms',
  // the same question in another spelling
  'metadata.calledAs',
  'metadata.requestedVersion',
  // whether, where and by which build it was computed
  'metadata.cached',
  'metadata.serviceVersion',
  'metadata.kernels_sha256',
  'metadata.result_hash',
  'artifacts[].uri',
  // names of captures on this page; their digests count instead
  'metadata.captures[].capture_id',
  'metadata.selection.capture_ids',
  'agentHints.relatedResources',
  'agentHints.suggestedNextActions[].data',
];

const excluded = new Set(EXCLUDED_PATHS);

/** The canonical result as text; its SHA-256 is `metadata.result_hash`. */
export function canonicalResult(result: ToolResult): string {
  return canonicalJson(prune(result, ''));
}

function prune(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => prune(item, `${path}[]`));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (!excluded.has(at)) kept[key] = prune(member, at);
  }
  return kept;
}

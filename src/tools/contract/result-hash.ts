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
  // where an export went, and the line of the journal before it, which stands in files that have room for it
  'structured_output.place',
  'structured_output.journal_head',
  'structured_output.files[].sha256',
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
/** Members of the answer of which not everything counts. */
const partly = new Set(EXCLUDED_PATHS.map((path) => /^structured_output\.(\w+)/.exec(path)?.[1]));

/**
 * The canonical result as text; its SHA-256 is `metadata.result_hash`.
 * @param output `canonicalJson(result.structured_output)`, where somebody wrote it already
 */
export function canonicalResult(result: ToolResult, output?: string): string {
  const { structured_output: answer, ...rest } = result;
  // The text at hand holds all of the answer; it serves where none of it is left out.
  const whole = answer !== undefined && !Object.keys(answer).some((key) => partly.has(key));
  if (output === undefined || !whole) return canonicalJson(prune(result, ''));
  const members = Object.entries(prune(rest, '') as object).map(([key, member]) => [key, canonicalJson(member)]);
  members.push(['structured_output', output]);
  return `{${members
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map(([key = '', member = '']) => `${JSON.stringify(key)}:${member}`)
    .join(',')}}`;
}

function prune(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => prune(item, `${path}[]`));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (member !== undefined && !excluded.has(at)) kept[key] = prune(member, at);
  }
  return kept;
}

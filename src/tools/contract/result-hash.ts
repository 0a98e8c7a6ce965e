import { canonicalJson } from '../../base/canonical.ts';
import { isRecord } from './json-schema.ts';
import type { ToolResult } from './result.ts';

/**
 * What of a result counts when two runs are compared (R38): everything that follows from the question and the
 * bytes of the captures. Paths as data: `[]` means every item. A path drops what is below it.
 */
export const EXCLUDED_PATHS: readonly string[] = [
  // said twice
  'data',
  // advice, which follows from the result, the open tools and the preferences of the caller
  'agentHints',
  // ids and clocks
  'tool_call_id',
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
  'metadata.repairs',
  // where an export went, and the journal line before it, which files hold if their format allows
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
];

/** The rules that make the advice of a result, as `agentHints.metadata.generatedBy`. */
export const HINT_RULES = 'capture-workbench/hints@2';

/** Results of these rules counted their advice; what was kept of them is still held against their own hash. */
const COUNTED_RULES = 'capture-workbench/hints@1';
const COUNTED_PATHS = [
  ...EXCLUDED_PATHS.filter((path) => path !== 'agentHints'),
  'agentHints.metadata',
  'agentHints.relatedResources',
  'agentHints.suggestedNextActions[].data',
];

/** Below a place, by key (`[]` for every item): `null` where nothing counts. Places that are not named count whole. */
type Places = ReadonlyMap<string, Places | null>;

const PLACES = placesOf(EXCLUDED_PATHS);
const COUNTED = placesOf(COUNTED_PATHS);
const partly = PLACES.get('structured_output');

/**
 * The canonical result as text; its SHA-256 is `metadata.result_hash`.
 *
 * @param output `canonicalJson(result.structured_output)`, where it is known already
 */
export function canonicalResult(result: ToolResult, output?: string): string {
  return canonicalBy(countsAdvice(result) ? COUNTED : PLACES, result, output);
}

/** What of a result can be compared with that of another release: `canonicalResult` without any advice. */
export const comparableResult = (result: ToolResult): string => canonicalBy(PLACES, result);

/** Results of any shape are read: a kept one may have been changed. */
function countsAdvice({ agentHints }: ToolResult): boolean {
  const rules: unknown = (agentHints as Partial<ToolResult['agentHints']> | undefined)?.metadata?.generatedBy;
  return rules === COUNTED_RULES;
}

function canonicalBy(places: Places, result: ToolResult, output?: string): string {
  const { structured_output: answer } = result;
  // The known text holds all of the answer, so it serves where nothing of the answer is excluded.
  const whole = answer !== undefined && !Object.keys(answer).some((key) => partly?.has(key));
  const members: string[] = [];
  for (const key of Object.keys(result).sort()) {
    const [member, below] = [(result as unknown as Readonly<Record<string, unknown>>)[key], places.get(key)];
    if (member === undefined || below === null) continue;
    const known = key === 'structured_output' && whole ? output : undefined;
    members.push(`${JSON.stringify(key)}:${known ?? write(member, below)}`);
  }
  return `{${members.join(',')}}`;
}

function write(value: unknown, places: Places | undefined): string {
  if (places === undefined) return canonicalJson(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, places.get('[]') ?? undefined)).join(',')}]`;
  return isRecord(value) ? writeRecord(value, places) : canonicalJson(value);
}

function writeRecord(record: object, places: Places): string {
  const members: string[] = [];
  for (const key of Object.keys(record).sort()) {
    const [member, below] = [(record as Readonly<Record<string, unknown>>)[key], places.get(key)];
    if (member !== undefined && below !== null) members.push(`${JSON.stringify(key)}:${write(member, below)}`);
  }
  return `{${members.join(',')}}`;
}

function placesOf(paths: readonly string[]): Places {
  const root = new Map<string, Places | null>();
  for (const path of paths) {
    const steps = path.replaceAll('[]', '.[]').split('.');
    const last = steps.pop() ?? '';
    let at = root;
    for (const step of steps) {
      const next = (at.get(step) ?? new Map()) as typeof root;
      at.set(step, next);
      at = next;
    }
    at.set(last, null);
  }
  return root;
}

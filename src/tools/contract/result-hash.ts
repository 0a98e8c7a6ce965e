import { canonicalJson } from '../../base/canonical.ts';
import { isRecord } from './json-schema.ts';
import type { ToolResult } from './result.ts';

/**
 * The parts of a result that are ignored when two runs are compared (R38). The rest follows from the question and the captures' bytes.
 * Paths: `[]` means every item; a path excludes everything below it.
 */
export const EXCLUDED_PATHS: readonly string[] = [
  // This part repeats other parts of the result.
  'data',
  // These parts are advice, which depends on the result, the open tools and the preferences of the caller.
  'agentHints',
  // These parts are ids and times, which differ between runs.
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
  // These parts show how the caller spelled the question.
  'metadata.calledAs',
  'metadata.requestedVersion',
  'metadata.repairs',
  // These parts tell where an export was written, and the journal line before it, which files contain if their format allows.
  'structured_output.place',
  'structured_output.journal_head',
  'structured_output.files[].sha256',
  // These parts tell whether, where and by which build the result was computed.
  'metadata.cached',
  'metadata.serviceVersion',
  'metadata.kernels_sha256',
  'metadata.result_hash',
  'artifacts[].uri',
  // These parts are names of captures on this page; the digests of the captures count instead.
  'metadata.captures[].capture_id',
  'metadata.selection.capture_ids',
];

/** Version of the rules that generate a result's advice, as in `agentHints.metadata.generatedBy`. */
export const HINT_RULES = 'capture-workbench/hints@2';

/** Results with advice by these rules include the advice in their hash; stored results are still checked by their own hash. */
const COUNTED_RULES = 'capture-workbench/hints@1';
const COUNTED_PATHS = [
  ...EXCLUDED_PATHS.filter((path) => path !== 'agentHints'),
  'agentHints.metadata',
  'agentHints.relatedResources',
  'agentHints.suggestedNextActions[].data',
];

/** The excluded parts as a tree, by key (`[]` for every item): `null` excludes everything below. What is not listed counts completely. */
type Places = ReadonlyMap<string, Places | null>;

const PLACES = placesOf(EXCLUDED_PATHS);
const COUNTED = placesOf(COUNTED_PATHS);
const partly = PLACES.get('structured_output');

/**
 * The canonical text of a result; its SHA-256 is `metadata.result_hash`.
 *
 * @param output `canonicalJson(result.structured_output)`, if already known
 */
export function canonicalResult(result: ToolResult, output?: string): string {
  return canonicalBy(countsAdvice(result) ? COUNTED : PLACES, result, output);
}

/** The text to compare with the result of another release: `canonicalResult` without any advice. */
export const comparableResult = (result: ToolResult): string => canonicalBy(PLACES, result);

/** Whether the hash of a result includes its advice. Accepts results of any shape, because a stored one may have been altered. */
function countsAdvice({ agentHints }: ToolResult): boolean {
  const rules: unknown = (agentHints as Partial<ToolResult['agentHints']> | undefined)?.metadata?.generatedBy;
  return rules === COUNTED_RULES;
}

function canonicalBy(places: Places, result: ToolResult, output?: string): string {
  const { structured_output: answer } = result;
  // The known text contains the whole answer, so use it only if no part of the answer is excluded.
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

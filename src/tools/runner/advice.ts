import { shorten } from '../contract/errors.ts';
import type { NextCall, SuggestedAction, ToolError, ToolManifest, ToolWarning } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { CaptureLookup } from '../definition.ts';
import type { ToolRegistry } from '../registry.ts';
import type { Correction } from './ports.ts';
import { rowsNamed } from './rows-named.ts';

/**
 * Suggests follow-up calls to a result. A tool supplies the tool name, the arguments and the expected benefit; this code completes them to
 * invocations. Every suggested call passes the checks of an incoming call from the same caller.
 */
export interface Advisor {
  readonly registry: ToolRegistry;
  /** The captures that the caller may see. */
  readonly captures: CaptureLookup;
  /** Returns the errors that a draft would cause if it were sent. */
  readonly faults: (draft: unknown) => readonly ToolError[];
  /** Returns the corrections that the repair rules propose for the failed call with these errors. */
  readonly corrected: (errors: readonly ToolError[]) => Correction | undefined;
  /** Selection of the answered call, in the spelling that the caller used. */
  readonly selection: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** Maximum time in ms that the policy allows for a call. */
  readonly mostTime_ms: number;
  /** Reports a draft that does not pass the checks, which is a bug in the tool that suggested it. */
  readonly unusable: (draft: unknown, errors: readonly ToolError[]) => void;
  readonly preferences: readonly string[];
}

/** A complete call, with its expected benefit and effort. */
export interface Advised {
  readonly action: SuggestedAction;
  readonly benefit: NextCall['benefit'];
  /** Effort of the call, 0…1, derived from its expected run time. */
  readonly effort: number;
}

/** A suggested call before its checks. `likelihood` is the probability, 0…1, that it answers what it is suggested for. */
export interface Draft extends NextCall {
  readonly likelihood: number;
  /** The complete invocation, if the suggested call is a corrected one. */
  readonly invocation?: unknown;
}

const USUAL_TIME_MS = 120_000;
/** Maximum number of suggested calls; users would not read more. */
const MOST_CALLS = 6;
/** Errors caused by the environment of the call, not by the call. */
const OF_THE_PLACE: ReadonlySet<string> = new Set([
  'POLICY_DENIED',
  'PERMISSION_DENIED',
  'MISSING_CONNECTION',
  'CONNECTION_DENIED',
  'CAPABILITY_UNAVAILABLE',
  'DEPTH_LIMIT',
  'PAYLOAD_TOO_LARGE',
]);

/** Returns those drafts that the caller could send, at most one per tool, in their order. */
export function adviseCalls(drafts: readonly Draft[], advisor: Advisor): Advised[] {
  const calls: Advised[] = [];
  for (const draft of drafts) {
    if (calls.length === MOST_CALLS) break;
    const call = adviseCall(draft, calls.length, advisor);
    if (call !== undefined && !calls.some(({ action }) => action.action === call.action.action)) calls.push(call);
  }
  return calls;
}

function adviseCall(draft: Draft, position: number, advisor: Advisor): Advised | undefined {
  const manifest = advisor.registry.get(draft.tool)?.manifest;
  if (manifest === undefined) return undefined;
  const data = invocationOf(draft, manifest, nextRequestId(advisor.requestId, position), advisor);
  const errors = advisor.faults(data);
  if (errors.length > 0) {
    if (!errors.some(({ code }) => OF_THE_PLACE.has(code))) advisor.unusable(data, errors);
    return undefined;
  }
  const time_ms = predictedTime(manifest, rowsNamed(data['capture_selection'], advisor.captures));
  const share = round4(Math.min(1, Math.max(0, draft.benefit.share)));
  const action: SuggestedAction = {
    action: manifest.kebab_name,
    priority: share >= 0.5 ? 'high' : share >= 0.1 ? 'medium' : 'low',
    data,
    description: shorten(draft.why, 500),
    estimatedTime: time_ms,
    estimatedCost: manifest.cost_hint.estimated_cost,
    category: draft.category ?? 'exploration',
    expectedOutcome: shorten(draft.expectedOutcome, 500),
    reversible: manifest.reversible,
    confidence: round4(draft.likelihood),
  };
  return { action, benefit: { measure: draft.benefit.measure, share }, effort: effortOf(time_ms) };
}

function invocationOf(draft: Draft, manifest: ToolManifest, request_id: string, advisor: Advisor): Record<string, unknown> {
  if (isRecord(draft.invocation)) return { ...draft.invocation, request_id };
  const { max_timeout_ms } = manifest.execution_constraints;
  return {
    tool_name: manifest.name,
    tool_version: manifest.version,
    capture_selection: manifest.scope === 'none' ? {} : (draft.selection ?? advisor.selection),
    arguments: draft.arguments,
    request_id,
    timeout_ms: Math.min(USUAL_TIME_MS, max_timeout_ms, advisor.mostTime_ms),
  };
}

const LONGEST_ID = 120;

/**
 * Request id of a follow-up call: `req-1.next-1`, then `req-1.next-1-1`. The id contains the positions of all previous steps, so no two
 * calls of a tree of suggestions share one.
 */
export function nextRequestId(requestId: string, position: number): string {
  const step = String(position + 1);
  const base = requestId === '' ? 'call' : requestId;
  const id = base.includes('.next-') ? `${base}-${step}` : `${base}.next-${step}`;
  if (id.length <= LONGEST_ID) return id;
  // If the id is too long, replace the steps so far with their checksum.
  return `next-${checksum(id)}.next-${step}`;
}

function checksum(text: string): string {
  let [high, low] = [0x811c9dc5, 0x1000193];
  for (const letter of text) {
    high = Math.imul(high ^ letter.charCodeAt(0), 0x1000193) >>> 0;
    low = Math.imul(low ^ high, 0x85ebca6b) >>> 0;
  }
  return `${high.toString(16)}${low.toString(16)}`;
}

/** Milliseconds per call and per row, by the response time class in a manifest. */
const TIMES = { fast: [5, 0], medium: [40, 0.001], slow: [100, 0.01] } as const;

export function predictedTime({ responseTime }: Pick<ToolManifest, 'responseTime'>, rows: number): number {
  const [start, perRow] = TIMES[responseTime];
  return Math.round(start + rows * perRow);
}

/** Converts a run time to effort: 0 for no time, 0.5 for five seconds, approaching 1 beyond. */
const effortOf = (time_ms: number): number => round4(time_ms / (time_ms + 5000));

const LIMITS = ['selectors', 'time_window', 'filter_expression', 'time_base'];

/** Returns a selection of the same captures without any limit on rows; undefined if the given one has none. */
export function wholeCaptures(selection: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  if (!LIMITS.some((key) => selection[key] !== undefined)) return undefined;
  return Object.fromEntries(Object.entries(selection).filter(([key]) => !LIMITS.includes(key)));
}

/** If a filtered question matched no rows, suggests the same question over the whole captures. */
export function widened(
  warnings: readonly ToolWarning[],
  tool: string,
  args: Readonly<Record<string, unknown>>,
  advisor: Advisor,
): Draft[] {
  const selection = wholeCaptures(advisor.selection);
  if (selection === undefined || !warnings.some(({ code }) => code === 'EMPTY_SELECTION')) return [];
  return [
    {
      tool,
      arguments: args,
      selection,
      why: 'No row is selected. Ask the same of the whole captures.',
      expectedOutcome: 'The same answer over every row of these captures.',
      benefit: { measure: 'rows_selected', share: 1 },
      category: 'correction',
      likelihood: 1,
    },
  ];
}

export const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;

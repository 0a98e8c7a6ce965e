import type { CaptureInfo } from '../../tables/captures.ts';
import { errorRow, shorten } from '../contract/errors.ts';
import type { AgentHints, HintParts, RiskFactor, SuggestedAction, ToolError, ToolResult, ToolWarning } from '../contract/index.ts';
import type { SelectedRows } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';

/**
 * The advice that comes with every result, computed from rules (S4 §2, R13): the tool says what it knows, the
 * rest follows from the captures, the warnings and the errors. One builder for every tool.
 */
export const RULES = 'capture-workbench/hints@1';

export interface HintFacts {
  readonly tool: InstalledTool | undefined;
  readonly status: ToolResult['status'];
  readonly parts: HintParts | undefined;
  readonly rows: SelectedRows;
  readonly warnings: readonly ToolWarning[];
  readonly errors: readonly ToolError[];
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Kebab name of the tool's fallback, where it is installed. */
  readonly fallback: string | undefined;
  readonly now: string;
}

export function completeHints(facts: HintFacts): AgentHints {
  const { parts, rows, tool } = facts;
  const sourceQuality = parts?.sourceQuality ?? qualityOf(rows.captures, tool?.definition.scope === 'none');
  const riskFactors = parts?.riskFactors ?? [];
  const suggestedNextActions = [...(parts?.suggestedNextActions ?? []), ...corrections(facts)].slice(0, 16);
  const basis = { source: sourceQuality, status: facts.status, worst_risk: worst(riskFactors), suggestions: suggestedNextActions.length };
  const impact = impactOf(facts, suggestedNextActions);
  return {
    suggestedNextActions,
    relatedResources: [...(parts?.relatedResources ?? []), ...rows.captures.map(resourceOf)].slice(0, 64),
    confidence: hintConfidence(basis),
    confidence_basis: { method: HINT_CONFIDENCE, inputs: basis },
    sourceQuality,
    validityPeriod: validityOf(tool, rows.captures),
    contextNeeded: [...(parts?.contextNeeded ?? []), ...contextFor(facts.errors)].slice(0, 16),
    assumptions: [...(parts?.assumptions ?? []), ...assumed(facts)].slice(0, 64),
    riskFactors,
    dependencies: parts?.dependencies ?? [],
    estimatedImpact: impact,
    preferenceAlignment: [],
    reasoning: parts?.reasoning ?? reasonOf(facts, sourceQuality),
    warnings: facts.warnings.slice(0, 128).map(warningOf),
    ...alternativesOf(facts, basis),
    ...(parts?.constraints && { constraints: parts.constraints }),
    metadata: { generatedAt: facts.now, generatedBy: RULES },
  };
}

/** What is wrong with the order that a tool puts its actions in: it names others, or it goes in a ring (S4-R.12). */
export function brokenOrder({ suggestedNextActions = [], dependencies = [] }: HintParts): string | undefined {
  const known = new Set(suggestedNextActions.map(({ action }) => action));
  const stranger = dependencies.flatMap(({ action, dependsOn }) => [action, ...dependsOn]).find((action) => !known.has(action));
  if (stranger !== undefined) return `dependencies name ${stranger}, which is not among the suggested actions`;
  let left = dependencies;
  // Whatever waits for nothing that is left may go; when nobody may, the rest is a ring.
  for (;;) {
    const waits = new Set(left.map(({ action }) => action));
    const next = left.filter(({ dependsOn }) => dependsOn.some((action) => waits.has(action)));
    if (next.length === left.length) return left.length === 0 ? undefined : `dependencies of ${left[0]?.action ?? ''} go in a ring`;
    left = next;
  }
}

export const HINT_CONFIDENCE = 'hints/quality_status_risk@1';
const QUALITY = { high: 1, medium: 0.8, low: 0.5, unknown: 0.6 } as const;
const STATUS = { ok: 1, partial: 0.8, error: 0.7 } as const;

type HintBasis = Parameters<typeof hintConfidence>[0];

/** Recomputable by everybody: quality of the data × how the call ended × what may mislead (R13). */
export function hintConfidence(inputs: {
  readonly source: string;
  readonly status: string;
  readonly worst_risk: number;
  readonly suggestions: number;
}): number {
  const quality = QUALITY[inputs.source as keyof typeof QUALITY];
  const status = STATUS[inputs.status as keyof typeof STATUS];
  const known = inputs.status === 'error' && inputs.suggestions === 0 ? 0.5 : 1;
  return round4(quality * status * known * (1 - inputs.worst_risk / 2));
}

const worst = (risks: readonly RiskFactor[]): number => Math.max(0, ...risks.map((risk) => risk.probability * risk.impact));
const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;

/** From what could not be read: hardly anything, some, a lot (S4-R.7). */
function qualityOf(captures: readonly CaptureInfo[], readsNothing: boolean): AgentHints['sourceQuality'] {
  if (captures.length === 0) return readsNothing ? 'high' : 'unknown';
  const rows = captures.reduce((sum, capture) => sum + capture.row_count, 0);
  const problems = captures.reduce((sum, capture) => sum + capture.problem_count, 0);
  if (rows === 0) return 'low';
  const share = problems / (rows + problems);
  if (share > 0.05) return 'low';
  return share > 0.001 || captures.some((capture) => capture.time_base !== 'epoch') ? 'medium' : 'high';
}

/** A file does not change; a live scan does, and so does the clock. */
function validityOf(tool: InstalledTool | undefined, captures: readonly CaptureInfo[]): AgentHints['validityPeriod'] {
  if (captures.some((capture) => capture.format === 'live')) return 'short';
  return tool?.manifest.deterministic === false ? 'immediate' : 'indefinite';
}

const resourceOf = (capture: CaptureInfo): AgentHints['relatedResources'][number] => ({
  type: 'capture',
  id: shorten(capture.capture_id, 128),
  label: shorten(capture.file_name || capture.capture_id, 300),
  relevance: 1,
});

/** What mends each class of failure; `repair` does it for whoever prefers that. */
function corrections(facts: HintFacts): SuggestedAction[] {
  if (facts.status === 'ok') return [];
  const codes = new Set(facts.errors.map((error) => error.code));
  const actions: SuggestedAction[] = [];
  const add = (action: string, priority: SuggestedAction['priority'], description: string): void => {
    actions.push({ action, priority, description, category: 'correction', reversible: true });
  };
  if (codes.has('INSUFFICIENT_DATA')) {
    add('ui-broaden-selection', 'high', 'Select more rows: a longer time range, more channels, fewer filters, more captures.');
    add('ui-change-method', 'medium', 'Choose a method or a threshold that works with fewer rows.');
    add(
      facts.fallback ?? 'ui-open-capture',
      'medium',
      facts.fallback ? 'Use the tool that answers with less.' : 'Open a capture with more rows.',
    );
  } else if ([...codes].some((code) => errorRow(code)?.s4_class === 'validation')) {
    add('ui-edit-invocation', 'high', 'Mend the places that the errors name and send the call again under a new request_id.');
  }
  if (codes.has('TIMEOUT')) add('ui-narrow-selection', 'high', 'Select fewer rows or allow more time.');
  if (codes.has('POLICY_DENIED') || codes.has('PERMISSION_DENIED')) add('ui-edit-policy', 'high', 'A person can allow this in the policy.');
  if ([...codes].some((code) => errorRow(code)?.retryable === true)) add('ui-run-again', 'medium', 'The same call may succeed later.');
  return actions;
}

/** What the tool names itself; without a full result, its fallback too (S4-R.17). */
function alternativesOf({ parts, fallback, status, tool }: HintFacts, basis: HintBasis): Pick<AgentHints, 'alternatives'> {
  const own = parts?.alternatives ?? [];
  const other = fallback === undefined || status === 'ok' ? [] : [fallbackInstead(fallback, tool, basis)];
  const alternatives = [...own, ...other].slice(0, 8);
  return alternatives.length > 0 ? { alternatives } : {};
}

const fallbackInstead = (fallback: string, tool: InstalledTool | undefined, basis: HintBasis) => ({
  approach: `Call ${fallback} over the same selection.`,
  confidence: hintConfidence({ ...basis, status: 'partial' }),
  reasoning: `${tool?.manifest.name ?? 'The tool'} names it as the tool that answers with less.`,
});

function contextFor(errors: readonly ToolError[]): string[] {
  const codes = new Set(errors.map((error) => error.code));
  const needed: string[] = [];
  if (codes.has('INVALID_CAPTURE_SELECTION')) needed.push('which captures, channels and columns are open');
  if (codes.has('UNSUPPORTED_TIME_RANGE')) needed.push('the time range that the captures cover');
  if (codes.has('INSUFFICIENT_DATA')) needed.push('more rows in the selection');
  return needed;
}

function assumed({ defaults, rows }: HintFacts): string[] {
  const filled = Object.entries(defaults).map(([key, value]) => shorten(`${key} = ${JSON.stringify(value)} (default)`, 500));
  const base = rows.captures.some((capture) => capture.time_base === 'relative')
    ? ['times count from the first packet, because a capture has no wall clock']
    : [];
  return [...filled, ...base];
}

/** Benefit and effort in 0…1; roi = benefit / max(effort, 0.01) (R49). */
function impactOf({ parts, status }: HintFacts, actions: readonly SuggestedAction[]): AgentHints['estimatedImpact'] {
  const guess =
    status === 'error'
      ? { benefit: actions.length > 0 ? 0.8 : 0.2, effort: 0.2 }
      : { benefit: actions.length > 0 ? 0.5 : 0.1, effort: 0.1 };
  const { benefit, effort, affectedMetrics } = { affectedMetrics: undefined, ...guess, ...parts?.impact };
  return { benefit, effort, roi: round4(benefit / Math.max(effort, 0.01)), ...(affectedMetrics && { affectedMetrics }) };
}

function reasonOf({ status, errors, warnings, tool }: HintFacts, quality: string): string {
  const name = tool?.manifest.title ?? 'The call';
  if (status === 'error') return `${name} gave no result: ${[...new Set(errors.map((error) => error.code))].join(', ')}.`;
  const count = warnings.length === 1 ? '1 warning' : `${String(warnings.length)} warnings`;
  return `${name} ended as ${status} with ${count}; the quality of its source is ${quality}.`;
}

function warningOf({ code, message }: ToolWarning): NonNullable<AgentHints['warnings']>[number] {
  const type = code.startsWith('DEPRECATED')
    ? 'deprecation'
    : code.startsWith('TIMEOUT') || code.includes('TRUNCATED')
      ? 'performance'
      : 'validation';
  return { type, severity: type === 'validation' ? 'medium' : 'low', message: shorten(message, 1000) };
}

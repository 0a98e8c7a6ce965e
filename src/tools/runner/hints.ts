import type { CaptureInfo } from '../../tables/captures.ts';
import { errorRow, shorten } from '../contract/errors.ts';
import type { AgentHints, HintParts, RiskFactor, SuggestedAction, ToolError, ToolResult, ToolWarning } from '../contract/index.ts';
import { HINT_RULES } from '../contract/result-hash.ts';
import type { SelectedRows } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';
import { adviseCalls, round4, widened, type Advised, type Advisor, type Draft } from './advice.ts';
import { correctedCalls, noCorrection, pageActions } from './corrections.ts';
import { align } from './preferences.ts';

/**
 * Builds the advice in every result by rules (S4 §2, R13): from what the tool reports, the captures, the warnings and the errors. All tools
 * share this builder.
 */
export interface HintFacts {
  readonly tool: InstalledTool | undefined;
  readonly status: ToolResult['status'];
  /** Confidence of the result; 0 if there is none. */
  readonly confidence: number;
  readonly parts: HintParts | undefined;
  readonly rows: SelectedRows;
  readonly warnings: readonly ToolWarning[];
  readonly errors: readonly ToolError[];
  readonly calledAs: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Name, in kebab case, of the tool's fallback, if that is installed. */
  readonly fallback: string | undefined;
  readonly advisor: Advisor;
  readonly now: string;
}

export function completeHints(facts: HintFacts): AgentHints {
  const { parts, rows, tool } = facts;
  const sourceQuality = parts?.sourceQuality ?? qualityOf(rows.captures, tool?.definition.scope === 'none');
  const riskFactors = parts?.riskFactors ?? [];
  const { calls, alignment } = align(callsOf(facts, sourceQuality), facts.advisor.preferences, facts.advisor.registry);
  const suggestedNextActions = [...calls.map(({ action }) => action), ...actionsOfPeople(facts, calls)].slice(0, 16);
  const basis = {
    status: facts.status,
    result: facts.confidence,
    mended: facts.status === 'error' ? (calls[0]?.action.confidence ?? 0.2) : 1,
    source: sourceQuality,
    worst_risk: worst(riskFactors),
  };
  return {
    suggestedNextActions,
    relatedResources: [...(parts?.relatedResources ?? []), ...rows.captures.map(resourceOf)].slice(0, 64),
    confidence: hintConfidence(basis),
    confidence_basis: { method: HINT_CONFIDENCE, inputs: basis },
    sourceQuality,
    validityPeriod: validityOf(facts),
    contextNeeded: [...(parts?.contextNeeded ?? []), ...contextFor(facts.errors)].slice(0, 16),
    assumptions: [...(parts?.assumptions ?? []), ...assumed(facts)].slice(0, 64),
    riskFactors,
    dependencies: [...(parts?.dependencies ?? []), ...onTheSameAnswer(facts, calls)].slice(0, 16),
    estimatedImpact: impactOf(calls[0]),
    preferenceAlignment: [...alignment],
    reasoning: shorten([parts?.reasoning ?? reasonOf(facts, sourceQuality), ...withoutCall(facts, calls)].join(' '), 1000),
    warnings: facts.warnings.slice(0, 128).map(warningOf),
    ...alternativesOf(facts, sourceQuality),
    ...(parts?.constraints && { constraints: parts.constraints }),
    metadata: { generatedAt: facts.now, generatedBy: HINT_RULES },
  };
}

/** Lists the suggested calls; corrections of this call come first. */
function callsOf(facts: HintFacts, quality: AgentHints['sourceQuality']): Advised[] {
  const { parts, tool, advisor, status } = facts;
  const own = (parts?.next ?? []).map((call): Draft => ({ ...call, likelihood: QUALITY[quality] }));
  if (status === 'error') return adviseCalls(correctedCalls(facts, own, advisor), advisor);
  const successor = tool?.manifest.deprecated?.replacement;
  const again = tool === undefined ? [] : widened(facts.warnings, tool.manifest.name, facts.arguments, advisor);
  return adviseCalls([...again, ...own, ...(own.length > 0 || again.length > 0 ? [] : succeeding(facts, successor))], advisor);
}

/** Suggests the same question for the tool that replaces a deprecated one. */
function succeeding({ tool, arguments: args }: HintFacts, successor: string | undefined): Draft[] {
  if (tool === undefined || successor === undefined || successor === tool.manifest.name) return [];
  return [
    {
      tool: successor,
      arguments: args,
      why: `Ask ${successor}, which replaces this tool.`,
      expectedOutcome: 'The same answer from a tool that stays.',
      benefit: { measure: 'question_answered', share: 1 },
      likelihood: 0.5,
    },
  ];
}

/** Lists actions for the user on the page, except a fallback that a suggested call already uses. */
function actionsOfPeople({ parts, status, errors, fallback }: HintFacts, calls: readonly Advised[]): SuggestedAction[] {
  const named = new Set(calls.map(({ action }) => action.action));
  const own = (parts?.suggestedNextActions ?? []).map(({ data: _, ...action }) => action);
  return [...own, ...(status === 'ok' ? [] : pageActions(errors, fallback))].filter(({ action }) => !named.has(action));
}

/** Explains why no call is suggested, if none is. */
function withoutCall({ parts, status, errors, tool }: HintFacts, calls: readonly Advised[]): string[] {
  if (calls.length > 0) return [];
  const reason =
    status === 'error' ? noCorrection(errors) : (parts?.noNext ?? `${tool?.manifest.title ?? 'The call'} leads to no other call`);
  return [`No call is suggested: ${reason}.`];
}

/** Makes other suggested calls depend on one that repeats the tool, because they start from its answer, which would change. */
function onTheSameAnswer({ tool, status }: HintFacts, calls: readonly Advised[]): AgentHints['dependencies'][number][] {
  const own = tool?.manifest.kebab_name;
  const first = calls.find(({ action }) => action.action === own)?.action;
  if (own === undefined || first === undefined || status === 'error') return [];
  return calls
    .filter(({ action }) => action.action !== own)
    .map(({ action }) => ({
      action: action.action,
      dependsOn: [own],
      type: 'recommended' as const,
      reason: shorten(`It starts from this answer, which may change: ${first.expectedOutcome ?? ''}`, 500),
    }));
}

/** Returns the fault in the order of a tool's suggested actions: an unknown dependency or a cycle (S4-R.12). */
export function brokenOrder({ suggestedNextActions = [], dependencies = [] }: HintParts): string | undefined {
  const known = new Set(suggestedNextActions.map(({ action }) => action));
  const stranger = dependencies.flatMap(({ action, dependsOn }) => [action, ...dependsOn]).find((action) => !known.has(action));
  if (stranger !== undefined) return `dependencies name ${stranger}, which is not among the suggested actions`;
  let left = dependencies;
  // Remove actions that do not depend on the remaining ones; if none can be removed, the rest contains a cycle.
  for (;;) {
    const waits = new Set(left.map(({ action }) => action));
    const next = left.filter(({ dependsOn }) => dependsOn.some((action) => waits.has(action)));
    if (next.length === left.length) return left.length === 0 ? undefined : `dependencies of ${left[0]?.action ?? ''} go in a ring`;
    left = next;
  }
}

export const HINT_CONFIDENCE = 'hints/result_source_risk@2';
const QUALITY = { high: 1, medium: 0.8, low: 0.5, unknown: 0.6 } as const;

/**
 * Trust in the advice (R13). Advice depends on the result that it follows, so its confidence is that of the result × the quality of the
 * source × (1 − worst risk / 2), and never more than that of the result. Where there is no result, whose own confidence is then 0, it is
 * the likelihood that the first suggested call answers the question; 0.2 where no call is suggested. Recomputable from `confidence_basis`.
 */
export function hintConfidence({ status, result, mended, source, worst_risk }: AgentHints['confidence_basis']['inputs']): number {
  if (status === 'error') return round4(Number(mended));
  return round4(Number(result) * QUALITY[source as keyof typeof QUALITY] * (1 - Number(worst_risk) / 2));
}

const worst = (risks: readonly RiskFactor[]): number => Math.max(0, ...risks.map((risk) => risk.probability * risk.impact));

/** Quality of the source by the share of records that could not be read (S4-R.7). */
function qualityOf(captures: readonly CaptureInfo[], readsNothing: boolean): AgentHints['sourceQuality'] {
  if (captures.length === 0) return readsNothing ? 'high' : 'unknown';
  const rows = captures.reduce((sum, capture) => sum + capture.row_count, 0);
  const problems = captures.reduce((sum, capture) => sum + capture.problem_count, 0);
  if (rows === 0) return 'low';
  const share = problems / (rows + problems);
  if (share > 0.05) return 'low';
  return share > 0.001 || captures.some((capture) => capture.time_base !== 'epoch') ? 'medium' : 'high';
}

/** Errors that may disappear when a person opens a file or allows a call. */
const OF_THE_MOMENT = ['INVALID_CAPTURE_SELECTION', 'MISSING_CONNECTION', 'CONNECTION_DENIED', 'POLICY_DENIED', 'PERMISSION_DENIED'];

/**
 * How long the advice is valid. Files do not change, so advice over files is valid until its context changes. Live scans, the clock and the
 * list of open captures change, and a transient failure may succeed at once on a retry.
 */
function validityOf({ tool, rows, errors, status }: HintFacts): AgentHints['validityPeriod'] {
  if (errors.some(({ code }) => errorRow(code)?.retryable === true)) return 'immediate';
  if (rows.captures.some((capture) => capture.format === 'live') || errors.some(({ code }) => OF_THE_MOMENT.includes(code))) return 'short';
  return tool?.manifest.deterministic === false && status !== 'error' ? 'immediate' : 'indefinite';
}

const resourceOf = (capture: CaptureInfo): AgentHints['relatedResources'][number] => ({
  type: 'capture',
  id: shorten(capture.capture_id, 128),
  label: shorten(capture.file_name || capture.capture_id, 300),
  relevance: 1,
});

/** Lists alternatives that the tool names and, if the result is not complete, the tool's fallback (S4-R.17). */
function alternativesOf(
  { parts, fallback, status, tool }: HintFacts,
  quality: AgentHints['sourceQuality'],
): Pick<AgentHints, 'alternatives'> {
  const own = parts?.alternatives ?? [];
  const other = fallback === undefined || status === 'ok' ? [] : [fallbackInstead(fallback, tool, quality)];
  const alternatives = [...own, ...other].slice(0, 8);
  return alternatives.length > 0 ? { alternatives } : {};
}

const fallbackInstead = (fallback: string, tool: InstalledTool | undefined, quality: AgentHints['sourceQuality']) => ({
  approach: `Call ${fallback} over the same selection.`,
  confidence: round4(QUALITY[quality] * 0.8),
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

/** Benefit and effort of the first suggested call; both are 0 if there is none. */
function impactOf(first: Advised | undefined): AgentHints['estimatedImpact'] {
  const { share, measure } = first?.benefit ?? { share: 0, measure: undefined };
  const effort = first?.effort ?? 0;
  return { benefit: share, effort, roi: roiOf(share, effort), ...(measure !== undefined && { affectedMetrics: [measure] }) };
}

/** Return on a suggested call: benefit / max(effort, 0.01), with four decimals (R49). */
export const roiOf = (benefit: number, effort: number): number => round4(benefit / Math.max(effort, 0.01));

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

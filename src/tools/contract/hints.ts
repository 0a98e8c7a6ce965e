/** Schema of the advice in every result, including failures (S4 §2). Computed by rules, never by a model. */
import type { Immutable } from './immutable.ts';
import { instant, jsonObject, ratio, text } from './identifiers.ts';
import { z } from './zod.ts';

const words = () => text(1, 500);
const severity = () => z.enum(['low', 'medium', 'high', 'critical']);
const actionId = () => z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);

export const SuggestedAction = z.strictObject({
  action: actionId().describe('Kebab alias of a tool, or `ui-…` for something the person does on the page.'),
  priority: severity().describe('How much it matters.'),
  data: jsonObject().describe('A draft invocation that can be sent as it is.').optional(),
  description: words().describe('What to do, for people.').optional(),
  estimatedTime: z.number().min(0).describe('Milliseconds it may take.').optional(),
  estimatedCost: z.number().min(0).describe('Credits it may cost.').optional(),
  category: z.enum(['exploration', 'optimization', 'correction', 'learning']).describe('Purpose of the action.').optional(),
  prerequisites: z.array(words()).max(16).describe('Actions that come first.').optional(),
  expectedOutcome: words().describe('Expected outcome.').optional(),
  reversible: z.boolean().describe('Whether it can be undone.').optional(),
  confidence: ratio().describe('Trust in this one piece of advice.').optional(),
});

export const RelatedResource = z.strictObject({
  type: text(1, 64).describe('capture, artifact, result or tool.'),
  id: text(1, 128).describe('Id within its type.'),
  label: text(1, 300).describe('Name for people.'),
  relevance: ratio().describe('How close it is to the question.'),
  metadata: jsonObject().describe('More about it.').optional(),
});

export const RiskFactor = z.strictObject({
  type: z.enum(['performance', 'accuracy', 'cost', 'complexity', 'user-experience']).describe('What is at risk.'),
  severity: severity().describe('How bad it would be.'),
  description: words().describe('What may be wrong.'),
  probability: ratio().describe('How likely it is.'),
  impact: ratio().describe('How much it would change.'),
  mitigation: words().describe('What helps.').optional(),
});

export const HintDependency = z.strictObject({
  action: actionId().describe('The dependent action.'),
  dependsOn: z.array(actionId()).max(16).describe('What it depends on.'),
  type: z.enum(['required', 'recommended', 'optional']).describe('How strictly.'),
  reason: words().describe('Why.').optional(),
});

export const Alternative = z.strictObject({
  approach: words().describe('What else could be done.'),
  confidence: ratio().describe('How well it would serve.'),
  reasoning: words().describe('Why it exists.'),
  pros: z.array(words()).max(8).describe('What speaks for it.').optional(),
  cons: z.array(words()).max(8).describe('What speaks against it.').optional(),
  estimatedImpact: ratio().describe('How much it would change.').optional(),
});

export const PreferenceAlignment = z.strictObject({
  action: actionId().describe('The action in question.'),
  preference: text(1, 128).describe('The preference in question.'),
  alignment: z.enum(['strong', 'moderate', 'weak', 'neutral', 'conflict']).describe('How they agree.'),
  score: z.number().min(-1).max(1).describe('-1 conflict … 1 full agreement.'),
  explanation: words().describe('Why.').optional(),
});

export const HintWarning = z.strictObject({
  type: z.enum(['validation', 'duplicate', 'conflict', 'deprecation', 'performance']).describe('Kind of warning.'),
  severity: severity().describe('How bad it is.'),
  message: text(1, 1000).describe('What to know.'),
  relatedIds: z.array(text(1, 128)).max(16).describe('What it is about.').optional(),
  suggestedFix: words().describe('What would correct it.').optional(),
  autoFixable: z.boolean().describe('Whether `repair` can correct it.').optional(),
});

/** The rule and inputs behind a `confidence`; the same shape everywhere in the contract (R13). */
export const ConfidenceBasis = z.strictObject({
  method: text(1, 128).describe('Id of the rule.'),
  inputs: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).describe('What the rule was given.'),
});

export const AgentHints = z.strictObject({
  suggestedNextActions: z.array(SuggestedAction).max(16).describe('What to do next, most useful first.'),
  relatedResources: z.array(RelatedResource).max(64).describe('Captures, artifacts and results this touches.'),
  confidence: ratio().describe('Trust in the advice, not in the result.'),
  confidence_basis: ConfidenceBasis.describe('How that trust was computed.'),
  sourceQuality: z.enum(['high', 'medium', 'low', 'unknown']).describe('Integrity of the data behind it.'),
  validityPeriod: z.enum(['immediate', 'short', 'medium', 'long', 'indefinite']).describe('How long the advice holds.'),
  contextNeeded: z.array(words()).max(16).describe('Context that would improve the advice.'),
  assumptions: z.array(words()).max(64).describe('Assumptions, default arguments included.'),
  riskFactors: z.array(RiskFactor).max(16).describe('What may mislead.'),
  dependencies: z.array(HintDependency).max(16).describe('Order among the suggested actions.'),
  estimatedImpact: z
    .strictObject({
      benefit: ratio().describe('What following the advice brings.'),
      effort: ratio().describe('What it takes.'),
      roi: z.number().min(0).describe('benefit / max(effort, 0.01), four decimals.'),
      affectedMetrics: z.array(text(1, 64)).max(16).describe('What would change.').optional(),
    })
    .describe('What following the advice would bring.'),
  preferenceAlignment: z.array(PreferenceAlignment).max(16).describe('How the advice fits stated preferences.'),
  reasoning: text(1, 1000).describe('Why this advice.'),
  warnings: z.array(HintWarning).max(128).describe('The warnings of the result, by kind and severity.').optional(),
  alternatives: z.array(Alternative).max(8).describe('Other ways to the same end.').optional(),
  constraints: z.array(words()).max(16).describe('Limits of the advice.').optional(),
  metadata: z
    .strictObject({
      generatedAt: instant().describe('When.'),
      generatedBy: text(1, 128).describe('Rule set and version.'),
      processingTime: z.number().min(0).describe('Milliseconds.').optional(),
    })
    .describe('Where the advice comes from.')
    .optional(),
});

export type AgentHints = Immutable<z.infer<typeof AgentHints>>;
export type SuggestedAction = Immutable<z.infer<typeof SuggestedAction>>;
export type RiskFactor = Immutable<z.infer<typeof RiskFactor>>;
export type ConfidenceBasis = Immutable<z.infer<typeof ConfidenceBasis>>;

/** The expected benefit of a suggested call, measured on the currently selected rows. */
export interface Benefit {
  /** The measured quantity, as in `estimatedImpact.affectedMetrics`, for instance `addresses_explained`. */
  readonly measure: string;
  /** Share of the quantity that the call is expected to contribute, 0…1. */
  readonly share: number;
}

/** A call that a tool suggests. The runner adds version, selection, ids and time limit, and suggests it only if it could run. */
export interface NextCall {
  /** Canonical name of the tool. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Rows to read; those of the answered call if absent. */
  readonly selection?: Readonly<Record<string, unknown>>;
  /** What to do and why, in words for people. */
  readonly why: string;
  readonly expectedOutcome: string;
  readonly benefit: Benefit;
  readonly category?: SuggestedAction['category'];
}

/** The advice that a tool may contribute; the runner computes the rest. Its `suggestedNextActions` are for people; calls go into `next`. */
export type HintParts = Partial<
  Pick<
    AgentHints,
    | 'suggestedNextActions'
    | 'relatedResources'
    | 'sourceQuality'
    | 'contextNeeded'
    | 'assumptions'
    | 'riskFactors'
    | 'dependencies'
    | 'alternatives'
    | 'constraints'
    | 'reasoning'
  >
> & {
  /** Most useful first. A tool may only suggest tools that answer later questions, so that a chain of suggestions ends. */
  readonly next?: readonly NextCall[];
  /** Why no next call is suggested. */
  readonly noNext?: string;
};

import { errorRow } from '../contract/errors.ts';
import type { SuggestedAction, ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { InstalledTool } from '../registry.ts';
import type { Advisor, Draft } from './advice.ts';
import type { Correction } from './ports.ts';

/**
 * Suggested calls after an error: the corrected call if its meaning is certain; otherwise the first of several possible readings, for a
 * person to choose; otherwise a call that shows the missing information.
 */
export interface Failure {
  readonly tool: InstalledTool | undefined;
  readonly errors: readonly ToolError[];
  readonly calledAs: string;
  /** Arguments of the failed call; empty if they could not be parsed. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Suggests calls that keep the question, then calls that look up what was missing. `own` holds the tool's own suggestions. */
export function correctedCalls(failure: Failure, own: readonly Draft[], advisor: Advisor): Draft[] {
  const corrected = advisor.corrected(failure.errors);
  const lossless = corrected?.determinable === true ? [sameQuestion(corrected)] : [];
  const readings = (corrected?.proposals ?? []).filter((proposal) => proposal.class === 'choice');
  return [...lossless, ...own, ...chosenCall(readings), ...fallbackCall(failure), ...lookup(failure, advisor)];
}

function sameQuestion({ invocation, changes }: Correction): Draft {
  const spelt = changes.filter(({ field }) => field !== 'request_id').map(({ field, why }) => `${field || 'the call'}: ${why}`);
  return {
    ...target(invocation),
    why:
      spelt.length === 0
        ? 'Send the same call again, under a new request_id.'
        : `Send the call in the tool’s own words. ${spelt.join('; ')}.`,
    expectedOutcome: 'The answer to the question that failed.',
    benefit: { measure: 'question_answered', share: 1 },
    category: 'correction',
    likelihood: 1,
  };
}

/** Suggests the first of several possible readings; only a caller can choose it. */
function chosenCall(readings: Correction['proposals']): Draft[] {
  const [first] = readings;
  if (first === undefined) return [];
  const share = 1 / (readings.length + 1);
  const count = readings.length === 1 ? 'The only reading that is near' : `The first of ${String(readings.length)} readings`;
  return [
    {
      ...target(first.invocation),
      why: `${count}, for a person to choose: ${first.why}.`,
      expectedOutcome: 'The answer to this reading of the call.',
      benefit: { measure: 'question_answered', share },
      category: 'correction',
      likelihood: share,
    },
  ];
}

function target(invocation: unknown): Pick<Draft, 'tool' | 'arguments' | 'invocation'> {
  const { tool_name, arguments: args } = isRecord(invocation) ? invocation : {};
  return { tool: typeof tool_name === 'string' ? tool_name : '', arguments: isRecord(args) ? args : {}, invocation };
}

const has = (errors: readonly ToolError[], code: string): boolean => errors.some((error) => error.code === code);
const shareOf = (errors: readonly ToolError[], concerns: (error: ToolError) => boolean): number =>
  errors.filter(concerns).length / Math.max(1, errors.length);

/** Suggests a call to the tool's declared fallback, which needs less data. */
function fallbackCall({ tool, errors, arguments: args }: Failure): Draft[] {
  const name = tool?.manifest.fallback;
  // Pass arguments to the fallback only if they have passed their schema.
  const own = has(errors, 'INSUFFICIENT_DATA') ? tool?.definition.fallbackArguments?.(args as never) : undefined;
  if (name === undefined || own === undefined) return [];
  return [
    {
      tool: name,
      arguments: own,
      why: 'Use the tool that answers with fewer rows.',
      expectedOutcome: 'Figures of the same columns, without a test.',
      benefit: { measure: 'question_answered', share: 0.5 },
      category: 'correction',
      likelihood: 0.8,
    },
  ];
}

const isOfTheCall = ({ code }: ToolError): boolean => errorRow(code)?.s4_class === 'validation' || code === 'INSUFFICIENT_DATA';

/** Suggests a call that looks up what the failed call got wrong: tools, captures or columns. */
function lookup({ tool, errors, calledAs }: Failure, advisor: Advisor): Draft[] {
  const words = calledAs.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim();
  const search =
    has(errors, 'UNKNOWN_TOOL') && words.length > 1 ? [shows('search_catalog', { text: words, kinds: ['tool'] }, 'tools', 1)] : [];
  const named: readonly unknown[] = [advisor.selection['capture_id'], advisor.selection['capture_ids']].flat();
  const known = advisor.captures.list().flatMap(({ capture_id }) => (named.includes(capture_id) ? capture_id : []));
  const share = shareOf(errors, isOfTheCall);
  const describes = known.length > 0 && share > 0 && tool?.definition.scope === 'captures' && tool.manifest.name !== 'describe_capture';
  const described = describes
    ? [{ ...shows('describe_capture', { examples: 3 }, 'columns, times and values', share), selection: { capture_ids: known } }]
    : [];
  const lists = share > 0 && tool?.manifest.name !== 'list_captures';
  const listed = lists ? [shows('list_captures', {}, 'captures that are open', share)] : [];
  return [...search, ...described, ...listed];
}

const shows = (tool: string, args: Readonly<Record<string, unknown>>, what: string, share: number): Draft => ({
  tool,
  arguments: args,
  why: `See the ${what} that a call can name.`,
  expectedOutcome: `The ${what}, as a corrected call has to spell them.`,
  benefit: { measure: 'errors_explained', share },
  category: 'correction',
  likelihood: 0.5,
});

/** Explains why no call is suggested after an error. */
export function noCorrection(errors: readonly ToolError[]): string {
  const codes = errors.map(({ code }) => code);
  const any = (...wanted: readonly string[]): boolean => codes.some((code) => wanted.includes(code));
  if (any('POLICY_DENIED', 'PERMISSION_DENIED', 'CONNECTION_DENIED', 'DEPTH_LIMIT')) return 'only a person can allow this, in the policy';
  if (any('APPROVAL_REJECTED')) return 'a person was asked and said no';
  if (any('MISSING_CONNECTION')) return 'the context of the call must name keys that a person granted';
  if (any('TIMEOUT', 'OUT_OF_MEMORY', 'RESULT_TOO_LARGE', 'PAYLOAD_TOO_LARGE'))
    return 'it must be smaller, and what to leave out is for the caller to choose';
  if (any('INSUFFICIENT_DATA')) return 'the selection must hold more rows, and which is for the caller to choose';
  if (any('EXECUTION_FAILED', 'OUTPUT_INVALID', 'REDACTION_FAILED'))
    return 'the tool failed inside, and would fail again over the same rows';
  return 'the rules know no call that would help';
}

/** For each class of failure, the actions on the page that can resolve it. */
export function pageActions(errors: readonly ToolError[], fallback: string | undefined): SuggestedAction[] {
  const codes = new Set(errors.map((error) => error.code));
  const actions: SuggestedAction[] = [];
  const add = (action: string, priority: SuggestedAction['priority'], description: string): void => {
    actions.push({ action, priority, description, category: 'correction', reversible: true });
  };
  if (codes.has('INSUFFICIENT_DATA')) {
    add('ui-broaden-selection', 'high', 'Select more rows: a longer time range, more channels, fewer filters, more captures.');
    add('ui-change-method', 'medium', 'Choose a method or a threshold that works with fewer rows.');
    add(fallback ?? 'ui-open-capture', 'medium', fallback ? 'Use the tool that answers with less.' : 'Open a capture with more rows.');
  } else if ([...codes].some((code) => errorRow(code)?.s4_class === 'validation')) {
    add('ui-edit-invocation', 'high', 'Correct the places that the errors name and send the call again under a new request_id.');
  }
  if (codes.has('TIMEOUT')) add('ui-narrow-selection', 'high', 'Select fewer rows or allow more time.');
  if (codes.has('POLICY_DENIED') || codes.has('PERMISSION_DENIED')) add('ui-edit-policy', 'high', 'A person can allow this in the policy.');
  if ([...codes].some((code) => errorRow(code)?.retryable === true)) add('ui-run-again', 'medium', 'The same call may succeed later.');
  return actions;
}

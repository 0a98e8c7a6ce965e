import { WorkbenchError } from '../base/failure.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { lookupKey } from '../tools/contract/names.ts';
import { decode } from './decode.ts';
import { constraintFault, matches } from './match.ts';
import type { DecodedInvocation, Dialect } from './record.ts';

/** A question with the calls that answer it. An expected value may be a constraint: an object whose keys begin with `$`. */
export interface EvaluationCase {
  readonly id: string;
  readonly question: string;
  /** The expected calls. They may be absent only in a case with `checks`; calls of the transcript are then ignored. */
  readonly calls?: readonly {
    /** Canonical name of the tool, or an alias. */
    readonly tool: string;
    readonly arguments?: unknown;
    readonly capture_selection?: unknown;
    /** A call must come after all expected calls of earlier stages; 0 if absent. */
    readonly stage?: number;
    /** Whether the answer is also right without this call. */
    readonly optional?: boolean;
  }[];
  /** Constraints on a whole run (`RunOutcome`). Scores of transcripts ignore them. */
  readonly checks?: readonly unknown[];
}

/** The calls and texts of one run of a model, to be scored. */
export interface RunOutcome {
  readonly calls: readonly { readonly id: string; readonly invocation: DecodedInvocation | null }[];
  /** Names of the tools that were called, as the model wrote them. */
  readonly names: readonly string[];
  /** The final text of the model or, if there is none, the calls as JSON. */
  readonly output: string;
  /** Whether there are calls, and the arguments of all of them fit the schemas of their tools. */
  readonly valid: boolean;
}

/** How well a transcript answers an evaluation case. */
export interface Score {
  /** 0 to 1: the number of matched calls and passed checks, divided by that plus missing, unexpected, rejected and failed ones. */
  readonly score: number;
  /** The expected calls (by index) that were found, each with the id of the call that matched. */
  readonly matched: readonly { readonly expected: number; readonly id: string }[];
  /** Indices of the expected calls that were not found. */
  readonly missing: readonly number[];
  /** Ids of the calls that match no expected call. */
  readonly unexpected: readonly string[];
  /** Ids of the calls that must not run and so have no invocation. */
  readonly rejected: readonly string[];
  /** Indices of the checks that failed; absent if the case has none. */
  readonly failed?: readonly number[];
}

const MOST_EXPECTED = 64;

/**
 * Scores a transcript against a case: each expected call is matched once, in any order within its stage (S3-3.9). Throws
 * `INVALID_EVALUATION`.
 */
export function scoreTranscript(dialect: Dialect, transcript: unknown, given: unknown, tools: readonly ToolManifest[]): Score {
  const { calls = [], checks } = readCase(given);
  if (checks !== undefined) refuse('expected a case without checks, because a transcript is no whole run');
  const decoded = decode(dialect, transcript, tools).calls;
  return scoreCalls(
    decoded.map(({ toolCallId, invocation }) => ({ id: toolCallId, invocation })),
    calls,
    tools,
  );
}

/** Scores how well a run answers a case, including its checks. Throws `INVALID_EVALUATION`. */
export function scoreRun(outcome: RunOutcome, given: unknown, tools: readonly ToolManifest[]): Score {
  const { calls, checks = [] } = readCase(given);
  const scored = scoreCalls(calls === undefined ? [] : outcome.calls, calls ?? [], tools);
  if (checks.length === 0) return scored;
  const failed = checks.flatMap((check, at) => (matches(check, outcome) ? [] : [at]));
  const others = scored.matched.length + scored.missing.length + scored.unexpected.length + scored.rejected.length;
  return { ...scored, score: (scored.matched.length + checks.length - failed.length) / (others + checks.length), failed };
}

function scoreCalls(made: RunOutcome['calls'], expected: NonNullable<EvaluationCase['calls']>, tools: readonly ToolManifest[]): Score {
  const names = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [lookupKey(name), tool.name] as const)));
  const left = made.flatMap(({ id, invocation }, at) => (invocation === null ? [] : [{ id, invocation, at }]));
  const rejected = made.flatMap(({ id, invocation }) => (invocation === null ? [id] : []));
  const matched: { expected: number; id: string; at: number; stage: number }[] = [];
  for (const { call, index, stage } of inStages(expected)) {
    const after = Math.max(-1, ...matched.filter((each) => each.stage < stage).map(({ at }) => at));
    const found = left.findIndex(
      ({ invocation, at }) => at > after && fits(call, names.get(lookupKey(call.tool)) ?? call.tool, invocation),
    );
    const [taken] = found < 0 ? [] : left.splice(found, 1);
    if (taken !== undefined) matched.push({ expected: index, id: taken.id, at: taken.at, stage });
  }
  const missing = expected.flatMap(({ optional }, at) => (optional === true || matched.some((each) => each.expected === at) ? [] : [at]));
  const unexpected = left.map(({ id }) => id);
  const all = matched.length + missing.length + unexpected.length + rejected.length;
  return {
    score: all === 0 ? 1 : matched.length / all,
    matched: matched.map(({ expected: index, id }) => ({ expected: index, id })),
    missing,
    unexpected,
    rejected,
  };
}

type ExpectedCall = NonNullable<EvaluationCase['calls']>[number];

const inStages = (expected: readonly ExpectedCall[]) =>
  expected.map((call, index) => ({ call, index, stage: call.stage ?? 0 })).sort((a, b) => a.stage - b.stage);

const fits = (call: ExpectedCall, name: string, invocation: DecodedInvocation): boolean =>
  invocation.tool_name === name &&
  (call.arguments === undefined || matches(call.arguments, invocation.arguments)) &&
  (call.capture_selection === undefined || matches(call.capture_selection, invocation.capture_selection));

function readCase(given: unknown): EvaluationCase {
  const { calls, checks } = isRecord(given) ? given : {};
  const good =
    (calls === undefined ? Array.isArray(checks) : areCalls(calls)) &&
    (checks === undefined || (Array.isArray(checks) && checks.length > 0));
  if (!good) refuse(`expected a case with at most ${String(MOST_EXPECTED)} calls, each naming its tool, found another`);
  const fault = constraintFault([calls, checks]);
  if (fault !== undefined) refuse(fault);
  return given as EvaluationCase;
}

const areCalls = (calls: unknown): boolean =>
  Array.isArray(calls) &&
  calls.length <= MOST_EXPECTED &&
  calls.every((call) => isRecord(call) && typeof call['tool'] === 'string' && ['number', 'undefined'].includes(typeof call['stage']));

function refuse(message: string): never {
  throw new WorkbenchError('INVALID_EVALUATION', message);
}

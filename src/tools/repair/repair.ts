import { WorkbenchError } from '../../base/failure.ts';
import type { ToolResult } from '../contract/index.ts';
import { checkJson } from '../contract/json-value.ts';
import { ToolError } from '../contract/result.ts';
import { z } from '../contract/zod.ts';
import { unaccounted } from './account.ts';
import { RULES } from './answers.ts';
import { mendArguments } from './arguments.ts';
import { Draft, type Change, type RepairClass } from './draft.ts';
import { mendEnvelope } from './envelope.ts';
import type { RepairFacts } from './facts.ts';
import { gathered } from './gathered.ts';
import { looseCall } from './carriers/call-text.ts';
import type { LooseValue } from './loose-json.ts';
import { Mending, type Option } from './mending.ts';
import { definesTool } from './notations.ts';
import { mendSelection } from './selection.ts';
import { toolNamed } from './tool-name.ts';

/** One operation of a JSON Patch (RFC 6902). */
export interface PatchStep {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** A repair that runs only if the user accepts it: one of several readings, or one that removes something from the request. */
export interface Proposal {
  readonly class: Exclude<RepairClass, 'lossless'>;
  readonly why: string;
  /** The changes of this repair in addition to the lossless ones. */
  readonly changes: readonly Change[];
  /** JSON Patch from the losslessly repaired call to `invocation`. */
  readonly patch: readonly PatchStep[];
  readonly invocation: unknown;
}

/** The repairs that are possible for a faulty call. */
export interface Repaired {
  /** The call after all lossless repairs, with a new `request_id`; it asks the same question as the failed call. */
  readonly invocation: unknown;
  /** The lossless repairs in order; the last one sets the new `request_id`. */
  readonly changes: readonly Change[];
  /** The lossless repairs as a JSON Patch of the call; a text in place of the call is replaced as a whole. */
  readonly patch: readonly PatchStep[];
  /** Whether the rules find no more fault in `invocation`, so that it may run without asking. */
  readonly determinable: boolean;
  /** The choices and then the losses, best first. Each must be accepted by the user. */
  readonly proposals: readonly Proposal[];
}

/** Maximum number of proposals; users would not read more. */
const MOST_PROPOSALS = 16;

/**
 * Finds all repairs of a failed call, given the errors with which it was answered (S0 §6 "Repair"), by rules and without a model. Undefined
 * if no rule applies. Throws `INVALID_RESULT` for a value that is not a result.
 */
export function repair(invocation: unknown, given: Pick<ToolResult, 'status' | 'errors'>, facts: RepairFacts): Repaired | undefined {
  const { status, errors } = failureOf(given);
  if (status !== 'error' || errors.length === 0) return undefined;
  const read: LooseValue | undefined =
    typeof invocation === 'string'
      ? looseCall(invocation, (word, loosely) => toolNamed(facts, word, loosely === true) !== undefined)
      : { value: checkJson(invocation).value, notes: [], doubtful: false };
  if (read === undefined || definesTool(read.value)) return undefined;
  if (read.doubtful || read.mentioned !== undefined) return doubtful(invocation, read, given, facts);
  const first = reading(invocation, read, undefined, errors, facts);
  if (first?.determinable === true) return first;
  // Accept another way to parse the call only if it leaves no fault.
  const parts = gathered(read.value, facts);
  const second = parts && reading(invocation, read, parts, errors, facts);
  return second?.determinable === true ? second : first;
}

/** Repairs a call. @param parts the call built from its parts; undefined to repair the call as it was written */
function reading(
  invocation: unknown,
  read: LooseValue,
  parts: unknown,
  errors: ToolResult['errors'],
  facts: RepairFacts,
): Repaired | undefined {
  const mending = new Mending(typeof invocation === 'string' ? null : read.value, errors, facts);
  if (typeof invocation === 'string') mending.set([], checkJson(read.value).value, read.notes.join('; ') || 'the text was read as JSON');
  if (parts !== undefined) mending.set([], checkJson(parts).value, 'the parts of the call were put together');
  if (!mendEnvelope(mending)) return undefined;
  const { tool } = mending;
  if (tool !== undefined) {
    mendSelection(mending, tool.manifest.scope);
    mendArguments(mending, tool.manifest, tool.input.schema);
  }
  for (const error of errors) RULES[error.code]?.(mending, error);
  // Ignore faults of the given id, because every attempt gets a new one.
  if (errors.some(({ pointer }) => pointer === '/request_id')) mending.again = true;
  const isWhole = mending.open.size === 0 && (mending.again || mending.draft.changes.length > 0);
  if (!isWhole && mending.draft.changes.length === 0 && mending.options.length === 0) return undefined;
  const lost = isWhole && mending.draft.changes.length > 0 ? unaccounted(read.value, mending) : [];
  mending.set(['request_id'], `req-${facts.ids.uuid()}`, 'every attempt has an id of its own');
  const { value, changes } = mending.draft;
  if (lost.length > 0) return unsure(invocation, value, `this reading does not account for ${lost.join(', ')}`);
  return { invocation: value, changes, patch: patchOf(changes), determinable: isWhole, proposals: proposalsOf(mending, facts) };
}

/** Returns another reading as a choice for the user; the call itself stays as it was written. */
function unsure(invocation: unknown, after: unknown, why: string, kind: Proposal['class'] = 'choice'): Repaired {
  const changes: Change[] = [{ field: '', pointer: '', before: invocation, after, why, class: kind }];
  const proposal: Proposal = { class: kind, why, changes, patch: patchOf(changes), invocation: after };
  return { invocation, changes: [], patch: [], determinable: false, proposals: [proposal] };
}

/** Repairs a call whose errors are known; the runner uses this for its suggestions. */
export const correctCall = (invocation: unknown, errors: ToolResult['errors'], facts: RepairFacts): Repaired | undefined =>
  repair(invocation, { status: 'error', errors }, facts);

const Failure = z.object({ status: z.enum(['ok', 'partial', 'error']), errors: z.array(ToolError) });

/** Copies what the repair needs of a result. */
function failureOf(given: unknown): Pick<ToolResult, 'status' | 'errors'> {
  try {
    const { status, errors } = given as Readonly<Record<string, unknown>>;
    const failure = Failure.safeParse(checkJson({ status, errors }).value);
    if (failure.success) return failure.data;
  } catch {
    // A getter or proxy that throws is reported below.
  }
  throw new WorkbenchError('INVALID_RESULT', 'expected the result of a call, with its status and errors');
}

/**
 * Makes the repair only a proposal if the text of the call is cut off or contradictory, so that part of the question may be lost, or if the
 * text may only mention the call.
 */
function doubtful(
  text: unknown,
  { value, notes, doubtful: isCut, mentioned }: LooseValue,
  given: Pick<ToolResult, 'status' | 'errors'>,
  facts: RepairFacts,
): Repaired | undefined {
  const inner = repair(value, given, facts) ?? { invocation: value };
  if (isCut) return unsure(text, inner.invocation, `${notes.join('; ')}; a part of the call may be missing`, 'loss');
  return unsure(text, inner.invocation, mentioned ?? 'the call may not be asked for');
}

function patchOf(changes: readonly Change[]): PatchStep[] {
  return changes.map(({ pointer, before, after }) => {
    if (after === undefined) return { op: 'remove', path: pointer };
    return { op: before === undefined && pointer !== '' ? 'add' : 'replace', path: pointer, value: after };
  });
}

function proposalsOf(mending: Mending, facts: RepairFacts): Proposal[] {
  const ranked = [...mending.options].sort((a, b) => Number(a.class === 'loss') - Number(b.class === 'loss'));
  return ranked.slice(0, MOST_PROPOSALS).flatMap((option) => proposalOf(mending.draft.value, option, facts) ?? []);
}

function proposalOf(value: unknown, { class: kind, why, edits }: Option, facts: RepairFacts): Proposal | undefined {
  const draft = new Draft(value);
  for (const [path, after] of edits) draft.set(path, after, why, kind);
  if (draft.changes.length === 0) return undefined;
  draft.set(['request_id'], `req-${facts.ids.uuid()}`, 'every attempt has an id of its own');
  return { class: kind, why, changes: draft.changes, patch: patchOf(draft.changes), invocation: draft.value };
}

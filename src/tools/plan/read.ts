import { toolError } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { PLAN_FORMAT, PLAN_VERSION, type PlanDocument } from '../contract/plan.ts';
import { contractChecker } from '../contract/schema.ts';
import type { CaptureLookup } from '../definition.ts';
import { ringIn } from './order.ts';
import { referencesIn, type Reference } from './references.ts';

/** A call of a plan with its dependencies. Any input is converted to such steps without validating or running a call. */
export interface PlannedStep {
  /** Index of the call in the run. A step that runs once per capture has several calls. */
  readonly index: number;
  /** Position of the step in the plan as written, to which `$steps[i]` refers. */
  readonly position: number;
  /** Id of the step; only steps of documents have one. */
  readonly id?: string;
  /** The capture of this call, for a step that runs once per capture. */
  readonly capture_id?: string;
  readonly invocation: unknown;
  /** Indices of the calls that must have a result before this one: declared dependencies and references. */
  readonly needs: readonly number[];
  /** Faults of the step within this plan, with locations relative to its invocation. */
  readonly faults: readonly ToolError[];
}

export interface ReadPlan {
  readonly steps: readonly PlannedStep[];
  /** Maximum number of concurrent calls; 1 runs them one after another. */
  readonly parallel: number;
  /** Faults of the plan itself. */
  readonly errors: readonly ToolError[];
}

const refused = (...errors: readonly ToolError[]): ReadPlan => ({ steps: [], parallel: 1, errors });

export function readPlan(plan: unknown, most: number, captures: CaptureLookup): ReadPlan {
  const { value, errors } = checkJson(plan);
  if (errors.length > 0) return refused(...errors);
  if (Array.isArray(value)) return readList(value as readonly unknown[], most);
  if (isRecord(value) && (value['format'] !== undefined || value['steps'] !== undefined)) return readDocument(value, most, captures);
  return refused(toolError('INVALID_TYPE', 'the plan: expected a list of invocations or a plan document'));
}

/** Truncates a list to the limit; safe because a step in a list cannot depend on a later one. */
function readList(list: readonly unknown[], most: number): ReadPlan {
  const steps = list.slice(0, most).map((invocation, index): PlannedStep => {
    const references = referencesIn(invocation);
    const before = (reference: Reference): boolean => typeof reference.step === 'number' && reference.step < index;
    return {
      index,
      position: index,
      invocation,
      needs: distinct(references.filter(before).map(({ step }) => Number(step))),
      faults: [...planInside(invocation), ...references.filter((each) => !before(each)).map(notEarlier)],
    };
  });
  if (list.length <= most) return { steps, parallel: 1, errors: [] };
  const message = `the plan: expected at most ${String(most)} steps, got ${String(list.length)}`;
  return { steps, parallel: 1, errors: [toolError('STEP_LIMIT', message)] };
}

function readDocument(value: Readonly<Record<string, unknown>>, most: number, captures: CaptureLookup): ReadPlan {
  const version = value['version'];
  if (value['format'] === PLAN_FORMAT && typeof version === 'number' && version > PLAN_VERSION) {
    const message = `version: expected a plan of version ${String(PLAN_VERSION)}, got ${String(version)}: it was written for a newer workbench`;
    return refused(toolError('INVALID_VALUE', message, ['version'], { expected: String(PLAN_VERSION), got: String(version) }));
  }
  const count = Array.isArray(value['steps']) ? value['steps'].length : 0;
  if (count > most) return refused(tooMany(count, most));
  const verdict = contractChecker('plan-document').check(value);
  if (verdict.count > 0) return refused(...verdict.errors);
  const document = verdict.value as PlanDocument;
  const { needs, errors } = edgesOf(document);
  if (errors.length > 0) return refused(...errors);
  const groups = document.steps.map((step) => spread(step, captures));
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  if (total > most) return refused(tooMany(total, most));
  let next = 0;
  const places = groups.map((group) => group.map(() => next++));
  const steps = document.steps.flatMap((step, position) => {
    const faults = [...planInside(step.invocation), ...referenceFaults(document, position)];
    return (groups[position] ?? []).map((call, at): PlannedStep => {
      const index = places[position]?.[at] ?? 0;
      return { index, position, id: step.id, ...call, needs: (needs[position] ?? []).flatMap((each) => places[each] ?? []), faults };
    });
  });
  return { steps, parallel: document.parallel ?? 1, errors: [] };
}

const tooMany = (count: number, most: number): ToolError =>
  toolError('STEP_LIMIT', `steps: expected at most ${String(most)} calls, got ${String(count)}`, ['steps'], {
    expected: `at most ${String(most)} calls`,
    got: String(count),
  });

/** Returns the dependencies of each step, by position, and all faults of ids and order. */
function edgesOf({ steps }: PlanDocument): { needs: readonly (readonly number[])[]; errors: readonly ToolError[] } {
  const errors: ToolError[] = [];
  const positions = new Map<string, number>();
  for (const [position, { id }] of steps.entries()) {
    const first = positions.get(id);
    if (first === undefined) positions.set(id, position);
    else
      errors.push(
        fault(['steps', position, 'id'], 'an id of its own for every step', `${JSON.stringify(id)}, the id of steps[${String(first)}]`),
      );
  }
  const needs = steps.map((step, position) => {
    const named = (step.needs ?? []).map((id, at) => {
      const found = positions.get(id);
      if (found === undefined) errors.push(fault(['steps', position, 'needs', at], 'the id of a step of this plan', JSON.stringify(id)));
      return found;
    });
    const referred = referencesIn(step.invocation).map(({ step: to }) => (typeof to === 'number' ? to : positions.get(to)));
    return distinct([...named, ...referred.filter((to) => to !== undefined && to < position)].filter((to) => to !== undefined));
  });
  const ring = errors.length > 0 ? undefined : ringIn(needs);
  if (ring !== undefined) {
    const names = [...ring, ring[0] ?? 0].map((position) => steps[position]?.id ?? '').join(' → ');
    errors.push(fault(['steps', ring[0] ?? 0, 'needs'], 'an order in which every step can run', `a ring: ${names}`));
  }
  return { needs, errors };
}

function referenceFaults({ steps }: PlanDocument, position: number): ToolError[] {
  return referencesIn(steps[position]?.invocation).flatMap((reference) => {
    const { step: to } = reference;
    const at = typeof to === 'number' ? to : steps.findIndex(({ id }) => id === to);
    const target = steps[at];
    if (target === undefined) return [fault(reference.path, 'a reference to a step of this plan', reference.text)];
    if (at >= position) return [notEarlier(reference)];
    if (target.for_each !== undefined)
      return [fault(reference.path, 'a reference to a step that runs once', `${reference.text}, a step for each capture`)];
    return [];
  });
}

/** Returns the calls of a step: the step itself, or one per capture, each with its own request id. */
function spread(
  { invocation, for_each }: PlanDocument['steps'][number],
  captures: CaptureLookup,
): { invocation: unknown; capture_id?: string }[] {
  if (for_each === undefined) return [{ invocation }];
  const selection = isRecord(invocation['capture_selection']) ? invocation['capture_selection'] : {};
  const { capture_ids, capture_id, ...rest } = selection;
  const named = Array.isArray(capture_ids) ? (capture_ids as unknown[]) : capture_id === undefined ? [] : [capture_id];
  const ids = named.length > 0 ? named.map(String) : captures.list().map((capture) => capture.capture_id);
  const { request_id } = invocation;
  return distinct(ids).map((id, at) => ({
    capture_id: id,
    invocation: {
      ...invocation,
      // `selectors` belong to one spelling of the selection, `time_window` to the other (R3).
      capture_selection: { ...rest, ...(rest['selectors'] === undefined ? { capture_ids: [id] } : { capture_id: id }) },
      ...(typeof request_id === 'string' && { request_id: `${request_id.slice(0, 120)}-${String(at + 1)}` }),
    },
  }));
}

/** Returns an error if a step is itself a plan (S2-X8). */
function planInside(invocation: unknown): ToolError[] {
  if (!Array.isArray(invocation) && !(isRecord(invocation) && Array.isArray(invocation['steps']))) return [];
  return [toolError('DEPTH_LIMIT', 'the step: expected a call, got a plan; a plan may not hold a plan')];
}

const notEarlier = ({ path, text }: Reference): ToolError => fault(path, 'a reference to an earlier step', text);

/** Builds an error at a location, with what was expected and found. */
export function fault(path: readonly (string | number)[], expected: string, got: string): ToolError {
  const where = toolError('', '', path).field ?? 'the plan';
  return toolError('INVALID_VALUE', `${where}: expected ${expected}, got ${got}`, path, { expected, got });
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];

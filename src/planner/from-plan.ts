import { WorkbenchError } from '../base/failure.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import type { CaptureLookup } from '../tools/definition.ts';
import { readPlan, type PlannedStep } from '../tools/plan/read.ts';
import { lostIn, withReferences, type ResultOf } from '../tools/plan/references.ts';
import type { Observation, Planner, Thought } from './planner.ts';

/** Maximum number of steps of a plan that this planner accepts. */
const MOST_STEPS = 24;

/**
 * The planner that runs an imported plan, one step per turn. Results are inserted into later steps. A step that needs a result that is
 * missing is skipped, and the answer names it. Throws `INVALID_PLAN` if the value is not a plan.
 */
export function planPlanner(name: string, plan: unknown, captures: CaptureLookup, newId: () => string): Planner {
  const { steps, errors } = readPlan(plan, MOST_STEPS, captures);
  const faults = [...errors, ...steps.flatMap((step) => step.faults)];
  if (faults.length > 0) throw new WorkbenchError('INVALID_PLAN', faults.map(({ message }) => message).join('; '));
  const order = inOrder(steps);
  return {
    name,
    repairs: 'rules',
    think: (observed) => Promise.resolve(think(observed)),
  };

  function think(observed: Observation): Thought {
    const { turns } = observed;
    // Derive which steps were called and skipped from the turns only, so that a stored conversation can continue.
    const called: Called[] = [];
    const skipped: PlannedStep[] = [];
    const resultOf = resultsOf(called, observed);
    const left = [...turns];
    for (const step of order) {
      // A step that was called counts as called, even if the results that it needed are no longer stored.
      const at = left.findIndex(({ text, calls }) => text === titleOf(step) && calls.length > 0);
      const [before] = at < 0 ? [] : (left.splice(at, 1)[0]?.calls ?? []);
      if (before !== undefined) {
        called.push({ step, id: before.id });
        continue;
      }
      const given = step.needs.every((need) =>
        called.some(({ step: other }) => other.index === need && resultOf(other.index) !== undefined),
      );
      if (!given || lostIn(step.invocation, resultOf).length > 0) {
        skipped.push(step);
        continue;
      }
      const id = newId();
      const filled = withReferences(step.invocation, resultOf);
      const invocation = isRecord(filled) ? { ...filled, request_id: id } : filled;
      return { kind: 'act', text: titleOf(step), calls: [{ id, name: toolOf(step), invocation }] };
    }
    return { kind: 'answer', text: answerOf(observed, skipped) };
  }
}

/** A step of the plan, with the id of the call that ran it. */
interface Called {
  readonly step: PlannedStep;
  readonly id: string;
}

/** Finds the results of steps by their position (which references use) and by their id. */
function resultsOf(called: readonly Called[], { turns }: Observation): ResultOf {
  const byCall = new Map(turns.flatMap(({ calls }) => calls.map((call) => [call.id, call.result] as const)));
  return (place) => {
    const found = called.find(({ step }) => (typeof place === 'number' ? step.position === place : step.id === place));
    const result = found && byCall.get(found.id);
    return result?.ok === true ? result : undefined;
  };
}

/** Orders the steps of a plan so that each follows those that it needs, and otherwise as they were written. */
function inOrder(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  const placed: PlannedStep[] = [];
  const left = [...steps];
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) => needs.every((need) => placed.some(({ index }) => index === need)));
    placed.push(...left.splice(Math.max(0, at), 1));
  }
  return placed;
}

const toolOf = ({ invocation }: PlannedStep): string => (isRecord(invocation) ? String(invocation['tool_name']) : '');
const titleOf = (step: PlannedStep): string =>
  [step.id ?? `Step ${String(step.position + 1)}`, step.capture_id].filter((part) => part !== undefined).join(': ');

/** Writes the answer, which only consists of the results' summaries (S0-6.5). */
function answerOf({ turns }: Observation, skipped: readonly PlannedStep[]): string {
  const ran = turns.flatMap(({ text, calls }) => calls.map(({ shown }) => `${text}: ${summaryOf(shown)}`));
  return [...ran, ...skipped.map((step) => `${titleOf(step)}: not run, because a step that it needs gave no result.`)].join('\n');
}

/** Reads the summary of a result from the form in which the planner was shown it, because the result itself may no longer be stored. */
const summaryOf = (shown: unknown): string =>
  isRecord(shown) && typeof shown['summary'] === 'string' ? shown['summary'] : 'It did not run.';

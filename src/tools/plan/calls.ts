import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolResult, ValidationReport } from '../contract/index.ts';
import type { Proposal, Repaired } from '../repair/repair.ts';
import { profileOf } from '../policy/decide.ts';
import type { PlanParts, PlanStep, StepState } from './plan.ts';
import { fault, type PlannedStep } from './read.ts';
import type { RunOptions } from '../runner/ports.ts';
import { lostIn, referencesIn, valueOf, withReferences, type ResultOf } from './references.ts';
import { lowest } from '../runner/settle.ts';

/** The calls of one run of a plan, with their validation reports, results and repairs. */
export class PlanCalls {
  readonly #reports = new Map<number, ValidationReport>();
  readonly #results = new Map<number, ToolResult>();
  readonly #repairs = new Map<number, NonNullable<PlanStep['repaired']>>();
  readonly #proposals = new Map<number, readonly Proposal[]>();
  /** Steps that are valid but could not run. */
  readonly #held = new Map<number, { readonly state: 'skipped' | 'cancelled'; readonly report: ValidationReport }>();
  readonly #correlations: readonly string[];
  readonly #byPlace = new Map<number | string, PlannedStep>();

  constructor(
    readonly steps: readonly PlannedStep[],
    readonly parts: Pick<PlanParts, 'runner' | 'ids'>,
    readonly options: RunOptions,
    readonly traceId: string,
  ) {
    this.#correlations = steps.map(() => parts.ids.uuid());
    for (const step of steps) {
      this.#byPlace.set(step.position, step);
      if (step.id !== undefined) this.#byPlace.set(step.id, step);
    }
  }

  get signalled(): boolean {
    return this.options.signal?.aborted === true;
  }

  async validate(): Promise<void> {
    for (const step of this.steps) this.#reports.set(step.index, await this.#verdict(step));
  }

  /** Validates a step before it runs. Arguments that an earlier step will fill in are assumed to be valid until then. */
  async #verdict({ index, invocation, faults }: PlannedStep): Promise<ValidationReport> {
    if (faults.length > 0) return reportOf(faults);
    const report = await this.parts.runner.validate(invocation, { interactive: false, ...this.#optionsOf(index) });
    const open = referencesIn(invocation).map(({ path }) => toolError('', '', path).pointer ?? '');
    if (open.length === 0) return report;
    const known = report.errors.filter(({ pointer = '' }) => !open.some((place) => within(place, pointer) || within(pointer, place)));
    return known.length > 0 ? { ...report, errors: known, error_count: known.length } : { ...reportOf([]), warnings: report.warnings };
  }

  /** Whether the results that the step depends on are available. If some are missing, they become the step's verdict. */
  mayRun(step: PlannedStep): boolean {
    const { index } = step;
    this.#held.delete(index);
    if (this.#reports.get(index)?.valid !== true) return false;
    if (this.signalled) return this.#hold(index, 'cancelled', [toolError('CANCELLED', 'the plan was cancelled before this step')]);
    const lost = lostIn(step.invocation, this.#resultOf);
    if (lost.length > 0) {
      const errors = lost.map(({ path, text }) => fault(path, 'a reference to a value that an earlier step gave', text));
      // If the referenced step has a result without this path, no repair of other steps can supply it.
      const missing = lost.some(({ step: to }) => this.#resultOf(to) !== undefined);
      if (!missing) return this.#hold(index, 'skipped', errors);
      this.#reports.set(index, reportOf(errors));
      return false;
    }
    const failed = step.needs.flatMap((need) => (this.#usable(need) ? [] : (this.steps[need] ?? [])));
    if (failed.length > 0) {
      const message = `expected results of ${failed.map((each) => this.#nameOf(each)).join(', ')}, which gave none`;
      return this.#hold(index, 'skipped', [toolError('DEPENDENCY_FAILED', message)]);
    }
    const heavy = this.#tooHeavy(step);
    if (heavy.length > 0) this.#reports.set(index, reportOf(heavy));
    return heavy.length === 0;
  }

  #hold(index: number, state: 'skipped' | 'cancelled', errors: readonly ToolError[]): false {
    this.#held.set(index, { state, report: reportOf(errors) });
    return false;
  }

  /** Rejects a call that exceeds the size limit after earlier results were inserted. */
  #tooHeavy({ invocation }: PlannedStep): ToolError[] {
    const agent = this.options.context?.agent;
    const { maxArgumentBytes } = profileOf(this.parts.runner.policy(), agent === undefined ? 'user:local' : `agent:${agent.id}`).budgets;
    return referencesIn(invocation).flatMap((reference) => {
      const bytes = new TextEncoder().encode(JSON.stringify(valueOf(reference, this.#resultOf))).length;
      if (bytes <= maxArgumentBytes) return [];
      const [expected, got] = [`a value of at most ${String(maxArgumentBytes)} bytes`, `${String(bytes)} bytes from ${reference.text}`];
      return [{ ...fault(reference.path, expected, got), code: 'PAYLOAD_TOO_LARGE' }];
    });
  }

  /** Runs a step. @param beside whether it may run concurrently with other steps */
  async run(step: PlannedStep, beside: boolean): Promise<void> {
    const result = await this.parts.runner.run(this.filled(step), { ...this.#optionsOf(step.index), trust: this.#trustOf(step), beside });
    this.#results.set(step.index, result);
  }

  keepProposals({ index }: PlannedStep, proposals: readonly Proposal[]): void {
    if (proposals.length > 0) this.#proposals.set(index, proposals);
  }

  async runRepaired(step: PlannedStep, fixed: Repaired): Promise<void> {
    const { invocation, changes } = fixed;
    const options = { ...this.#optionsOf(step.index), trust: this.#trustOf(step), repairs: changes };
    this.#repairs.set(step.index, { invocation, changes, result: await this.parts.runner.run(invocation, options) });
  }

  /** Returns the call with its references replaced by earlier results. */
  filled = (step: PlannedStep): unknown => withReferences(step.invocation, this.#resultOf);

  /** Returns the failure of a step that may be repaired; undefined if there is none. */
  failureOf({ index, faults }: PlannedStep): Pick<ToolResult, 'status' | 'errors'> | undefined {
    // Do not repair faults of the plan itself, which its author must correct.
    if (faults.length > 0) return undefined;
    const result = this.#results.get(index);
    // A step that a person rejected or cancelled is not a failure, so do not repair it.
    if (result?.errors.some(({ code }) => A_PERSONS_WORD.has(code)) === true) return undefined;
    if (result !== undefined) return result.ok ? undefined : result;
    const report = this.#reports.get(index);
    return report?.valid === false ? { status: 'error', errors: report.errors } : undefined;
  }

  readonly #failedWith = (index: number): readonly ToolError[] =>
    (this.#repairs.get(index)?.result ?? this.#results.get(index))?.errors ?? this.reportOf(index).errors;

  reportOf = (index: number): ValidationReport => this.#held.get(index)?.report ?? this.#reports.get(index) ?? reportOf([]);

  stateOf(index: number): StepState {
    const result = this.#repairs.get(index)?.result ?? this.#results.get(index);
    return A_PERSONS_WORD.get(result?.errors[0]?.code ?? '') ?? result?.status ?? this.#held.get(index)?.state ?? 'invalid';
  }

  stepOf({ index, id, capture_id, needs, invocation }: PlannedStep): PlanStep {
    const result = this.#results.get(index);
    const repaired = this.#repairs.get(index);
    const proposals = repaired ? undefined : this.#proposals.get(index);
    return {
      index,
      ...(id !== undefined && { id }),
      ...(capture_id !== undefined && { capture_id }),
      ...(needs.length > 0 && { needs }),
      invocation,
      report: this.reportOf(index),
      state: this.stateOf(index),
      ...(result && { result }),
      ...(repaired && { repaired }),
      ...(proposals && { proposals }),
    };
  }

  /** Names a step that has no result, with the reason if there is one. */
  #nameOf(step: PlannedStep): string {
    const [error] = this.#failedWith(step.index);
    return error === undefined ? nameOf(step) : `${nameOf(step)} (${error.code})`;
  }

  /** Returns the result of a step, after repair if it was repaired; undefined if the step failed. */
  #usable(index: number): ToolResult | undefined {
    return [this.#repairs.get(index)?.result, this.#results.get(index)].find((result) => result?.ok);
  }

  readonly #resultOf: ResultOf = (place) => {
    const step = this.#byPlace.get(place);
    return step && this.#usable(step.index);
  };

  /** Returns the trust in a step's arguments: the lowest trust of the results to which it refers. */
  readonly #trustOf = ({ invocation }: PlannedStep): NonNullable<RunOptions['trust']> =>
    lowest(referencesIn(invocation).map(({ step }) => this.#resultOf(step)?.metadata.trust ?? 'untrusted'));

  readonly #optionsOf = (index: number): RunOptions => ({
    entry: 'plan',
    ...this.options,
    depth: (this.options.depth ?? 0) + 1,
    context: { ...this.options.context, traceId: this.traceId, correlationId: this.#correlations[index] },
  });
}

/** Error codes of calls that the user rejected or cancelled, with the state that the step then gets. */
const A_PERSONS_WORD: ReadonlyMap<string, StepState> = new Map([
  ['APPROVAL_REJECTED', 'rejected'],
  ['CANCELLED', 'cancelled'],
]);

const within = (place: string, pointer: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

const nameOf = ({ id, index, capture_id }: PlannedStep): string =>
  id === undefined ? `step ${String(index + 1)}` : capture_id === undefined ? id : `${id} (${capture_id})`;

const reportOf = (errors: readonly ToolError[]): ValidationReport => ({
  valid: errors.length === 0,
  errors,
  warnings: [],
  error_count: errors.length,
  validators: { zod: true, ajv: true },
});

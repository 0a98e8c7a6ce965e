import { isRecord, parseJsonText, type ToolError } from '../../tools/contract/index.ts';
import type { PlanReport, Stage, PreviewedStep, StepState, ReplayReport } from '../../workbench/plans.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import { editorProblems, type EditorProblem } from './editor-problems.ts';
import { member } from './pickers.ts';
import { Work } from './work.svelte.ts';
import { messageOf } from './workbench.svelte.ts';

export const PLAN_STAGES: readonly Stage[] = ['discover', 'plan', 'validate', 'execute', 'summarize', 'repair'];

/** The text of a plan, its validation, and the state of its steps. */
export class PlanState extends Work {
  text = $state('');
  /** Steps and faults of the text; null while it is being validated. */
  preview = $state.raw<{ readonly steps: readonly PreviewedStep[]; readonly errors: readonly ToolError[] } | null>(null);
  stage = $state<Stage | null>(null);
  states = $state.raw<Readonly<Record<number, StepState | 'running'>>>({});
  outcome = $state.raw<PlanReport | null>(null);
  chosen = $state(0);
  replayed = $state.raw<ReplayReport | null>(null);
  #request = 0;
  /** Text that the page drafted or that was run. */
  #settled = '';

  readonly parsed = $derived(parseJsonText(this.text));
  readonly problems: readonly EditorProblem[] = $derived(
    editorProblems(this.text, this.parsed, { errors: this.preview?.errors ?? [], warnings: [] }),
  );

  constructor(private readonly port: WorkbenchPort) {
    super();
  }

  /** Whether a plan was written and not run; sessions do not store it. */
  get changed(): boolean {
    return this.text !== this.#settled && this.text.trim() !== '';
  }

  /** Sets a text that the page generated. */
  draft(text: string): void {
    this.edit(text);
    this.#settled = text;
  }

  /** Sets a text and previews it without running it. */
  edit(text: string): void {
    this.text = text;
    this.outcome = null;
    this.stage = null;
    this.states = {};
    this.failure = '';
    void this.check();
  }

  async check(): Promise<void> {
    const request = ++this.#request;
    if (this.parsed.errors.length > 0) {
      this.preview = null;
      return;
    }
    try {
      const preview = await this.port.plans.preview(this.parsed.value);
      if (request === this.#request) this.preview = preview;
    } catch (error) {
      if (request === this.#request) this.failure = messageOf(error);
    }
  }

  /** State of a step in a run; before a run, its validation. */
  stateOf(index: number): StepState | 'running' | 'waiting' {
    const known = this.outcome?.steps[index]?.state ?? this.states[index];
    return known ?? (this.preview?.steps[index]?.report.valid === false ? 'invalid' : 'waiting');
  }

  async run(): Promise<void> {
    const { text } = this;
    this.outcome = null;
    this.states = {};
    await this.work(async (signal) => {
      this.outcome = await this.port.plans.run(withFreshIds(this.parsed.value), {
        signal,
        onStage: (stage) => (this.stage = stage),
        onStep: (index, state) => (this.states = { ...this.states, [index]: state }),
      });
      // The report contains the calls of a run; a failed run keeps no text.
      this.#settled = text;
    });
  }

  async replay(file: File): Promise<void> {
    this.replayed = null;
    await this.work(async () => {
      this.replayed = await this.port.plans.replay(file);
    });
  }
}

/** The plan with a new request id in every call; the editor's text keeps the original ids. */
function withFreshIds(plan: unknown): unknown {
  const fresh = (call: unknown): unknown => (isRecord(call) ? { ...call, request_id: `req-${crypto.randomUUID()}` } : call);
  if (Array.isArray(plan)) return plan.map(fresh);
  const steps = member(plan, 'steps');
  if (!isRecord(plan) || !Array.isArray(steps)) return plan;
  return { ...plan, steps: steps.map((step: unknown) => (isRecord(step) ? { ...step, invocation: fresh(step['invocation']) } : step)) };
}

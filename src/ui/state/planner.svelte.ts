import type { Conversation, Drafted, Limits, Turn } from '../../planner/planner.ts';
import type { AssistantsPort, PlannerChoice, PlannerId, QuestionChoice } from '../../workbench/assistants.ts';
import type { AppState } from './app.svelte.ts';
import { perPage, Work } from './work.svelte.ts';
import { messageOf } from './workbench.svelte.ts';

const PLAN = { format: 'capture-workbench/plan', version: 1 } as const;

/** A conversation with a planner: the question, the steps so far, and the used part of the limits. */
export class PlannerState extends Work {
  planners = $state.raw<readonly PlannerChoice[]>([]);
  chosen = $state<PlannerId>('rules');
  question = $state('air');
  /** The question to a model, the plan, or the transcript, by planner. */
  texts = $state<Record<string, string>>({});
  endpoint = $state('http://127.0.0.1:11434');
  model = $state('');
  limits = $state.raw<Limits>({ steps: 12, calls: 24, ms: 300_000 });
  turns = $state.raw<readonly Turn[]>([]);
  used = $state.raw<Limits>({ steps: 0, calls: 0, ms: 0 });
  outcome = $state.raw<Conversation | null>(null);
  assistants = $state.raw<AssistantsPort | null>(null);
  /** The answer of a model that is still arriving. */
  draft = $state.raw<Drafted | null>(null);

  constructor(private readonly app: AppState) {
    super();
  }

  async open(): Promise<void> {
    try {
      this.assistants = await this.app.port.assistants();
      this.planners = await this.assistants.planners();
    } catch (error) {
      this.failure = messageOf(error);
    }
  }

  get questions(): readonly QuestionChoice[] {
    return this.assistants?.questions(this.app.chosenCaptures) ?? [];
  }

  get text(): string {
    return this.texts[this.chosen] ?? '';
  }

  set text(text: string) {
    this.texts = { ...this.texts, [this.chosen]: text };
  }

  async ask(): Promise<void> {
    const { assistants, chosen, app, endpoint, model, limits } = this;
    if (assistants === null) return;
    const text = chosen === 'rules' ? this.question : this.text;
    this.turns = [];
    this.used = { steps: 0, calls: 0, ms: 0 };
    this.outcome = null;
    this.draft = null;
    const onTurns = (turns: readonly Turn[], used: Limits): void => {
      this.turns = turns;
      this.used = used;
      this.draft = null;
    };
    const onDraft = (draft: Drafted): void => void (this.draft = draft);
    await this.work(async (signal) => {
      const asked = { planner: chosen, text, capture_ids: app.chosenCaptures, endpoint, model };
      const outcome = await assistants.ask(asked, { limits, signal, onTurns, onDraft });
      onTurns(outcome.turns, outcome.used);
      this.outcome = outcome;
    });
  }

  /** Converts the calls so far, or those that the question will make, to a plan in the editor. */
  editAsPlan(): void {
    const calls = this.turns.flatMap(({ calls }) => calls.map((call) => call.repaired?.invocation ?? call.invocation));
    const steps = calls.flatMap((invocation, at) => (invocation === null ? [] : [{ id: `step_${String(at + 1)}`, invocation }]));
    const made = steps.length > 0 ? { ...PLAN, steps } : this.assistants?.planOf(this.question, this.app.chosenCaptures);
    this.app.plan.draft(JSON.stringify(made, null, 2));
    this.app.showAgents('plan');
  }
}

export const plannerOf = perPage((app: AppState) => new PlannerState(app));

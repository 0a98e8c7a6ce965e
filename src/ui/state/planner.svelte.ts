import type { Conversation, Drafted, Limits, Turn } from '../../planner/planner.ts';
import type {
  AskOptions,
  AssistantsPort,
  ConversationEntry,
  PlannerChoice,
  PlannerId,
  QuestionChoice,
} from '../../workbench/assistants.ts';
import { saveText } from '../kit/save-text.ts';
import type { AppState } from './app.svelte.ts';
import { perPage, Work } from './work.svelte.ts';
import { messageOf } from './workbench.svelte.ts';

const PLAN = { format: 'capture-workbench/plan', version: 1 } as const;

/** A conversation with a planner: the question, the steps so far, and the used part of the limits; and the list of those stored. */
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
  outcome = $state.raw<Pick<Conversation, 'text' | 'code'> | null>(null);
  assistants = $state.raw<AssistantsPort | null>(null);
  /** The answer of a model that is still arriving. */
  draft = $state.raw<Drafted | null>(null);
  /** The stored conversations, oldest first, and the id of the shown one; empty before it is known. */
  list = $state.raw<readonly ConversationEntry[]>([]);
  id = $state('');

  constructor(private readonly app: AppState) {
    super();
    app.port.on('conversations', () => this.#refresh());
  }

  /** Loads the planners and the list of conversations, and shows one of these. */
  async open(id?: string): Promise<void> {
    await this.#attempt(async () => {
      this.assistants = await this.app.port.assistants();
      this.planners = await this.assistants.planners();
      this.#refresh();
      if (id === undefined) return;
      const { turns, used, end } = await this.assistants.conversation(id);
      this.#show(turns, used, end);
      this.id = id;
    });
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.failure = '';
    await work().catch((error: unknown) => (this.failure = messageOf(error)));
  }

  #refresh(): void {
    this.list = this.assistants?.conversations() ?? [];
    if (this.running) this.id ||= this.list.find(({ state }) => state === 'running')?.id ?? '';
    else if (this.id !== '' && !this.shown) this.#clear();
  }

  /** The entry of the shown conversation. */
  get shown(): ConversationEntry | undefined {
    return this.list.find(({ id }) => id === this.id);
  }

  titleOf({ planner, question }: ConversationEntry): string {
    return (planner === 'rules' && this.questions.find(({ id }) => id === question)?.title) || question;
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

  ask(): Promise<void> {
    const { chosen, app, endpoint, model, limits } = this;
    const asked = {
      planner: chosen,
      text: chosen === 'rules' ? this.question : this.text,
      capture_ids: app.chosenCaptures,
      endpoint,
      model,
    };
    this.#clear();
    return this.#talk((assistants, options) => assistants.ask(asked, { limits, ...options }));
  }

  pause = (): Promise<void> => this.#attempt(async () => this.assistants?.pause(this.id));

  /** Continues a conversation, a model's with the server and the name that are entered. */
  async resume({ id, planner }: ConversationEntry): Promise<void> {
    await this.open(id);
    const { endpoint, model, chosen } = this;
    const at = planner === 'endpoint' && chosen === 'endpoint' && model.trim() !== '' ? { endpoint, model } : {};
    this.outcome = null;
    await this.#talk((assistants, options) => assistants.resume(id, at, options));
  }

  /** Shows a new, paused conversation with the first steps of the shown one. */
  fork = (steps: number): Promise<void> => this.#attempt(async () => this.open(await this.assistants?.fork(this.id, steps)));

  remove = (id: string): Promise<void> => this.#attempt(async () => this.assistants?.removeConversation(id));

  saveTrace = (id: string): Promise<void> =>
    this.#attempt(async () => {
      const file = await this.assistants?.traceFile(id);
      if (file) saveText(file.text, file.file_name, 'application/json');
    });

  async #talk(talk: (assistants: AssistantsPort, options: AskOptions) => Promise<Conversation>): Promise<void> {
    const { assistants } = this;
    if (assistants === null) return;
    await this.work(async (signal) => {
      const onDraft = (draft: Drafted): void => void (this.draft = draft);
      const ended = await talk(assistants, { signal, onTurns: (...progress) => this.#show(...progress), onDraft });
      this.#show(ended.turns, ended.used, ended);
    });
  }

  #show(turns: readonly Turn[], used: Limits, outcome: PlannerState['outcome'] = null): void {
    Object.assign(this, { turns, used, outcome, draft: null });
  }

  #clear(): void {
    this.#show([], { steps: 0, calls: 0, ms: 0 });
    this.id = '';
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

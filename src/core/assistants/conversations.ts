import { WorkbenchError } from '../../base/failure.ts';
import { MOST_CONVERSATIONS, type ConversationRecord } from '../../session/conversation.ts';
import type { ConversationEntry } from '../../workbench/assistants.ts';
import { forked, withoutResult } from './conversation-record.ts';

/** Most characters of a question in the list. */
const LONGEST_QUESTION = 200;

/** The conversations with planners. The session and the page's state for a restart of the core contain them. */
export class Conversations {
  #records: readonly ConversationRecord[];
  #entries: readonly ConversationEntry[] | null = null;
  /** Pauses of those that run, by id. */
  readonly #running = new Map<string, AbortController>();
  /** Ids of calls whose results were forgotten; a conversation that runs may still contain them. */
  readonly #forgotten = new Set<string>();

  constructor(
    earlier: readonly ConversationRecord[],
    private readonly changed: () => void,
  ) {
    this.#records = earlier;
  }

  /** Oldest first; the same object until one changes. */
  records(): readonly ConversationRecord[] {
    return this.#records;
  }

  list(): readonly ConversationEntry[] {
    return (this.#entries ??= this.#records.map((record) => this.#entryOf(record)));
  }

  /** Throws `UNKNOWN_CONVERSATION`. */
  get(id: string): ConversationRecord {
    const record = this.#records.find((each) => each.id === id);
    if (record) return record;
    throw new WorkbenchError('UNKNOWN_CONVERSATION', 'expected the id of a stored conversation, found another');
  }

  put(given: ConversationRecord): void {
    const record = withoutResult(given, this.#forgotten);
    const known = this.#records.some(({ id }) => id === record.id);
    const next = known ? this.#records.map((each) => (each.id === record.id ? record : each)) : [...this.#records, record];
    const excess = next.length - MOST_CONVERSATIONS;
    const dropped = new Set(next.filter(({ id }) => id !== record.id && !this.#running.has(id)).slice(0, Math.max(0, excess)));
    this.#change(next.filter((each) => !dropped.has(each)));
  }

  /** Adds the conversations of an opened session that are not listed yet. */
  adopt(records: readonly ConversationRecord[]): void {
    const known = new Set(this.#records.map(({ id }) => id));
    const added = records.filter(({ id }) => !known.has(id));
    if (added.length > 0) this.#change([...added, ...this.#records].slice(-MOST_CONVERSATIONS));
  }

  /** Removes the result of a call from every conversation. */
  forget(tool_call_id: string): void {
    this.#forgotten.add(tool_call_id);
    const next = this.#records.map((record) => withoutResult(record, this.#forgotten));
    if (next.some((record, at) => record !== this.#records[at])) this.#change(next);
  }

  /** Creates a paused conversation with the first steps of another, and returns its id. */
  fork(id: string, steps: number): string {
    const fork = forked(this.get(id), steps, `conversation-${crypto.randomUUID()}`);
    this.put(fork);
    return fork.id;
  }

  /** Marks a conversation as running until `done`. Throws `CONVERSATION_RUNS` if it already runs. */
  start(id: string): { readonly pause: AbortSignal; readonly done: () => void } {
    if (this.#running.has(id))
      throw new WorkbenchError('CONVERSATION_RUNS', 'expected a conversation that is paused or ended, found one that is running');
    const controller = new AbortController();
    this.#running.set(id, controller);
    return {
      pause: controller.signal,
      done: () => {
        this.#running.delete(id);
        this.#change(this.#records);
      },
    };
  }

  /** The conversation ends before the planner's next turn; does nothing if it does not run. */
  pause(id: string): void {
    this.#running.get(id)?.abort();
  }

  #change(records: readonly ConversationRecord[]): void {
    this.#records = records;
    this.#entries = null;
    this.changed();
  }

  #entryOf({ id, asked, turns, end, fork }: ConversationRecord): ConversationEntry {
    const state = this.#running.has(id) ? 'running' : end === null ? 'interrupted' : end.ending === 'paused' ? 'paused' : 'ended';
    const question = asked.text.length > LONGEST_QUESTION ? `${asked.text.slice(0, LONGEST_QUESTION)}…` : asked.text;
    const code = end?.code ?? null;
    return {
      id,
      planner: asked.planner,
      question,
      steps: turns.length,
      state,
      code,
      answered: end?.ending === 'answered',
      ...(fork && { fork }),
    };
  }
}

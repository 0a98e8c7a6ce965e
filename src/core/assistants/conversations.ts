import { WorkbenchError } from '../../base/failure.ts';
import { MOST_CONVERSATIONS, type ConversationRecord } from '../../session/conversation.ts';
import type { ConversationEntry } from '../../workbench/assistants.ts';
import { forked, PAUSED, withoutResult } from './conversation-record.ts';

/** Maximum number of characters of a question in the list of conversations. */
const LONGEST_QUESTION = 200;

/** The conversations with planners. Sessions contain them, and the page keeps them for a restart of the core. */
export class Conversations {
  #records: readonly ConversationRecord[];
  #entries: readonly ConversationEntry[] | null = null;
  /** For each running conversation, by its id, the controller that pauses it. */
  readonly #running = new Map<string, AbortController>();
  /** Ids of calls whose results a person removed. A running conversation may still contain them, so each `put` removes them again. */
  readonly #forgotten = new Set<string>();
  #removed: readonly string[];

  constructor(
    earlier: readonly ConversationRecord[],
    private readonly changed: () => void,
    removed: readonly string[] = [],
  ) {
    this.#records = earlier;
    this.#removed = removed;
  }

  /** Oldest first. Returns the same array until a conversation changes. */
  records(): readonly ConversationRecord[] {
    return this.#records;
  }

  /** Ids of the conversations that a person removed; sessions opened later may contain them. The same array until one is added. */
  removed(): readonly string[] {
    return this.#removed;
  }

  list(): readonly ConversationEntry[] {
    return (this.#entries ??= this.#records.map((record) => this.#entryOf(record)));
  }

  /** Throws `UNKNOWN_CONVERSATION` if there is none with this id. */
  get(id: string): ConversationRecord {
    const record = this.#records.find((each) => each.id === id);
    if (record) return record;
    throw new WorkbenchError('UNKNOWN_CONVERSATION', 'expected the id of a stored conversation, found another');
  }

  put(given: ConversationRecord): void {
    const waits = given.end === null && this.#running.get(given.id)?.signal.aborted === true;
    const record = withoutResult(waits ? { ...given, end: PAUSED } : given, this.#forgotten);
    const known = this.#records.some(({ id }) => id === record.id);
    const next = known ? this.#records.map((each) => (each.id === record.id ? record : each)) : [...this.#records, record];
    const excess = next.length - MOST_CONVERSATIONS;
    const dropped = new Set(next.filter(({ id }) => id !== record.id && !this.#running.has(id)).slice(0, Math.max(0, excess)));
    this.#change(next.filter((each) => !dropped.has(each)));
  }

  /** Adds the conversations of an opened session, except those already listed and those that a person removed. */
  adopt(records: readonly ConversationRecord[]): void {
    const known = new Set([...this.#records.map(({ id }) => id), ...this.#removed]);
    const added = records.filter(({ id }) => !known.has(id));
    if (added.length > 0) this.#change([...added, ...this.#records].slice(-MOST_CONVERSATIONS));
  }

  /** Removes the result of a call from every conversation. */
  forget(tool_call_id: string): void {
    this.#forgotten.add(tool_call_id);
    const next = this.#records.map((record) => withoutResult(record, this.#forgotten));
    if (next.some((record, at) => record !== this.#records[at])) this.#change(next);
  }

  /** Removes a conversation. Throws `CONVERSATION_RUNS` if it runs. */
  remove(id: string): void {
    this.#requireStill(id);
    this.#removed = [...this.#removed, this.get(id).id];
    this.#change(this.#records.filter((record) => record.id !== id));
  }

  /** Creates a paused conversation with the first steps of another, and returns its id. */
  fork(id: string, steps: number): string {
    const fork = forked(this.get(id), steps, `conversation-${crypto.randomUUID()}`);
    this.put(fork);
    return fork.id;
  }

  /** Marks a conversation as running; call `done` when it ends. Throws `CONVERSATION_RUNS` if it already runs. */
  start(id: string): { readonly pause: AbortSignal; readonly done: () => void } {
    this.#requireStill(id);
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

  /**
   * Ends a running conversation before the planner's next turn; does nothing if it does not run. It is stored as paused immediately,
   * because the page may close while a call still waits for approval.
   */
  pause(id: string): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    running.abort();
    const record = this.#records.find((each) => each.id === id);
    if (record) this.put(record);
  }

  #requireStill(id: string): void {
    if (this.#running.has(id))
      throw new WorkbenchError('CONVERSATION_RUNS', 'expected a conversation that is paused or ended, found one that is running');
  }

  #change(records: readonly ConversationRecord[]): void {
    this.#records = records;
    this.#entries = null;
    this.changed();
  }

  #entryOf({ id, asked, turns, end, fork }: ConversationRecord): ConversationEntry {
    const running = this.#running.get(id);
    const state = running
      ? running.signal.aborted
        ? 'pausing'
        : 'running'
      : end === null
        ? 'interrupted'
        : end.ending === 'paused'
          ? 'paused'
          : 'ended';
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

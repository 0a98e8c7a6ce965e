import type { ToolResult } from '../../tools/contract/index.ts';
import type { TimeView } from '../charts/time-view.ts';
import { LINK_THRESHOLD } from '../results/analyzer/model.ts';
import type { CallsPort } from '../workbench.ts';

/** How many results of a session stay at hand beside those that are pinned; the journal keeps the line of every one. */
const KEEP = 30;

const NO_CALLS: CallsPort = { of: () => undefined, forget: () => undefined };

/** The results of this session, newest last, and the one being looked at. */
export class ResultsState {
  /** The calls that were made from this page, by the id of their result. */
  #calls = $state.raw<readonly { readonly id: string; readonly invocation: unknown }[]>([]);
  list = $state.raw<readonly ToolResult[]>([]);
  /** Probability from which the views of links draw one; one for all of them. */
  threshold = $state(LINK_THRESHOLD);
  /** What the timeline shows of the time, whichever result it draws; null for all of it. */
  visible = $state.raw<TimeView | null>(null);
  /** Ids of results that stay whatever comes after them. */
  pinned = $state.raw<readonly string[]>([]);
  /** The part of a result that is looked at; the summary where a result has no such part. */
  tab = $state('summary');
  /** Ids of results that came with a session: nobody ran their calls on this page. */
  #received = $state.raw<readonly string[]>([]);
  #chosen = $state<string | null>(null);
  readonly current: ToolResult | null = $derived(
    this.list.find((result) => result.tool_call_id === this.#chosen) ?? this.list.at(-1) ?? null,
  );

  /** @param known the calls of the page by whichever door, of sessions too */
  constructor(private readonly known: CallsPort = NO_CALLS) {}

  /** The same call may arrive by event and by promise: it is one result. */
  add(result: ToolResult, invocation?: unknown): void {
    if (invocation !== undefined) this.#calls = [...this.#calls, { id: result.tool_call_id, invocation }].slice(-KEEP);
    const others = this.list.filter((known) => known.tool_call_id !== result.tool_call_id);
    this.#keep([...others, result]);
    this.#chosen = result.tool_call_id;
  }

  /** The visible time in whole milliseconds that cover it, as a link says it. */
  get visibleMs(): { readonly start_ms: number; readonly end_ms: number } | null {
    if (!this.visible) return null;
    // The timeline leaves some air before the first packet, which may be at 0.
    const { start, end } = this.visible;
    return { start_ms: Math.max(0, Math.floor(start)), end_ms: Math.max(0, Math.ceil(end)) };
  }

  /** Takes a result that came with a session. */
  receive(result: ToolResult): void {
    this.add(result);
    this.#received = [...this.#received, result.tool_call_id];
  }

  isReceived(toolCallId: string): boolean {
    return this.#received.includes(toolCallId);
  }

  /** The call behind a result; undefined when nobody here knows it. */
  callOf(result: ToolResult): unknown {
    const id = result.tool_call_id;
    return this.#calls.findLast((call) => call.id === id)?.invocation ?? this.known.of(id);
  }

  choose(toolCallId: string): void {
    this.#chosen = toolCallId;
  }

  isPinned(toolCallId: string): boolean {
    return this.pinned.includes(toolCallId);
  }

  pin(toolCallIds: readonly string[]): void {
    this.pinned = [...this.pinned, ...toolCallIds.filter((id) => !this.pinned.includes(id))];
  }

  unpin(toolCallId: string): void {
    this.pinned = this.pinned.filter((id) => id !== toolCallId);
    this.#keep(this.list);
  }

  /** Takes a result and its call away; no session and no share has them any more. */
  remove(toolCallId: string): void {
    this.pinned = this.pinned.filter((id) => id !== toolCallId);
    this.list = this.list.filter((result) => result.tool_call_id !== toolCallId);
    this.#calls = this.#calls.filter(({ id }) => id !== toolCallId);
    this.known.forget(toolCallId);
  }

  #keep(list: readonly ToolResult[]): void {
    const loose = list.filter((result) => !this.isPinned(result.tool_call_id));
    const gone = loose.slice(0, Math.max(0, loose.length - KEEP));
    this.list = gone.length === 0 ? list : list.filter((result) => !gone.includes(result));
  }
}

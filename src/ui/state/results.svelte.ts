import type { ToolResult } from '../../tools/contract/index.ts';
import { LINK_THRESHOLD } from '../results/analyzer/model.ts';

/** How many results of a session stay at hand in the view; the journal keeps the line of every one. */
const KEEP = 30;

/** The results of this session, newest last, and the one being looked at. */
export class ResultsState {
  /** The calls that were made from this page, by the id of their result. */
  #calls = $state.raw<readonly { readonly id: string; readonly invocation: unknown }[]>([]);
  list = $state.raw<readonly ToolResult[]>([]);
  /** Probability from which the views of links draw one; one for all of them. */
  threshold = $state(LINK_THRESHOLD);
  #chosen = $state<string | null>(null);
  readonly current: ToolResult | null = $derived(
    this.list.find((result) => result.tool_call_id === this.#chosen) ?? this.list.at(-1) ?? null,
  );

  /** The same call may arrive by event and by promise: it is one result. */
  add(result: ToolResult, invocation?: unknown): void {
    if (invocation !== undefined) this.#calls = [...this.#calls, { id: result.tool_call_id, invocation }].slice(-KEEP);
    const others = this.list.filter((known) => known.tool_call_id !== result.tool_call_id);
    this.list = [...others, result].slice(-KEEP);
    this.#chosen = result.tool_call_id;
  }

  /** The call behind a result; undefined when it was made elsewhere. */
  callOf(result: ToolResult): unknown {
    return this.#calls.findLast(({ id }) => id === result.tool_call_id)?.invocation;
  }

  choose(toolCallId: string): void {
    this.#chosen = toolCallId;
  }
}

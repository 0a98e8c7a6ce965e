import type { ToolResult } from '../../tools/contract/index.ts';

/** How many results of a session stay at hand in the view; the journal keeps the line of every one. */
const KEEP = 30;

/** The results of this session, newest last, and the one being looked at. */
export class ResultsState {
  list = $state.raw<readonly ToolResult[]>([]);
  #chosen = $state<string | null>(null);
  readonly current: ToolResult | null = $derived(
    this.list.find((result) => result.tool_call_id === this.#chosen) ?? this.list.at(-1) ?? null,
  );

  /** The same call may arrive by event and by promise: it is one result. */
  add(result: ToolResult): void {
    const others = this.list.filter((known) => known.tool_call_id !== result.tool_call_id);
    this.list = [...others, result].slice(-KEEP);
    this.#chosen = result.tool_call_id;
  }

  choose(toolCallId: string): void {
    this.#chosen = toolCallId;
  }
}

import { SvelteMap } from 'svelte/reactivity';
import type { TimelineFolds } from '../../answers/charts/timeline-slice.ts';
import type { TimeView } from '../../answers/charts/time-view.ts';
import { LINK_THRESHOLD } from '../../answers/analyzer/model.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { CallsPort } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';
import { beforePicture } from '../kit/before-picture.ts';

/** Results of a session that views keep beside those that are pinned; the journal keeps the line of every one. */
const KEEP = 30;

/** The results of this session, newest last, and the one that is shown. */
export class ResultsState {
  /** The calls that were made from this page, by the id of their result. */
  #calls = $state.raw<readonly { readonly id: string; readonly invocation: unknown }[]>([]);
  list = $state.raw<readonly ResultView[]>([]);
  /** Probability from which the views of links draw one; one for all of them. */
  threshold = $state(LINK_THRESHOLD);
  /** The time that timelines show; null for all of it. */
  visible = $state.raw<TimeView | null>(null);
  /** Folds of timelines by the id of their result, kept while another tab is shown. */
  readonly folds = new SvelteMap<string, TimelineFolds>();
  /** Ids of results that stay, however many come after them. */
  pinned = $state.raw<readonly string[]>([]);
  /** The tab of a result that is shown; the summary where a result has no such tab. */
  tab = $state('summary');
  /** Ids of results that came with a session; their calls did not run on this page. */
  #received = $state.raw<readonly string[]>([]);
  #chosen = $state<string | null>(null);
  /** Results that are added before the next picture. */
  #arrived: ResultView[] = [];
  readonly current: ResultView | null = $derived(
    this.list.find((result) => result.tool_call_id === this.#chosen) ?? this.list.at(-1) ?? null,
  );

  /** Finds a call by the id of its result. A new function each time the calls change, so that readers run again. */
  #callOf = $state.raw<(id: string) => unknown>(() => undefined);

  /** @param known all calls of the page, those of sessions too */
  constructor(private readonly known: CallsPort = { of: () => undefined, forget: () => Promise.resolve() }) {
    this.callsChanged();
  }

  callsChanged(): void {
    this.#callOf = (id) => this.known.of(id);
  }

  /** Adds a result before the next picture, so that many short calls draw one result each picture. */
  addLater(result: ResultView): void {
    this.#arrived = [...this.#arrived, result].slice(-KEEP);
    this.#take();
  }

  readonly #take = beforePicture(() => {
    for (const result of this.#arrived.splice(0)) this.add(result);
  });

  /** The same call may arrive by event and by promise: it is one result. */
  add(result: ResultView, invocation?: unknown): void {
    for (const earlier of this.#arrived.splice(0)) this.add(earlier);
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
  receive(result: ResultView): void {
    this.add(result);
    this.#received = [...this.#received, result.tool_call_id];
  }

  /** The newest answer of a tool that was computed from the rows that a capture has now. */
  answerOf(tool: string, { capture_id, sha256 }: CaptureInfo): ResultView | undefined {
    return this.list.findLast(
      ({ metadata, status }) =>
        metadata.toolName === tool &&
        status !== 'error' &&
        (metadata.captures?.some((each) => each.capture_id === capture_id && each.sha256 === sha256) ?? true),
    );
  }

  isReceived(toolCallId: string): boolean {
    return this.#received.includes(toolCallId);
  }

  /** The call of a result; undefined if it is not known. */
  callOf(result: ResultView): unknown {
    const id = result.tool_call_id;
    return this.#calls.findLast((call) => call.id === id)?.invocation ?? this.#callOf(id);
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

  /** Removes a result and its call; sessions and shared files leave them out from then on. */
  remove(toolCallId: string): void {
    this.pinned = this.pinned.filter((id) => id !== toolCallId);
    this.list = this.list.filter((result) => result.tool_call_id !== toolCallId);
    this.#calls = this.#calls.filter(({ id }) => id !== toolCallId);
    void this.known.forget(toolCallId);
  }

  #keep(list: readonly ResultView[]): void {
    const loose = list.filter((result) => !this.isPinned(result.tool_call_id));
    const gone = loose.slice(0, Math.max(0, loose.length - KEEP));
    this.list = gone.length === 0 ? list : list.filter((result) => !gone.includes(result));
  }
}

import { SvelteMap } from 'svelte/reactivity';
import type { TimelineFolds } from '../../answers/charts/timeline-slice.ts';
import type { TimeView } from '../../answers/charts/time-view.ts';
import { LINK_THRESHOLD } from '../../answers/analyzer/model.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { CallsPort } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';
import { beforePicture } from '../kit/before-picture.ts';

/** Most results that views keep besides pinned ones; the journal keeps a line for every call. */
const KEEP = 30;

/** The results of this session, newest last, and the visible one. */
export class ResultsState {
  /** Calls made from this page, by result id. */
  #calls = $state.raw<readonly { readonly id: string; readonly invocation: unknown }[]>([]);
  list = $state.raw<readonly ResultView[]>([]);
  /** Probability threshold for drawing a link; shared by all views. */
  threshold = $state(LINK_THRESHOLD);
  /** The visible time of timelines; null for the whole. */
  visible = $state.raw<TimeView | null>(null);
  /** Folds of timelines by the id of their result, kept while another tab is shown. */
  readonly folds = new SvelteMap<string, TimelineFolds>();
  /** Ids of results that are never evicted. */
  pinned = $state.raw<readonly string[]>([]);
  /** The visible tab of a result; the summary if the result has no such tab. */
  tab = $state('summary');
  /** Ids of results from a session; their calls did not run on this page. */
  #received = $state.raw<readonly string[]>([]);
  #chosen = $state<string | null>(null);
  /** Results to be added before the next frame. */
  #arrived: ResultView[] = [];
  readonly current: ResultView | null = $derived(
    this.list.find((result) => result.tool_call_id === this.#chosen) ?? this.list.at(-1) ?? null,
  );

  /** Finds a call by the id of its result. A new function each time the calls change, so that readers run again. */
  #callOf = $state.raw<(id: string) => unknown>(() => undefined);

  /** @param known all calls of the page, including those of sessions */
  constructor(private readonly known: CallsPort = { of: () => undefined, forget: () => Promise.resolve() }) {
    this.callsChanged();
  }

  callsChanged(): void {
    this.#callOf = (id) => this.known.of(id);
  }

  /** Queues a result for the next frame, so that many short calls cause one update per frame. */
  addLater(result: ResultView): void {
    this.#arrived = [...this.#arrived, result].slice(-KEEP);
    this.#take();
  }

  readonly #take = beforePicture(() => {
    for (const result of this.#arrived.splice(0)) this.add(result);
  });

  /** The same result may arrive by event and by promise; it is added once. */
  add(result: ResultView, invocation?: unknown): void {
    for (const earlier of this.#arrived.splice(0)) this.add(earlier);
    if (invocation !== undefined) this.#calls = [...this.#calls, { id: result.tool_call_id, invocation }].slice(-KEEP);
    const others = this.list.filter((known) => known.tool_call_id !== result.tool_call_id);
    this.#keep([...others, result]);
    this.#chosen = result.tool_call_id;
  }

  /** The visible time rounded outwards to whole milliseconds, as in a link. */
  get visibleMs(): { readonly start_ms: number; readonly end_ms: number } | null {
    if (!this.visible) return null;
    // The timeline has a margin before the first packet, which may be at 0.
    const { start, end } = this.visible;
    return { start_ms: Math.max(0, Math.floor(start)), end_ms: Math.max(0, Math.ceil(end)) };
  }

  /** Adds a result from a session. */
  receive(result: ResultView): void {
    this.add(result);
    this.#received = [...this.#received, result.tool_call_id];
  }

  /** The newest answer of a tool that was computed from the current rows of a capture. */
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

  /** The call of a result; undefined if it is unknown. */
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

  /** Removes a result and its call, also from later sessions and shared files. */
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

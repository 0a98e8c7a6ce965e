import { throwIfAborted, WorkbenchError } from '../base/failure.ts';
import type { Progress, WorkOptions } from '../base/progress.ts';
import type { Activity } from '../workbench/port.ts';

/** Shorter work ends before a person would notice it, so it is not listed. */
const MOMENT_MS = 1000;

/** Maximum number of ended activities in the list. Failures do not count: they stay until a person dismisses them. */
const KEEP_ENDED = 20;

/** What `run` passes to the work that it wraps. */
export interface ActivityOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** An action that a person can choose to resolve a failure, such as opening a smaller part of a file. */
export interface Remedy {
  readonly label: string;
  /** True if the remedy loads one time window of the file. Several such remedies can be shown as a list. */
  readonly window?: boolean;
  readonly take: () => void;
}

/** Functions of an activity that cannot be sent as data. */
interface Actions {
  readonly cancel: () => void;
  readonly remedies: readonly Remedy[];
}

/**
 * The list of long-running work. `run` wraps a piece of work: the work gets a signal that fires when either `cancel` is called or the
 * caller's own signal fires, and its progress appears in the list.
 */
export class Activities {
  #list: readonly Activity[] = [];
  #serial = 0;
  readonly #actions = new Map<string, Actions>();

  /** @param prefix begins the ids, which makes them unique across several lists */
  constructor(
    private readonly changed: (list: readonly Activity[]) => void,
    private readonly prefix = 'activity',
  ) {}

  list(): readonly Activity[] {
    return this.#list;
  }

  get running(): boolean {
    return this.#list.some((activity) => activity.state === 'running');
  }

  dismiss(id: string): void {
    this.#set(this.#list.filter((activity) => activity.id !== id || activity.state === 'running'));
  }

  cancel(id: string): void {
    this.#actions.get(id)?.cancel();
  }

  /** Performs a remedy of a failed activity and removes the activity from the list. */
  take(id: string, index: number): void {
    const remedy = this.#actions.get(id)?.remedies[index];
    if (remedy === undefined) throw new WorkbenchError('UNKNOWN_ACTIVITY', 'expected a remedy offered by a failed activity, found none');
    this.dismiss(id);
    remedy.take();
  }

  /**
   * @param options `reported`: the work reports its own outcome; `fleeting`: the activity leaves the list on success; `outcome`: converts
   * the result to the message shown on success
   * @param failure returns the error message if the result of the work means failure, otherwise null
   * @param remedies actions that may resolve an error
   */
  async run<T>(
    title: string,
    options: WorkOptions & { readonly reported?: boolean; readonly fleeting?: boolean; readonly outcome?: (value: T) => string },
    work: (inner: ActivityOptions) => Promise<T>,
    failure: (value: T) => string | null = () => null,
    remedies: (error: unknown) => readonly Remedy[] = () => [],
  ): Promise<T> {
    const id = `${this.prefix}-${String(++this.#serial)}`;
    const { controller, release } = follow(options.signal);
    const { reported = false, fleeting = false } = options;
    const cancel = (): void => {
      controller.abort();
    };
    this.#actions.set(id, { cancel, remedies: [] });
    this.#set([...this.#list, { id, title, state: 'running', progress: null, message: null, cancellable: true, reported }]);
    const onProgress = (progress: Progress): void => {
      this.#update(id, { progress });
      options.onProgress?.(progress);
    };
    try {
      const value = await work({ signal: controller.signal, onProgress });
      const message = failure(value);
      const done = { state: 'done', message: options.outcome?.(value) ?? null } as const;
      this.#update(id, { ...(message === null ? done : { state: 'failed', message }), cancellable: false });
      if (message === null && fleeting) this.dismiss(id);
      return value;
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      const offered = cancelled ? [] : remedies(error);
      this.#actions.set(id, { cancel, remedies: offered });
      this.#update(id, {
        state: cancelled ? 'cancelled' : 'failed',
        cancellable: false,
        message: error instanceof Error ? error.message : String(error),
        remedies: offered.map(({ label }) => label),
        windows: listedWindows(offered),
      });
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Runs work that is usually brief and reports its own outcome, such as a query. Only work that takes longer appears in the list, where a
   * person can cancel it; on success it leaves the list.
   */
  async later<T>(title: string, options: WorkOptions, work: (inner: ActivityOptions) => Promise<T>): Promise<T> {
    const { controller, release } = follow(options.signal);
    let report = (progress: Progress): void => options.onProgress?.(progress);
    const running = work({ signal: controller.signal, onProgress: (progress) => report(progress) }).then((value) => {
      // Discard an answer that arrives after the person cancelled.
      throwIfAborted(controller.signal, title);
      return value;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<'over'>((resolve) => {
      timer = setTimeout(() => resolve('over'), MOMENT_MS);
    });
    try {
      if ((await Promise.race([running, over])) !== 'over') return await running;
      return await this.run(title, { ...options, reported: true, fleeting: true }, ({ signal, onProgress }) => {
        report = onProgress;
        signal.addEventListener('abort', () => controller.abort(), { once: true });
        return running;
      });
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  #update(id: string, change: Partial<Activity>): void {
    this.#set(this.#list.map((activity) => (activity.id === id ? { ...activity, ...change } : activity)));
  }

  #set(changed: readonly Activity[]): void {
    const list = withoutOld(changed);
    this.#list = list;
    const listed = new Set(list.map(({ id }) => id));
    for (const id of this.#actions.keys()) if (!listed.has(id)) this.#actions.delete(id);
    this.changed(list);
  }
}

/** If a failed activity offers more time windows than this, they are shown as a list to choose from instead of one button each. */
const MOST_WINDOWS = 3;

function listedWindows(offered: readonly Remedy[]): readonly number[] {
  const windows = offered.flatMap(({ window }, at) => (window === true ? [at] : []));
  return windows.length > MOST_WINDOWS ? windows : [];
}

/** If more than `KEEP_ENDED` activities have ended, removes those that ended first. */
function withoutOld(list: readonly Activity[]): readonly Activity[] {
  const ended = list.filter(({ state }) => state === 'done' || state === 'cancelled');
  if (ended.length <= KEEP_ENDED) return list;
  const old = new Set(ended.slice(0, ended.length - KEEP_ENDED));
  return list.filter((activity) => !old.has(activity));
}

/** Creates a controller that also aborts when the caller's signal aborts. Call `release` to stop listening to that signal. */
function follow(signal: AbortSignal | undefined): { readonly controller: AbortController; readonly release: () => void } {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return { controller, release: () => signal?.removeEventListener('abort', abort) };
}

import type { Progress, WorkOptions } from '../base/progress.ts';
import type { Activity, Remedy } from '../ui/workbench.ts';

/** Shorter work is over before a person looks for it. */
const MOMENT_MS = 1000;

/** Ended activities that stay in the list; failures are kept until dismissed. */
const KEEP_ENDED = 20;

/** What the work inside an activity is given. */
export interface ActivityOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * The one list of everything that takes time. `run` wraps a piece of work: it gets a signal that the
 * list's Cancel button and the caller's own signal both end, and reports progress into the list.
 */
export class Activities {
  #list: Activity[] = [];
  #serial = 0;
  readonly #changed: (list: readonly Activity[]) => void;

  constructor(changed: (list: readonly Activity[]) => void) {
    this.#changed = changed;
  }

  list(): readonly Activity[] {
    return this.#list;
  }

  get running(): boolean {
    return this.#list.some((activity) => activity.state === 'running');
  }

  dismiss(id: string): void {
    this.#set(this.#list.filter((activity) => activity.id !== id || activity.state === 'running'));
  }

  /**
   * @param options `told`: what it brings says how it ended; `fleeting`: once it has ended well the list says nothing of it
   * @param failure reads a value that says of itself that the work failed; null when it did not
   * @param remedies what a person can do about an error
   */
  async run<T>(
    title: string,
    options: WorkOptions & { readonly told?: boolean; readonly fleeting?: boolean },
    work: (inner: ActivityOptions) => Promise<T>,
    failure: (value: T) => string | null = () => null,
    remedies: (error: unknown) => readonly Remedy[] = () => [],
  ): Promise<T> {
    const id = `activity-${String(++this.#serial)}`;
    const controller = new AbortController();
    const forward = (): void => {
      controller.abort();
    };
    if (options.signal?.aborted) controller.abort();
    options.signal?.addEventListener('abort', forward, { once: true });
    const { told = false, fleeting = false } = options;
    this.#set([...this.#list, { id, title, state: 'running', progress: null, message: null, cancel: forward, told }]);
    const onProgress = (progress: Progress): void => {
      this.#update(id, { progress });
      options.onProgress?.(progress);
    };
    try {
      const value = await work({ signal: controller.signal, onProgress });
      const message = failure(value);
      this.#update(id, { state: message === null ? 'done' : 'failed', cancel: null, message });
      if (message === null && fleeting) this.dismiss(id);
      return value;
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      const message = error instanceof Error ? error.message : String(error);
      const offered = remedies(error).map(({ label, take }) => ({
        label,
        take: () => {
          this.dismiss(id);
          take();
        },
      }));
      this.#update(id, { state: cancelled ? 'cancelled' : 'failed', cancel: null, message, remedies: offered });
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', forward);
      this.#forgetOld();
    }
  }

  /**
   * Work that mostly takes a moment and says itself what became of it, such as a query: only what takes longer comes into the
   * list, to be seen, cancelled, and told as failed; what ended well leaves it.
   */
  async later<T>(title: string, options: WorkOptions, work: (inner: ActivityOptions) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const end = (): void => {
      controller.abort();
    };
    if (options.signal?.aborted) end();
    options.signal?.addEventListener('abort', end, { once: true });
    let told = (progress: Progress): void => options.onProgress?.(progress);
    const running = work({ signal: controller.signal, onProgress: (progress) => told(progress) });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<'over'>((resolve) => {
      timer = setTimeout(() => resolve('over'), MOMENT_MS);
    });
    try {
      if ((await Promise.race([running, over])) !== 'over') return await running;
      return await this.run(title, { ...options, told: true, fleeting: true }, ({ signal, onProgress }) => {
        told = onProgress;
        signal.addEventListener('abort', end, { once: true });
        return running;
      });
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
    }
  }

  #update(id: string, change: Partial<Activity>): void {
    this.#set(this.#list.map((activity) => (activity.id === id ? { ...activity, ...change } : activity)));
  }

  #forgetOld(): void {
    const ended = this.#list.filter((activity) => activity.state === 'done' || activity.state === 'cancelled');
    const surplus = new Set(ended.slice(0, Math.max(0, ended.length - KEEP_ENDED)).map((activity) => activity.id));
    if (surplus.size > 0) this.#set(this.#list.filter((activity) => !surplus.has(activity.id)));
  }

  #set(list: Activity[]): void {
    this.#list = list;
    this.#changed(list);
  }
}

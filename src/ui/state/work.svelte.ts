import { isAbort, messageOf } from './workbench.svelte.ts';

/** Work that runs once at a time and can be cancelled: whether it runs, and how the last one ended. */
export class Work {
  failure = $state('');
  /** Says what the last one achieved. */
  done = $state('');
  #controller = $state.raw<AbortController | null>(null);

  get running(): boolean {
    return this.#controller !== null;
  }

  readonly cancel = (): void => this.#controller?.abort();

  /**
   * A failure is kept here and not thrown.
   * @param done said when it has succeeded
   * @param cancelled said when it was cancelled, in place of the failure
   */
  protected async work(action: (signal: AbortSignal) => unknown, done = '', cancelled?: string): Promise<void> {
    this.failure = this.done = '';
    const controller = (this.#controller = new AbortController());
    try {
      await action(controller.signal);
      this.done = done;
    } catch (error) {
      this.failure = cancelled !== undefined && isAbort(error) ? cancelled : messageOf(error);
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }
}

/** One action of a view. That it was cancelled is said on request only. */
export class Attempt extends Work {
  run(action: (signal: AbortSignal) => unknown, done = '', cancelled = ''): Promise<void> {
    return this.work(action, done, cancelled);
  }
}

/** One state for each page, made when it is first needed and kept while other views are in front. */
export function perPage<Page extends object, State>(make: (page: Page) => State): (page: Page) => State {
  const states = new WeakMap<Page, State>();
  return (page) => {
    const state = states.get(page) ?? make(page);
    states.set(page, state);
    return state;
  };
}

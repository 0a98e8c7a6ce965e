import { isAbort, messageOf } from './workbench.svelte.ts';

/** Cancellable work that runs one at a time, with its state and last outcome. */
export class Work {
  failure = $state('');
  /** Message of the last success. */
  done = $state('');
  #controller = $state.raw<AbortController | null>(null);

  get running(): boolean {
    return this.#controller !== null;
  }

  readonly cancel = (): void => this.#controller?.abort();

  /**
   * Runs an action; a failure is stored here and not thrown.
   * @param done message on success
   * @param cancelled message on cancellation, instead of the failure
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

/** One action of a view. A cancellation is reported only on request. */
export class Attempt extends Work {
  run(action: (signal: AbortSignal) => unknown, done = '', cancelled = ''): Promise<void> {
    return this.work(action, done, cancelled);
  }
}

/** State created once per page on first use, and kept while other views are active. */
export function perPage<Page extends object, State>(make: (page: Page) => State): (page: Page) => State {
  const states = new WeakMap<Page, State>();
  return (page) => {
    const state = states.get(page) ?? make(page);
    states.set(page, state);
    return state;
  };
}

import { messageOf } from './workbench.svelte.ts';

/** Work that runs once at a time, can be cancelled, and shows why it failed. */
export class Work {
  failure = $state('');
  #controller = $state.raw<AbortController | null>(null);

  get running(): boolean {
    return this.#controller !== null;
  }

  cancel(): void {
    this.#controller?.abort();
  }

  protected async work(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    this.failure = '';
    try {
      await run(controller.signal);
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.#controller = null;
    }
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

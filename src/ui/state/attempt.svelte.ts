import { isAbort, messageOf } from './workbench.svelte.ts';

/** One action of a view at a time: whether it runs, and how the last one ended. */
export class Attempt {
  failure = $state('');
  /** Says what the last action achieved. */
  done = $state('');
  #controller = $state.raw<AbortController | null>(null);

  get running(): boolean {
    return this.#controller !== null;
  }

  /**
   * Runs an action; its failure is kept here and not thrown.
   * @param done said when it has succeeded
   * @param cancelled said when it was cancelled
   */
  async run(action: (signal: AbortSignal) => unknown, done = '', cancelled = ''): Promise<void> {
    this.failure = this.done = '';
    const controller = (this.#controller = new AbortController());
    try {
      await action(controller.signal);
      this.done = done;
    } catch (error) {
      this.failure = isAbort(error) ? cancelled : messageOf(error);
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }

  readonly cancel = (): void => this.#controller?.abort();
}

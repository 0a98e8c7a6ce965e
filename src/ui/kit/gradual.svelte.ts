import { untrack } from 'svelte';
import { updateComes } from './before-picture.ts';

/**
 * Number of rows of a table, or fields of a form, to draw: a few more each frame, so that no frame waits for all. Create it while a
 * component is initialised.
 */
export class Gradual {
  #drawn = $state(0);
  readonly #count: () => number;

  /**
   * @param count total number of rows
   * @param step rows added per frame
   */
  constructor(count: () => number, step: number) {
    this.#count = count;
    $effect(() => {
      const all = count();
      const came = updateComes();
      let frame = 0;
      const grow = (): void => {
        this.#drawn = Math.min(all, untrack(() => this.#drawn) + step);
        if (this.#drawn < all) frame = requestAnimationFrame(grow);
        else came();
      };
      untrack(grow);
      return () => {
        cancelAnimationFrame(frame);
        came();
      };
    });
  }

  /** Draws all remaining rows at once, for code that must find one of them in the page. */
  finish(): void {
    this.#drawn = this.#count();
  }

  get drawn(): number {
    return this.#drawn;
  }
}

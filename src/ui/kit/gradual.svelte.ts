import { untrack } from 'svelte';
import { updateComes } from './before-picture.ts';

/**
 * How many rows of a table, or fields of a form, are drawn: a few more with each picture, so that no picture waits for all of them.
 * Create it while a component is initialised.
 */
export class Gradual {
  #drawn = $state(0);
  readonly #count: () => number;

  /**
   * @param count all rows
   * @param step rows that are added with each picture
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

  /** Draws the others at once, for work that looks for one of them. */
  finish(): void {
    this.#drawn = this.#count();
  }

  get drawn(): number {
    return this.#drawn;
  }
}

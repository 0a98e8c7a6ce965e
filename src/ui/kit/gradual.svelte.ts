import { untrack } from 'svelte';
import { updateComes } from './before-picture.ts';

/**
 * How many of a table's rows are drawn: a few more with each picture, so that no picture waits for all of them. Create it while a
 * component is initialised.
 */
export class Gradual {
  #drawn = $state(0);

  /**
   * @param count all rows
   * @param step rows that are added with each picture
   */
  constructor(count: () => number, step: number) {
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

  get drawn(): number {
    return this.#drawn;
  }
}

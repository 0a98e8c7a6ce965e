import { afterPicture } from './turn.ts';

/**
 * How much of a long list is drawn: `step` items at once, then as many again after each picture, so that a list of any length
 * never holds the page's thread: what several steps made would be laid out in one task. Starts anew when what `key` gives is another.
 * Made while a component is made.
 */
export class Growing {
  #state = $state.raw<{ readonly key: unknown; readonly count: number }>({ key: undefined, count: 0 });

  constructor(
    private readonly key: () => unknown,
    private readonly total: () => number,
    private readonly step: number,
  ) {
    $effect(() => {
      const { key, count } = { key: this.key(), count: this.count };
      if (count >= this.total()) return;
      return afterPicture(() => {
        this.#state = { key, count: count + this.step };
      });
    });
  }

  get count(): number {
    return this.#state.key === this.key() ? this.#state.count : this.step;
  }
}

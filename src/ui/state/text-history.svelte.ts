/** Longest pause between key presses of one undo step, ms. */
const PAUSE_MS = 800;
/** Most steps kept. */
const MOST = 300;

/** Undo and redo of a text. */
export class TextHistory {
  #past = $state.raw<readonly string[]>([]);
  #future = $state.raw<readonly string[]>([]);
  #origin = '';
  #at = -Infinity;
  readonly canUndo: boolean = $derived(this.#past.length > 0);
  readonly canRedo: boolean = $derived(this.#future.length > 0);

  /**
   * Records a text before it is replaced. Changes of one origin in quick succession are one step.
   * @param now milliseconds
   */
  note(before: string, origin: string, now: number): void {
    const same = origin !== '' && origin === this.#origin && now - this.#at < PAUSE_MS && this.canUndo;
    if (!same) this.#past = [...this.#past, before].slice(-MOST);
    this.#future = [];
    [this.#origin, this.#at] = [origin, now];
  }

  /** The previous text; undefined if there is none. */
  undo(present: string): string | undefined {
    const text = this.#past.at(-1);
    if (text === undefined) return undefined;
    [this.#past, this.#future] = [this.#past.slice(0, -1), [...this.#future, present]];
    this.#origin = '';
    return text;
  }

  redo(present: string): string | undefined {
    const text = this.#future.at(-1);
    if (text === undefined) return undefined;
    [this.#past, this.#future] = [[...this.#past, present], this.#future.slice(0, -1)];
    this.#origin = '';
    return text;
  }
}

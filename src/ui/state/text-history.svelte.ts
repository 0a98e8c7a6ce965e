/** As long as typing goes on. */
const PAUSE_MS = 800;
/** Steps that are kept: texts are small. */
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
   * Notes a text that is about to be replaced. Steps of one origin that follow each other closely are one step.
   * @param now milliseconds
   */
  note(before: string, origin: string, now: number): void {
    const same = origin !== '' && origin === this.#origin && now - this.#at < PAUSE_MS && this.canUndo;
    if (!same) this.#past = [...this.#past, before].slice(-MOST);
    this.#future = [];
    [this.#origin, this.#at] = [origin, now];
  }

  /** The text before this one; undefined where there is none. */
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

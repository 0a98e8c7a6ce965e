/** Texts before the present one, and those that were taken back. */
export class TextHistory {
  readonly #past: string[] = [];
  #future: string[] = [];
  /** Who made the last step, and when. */
  #origin = '';
  #at = -Infinity;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /**
   * A text is about to be replaced. Steps of one origin that follow each other closely are one step.
   * @param now milliseconds
   */
  note(before: string, origin: string, now: number): void {
    const same = origin !== '' && origin === this.#origin && now - this.#at < PAUSE_MS && this.#past.length > 0;
    if (!same) this.#past.push(before);
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
    [this.#origin, this.#at] = [origin, now];
  }

  /** The text before this one; undefined where there is none. */
  undo(present: string): string | undefined {
    return this.#step(this.#past, this.#future, present);
  }

  redo(present: string): string | undefined {
    return this.#step(this.#future, this.#past, present);
  }

  #step(from: string[], to: string[], present: string): string | undefined {
    const text = from.pop();
    if (text === undefined) return undefined;
    to.push(present);
    this.#origin = '';
    return text;
  }
}

/** As long as one goes on typing. */
const PAUSE_MS = 800;
/** Steps that are kept: texts are small. */
const MOST = 300;

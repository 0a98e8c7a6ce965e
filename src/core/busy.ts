/** Counts work that the activity list does not show: between two files of one `open` call no activity runs, but the page is not idle. */
export class Busy {
  #running = 0;

  get now(): boolean {
    return this.#running > 0;
  }

  /** Marks the page as busy until the work settles. */
  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}

/** What the page is busy with beside its activities: between two files of one opening no activity runs, and yet the page is not idle. */
export class Busy {
  #running = 0;

  get now(): boolean {
    return this.#running > 0;
  }

  /** The page is busy until the work ends, also where it fails. */
  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}

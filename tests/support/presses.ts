/** Presses of a use; typing a word and Enter is one. */
export class Presses {
  count = 0;

  async press(work: () => Promise<unknown>): Promise<void> {
    this.count += 1;
    await work();
  }
}

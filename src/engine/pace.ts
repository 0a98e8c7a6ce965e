/** Longest stretch of decoding before the thread that called gets a turn. */
const STRETCH_MS = 12;

/**
 * Lets long decoding share the page's thread: `due()` is cheap enough for every record batch, `rest()` gives
 * whatever waits (input, drawing) its turn. A message is used because timers are held back to 4 ms each.
 */
export class Pace {
  #since = performance.now();

  due(): boolean {
    return performance.now() - this.#since > STRETCH_MS;
  }

  async rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
    this.#since = performance.now();
  }
}

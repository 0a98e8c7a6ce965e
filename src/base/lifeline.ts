/**
 * Calls to something that may end without answering: `end` rejects those that wait and every later one. `Promise.race`
 * against one promise of the end would do the same and keep each answer in memory until that end, because a promise holds
 * everything that ever waited for it.
 */
export class Lifeline {
  readonly #waiting = new Set<(reason: unknown) => void>();
  #ended: { readonly reason: Error } | null = null;

  /** The call's own answer or failure, or the reason of the end, whichever comes first. */
  guard<T>(call: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Attached even if the end came first, so that the call's later failure is not reported as unhandled.
      call.then(
        (answer) => {
          this.#waiting.delete(reject);
          resolve(answer);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
      if (this.#ended) reject(this.#ended.reason);
      else this.#waiting.add(reject);
    });
  }

  /** The first reason counts. */
  end(reason: Error): void {
    this.#ended ??= { reason };
    for (const reject of this.#waiting) reject(this.#ended.reason);
    this.#waiting.clear();
  }
}

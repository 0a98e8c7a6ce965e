/**
 * Guards calls to a peer, such as a worker, that may terminate without answering: `end` rejects all pending and later calls. Racing each
 * call against one shared promise would keep every answer in memory until the peer ends, because a promise stores all its reactions.
 */
export class Lifeline {
  readonly #waiting = new Set<(reason: unknown) => void>();
  #ended: { readonly reason: Error } | null = null;

  /** Settles as the call does, or rejects with the reason of `end` if that comes first. */
  guard<T>(call: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Attach handlers even if `end` came first, so that a later rejection of the call is not reported as unhandled.
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

  /** Rejects all pending and later calls. If it is called again, the first reason stays. */
  end(reason: Error): void {
    this.#ended ??= { reason };
    for (const reject of this.#waiting) reject(this.#ended.reason);
    this.#waiting.clear();
  }
}

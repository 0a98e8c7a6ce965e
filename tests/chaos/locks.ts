type Hold = (lock: { readonly name: string } | null) => unknown;

interface Waiting {
  readonly name: string;
  readonly hold: Hold;
  readonly settle: (value: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

/** Locks that the page waits for. It outlives the core. */
const OF_PAGE = /^core /;
/** Locks of sessions and recordings, which the core waits for. Other names are those of workers; their end is always noticed. */
const OF_CORE = /^capture-workbench\//;

/** The Web Locks API of one browser, as far as the product uses it: exclusive locks, in the order of the requests. */
export class Locks {
  readonly #held = new Set<string>();
  #waiting: Waiting[] = [];

  async request(name: string, options: { readonly ifAvailable?: boolean } | Hold, given?: Hold): Promise<unknown> {
    const hold = typeof options === 'function' ? options : given!;
    if (typeof options !== 'function' && options.ifAvailable === true && this.#held.has(name)) return hold(null);
    return new Promise((settle, fail) => {
      this.#waiting.push({ name, hold, settle, fail });
      this.#grant(name);
    });
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: [...this.#held].map((name) => ({ name })) });
  }

  /** Releases a lock whose holder ended. */
  release(name: string): void {
    if (this.#held.delete(name)) this.#grant(name);
  }

  /** The core ended: releases what it and its workers held, and forgets what they waited for. */
  coreEnded(): void {
    this.#waiting = this.#waiting.filter(({ name }) => !OF_CORE.test(name));
    for (const name of [...this.#held]) this.release(name);
  }

  /** The page ended, and waits for nothing any more. */
  pageEnded(): void {
    this.#waiting = this.#waiting.filter(({ name }) => !OF_PAGE.test(name));
  }

  #grant(name: string): void {
    if (this.#held.has(name)) return;
    const at = this.#waiting.findIndex((each) => each.name === name);
    if (at < 0) return;
    const [next] = this.#waiting.splice(at, 1);
    this.#held.add(name);
    void Promise.resolve()
      .then(() => next!.hold({ name }))
      .then(next!.settle, next!.fail)
      .finally(() => this.release(name));
  }
}

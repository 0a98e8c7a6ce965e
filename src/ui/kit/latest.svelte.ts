/**
 * The answer to the newest request. `request` runs again when the state it reads changes; an answer to an earlier request is
 * dropped. The last answer stays until the next one arrives. Create it while a component is initialised.
 */
export class Latest<T> {
  #value = $state.raw<T | null>(null);
  #failure = $state.raw<{ readonly error: unknown } | null>(null);

  constructor(request: () => Promise<T>) {
    $effect(() => {
      let newest = true;
      request().then(
        (value) => {
          if (!newest) return;
          this.#value = value;
          this.#failure = null;
        },
        (error: unknown) => {
          // A cancelled request is either repeated or no longer needed.
          if (newest && !(error instanceof Error && error.name === 'AbortError')) this.#failure = { error };
        },
      );
      return () => {
        newest = false;
      };
    });
  }

  /** Null before the first answer. Throws the error of a failed request, which the boundary around the view shows. */
  get value(): T | null {
    if (this.#failure) throw this.#failure.error;
    return this.#value;
  }
}

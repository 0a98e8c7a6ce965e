/** A generated mutant that no test can notice, because the program does the same with it. */
export interface Equivalent {
  readonly file: string;
  /** StrykerJS's name of the kind of change. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Why nothing changes for any input. */
  readonly reason: string;
}

/** Left out of the count of `npm run mutants`, which refuses an entry that no longer matches the source. */
export const equivalent: readonly Equivalent[] = [];

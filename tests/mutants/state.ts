/** The global that instrumented code reads and writes; its shape is StrykerJS's. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly static: Record<string, number>; readonly perTest: Record<string, Record<string, number>> };
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** Survives between test files, which share one process. */
interface Progress {
  readonly alive: Set<string>;
  readonly loaded: Set<string>;
}

const shared = globalThis as { __stryker__?: Switchboard; __mutants__?: Progress };

export const switchboard = (): Switchboard => (shared.__stryker__ ??= {});

/** @param mutants alive at the start of this run */
export const progress = (mutants: readonly string[]): Progress => (shared.__mutants__ ??= { alive: new Set(mutants), loaded: new Set() });

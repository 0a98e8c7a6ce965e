import { readFileSync } from 'node:fs';

/** The environment variable with the path of the order's JSON file. */
export const ORDER_VARIABLE = 'WORKBENCH_MUTANTS';

/** What `.ci/mutants.mjs` wants one run of Vitest to do. */
export interface Order {
  /**
   * `switch`: run each test once, then once more for each of its mutants. `fresh`: run the tests with one mutant active from the start,
   * for code that runs while a module is loaded.
   */
  readonly mode: 'switch' | 'fresh';
  /** Instrumented file by absolute path of the source. */
  readonly instrumented: Readonly<Record<string, string>>;
  /** Test files relative to the root, in the order they run. */
  readonly testFiles: readonly string[];
  /** Mutants that are still alive; in `fresh` mode the one to activate, or none to see which tests pass. */
  readonly mutants: readonly string[];
  /** Tests to run by key; all of them when absent. */
  readonly tests?: readonly string[];
  /** A test that takes longer, in ms, is not repeated. */
  readonly slowMs: number;
  /** File that receives one JSON object per line. */
  readonly events: string;
}

/** What a run reports, one JSON line each. */
export type Report =
  | { readonly type: 'test'; readonly test: string; readonly ms: number; readonly reached: readonly string[]; readonly repeatable: boolean }
  /** The test passed in `fresh` mode. */
  | { readonly type: 'ran'; readonly test: string }
  | { readonly type: 'loaded'; readonly reached: readonly string[] }
  | { readonly type: 'try'; readonly mutant: string }
  /** The test passed with the mutant; `hits` of 0 says that the second run did not reach its code. */
  | { readonly type: 'passed'; readonly mutant: string; readonly test: string; readonly hits: number }
  | { readonly type: 'killed'; readonly mutant: string; readonly test: string; readonly how: 'failed' | 'late' }
  /** The test fails even without a mutant afterwards, so its failure proves nothing. */
  | { readonly type: 'spoiled'; readonly mutant: string; readonly test: string };

/** @param path JSON file of the order */
export function readOrder(path: string | undefined): Order {
  if (path === undefined) throw new Error(`${ORDER_VARIABLE}: expected the path of an order; start with npm run mutants`);
  return JSON.parse(readFileSync(path, 'utf8')) as Order;
}

import type { Run } from '../keeping/sessions.ts';
import type { KeptRun } from '../recovery.ts';
import type { ResultStore } from '../results/store.ts';

/** Maximum length, in UTF-16 units, of a result that the page stores as text; up to this, copying text is cheaper than creating a blob. */
const SHORT = 16_384;

/** Calls with their results, in the order in which they ended. */
export class RunList {
  /** Items are appended to the arrays without copying them, so that the cost of a call does not depend on their length. */
  #all: Run[] = [];
  #kept: KeptRun[] = [];

  /** @param results where the results of all calls are stored, including those of replays */
  constructor(
    readonly results: ResultStore,
    private readonly changed: () => void,
  ) {}

  all(): readonly Run[] {
    return this.#all;
  }

  /** The invocation of a call; undefined if the call is unknown. */
  callOf(tool_call_id: string): unknown {
    return this.#all.findLast(({ result }) => result.tool_call_id === tool_call_id)?.invocation;
  }

  /** The calls that succeeded. */
  answered(): readonly Run[] {
    return this.#all.filter(({ result }) => result.status !== 'error');
  }

  /** The calls in the form that the page stores, to restore them when the core restarts. */
  kept(): readonly KeptRun[] {
    return this.#kept;
  }

  add(...runs: readonly Run[]): void {
    for (const run of runs) {
      const { invocation, result } = run;
      this.#all.push(run);
      this.results.add(result);
      const text = JSON.stringify(result);
      this.#kept.push({ id: result.tool_call_id, invocation, result: text.length > SHORT ? new Blob([text]) : text });
    }
    this.changed();
  }

  forget(tool_call_id: string): void {
    this.#all = this.#all.filter(({ result }) => result.tool_call_id !== tool_call_id);
    this.#kept = this.#kept.filter(({ id }) => id !== tool_call_id);
    this.results.forget(tool_call_id);
    this.changed();
  }
}

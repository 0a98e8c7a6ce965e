import type { Run } from '../keeping/sessions.ts';
import type { KeptRun } from '../recovery.ts';
import type { ResultStore } from '../results/store.ts';

/** Longest result that the page holds as text, in UTF-16 units: a blob costs more to make than so much text to copy. */
const SHORT = 16_384;

/** Calls with their results, in the order in which they ended. */
export class RunList {
  /** Both grow in place, so that a call costs the same however many there are. */
  #all: Run[] = [];
  #kept: KeptRun[] = [];

  /** @param results of all calls, those of replays among them */
  constructor(
    readonly results: ResultStore,
    private readonly changed: () => void,
  ) {}

  all(): readonly Run[] {
    return this.#all;
  }

  /** The invocation of a call; undefined where no such call is known. */
  callOf(tool_call_id: string): unknown {
    return this.#all.findLast(({ result }) => result.tool_call_id === tool_call_id)?.invocation;
  }

  /** Calls that gave a result. */
  answered(): readonly Run[] {
    return this.#all.filter(({ result }) => result.status !== 'error');
  }

  /** The calls as the page holds them for the case that the core ends. */
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

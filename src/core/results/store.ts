import { WorkbenchError } from '../../base/failure.ts';
import type { ToolResult } from '../../tools/contract/index.ts';

/** Maximum number of results for which derived data is cached. */
const MOST_MODELS = 3;
/** Maximum number of pieces of derived data that are cached for one result. */
const MOST_PARTS = 12;

/** A result with data derived from it, such as tables, sort orders and lanes. */
export class KeptResult {
  readonly #parts = new Map<string, unknown>();

  constructor(readonly result: ToolResult) {}

  /** Returns derived data by name, and computes it on first use. Data that was not used recently is evicted and then computed again. */
  part<T>(name: string, compute: () => T): T {
    const known = this.#parts.has(name) ? (this.#parts.get(name) as T) : compute();
    this.#parts.delete(name);
    this.#parts.set(name, known);
    for (const oldest of [...this.#parts.keys()].slice(0, -MOST_PARTS)) this.#parts.delete(oldest);
    return known;
  }

  /** Discards all derived data. */
  clear(): void {
    this.#parts.clear();
  }
}

/** The complete results of this session, by call id. */
export class ResultStore {
  readonly #results = new Map<string, KeptResult>();
  /** Ids of the results that were read most recently, newest last; only these have cached data. */
  #recent: readonly string[] = [];

  add(result: ToolResult): void {
    if (this.#results.get(result.tool_call_id)?.result !== result) this.#results.set(result.tool_call_id, new KeptResult(result));
  }

  forget(tool_call_id: string): void {
    this.#results.delete(tool_call_id);
    this.#recent = this.#recent.filter((id) => id !== tool_call_id);
  }

  find(tool_call_id: string): ToolResult | undefined {
    return this.#results.get(tool_call_id)?.result;
  }

  /** Throws `RESULT_GONE` if the result is not stored. */
  get(tool_call_id: string): KeptResult {
    const kept = this.#results.get(tool_call_id);
    if (!kept) throw new WorkbenchError('RESULT_GONE', `The result of call ${tool_call_id} is no longer available. Run the call again.`);
    const recent = [...this.#recent.filter((id) => id !== tool_call_id), tool_call_id];
    for (const id of recent.slice(0, -MOST_MODELS)) this.#results.get(id)?.clear();
    this.#recent = recent.slice(-MOST_MODELS);
    return kept;
  }
}

import { WorkbenchError } from '../../base/failure.ts';
import type { ToolResult } from '../../tools/contract/index.ts';

/** Results whose computed parts are kept. */
const MOST_MODELS = 3;
/** Computed parts of one result that are kept. */
const MOST_PARTS = 12;

/** A result with what was computed of it: tables, orders, lanes. */
export class KeptResult {
  readonly #parts = new Map<string, unknown>();

  constructor(readonly result: ToolResult) {}

  /** The part of this name, computed at its first use; parts that were not used for long are computed again. */
  part<T>(name: string, compute: () => T): T {
    const known = this.#parts.has(name) ? (this.#parts.get(name) as T) : compute();
    this.#parts.delete(name);
    this.#parts.set(name, known);
    for (const oldest of [...this.#parts.keys()].slice(0, -MOST_PARTS)) this.#parts.delete(oldest);
    return known;
  }

  /** Frees the memory of all computed parts. */
  clear(): void {
    this.#parts.clear();
  }
}

/** The complete results of this session, by the id of their call. */
export class ResultStore {
  readonly #results = new Map<string, KeptResult>();
  /** Ids of the results that were read last, newest last. */
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

  /** Throws `RESULT_GONE` for a result that is not kept. */
  get(tool_call_id: string): KeptResult {
    const kept = this.#results.get(tool_call_id);
    if (!kept) throw new WorkbenchError('RESULT_GONE', `The result of call ${tool_call_id} is no longer kept. Run the call again.`);
    const recent = [...this.#recent.filter((id) => id !== tool_call_id), tool_call_id];
    for (const id of recent.slice(0, -MOST_MODELS)) this.#results.get(id)?.clear();
    this.#recent = recent.slice(-MOST_MODELS);
    return kept;
  }
}

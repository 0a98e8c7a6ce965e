import { abortError, throwIfAborted, WorkbenchError } from '../../base/failure.ts';
import type { Engine } from '../../engine/engine.ts';

/** Maximum number of times that work starts again after an engine loss, because the work itself may be the cause. */
const MOST_LOSSES = 3;

/** Something that was created in the database, and the generation of the engine that holds that database. */
export interface Created<T> {
  readonly value: T;
  readonly generation: number;
}

/**
 * Runs work that creates tables. If the engine lost its database meanwhile, starts the work again, even if it succeeded or failed for
 * another reason. Cancelled work does not start again.
 * @param what the words after "the query engine was lost 4 times while" in the error message
 */
export async function repeatOnLoss<T>(
  engine: Pick<Engine, 'generation'>,
  what: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Created<T>>,
): Promise<Created<T>> {
  for (let losses = 0; ; losses++) {
    throwIfAborted(signal, what);
    if (losses > MOST_LOSSES) throw new WorkbenchError('ENGINE_LOST', `the query engine was lost ${losses} times while ${what}`);
    const generation = engine.generation();
    try {
      const created = await work();
      if (engine.generation() === created.generation) return created;
    } catch (error) {
      if (signal?.aborted) throw abortError(what);
      if (engine.generation() === generation) throw error;
    }
  }
}

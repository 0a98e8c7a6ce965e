import { createRequire } from 'node:module';
import { startOnThread } from '../../src/cli/engine/node-database.ts';
import type { StartDatabase } from '../../src/engine/bindings.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import type { EngineClock, EngineLimits } from '../../src/engine/state.ts';

/**
 * The product's engine in Node: the same wasm, settings, verdicts, queues and decoding as in the browser, on this thread instead
 * of in a worker. The first call takes 1 to 2 s, one after a close a tenth of that:
 *
 *   const engine = await nodeEngine();  …  afterAll(() => engine.close());
 */
export async function nodeEngine(limits: Partial<EngineLimits> = {}, clock?: EngineClock): Promise<Engine> {
  const engine = new SqlEngine(startInNode, limits, clock);
  await engine.ready;
  return engine;
}

/** Starts a database on this thread. */
export const startInNode: StartDatabase = () =>
  startOnThread(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));

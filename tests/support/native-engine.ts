import { findNodeBindings, nodeBindings } from '../../src/cli/engine/native/node-bindings.ts';
import { startNative } from '../../src/cli/engine/native/native-database.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import { startInNode } from './node-engine.ts';

/** Whether the package of the native engine is installed; says so where it is not. */
export async function seesNative(): Promise<boolean> {
  const seen = (await findNodeBindings()) !== null;
  if (!seen) console.log('NOT SEEN: native DuckDB, whose package is not installed');
  return seen;
}

/** The native engine, with its checks on this thread. */
export async function nativeEngine(): Promise<Engine> {
  const engine = new SqlEngine(startNative(await nodeBindings(), startInNode));
  await engine.ready;
  return engine;
}

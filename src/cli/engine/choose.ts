import type { StartDatabase } from '../../engine/bindings.ts';
import { usage } from '../exit.ts';
import { startInThread } from './engine-thread.ts';

/** Environment variable that chooses the query engine if no option does. */
const VARIABLE = 'CAPTURE_WORKBENCH_ENGINE';
const ENGINES = ['wasm', 'native', 'auto'];

/**
 * Chooses the query engine of a command: DuckDB-WASM, unless `--engine` or the environment names another.
 * @param given `wasm`, `native`, or `auto`, which is the native engine if it is installed
 * @param wasm path of `duckdb-eh.wasm`
 * @throws Stop for another word, and for `native` if its package is missing or has another version
 */
export async function chooseEngine(given: string | undefined, wasm: string): Promise<StartDatabase> {
  const wanted = given ?? process.env[VARIABLE] ?? 'wasm';
  if (!ENGINES.includes(wanted)) throw usage(`expected --engine or ${VARIABLE} with ${ENGINES.join(', ')}, found ${wanted}`);
  const startWasm = startInThread(wasm);
  if (wanted === 'wasm') return startWasm;
  const { findNodeBindings, nodeBindings } = await import('./native/node-bindings.ts');
  if (wanted === 'auto' && (await findNodeBindings()) === null) return startWasm;
  const { startNative } = await import('./native/native-database.ts');
  return startNative(await nodeBindings(), startWasm);
}

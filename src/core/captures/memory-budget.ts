import { WorkbenchError } from '../../base/failure.ts';
import type { Offer } from '../../capture/fit.ts';
import type { Engine, Statements } from '../../engine/engine.ts';

/** Fraction of the memory limit that is reserved for queries and for blocks on their way to the engine. */
const FOR_QUERIES = 0.15;
const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** Bytes that the engine's memory limit leaves for the rows of another file; undefined if the limit is unknown. */
export async function memoryLeft(engine: Pick<Engine, 'rows'>): Promise<number | undefined> {
  const { rows } = await engine.rows(
    `SELECT current_setting('memory_limit')::VARCHAR AS most, (SELECT coalesce(sum(memory_usage_bytes), 0)::DOUBLE FROM duckdb_memory()) AS used`,
  );
  const [limit, used] = rows[0] ?? [];
  const [, amount, unit] = /^([\d.]+) (\w+)$/.exec(String(limit)) ?? [];
  const most = Number(amount) * (UNITS[unit ?? ''] ?? NaN);
  const left = most - Number(used) - most * FOR_QUERIES;
  return Number.isFinite(left) ? Math.max(0, Math.floor(left)) : undefined;
}

/** Bytes of memory that the engine uses. */
export async function memoryUsed(engine: Pick<Statements, 'rows'>): Promise<number> {
  const { rows } = await engine.rows('SELECT coalesce(sum(memory_usage_bytes), 0)::DOUBLE FROM duckdb_memory()');
  return Number(rows[0]?.[0]);
}

/** Whether an error says that an unconverted capture of packets does not fit into memory; it can then be converted instead. */
export const isLargeCapture = (error: unknown): boolean =>
  error instanceof WorkbenchError &&
  error.code === 'TOO_LARGE_FOR_MEMORY' &&
  error.details['kind'] === 'ble' &&
  error.details['converted'] !== true;

/** The parts of a file that would fit into memory, according to the error for the whole file. */
export function offersOf(error: unknown): readonly Offer[] {
  if (!(error instanceof WorkbenchError) || error.code !== 'TOO_LARGE_FOR_MEMORY') return [];
  return error.details['offers'] as readonly Offer[];
}

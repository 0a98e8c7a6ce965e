import { WorkbenchError } from '../../base/failure.ts';
import type { Offer } from '../../capture/fit.ts';
import type { Engine } from '../../engine/engine.ts';

/** Left to queries over the rows, and to blocks on their way. */
const FOR_QUERIES = 0.15;
const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** Bytes that the engine's limit leaves for the rows of one more file; undefined where the engine does not say. */
export async function memoryLeft(engine: Pick<Engine, 'answer'>): Promise<number | undefined> {
  const answer = await engine.answer(
    `SELECT current_setting('memory_limit')::VARCHAR AS most, (SELECT coalesce(sum(memory_usage_bytes), 0)::DOUBLE FROM duckdb_memory()) AS used`,
  );
  const [, amount, unit] = /^([\d.]+) (\w+)$/.exec(String(answer.column('most').values[0])) ?? [];
  const most = Number(amount) * (UNITS[unit ?? ''] ?? NaN);
  const left = most - Number(answer.column('used').values[0]) - most * FOR_QUERIES;
  return Number.isFinite(left) ? Math.max(0, Math.floor(left)) : undefined;
}

/** The parts that were offered in place of a file that does not fit. */
export function offersOf(error: unknown): readonly Offer[] {
  if (!(error instanceof WorkbenchError) || error.code !== 'TOO_LARGE_FOR_MEMORY') return [];
  return error.details['offers'] as readonly Offer[];
}

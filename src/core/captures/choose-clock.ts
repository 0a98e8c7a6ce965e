import type { WorkOptions } from '../../base/progress.ts';
import type { Statements } from '../../engine/engine.ts';
import { quoteName } from '../../selection/print.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { TIME_COLUMN } from '../../tables/capture-time.ts';
import {
  correctedClock,
  correctedSql,
  exportedClock,
  hasRadioClock,
  lateStartsSql,
  stampedClock,
  type LateStart,
} from '../../tables/late-start.ts';

/**
 * Chooses the time base of a capture whose rows are already in its table. If the file's timestamps are not on that time base, adds a column
 * of corrected times (docs/decisions/0025-one-time-base.md).
 */
export async function chooseClock(
  engine: Pick<Statements, 'answer' | 'define'>,
  capture: CaptureInfo,
  { signal }: WorkOptions = {},
): Promise<CaptureInfo> {
  if (capture.kind === 'ble' && capture.columns.some(({ name }) => name === TIME_COLUMN.name))
    return { ...capture, clock: exportedClock() };
  const late = hasRadioClock(capture) ? await readLateStarts(engine, capture, signal) : [];
  const first_us = Math.min(...late.map((start) => start.first_us));
  // Keep the times as recorded if there are none, none was late, or correction would move times of a capture without a date below its zero.
  if (capture.time_range === null || late.length === 0 || first_us < 0) return { ...capture, clock: stampedClock(capture) };
  await engine.define(capture.capture_id, TIME_COLUMN, correctedSql(late));
  const { start_ms, end_ms } = capture.time_range;
  return {
    ...capture,
    columns: [...capture.columns, TIME_COLUMN],
    clock: correctedClock(capture, late),
    time_range: { start_ms: Math.min(start_ms, Math.floor(first_us / 1000)), end_ms },
  };
}

async function readLateStarts(
  engine: Pick<Statements, 'answer'>,
  { capture_id }: CaptureInfo,
  signal: AbortSignal | undefined,
): Promise<LateStart[]> {
  const answer = await engine.answer(lateStartsSql(quoteName(capture_id)), [], { signal });
  const number = (name: string, row: number): number => Number(answer.column(name).values[row]);
  return Array.from({ length: answer.rows }, (_, row) => ({
    receiver: String(answer.column('receiver').values[row]),
    packets: number('packets', row),
    live: number('live', row),
    lag_us: number('lag_us', row),
    late_us: number('late_us', row),
    first_us: number('first_us', row),
  }));
}

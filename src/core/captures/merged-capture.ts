import type { Statements } from '../../engine/engine.ts';
import { isCorrectedMerge, MERGE_COLUMNS, type MergePart } from '../../merge/sql.ts';
import { quoteName } from '../../selection/print.ts';
import { TIME_COLUMN } from '../../tables/capture-time.ts';
import type { CaptureInfo, ColumnInfo, Notice } from '../../tables/captures.ts';
import type { MergeMember } from '../../tables/merges.ts';

/** Maximum number of channels, and of sensors, that the description lists. */
const MOST_NAMES = 256;

/** Describes a merged view as a capture, so that selections and tools accept it. */
export async function mergedCapture(
  engine: Statements,
  id: string,
  parts: readonly MergePart[],
  members: readonly MergeMember[],
  sha256: string,
): Promise<CaptureInfo> {
  const captures = parts.map(({ capture }) => capture);
  const name = quoteName(id);
  const time = isCorrectedMerge(captures) ? TIME_COLUMN.name : 'ts_us';
  const span = await engine.answer(`SELECT count(*) AS row_count, min(${time}) AS first, max(${time}) AS last FROM ${name}`);
  const bound = (column: string): bigint | null => {
    const { values, valid } = span.column(column);
    return valid?.[0] === 0 ? null : BigInt(values[0] as bigint);
  };
  const [first, last] = [bound('first'), bound('last')];
  const sensors = await engine.answer(
    `SELECT DISTINCT receiver FROM ${name} WHERE receiver IS NOT NULL ORDER BY receiver LIMIT ${MOST_NAMES}`,
  );
  const channels = [...new Set(captures.flatMap((capture) => capture.channels))];
  return {
    capture_id: id,
    sensors: Array.from(sensors.column('receiver').values, String),
    file_name: captures.map(({ capture_id }) => capture_id).join(' + '),
    format: 'merged',
    link_types: [...new Set(captures.flatMap((capture) => capture.link_types))].sort((left, right) => left - right),
    kind: captures.every(({ kind }) => kind === 'ble') ? 'ble' : 'table',
    bytes: captures.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256,
    row_count: Number(span.column('row_count').values[0]),
    // 0, because each problem is listed with the capture whose file has it.
    problem_count: 0,
    columns: await columns(engine, name, captures, time),
    channels: channels.length > MOST_NAMES ? [] : channels,
    time_base: captures[0]!.time_base,
    clock: {
      column: time,
      reason: `Times are those of ${captures[0]!.capture_id}; the clocks of the others are aligned with it.`,
    },
    time_range: first === null || last === null ? null : { start_ms: floorMs(first), end_ms: floorMs(last) },
    warnings: warnings(members),
  };
}

const floorMs = (us: bigint): number => Number(us >= 0n ? us / 1000n : (us - 999n) / 1000n);

/** The union of the columns of the merged captures, with their types in the view. */
async function columns(engine: Statements, name: string, captures: readonly CaptureInfo[], time: string): Promise<ColumnInfo[]> {
  const known = new Map<string, ColumnInfo>();
  for (const column of [...captures.flatMap((capture) => capture.columns), ...MERGE_COLUMNS])
    if (!known.has(column.name.toLowerCase())) known.set(column.name.toLowerCase(), column);
  const described = await engine.answer(`SELECT column_name, column_type FROM (DESCRIBE ${name})`);
  const types = described.column('column_type').values;
  return Array.from(described.column('column_name').values, (value, at): ColumnInfo => {
    const column = String(value);
    const { role: _, empty: _empty, ...info } = known.get(column.toLowerCase()) ?? { name: column, type: '' };
    return { ...info, name: column, type: String(types[at]), ...(column === time && { role: 'time' as const, unit: 'us' }) };
  });
}

const warnings = (members: readonly MergeMember[]): Notice[] =>
  members.flatMap(({ capture_id, state, reason }) =>
    state === 'unaligned' ? [{ code: 'NOT_ALIGNED', message: `${capture_id} keeps its own recorded time: ${reason ?? ''}` }] : [],
  );

import type { Engine } from '../../../src/engine/engine.ts';
import type { Captures } from '../../../src/selection/types.ts';
import { encodeIpc } from '../../../src/tables/arrow.ts';
import { ADVERT_COLUMNS } from '../../../src/tables/adverts.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { createColumn, type ColumnSpec } from '../../../src/tables/column.ts';

export type Cell = number | bigint | string | boolean | readonly string[] | null;

/** A BLE capture with a wall clock, from 2024-04-03T08:00:00Z for half an hour, with the test's changes. */
export function bleCapture(capture_id: string, changes: Partial<CaptureInfo> = {}): CaptureInfo {
  return {
    capture_id,
    sensors: ['rx-north-2'],
    file_name: `${capture_id}.pcap`,
    format: 'pcap',
    link_types: [256],
    kind: 'ble',
    bytes: 1,
    sha256: '0'.repeat(64),
    row_count: 10,
    problem_count: 0,
    columns: ADVERT_COLUMNS,
    channels: ['37', '38', '39'],
    time_base: 'epoch',
    time_range: { start_ms: 1712131200000, end_ms: 1712133000000 },
    warnings: [],
    ...changes,
  };
}

export const relativeCapture = (capture_id: string, end_ms = 120_000): CaptureInfo =>
  bleCapture(capture_id, { time_base: 'relative', time_range: { start_ms: 0, end_ms } });

/** A table, without times unless the test adds them. */
export function tableCapture(capture_id: string, columns: readonly ColumnSpec[], changes: Partial<CaptureInfo> = {}): CaptureInfo {
  return bleCapture(capture_id, { kind: 'table', columns, channels: [], sensors: [], time_base: 'none', time_range: null, ...changes });
}

export function opened(...captures: CaptureInfo[]): Captures {
  return { get: (id) => captures.find((capture) => capture.capture_id === id), list: () => captures };
}

/** Creates the capture's table. A row has values for some of the columns. */
export async function load(engine: Engine, capture: CaptureInfo, rows: readonly Readonly<Record<string, Cell>>[]): Promise<void> {
  await engine.create(capture.capture_id, capture.columns);
  const columns = (capture.columns as readonly ColumnSpec[]).map((spec) => {
    const column = createColumn(spec, rows.length);
    rows.forEach((row, index) => {
      const cell = row[spec.name] ?? null;
      if (cell === null) return;
      if (column.kind === 'list') for (const text of Array.isArray(cell) ? cell : []) column.push(index, String(text));
      else if (typeof cell === 'object') throw new Error(`the helper writes no list into ${spec.type}`);
      else if (column.kind === 'fixed') column.set(index, (typeof column.values[0] === 'bigint' ? BigInt(cell) : Number(cell)) as never);
      else if (column.kind === 'bool') column.set(index, cell === true);
      else if (column.kind === 'dictionary') column.setText(index, String(cell));
      else throw new Error(`the helper writes no ${spec.type}`);
    });
    if (column.kind === 'list' || column.kind === 'bytes') column.fill(rows.length);
    return column;
  });
  await engine.append(capture.capture_id, encodeIpc({ columns, rows: rows.length }));
}

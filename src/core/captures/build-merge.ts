import { canonicalJson } from '../../base/canonical.ts';
import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Statements } from '../../engine/engine.ts';
import type { MergeSensors } from '../../merge/merge-sensors.ts';
import type { Placement } from '../../merge/placement.ts';
import { mergeMember } from '../../merge/report.ts';
import type { Sensor, SensorRows } from '../../merge/sensor.ts';
import { comparableSql, isComparable, MARK_COLUMNS, mergeSql, type MergePart } from '../../merge/sql.ts';
import { encodeIpc } from '../../tables/arrow.ts';
import { Batch } from '../../tables/batch.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { MergeInfo } from '../../tables/merges.ts';
import type { MergeOptions } from '../../workbench/port.ts';
import { sha256Hex } from '../calls/digest.ts';
import { mergedCapture } from './merged-capture.ts';

const MARKS_AT_ONCE = 65_536;

/** What building a merged view needs, with the names of the tables to create. */
export interface MergeParts {
  readonly engine: Statements;
  readonly mergeSensors: MergeSensors;
  /** The id of the merged view; `marks` names its table of duplicates. Calling `makeRoom` ensures that neither name is used. */
  readonly id: string;
  readonly marks: string;
}

/**
 * Aligns the clocks of captures by the packets that they have in common, and creates the merged view; a failure leaves no tables. This
 * module is loaded on the first merge.
 * @param makeRoom called before the view is created, to drop an earlier view of the same name
 */
export async function buildMerge(
  parts: MergeParts,
  captures: readonly CaptureInfo[],
  options: MergeOptions,
  makeRoom: () => Promise<void>,
): Promise<MergeInfo> {
  const { engine, id, marks } = parts;
  const sensors = await readSensors(engine, captures, options);
  const compared = sensors.map(({ row }) => row.length);
  const placements = await parts.mergeSensors(sensors, options);
  throwIfAborted(options.signal, 'merging');
  const placed = captures.map((capture, at): MergePart => ({
    capture,
    placement: placements[at]!,
    first_row: sensors[at]!.first_row,
    sensor: options.sensors?.[capture.capture_id],
  }));
  await engine.create(marks, MARK_COLUMNS);
  try {
    await writeMarks(engine, marks, placements, options);
    await makeRoom();
    await engine.view(id, mergeSql(placed, marks));
    try {
      const members = placed.map((part, at) => mergeMember(part, compared[at]!));
      const sha256 = await sha256Hex(new TextEncoder().encode(identity(placed)));
      const capture = await mergedCapture(engine, id, placed, members, sha256);
      const duplicates = sumOf(placements, (placement) => placement.duplicate_rows.length);
      return { capture, members, duplicates, transmissions: sumOf(compared, (rows) => rows) - duplicates };
    } catch (error) {
      await engine.dropView(id).catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await engine.drop(marks).catch(() => undefined);
    throw error;
  }
}

async function readSensors(engine: Statements, captures: readonly CaptureInfo[], options: MergeOptions): Promise<Sensor[]> {
  const exact = captures.every((capture) => !isComparable(capture) || capture.channels.length > 0);
  const sensors: Sensor[] = [];
  let first_row = 0;
  for (const capture of captures) {
    options.onProgress?.({ phase: 'reading', done: sensors.length, total: captures.length, unit: 'steps' });
    const origin_us = (capture.time_range?.start_ms ?? 0) * 1000;
    const place = { origin_us, first_row, manual_us: options.offsets_us?.[capture.capture_id] ?? null };
    sensors.push({ ...place, ...(await readRows(engine, capture, exact, origin_us, options)) });
    first_row += capture.row_count;
  }
  return sensors;
}

async function readRows(
  engine: Statements,
  capture: CaptureInfo,
  exact: boolean,
  origin_us: number,
  { signal }: WorkOptions,
): Promise<SensorRows> {
  if (!isComparable(capture))
    return { time: new Float64Array(), radio: new Float64Array(), digest: new Float64Array(), row: new Float64Array() };
  const answer = await engine.answer(comparableSql(capture, exact), [BigInt(origin_us)], { signal });
  const doubles = (name: string): Float64Array => {
    const { values } = answer.column(name);
    return values instanceof Float64Array ? values : Float64Array.from(values as ArrayLike<number>);
  };
  return { time: doubles('time'), radio: doubles('radio'), digest: doubles('digest'), row: doubles('row_no') };
}

async function writeMarks(engine: Statements, table: string, placements: readonly Placement[], { signal }: WorkOptions): Promise<void> {
  for (const batch of markBatches(placements)) {
    throwIfAborted(signal, 'merging');
    await engine.append(table, encodeIpc(batch));
    batch.clear();
  }
}

/** Yields the rows of the duplicates table in batches. Each batch is the same object, refilled. */
function* markBatches(placements: readonly Placement[]): Generator<Batch> {
  const batch = new Batch(MARK_COLUMNS, MARKS_AT_ONCE);
  const member = batch.fixed('member', 'INTEGER');
  const row = batch.fixed('row_no', 'BIGINT');
  const transmission = batch.fixed('transmission_no', 'BIGINT');
  for (const [at, { duplicate_rows, duplicate_of }] of placements.entries()) {
    for (let i = 0; i < duplicate_rows.length; i++) {
      member.set(batch.rows, at);
      row.set(batch.rows, BigInt(duplicate_rows[i]!));
      // Add 1, because transmissions are numbered from 1 like packets.
      transmission.set(batch.rows, BigInt(duplicate_of[i]!) + 1n);
      batch.rows++;
      if (batch.full) yield batch;
    }
  }
  if (batch.rows > 0) yield batch;
}

/** The text whose digest identifies a merged view: equal texts mean equal rows. */
const identity = (parts: readonly MergePart[]): string =>
  canonicalJson(
    parts.map(({ capture, sensor, placement: { clock, offset_us, pivot_us, drift, fallback_us } }) => ({
      capture_id: capture.capture_id,
      sha256: capture.sha256,
      ...(sensor !== undefined && { sensor }),
      placement: { clock, offset_us, pivot_us, drift, fallback_us },
    })),
  );

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number => items.reduce((sum, item) => sum + value(item), 0);

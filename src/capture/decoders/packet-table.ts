/** Tables that are packets: files of a converted capture, which have the columns of the packet table (docs/decisions/0028-conversion.md). */
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { ArrowField, ArrowFile } from '../../tables/arrow-file.ts';
import type { Batch } from '../../tables/batch.ts';
import { TIME_COLUMN } from '../../tables/capture-time.ts';
import type { ColumnRole } from '../../tables/captures.ts';
import type { ColumnSpec } from '../../tables/column.ts';
import { signedSpec } from '../convert/signed-columns.ts';
import { FIRST_WALL_CLOCK_US } from '../packets.ts';
import type { TablePlan } from './table-summary.ts';

/** Columns of an export of a capture whose times are corrected. */
const TIMED_COLUMNS: readonly ColumnSpec[] = [...ADVERT_COLUMNS, { ...TIME_COLUMN, type: 'BIGINT' }];

/**
 * The columns of a file that has those of the packet table, all of them, in order, with their types or the signed types of a set, and
 * perhaps the corrected times after them; null for any other file.
 */
export const packetColumns = (fields: readonly ArrowField[]): readonly ColumnSpec[] | null => {
  const specs = fields.length === TIMED_COLUMNS.length ? TIMED_COLUMNS : ADVERT_COLUMNS;
  const fits = (spec: ColumnSpec, { name, type }: ArrowField): boolean =>
    name === spec.name && (type === spec.type || type === signedSpec(spec).type);
  return fields.length === specs.length && specs.every((spec, at) => fits(spec, fields[at]!)) ? specs : null;
};

const ROLES: Readonly<Record<string, ColumnRole>> = { channel: 'channel', receiver: 'receiver' };

/** What to find out of the rows: as of a table, with roles that need no guess. A file of small times counts from its first packet. */
export function packetPlan(file: ArrowFile, columns: readonly ColumnSpec[]): TablePlan {
  const stamps = columns.findIndex(({ name }) => name === 'ts_us');
  const index = columns === TIMED_COLUMNS ? columns.length - 1 : stamps;
  const specs = columns.map((spec, at) => (at === index ? { ...spec, role: 'time' as const } : spec.name in ROLES ? { ...spec, role: ROLES[spec.name]! } : spec)); // prettier-ignore
  return { specs, time: { index, base: isEpoch(file, stamps) ? 'epoch' : 'relative', unit: 'us', zone_assumed: false } };
}

function isEpoch(file: ArrowFile, field: number): boolean {
  const rows = file.batches[0] ?? 0;
  if (rows === 0) return true;
  const run = file.run(field, 0);
  for (let row = 0; row < rows; row++) if (run.isValid(row)) return Number(run.at(row)) >= FIRST_WALL_CLOCK_US;
  return true;
}

const ADDRESS = /^[\dA-F]{2}(?::[\dA-F]{2}){5}$/;
const LAST_CHANNEL = 39;

/** A value that no packet has, in words; null if there is none. Other files may have the columns and hold anything. */
export function packetFault({ columns, rows }: Batch): string | null {
  for (const column of columns) {
    const { name } = column.spec;
    if (name.endsWith('_addr') && column.kind === 'dictionary') {
      const { offsets, bytes } = column.dictionary();
      for (let entry = 0; entry < column.entries; entry++)
        if (!ADDRESS.test(decoder.decode(bytes.subarray(offsets[entry], offsets[entry + 1]))))
          return `column ${name}: a text is no address`;
    }
    if ((name === 'channel' || name === 'aux_channel') && column.kind === 'fixed')
      for (let row = 0; row < rows; row++)
        if (column.isValid(row) && Number(column.values[row]) > LAST_CHANNEL)
          return `column ${name}: expected 0 to ${String(LAST_CHANNEL)}`;
  }
  return null;
}

const decoder = new TextDecoder();

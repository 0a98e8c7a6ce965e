/** Tables that are packets: files of a converted capture, which have the columns of the packet table (docs/decisions/0028-conversion.md). */
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { ArrowField, ArrowFile } from '../../tables/arrow-file.ts';
import type { Batch } from '../../tables/batch.ts';
import type { ColumnRole } from '../../tables/captures.ts';
import { signedSpec } from '../convert/signed-columns.ts';
import { FIRST_WALL_CLOCK_US } from '../packets.ts';
import type { TablePlan } from './table-summary.ts';

/** Whether a file has the columns of the packet table, all of them, in order, with their types or the signed types of a set. */
export const isPacketTable = (fields: readonly ArrowField[]): boolean =>
  fields.length === ADVERT_COLUMNS.length &&
  ADVERT_COLUMNS.every((spec, at) => {
    const { name, type } = fields[at]!;
    return name === spec.name && (type === spec.type || type === signedSpec(spec).type);
  });

const ROLES: Readonly<Record<string, ColumnRole>> = { ts_us: 'time', channel: 'channel', receiver: 'receiver' };

/** What to find out of the rows: as of a table, with roles that need no guess. A file of small times counts from its first packet. */
export function packetPlan(file: ArrowFile): TablePlan {
  const index = ADVERT_COLUMNS.findIndex(({ name }) => name === 'ts_us');
  const specs = ADVERT_COLUMNS.map((spec) => (spec.name in ROLES ? { ...spec, role: ROLES[spec.name]! } : spec));
  return { specs, time: { index, base: isEpoch(file, index) ? 'epoch' : 'relative', unit: 'us', zone_assumed: false } };
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

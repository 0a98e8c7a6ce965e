import type { Answer, AnswerColumn } from '../../engine/engine.ts';
import type { RowWriter } from '../row-writer.ts';
import { createMask, type Mask, type MaskPlan } from './mask.ts';
import { MASKED_COLUMNS } from './masked-columns.ts';

/** Wraps a writer of exported rows so that it masks each row before writing it. */
export async function maskedWriter(inner: RowWriter, plan: MaskPlan): Promise<RowWriter> {
  const mask = await createMask(plan);
  return {
    select: inner.select,
    get leftOut() {
      return inner.leftOut;
    },
    start: () => inner.start(),
    rows: (part) => inner.rows(maskedRows(part, mask)),
    end: () => inner.end(),
  };
}

/** Masks each column by its name. Columns that `MASKED_COLUMNS` does not list become NULL, except advertising data. */
export function maskedRows(part: Answer, mask: Mask): Answer {
  const columns = part.columns.map((column) => ({
    name: column.name,
    type: column.type,
    values: column.name === 'adv_data' ? payloads(column, part, mask) : masked(column, mask),
  }));
  const byName = new Map(columns.map((column) => [column.name, column]));
  return {
    rows: part.rows,
    columns,
    column(name) {
      const found = byName.get(name);
      if (found === undefined) throw new Error(`broken invariant: expected the column ${name} in the rows`);
      return found;
    },
  };
}

function masked(column: AnswerColumn, mask: Mask): unknown[] {
  const work = MASKED_COLUMNS[column.name];
  return Array.from({ length: column.values.length }, (_, row) => {
    const value = valueAt(column, row);
    return value === null || work === undefined ? null : work(value, mask);
  });
}

const valueAt = ({ values, valid }: AnswerColumn, row: number): unknown => (valid?.[row] === 0 ? null : (values[row] ?? null));

function payloads(column: AnswerColumn, part: Answer, mask: Mask): unknown[] {
  const crc = part.columns.find(({ name }) => name === 'crc_ok');
  return Array.from({ length: column.values.length }, (_, row) => {
    const value = valueAt(column, row);
    if (!(value instanceof Uint8Array)) return null;
    // Lengths and types in a packet with a CRC error may be wrong, so only the length of its data is kept.
    const broken = crc !== undefined && valueAt(crc, row) !== null && Number(valueAt(crc, row)) === 0;
    return broken ? new Uint8Array(mask.dropsPayloads ? 0 : value.length) : mask.payload(value);
  });
}

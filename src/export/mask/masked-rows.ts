import type { Answer, AnswerColumn } from '../../engine/engine.ts';
import type { RowWriter } from '../row-writer.ts';
import { createMask, type Mask, type MaskPlan } from './mask.ts';

/** A writer whose rows come masked: addresses, data and what the sensor was called. */
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

export function maskedRows(part: Answer, mask: Mask): Answer {
  const columns = part.columns.map((column): AnswerColumn => {
    if (column.name.endsWith('_addr')) return { ...column, values: texts(column, mask.address) };
    if (column.name === 'device_id') return { ...column, values: texts(column, mask.id) };
    if (column.name === 'receiver') return { ...column, values: texts(column, mask.text) };
    if (column.name === 'adv_data') return { ...column, values: payloads(column, part, mask) };
    return column;
  });
  const byName = new Map(columns.map((column) => [column.name, column]));
  return { rows: part.rows, columns, column: (name) => byName.get(name) ?? part.column(name) };
}

const texts = ({ values }: AnswerColumn, work: (text: string) => string): unknown[] =>
  Array.from(values, (value) => (typeof value === 'string' ? work(value) : null));

function payloads({ values }: AnswerColumn, part: Answer, mask: Mask): unknown[] {
  const crc = part.columns.find(({ name }) => name === 'crc_ok');
  return Array.from(values, (value, row) => {
    if (!(value instanceof Uint8Array)) return null;
    const masked = mask.payload(value);
    // Noise moves names to where nobody looks for them: a packet that arrived broken keeps the length of its data alone.
    const broken = crc !== undefined && crc.valid?.[row] !== 0 && Number(crc.values[row]) === 0;
    return broken ? masked.fill(0) : masked;
  });
}

import { WorkbenchError } from '../base/failure.ts';
import type { Answer, AnswerColumn, DoubleBatch } from './engine.ts';
import { Pace } from './pace.ts';
import { Type, sqlTypeName } from './rows.ts';
import type { ArrowColumn, ArrowRows } from './rows.ts';

/**
 * Columns for tools. Integers, floats, dates (days) and times (the type's own unit, bigint) keep their typed
 * array, BOOLEAN is 0/1 in a Uint8Array, DECIMAL and HUGEINT are rounded to doubles (cast to BIGINT where
 * every digit counts). VARCHAR, BLOB, lists and structs are plain arrays with null.
 */
export async function toAnswer({ rows, columns }: ArrowRows): Promise<Answer> {
  const pace = new Pace();
  const converted: AnswerColumn[] = [];
  for (const column of columns) converted.push(await toColumn(column, rows, pace));
  const byName = new Map(converted.map((column) => [column.name, column]));
  return {
    rows,
    columns: converted,
    column(name) {
      const column = byName.get(name);
      if (!column) throw new WorkbenchError('SQL_ERROR', `expected a column ${name}, the answer has ${[...byName.keys()].join(', ')}`);
      return column;
    },
  };
}

/** DOUBLE columns batch by batch, where they lie; NaN is written where they are NULL. */
export function toDoubles({ columns }: ArrowRows): DoubleBatch[] {
  const other = columns.find(({ type }) => sqlTypeName(type) !== 'DOUBLE');
  if (other) throw new WorkbenchError('SQL_ERROR', `expected DOUBLE columns, found ${other.name} of type ${sqlTypeName(other.type)}`);
  return (columns[0]?.batches ?? []).map(({ length }, index) => ({
    rows: length,
    columns: columns.map(({ batches }) => {
      const { values, validity, nullCount } = batches[index]!;
      const own = (values as Float64Array).subarray(0, length);
      if (nullCount > 0) for (let i = 0; i < length; i++) if (((validity[i >> 3] ?? 0) >> (i & 7)) % 2 === 0) own[i] = NaN;
      return own;
    }),
  }));
}

type FixedArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

async function toColumn(column: ArrowColumn, rows: number, pace: Pace): Promise<AnswerColumn> {
  const type = sqlTypeName(column.type);
  switch (column.type.typeId) {
    case Type.Int:
    case Type.Float:
    case Type.Date:
    case Type.Time:
    case Type.Timestamp:
      return withValidity(column, type, rows, fixedValues(column, rows));
    case Type.Bool:
      return withValidity(column, type, rows, await mapped(column, new Uint8Array(rows), (value) => Number(value), pace));
    case Type.Decimal: {
      const scale = 10 ** column.type.scale;
      return withValidity(column, type, rows, await mapped(column, new Float64Array(rows), (value) => Number(value) / scale, pace));
    }
    case Type.Utf8:
      return { name: column.name, type, values: await textValues(column, rows, pace) };
    default:
      return { name: column.name, type, values: await plainValues(column, rows, pace) };
  }
}

function fixedValues({ batches, type }: ArrowColumn, rows: number): FixedArray {
  const first = batches[0]?.values;
  const Values = (first?.constructor ?? ('values' in type ? type.values : Float64Array)) as new (length: number) => FixedArray;
  const out = new Values(rows);
  let at = 0;
  for (const batch of batches) {
    // Same element type throughout a column, which the union of array types cannot express.
    (out.set as (source: ArrayLike<unknown>, offset: number) => void).call(out, batch.values.subarray(0, batch.length), at);
    at += batch.length;
  }
  return out;
}

async function mapped<T extends Uint8Array | Float64Array>(
  { batches }: ArrowColumn,
  out: T,
  convert: (value: unknown) => number,
  pace: Pace,
): Promise<T> {
  let at = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.length; i++, at++) out[at] = convert(batch.at(i) ?? 0);
    if (pace.due()) await pace.rest();
  }
  return out;
}

/** One byte per row out of Arrow's bitmaps, and only where a NULL exists. */
function withValidity({ name, batches }: ArrowColumn, type: string, rows: number, values: ArrayLike<unknown>): AnswerColumn {
  if (!batches.some((batch) => batch.nullCount > 0)) return { name, type, values };
  const valid = new Uint8Array(rows);
  let at = 0;
  for (const batch of batches) {
    const bits = batch.nullCount > 0 ? batch.validity : null;
    for (let i = 0; i < batch.length; i++, at++) valid[at] = bits === null ? 1 : ((bits[i >> 3] ?? 0) >> (i & 7)) & 1;
  }
  return { name, type, values, valid };
}

/**
 * Text, decoded once per batch where it is ASCII (then byte offsets are character offsets, and a slice costs
 * a tenth of a decoder call), value by value where it is not.
 */
async function textValues({ batches }: ArrowColumn, rows: number, pace: Pace): Promise<(string | null)[]> {
  const out = new Array<string | null>(rows).fill(null);
  const decoder = new TextDecoder();
  let at = 0;
  for (const batch of batches) {
    const offsets = batch.offsets as Int32Array;
    const start = offsets[0] ?? 0;
    const end = offsets[batch.length] ?? start;
    const text = decoder.decode((batch.values as Uint8Array).subarray(start, end));
    const ascii = text.length === end - start;
    for (let i = 0; i < batch.length; i++, at++) {
      if (batch.nullCount > 0 && !batch.isValid(i)) continue;
      out[at] = ascii ? text.slice((offsets[i] ?? 0) - start, (offsets[i + 1] ?? 0) - start) : (batch.at(i) as string);
    }
    if (pace.due()) await pace.rest();
  }
  return out;
}

async function plainValues({ batches }: ArrowColumn, rows: number, pace: Pace): Promise<unknown[]> {
  const out = new Array<unknown>(rows).fill(null);
  let at = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.length; i++, at++) out[at] = batch.at(i) ?? null;
    if (pace.due()) await pace.rest();
  }
  return out;
}

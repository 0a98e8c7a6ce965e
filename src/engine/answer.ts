import { WorkbenchError } from '../base/failure.ts';
import type { Answer, AnswerColumn, DoubleBatch } from './engine.ts';
import { Type, sqlTypeName } from './rows.ts';
import type { ArrowColumn, ArrowRows } from './rows.ts';

/**
 * Converts rows to typed columns for tools. Integers, floats, dates (days) and times (the type's own unit, bigint) keep their typed array.
 * BOOLEAN is 0 or 1 in a Uint8Array. DECIMAL and HUGEINT are rounded to doubles (cast to BIGINT in SQL if every digit matters). VARCHAR,
 * BLOB, lists and structs are plain arrays in which NULL is null.
 */
export function toAnswer({ rows, columns }: ArrowRows): Answer {
  const converted = columns.map((column) => toColumn(column, rows));
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

/** Returns DOUBLE columns batch by batch, as views without copying. NULL is NaN. */
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

function toColumn(column: ArrowColumn, rows: number): AnswerColumn {
  const type = sqlTypeName(column.type);
  switch (column.type.typeId) {
    case Type.Int:
    case Type.Float:
    case Type.Date:
    case Type.Time:
    case Type.Timestamp:
      return withValidity(column, type, rows, fixedValues(column, rows));
    case Type.Bool:
      return withValidity(
        column,
        type,
        rows,
        mapped(column, new Uint8Array(rows), (value) => Number(value)),
      );
    case Type.Decimal: {
      const scale = 10 ** column.type.scale;
      return withValidity(
        column,
        type,
        rows,
        mapped(column, new Float64Array(rows), (value) => Number(value) / scale),
      );
    }
    case Type.Utf8:
      return { name: column.name, type, values: textValues(column, rows) };
    default:
      return { name: column.name, type, values: plainValues(column, rows) };
  }
}

function fixedValues({ batches, type }: ArrowColumn, rows: number): FixedArray {
  const first = batches[0]?.values;
  const Values = (first?.constructor ?? ('values' in type ? type.values : Float64Array)) as new (length: number) => FixedArray;
  const out = new Values(rows);
  let at = 0;
  for (const batch of batches) {
    // The cast is needed because the types do not say that both arrays have the same element type.
    (out.set as (source: ArrayLike<unknown>, offset: number) => void).call(out, batch.values.subarray(0, batch.length), at);
    at += batch.length;
  }
  return out;
}

function mapped<T extends Uint8Array | Float64Array>({ batches }: ArrowColumn, out: T, convert: (value: unknown) => number): T {
  let at = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.length; i++, at++) out[at] = convert(batch.at(i) ?? 0);
  }
  return out;
}

/** If a column contains NULL, adds one byte per row that says whether its value is valid, from Arrow's bitmaps. */
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
 * Decodes text. If all text of a batch is ASCII, it is decoded at once: byte offsets are then character offsets, and a slice costs a tenth
 * of a decoder call. Otherwise, each value is decoded separately.
 */
function textValues({ batches }: ArrowColumn, rows: number): (string | null)[] {
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
  }
  return out;
}

function plainValues({ batches }: ArrowColumn, rows: number): unknown[] {
  const out = new Array<unknown>(rows).fill(null);
  let at = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.length; i++, at++) out[at] = batch.at(i) ?? null;
  }
  return out;
}

import type { ArrowRun, ArrowSpans } from '../../tables/arrow-file.ts';
import type { BytesColumn, Column, DictionaryColumn } from '../../tables/column.ts';
import { isUtf8 } from './interner.ts';
import type { ColumnWriter } from './value-columns.ts';

/**
 * Rows [from, from + rows) of a run into the empty `column`: whole buffers where the layouts agree, value by value
 * elsewhere. Throws where a value is none of the column's type.
 */
export function copyRun(run: ArrowRun, from: number, rows: number, column: Column, writer: ColumnWriter): void {
  const { typed } = run;
  if (typed !== undefined && column.kind === 'fixed' && typed.constructor === column.values.constructor) {
    // Both arrays have the same constructor, so the values can be copied as they are.
    column.values.set((typed as Float64Array).subarray(from, from + rows) as never);
    copyValidity(run, from, rows, column);
    return;
  }
  if (run.spans !== undefined && column.kind === 'bytes' && copySpans(run.spans, from, rows, column)) {
    copyValidity(run, from, rows, column);
    return;
  }
  if (run.bits !== undefined && column.kind === 'bool' && (from & 7) === 0) {
    column.values.set(run.bits.subarray(from >> 3, (from + rows + 7) >> 3));
    copyValidity(run, from, rows, column);
    return;
  }
  if (run.keys !== undefined && column.kind === 'dictionary') {
    copyKeys(run, run.keys, from, rows, column, writer);
    return;
  }
  for (let row = 0; row < rows; row++) {
    if (!run.isValid(from + row)) continue;
    write(column, writer, row, typed === undefined ? run.at(from + row) : typed[from + row]);
  }
}

function write(column: Column, writer: ColumnWriter, row: number, value: unknown): void {
  if (value !== null && value !== undefined && !writer.write(row, value)) {
    throw new Error(`column ${column.spec.name}: expected ${column.spec.type}, found ${typeof value}`);
  }
}

function copyValidity(run: ArrowRun, from: number, rows: number, { valid }: Column): void {
  const whole = rows >> 3;
  if (run.bitmap === null) valid.fill(0xff, 0, whole);
  else if ((from & 7) === 0) valid.set(run.bitmap.subarray(from >> 3, (from >> 3) + whole));
  else for (let row = 0; row < whole * 8; row++) if (run.isValid(from + row)) valid[row >> 3]! |= 1 << (row & 7);
  for (let row = whole * 8; row < rows; row++) if (run.isValid(from + row)) valid[row >> 3]! |= 1 << (row & 7);
}

/** Bytes of all rows at once. False, and nothing is written, where a text column would get what is no UTF-8. */
function copySpans({ offsets, bytes, utf8 }: ArrowSpans, from: number, rows: number, column: BytesColumn): boolean {
  const start = offsets[from]!;
  const end = offsets[from + rows]!;
  if (column.spec.type === 'VARCHAR' && utf8 !== true) {
    if (!isUtf8(bytes, start, end)) return false;
    // The whole text is valid UTF-8, so each part is too, unless it begins inside a character.
    for (let row = from; row <= from + rows; row++) if (offsets[row]! < end && (bytes[offsets[row]!]! & 0xc0) === 0x80) return false;
  }
  column.data.append(bytes, start, end);
  const shift = column.data.length - end;
  if (shift === 0) column.offsets.set(offsets.subarray(from, from + rows + 1));
  else for (let row = 1; row <= rows; row++) column.offsets[row] = offsets[from + row]! + shift;
  column.next = rows;
  return true;
}

/** Copies each text of the dictionary once, when the first row needs it. */
function copyKeys(
  run: ArrowRun,
  keys: ArrayLike<number>,
  from: number,
  rows: number,
  column: DictionaryColumn,
  writer: ColumnWriter,
): void {
  // For each key, code + 1; 0 if no row has used the key yet.
  let known = new Int32Array(1024);
  const { codes } = column;
  const { bitmap } = run;
  // Set validity first, so that rows with a known key need only their code.
  copyValidity(run, from, rows, column);
  for (let row = 0; row < rows; row++) {
    const at = from + row;
    if (bitmap !== null && (bitmap[at >> 3]! & (1 << (at & 7))) === 0) continue;
    const key = keys[at]!;
    const code = known[key] ?? 0;
    if (code > 0) {
      codes[row] = code - 1;
      continue;
    }
    const text = run.at(at);
    if (text === null || text === undefined) {
      column.valid[row >> 3]! &= ~(1 << (row & 7));
      continue;
    }
    write(column, writer, row, text);
    if (key >= known.length) known = grown(known, key);
    known[key] = codes[row]! + 1;
  }
}

function grown(known: Int32Array<ArrayBuffer>, key: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 ** Math.ceil(Math.log2(key + 1)));
  more.set(known);
  return more;
}

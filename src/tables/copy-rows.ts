import type { Batch } from './batch.ts';
import type { BytesColumn, Column, DictionaryColumn, ListColumn } from './column.ts';

/** Appends chosen rows of some columns to another batch, which has exactly these columns in this order. */
export function copyRows(from: Batch, columns: readonly number[], chosen: Int32Array, count: number, to: Batch): void {
  const at = to.rows;
  columns.forEach((index, i) => copyColumn(from.columns[index]!, from.rows, chosen, count, to.columns[i]!, at));
  to.rows = at + count;
}

function copyColumn(from: Column, rows: number, chosen: Int32Array, count: number, to: Column, at: number): void {
  if (from.kind === 'fixed' && to.kind === 'fixed') {
    const { values } = from;
    for (let row = 0; row < count; row++) if (from.isValid(chosen[row]!)) to.set(at + row, values[chosen[row]!] as never);
  } else if (from.kind === 'bool' && to.kind === 'bool') {
    for (let row = 0; row < count; row++) {
      const source = chosen[row]!;
      if (from.isValid(source)) to.set(at + row, (from.values[source >> 3]! & (1 << (source & 7))) !== 0);
    }
  } else if (from.kind === 'dictionary' && to.kind === 'dictionary') copyDictionary(from, chosen, count, to, at);
  else if (from.kind === 'bytes' && to.kind === 'bytes') copyBytes(from, rows, chosen, count, to, at);
  else if (from.kind === 'list' && to.kind === 'list') copyLists(from, rows, chosen, count, to, at);
  else throw new Error(`broken invariant: column ${from.spec.name} is ${from.kind} here and ${to.kind} there`);
}

/** Copies only the texts that the chosen rows use. */
function copyDictionary(from: DictionaryColumn, chosen: Int32Array, count: number, to: DictionaryColumn, at: number): void {
  const { offsets, bytes } = from.dictionary();
  const codes = new Int32Array(from.entries).fill(-1);
  for (let row = 0; row < count; row++) {
    if (!from.isValid(chosen[row]!)) continue;
    const old = from.codes[chosen[row]!]!;
    if (codes[old] === -1) codes[old] = to.addEntryBytes(bytes, offsets[old]!, offsets[old + 1]!);
    to.setCode(at + row, codes[old]!);
  }
}

function copyBytes(from: BytesColumn, rows: number, chosen: Int32Array, count: number, to: BytesColumn, at: number): void {
  from.fill(rows);
  for (let row = 0; row < count; row++) {
    const source = chosen[row]!;
    if (from.isValid(source)) to.set(at + row, from.data.bytes, from.offsets[source], from.offsets[source + 1]);
  }
}

function copyLists(from: ListColumn, rows: number, chosen: Int32Array, count: number, to: ListColumn, at: number): void {
  from.fill(rows);
  const ends = from.itemOffsets();
  for (let row = 0; row < count; row++) {
    const source = chosen[row]!;
    if (!from.isValid(source)) continue;
    to.open(at + row);
    for (let item = from.offsets[source]!; item < from.offsets[source + 1]!; item++) {
      to.pushBytes(at + row, from.data.bytes, ends[item]!, ends[item + 1]!);
    }
  }
}

import type { Column, DictionaryColumn } from './column.ts';

/**
 * A value of a constant column: one that has had the same value in every row so far. Such a column is not stored; the view of the table
 * supplies its value. The Arrow stream declares these columns in the metadata of its schema, as JSON by column name.
 */
export type ConstantValue = string | number | boolean;
export type Constants = ReadonlyMap<string, ConstantValue>;

/** Key of that metadata. */
const KEY = 'workbench.constants';
/** Maximum length of a constant text. If a constant column changes, earlier rows get the value one by one, which takes memory. */
const MOST_TEXT = 16;
const ALL_VALID = 0xff;

/** The value that a column has in all `rows`; undefined if values differ, one is NULL, or the type is not supported. */
export function constantOf(column: Column, rows: number): ConstantValue | undefined {
  if (rows === 0 || !allOnes(column.valid, rows)) return undefined;
  switch (column.kind) {
    case 'bool':
      return allOnes(column.values, rows) ? true : allZeros(column.values, rows) ? false : undefined;
    case 'dictionary':
      return same(column.codes, rows) ? shortText(column, column.codes[0] ?? 0) : undefined;
    case 'fixed': {
      const { values } = column;
      // Not for 64-bit integers, which are never constant in practice, nor for doubles, which have two zeros and many NaNs.
      if (values instanceof BigInt64Array || values instanceof BigUint64Array) return undefined;
      if (values instanceof Float32Array || values instanceof Float64Array || column.spec.type === 'DATE') return undefined;
      return same(values, rows) ? values[0] : undefined;
    }
    default:
      return undefined;
  }
}

export const constantsMetadata = (constants: Constants): Map<string, string> | null =>
  constants.size === 0 ? null : new Map([[KEY, JSON.stringify([...constants])]]);

/** Parses the constants in the metadata of a schema. Throws if the metadata is invalid. */
export function constantsIn(metadata: ReadonlyMap<string, string> | null | undefined): Constants {
  const text = metadata?.get(KEY);
  if (text === undefined) return new Map();
  const found = JSON.parse(text) as unknown;
  if (!Array.isArray(found) || !found.every(isConstant)) throw new Error('its constant columns are no list of names and values');
  return new Map(found);
}

function isConstant(entry: unknown): entry is [string, ConstantValue] {
  if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== 'string') return false;
  return typeof entry[1] === 'boolean' || typeof entry[1] === 'string' || Number.isSafeInteger(entry[1]);
}

/** Whether all values are equal. Compares words of memory, because loops over several types of arrays are compiled to calls. */
function same(values: ArrayLike<number> & Pick<Uint8Array, 'buffer' | 'byteOffset' | 'BYTES_PER_ELEMENT'>, rows: number): boolean {
  const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = values;
  const perWord = 4 / width;
  const first = Math.min(rows, perWord);
  for (let row = 1; row < first; row++) if (values[row] !== values[0]) return false;
  const words = new Int32Array(buffer, byteOffset, Math.floor(rows / perWord));
  if (!isSameWord(words)) return false;
  for (let row = words.length * perWord; row < rows; row++) if (values[row] !== values[0]) return false;
  return true;
}

function isSameWord(words: Int32Array): boolean {
  const first = words[0];
  for (let i = 1; i < words.length; i++) if (words[i] !== first) return false;
  return true;
}

/** Returns the text of a code; undefined if it is too long, or contains NUL, which would end an SQL statement. */
function shortText(column: DictionaryColumn, code: number): string | undefined {
  const text = column.textOf(code, MOST_TEXT);
  return text === undefined || text.includes('\0') ? undefined : text;
}

function allOnes(bits: Uint8Array, count: number): boolean {
  const whole = count >> 3;
  for (let i = 0; i < whole; i++) if (bits[i] !== ALL_VALID) return false;
  const rest = (1 << (count & 7)) - 1;
  return ((bits[whole] ?? 0) & rest) === rest;
}

function allZeros(bits: Uint8Array, count: number): boolean {
  const whole = count >> 3;
  for (let i = 0; i < whole; i++) if (bits[i] !== 0) return false;
  return ((bits[whole] ?? 0) & ((1 << (count & 7)) - 1)) === 0;
}

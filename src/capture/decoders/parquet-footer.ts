import { u32le } from '../../base/octets.ts';

/**
 * What a Parquet file says about itself. The footer is a Thrift struct in the compact protocol, FileMetaData: version (field 1), schema (2),
 * number of rows (3), row groups (4), key-value metadata (5), more. The reader library does not hand these on.
 * https://parquet.apache.org/docs/file-format/ · thrift/doc/specs/thrift-compact-protocol.md
 */
const TYPE = { STOP: 0, TRUE: 1, FALSE: 2, BYTE: 3, I16: 4, I32: 5, I64: 6, DOUBLE: 7, BINARY: 8, LIST: 9, SET: 10, MAP: 11, STRUCT: 12 };
const NUM_ROWS = 3;
const METADATA = 5;
const KEY = 1;
const VALUE = 2;
const DEEPEST = 16;
/** Maximum size of the metadata, bytes; files of packets have few row groups and need far less. */
const MOST_FOOTER = 16 * 1024 * 1024;
const decoder = new TextDecoder();

/** The end of a Parquet file: the struct of its metadata, its length and the magic; null if the file has no such end. */
export async function footerBytes(bytes: (start: number, end: number) => Promise<Uint8Array>, size: number): Promise<Uint8Array | null> {
  const tail = await bytes(Math.max(0, size - 8), size);
  if (tail.length < 8 || decoder.decode(tail.subarray(4)) !== 'PAR1') return null;
  const footer = u32le(tail, 0) + 8;
  return footer > Math.min(size, MOST_FOOTER) ? null : bytes(size - footer, size);
}

/**
 * The number of rows that the file says it has.
 * @param footer the struct alone; null where it is damaged before the number, or gives an impossible one
 */
export function rowsOfFooter(footer: Uint8Array): number | null {
  return fieldOf(footer, NUM_ROWS, TYPE.I64, (reader) => {
    const rows = reader.zigzag();
    return rows >= 0 && Number.isSafeInteger(rows) ? rows : null;
  });
}

/**
 * The value of a key in the file's metadata.
 * @param footer the struct alone; null where it is damaged before the value, or has no such key
 */
export function metadataOfFooter(footer: Uint8Array, key: string): string | null {
  return fieldOf(footer, METADATA, TYPE.LIST, (reader) => {
    const { size } = reader.list();
    for (let entry = 0; entry < size; entry++) {
      const pair: Record<number, string> = {};
      for (const { id, type } of reader.fields()) {
        if (type === TYPE.BINARY) pair[id] = reader.text();
        else reader.skip(type, 0);
      }
      if (pair[KEY] === key) return pair[VALUE] ?? null;
    }
    return null;
  });
}

/** The value of a field of the struct; null where there is none. */
function fieldOf<T>(footer: Uint8Array, wanted: number, as: number, read: (reader: CompactReader) => T | null): T | null {
  try {
    const reader = new CompactReader(footer);
    for (const { id, type } of reader.fields()) {
      if (id === wanted && type === as) return read(reader);
      reader.skip(type, 0);
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class CompactReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('the footer ends too early');
    return byte;
  }

  /** Reads an unsigned integer of seven bits per byte, low bits first. */
  private varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > 2 ** 63) throw new RangeError('a number of more than 64 bits');
    }
  }

  /** The fields of a struct; read or skip the value of each before the next. */
  *fields(): Generator<{ readonly id: number; readonly type: number }> {
    let id = 0;
    for (;;) {
      const header = this.byte();
      const type = header & 15;
      if (type === TYPE.STOP) return;
      id = header >> 4 === 0 ? this.zigzag() : id + (header >> 4);
      yield { id, type };
    }
  }

  list(): { readonly size: number; readonly type: number } {
    const header = this.byte();
    return { size: header >> 4 === 15 ? this.varint() : header >> 4, type: header & 15 };
  }

  text(): string {
    const end = this.varint() + this.at;
    if (end > this.bytes.length) throw new RangeError('a text ends after the footer');
    const text = decoder.decode(this.bytes.subarray(this.at, end));
    this.at = end;
    return text;
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  skip(type: number, depth: number, element = false): void {
    if (depth > DEEPEST) throw new RangeError('nested too deeply');
    if (type === TYPE.TRUE || type === TYPE.FALSE) this.at += element ? 1 : 0;
    else if (type === TYPE.BYTE) this.at++;
    else if (type === TYPE.I16 || type === TYPE.I32 || type === TYPE.I64) this.varint();
    else if (type === TYPE.DOUBLE) this.at += 8;
    else if (type === TYPE.BINARY) {
      const length = this.varint();
      this.at += length;
    } else if (type === TYPE.LIST || type === TYPE.SET) this.skipList(depth);
    else if (type === TYPE.STRUCT) this.skipStruct(depth);
    else throw new RangeError(`type ${String(type)} has no place here`);
  }

  private skipList(depth: number): void {
    const { size, type } = this.list();
    for (let i = 0; i < size && this.at < this.bytes.length; i++) this.skip(type, depth + 1, true);
  }

  private skipStruct(depth: number): void {
    for (const { type } of this.fields()) this.skip(type, depth + 1);
  }
}

/**
 * The number of rows that a Parquet file says it has. The footer is a Thrift struct in the compact protocol, FileMetaData:
 * version (field 1), schema (2), number of rows (3), more. The reader library does not hand the number on.
 * https://parquet.apache.org/docs/file-format/ · thrift/doc/specs/thrift-compact-protocol.md
 */
const TYPE = { STOP: 0, TRUE: 1, FALSE: 2, BYTE: 3, I16: 4, I32: 5, I64: 6, DOUBLE: 7, BINARY: 8, LIST: 9, SET: 10, MAP: 11, STRUCT: 12 };
const NUM_ROWS = 3;
const DEEPEST = 16;

/** @param footer the struct alone; null where it is damaged before the number, or gives an impossible one */
export function rowsOfFooter(footer: Uint8Array): number | null {
  try {
    const reader = new CompactReader(footer);
    let id = 0;
    for (;;) {
      const header = reader.byte();
      const type = header & 15;
      if (type === TYPE.STOP) return null;
      id = header >> 4 === 0 ? reader.zigzag() : id + (header >> 4);
      if (id === NUM_ROWS && type === TYPE.I64) {
        const rows = reader.zigzag();
        return rows >= 0 && Number.isSafeInteger(rows) ? rows : null;
      }
      reader.skip(type, 0);
    }
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

  /** Seven bits a byte, low ones first. */
  private varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > 2 ** 63) throw new RangeError('a number of more than 64 bits');
    }
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
    const header = this.byte();
    const size = header >> 4 === 15 ? this.varint() : header >> 4;
    for (let i = 0; i < size && this.at < this.bytes.length; i++) this.skip(header & 15, depth + 1, true);
  }

  private skipStruct(depth: number): void {
    for (let header = this.byte(); (header & 15) !== TYPE.STOP; header = this.byte()) {
      if (header >> 4 === 0) this.zigzag();
      this.skip(header & 15, depth + 1);
    }
  }
}

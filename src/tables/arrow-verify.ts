/**
 * Verifies Arrow IPC metadata before the reading library uses it: the library allocates the size that a header states, so one flipped bit
 * could request all memory. Walks the messages of a stream, follows every offset of their flatbuffers, and checks every count against the
 * available bytes. Formats: arrow/format/Message.fbs, Schema.fbs; flatbuffers "Internals".
 */

/** Type of one slot of a flatbuffers table. A number is the size of a scalar in bytes. */
type Slot = number | 'text' | { readonly table: () => TableShape } | { readonly tables: () => TableShape } | { readonly structs: number };
type TableShape = readonly Slot[];

const PAIR: TableShape = ['text', 'text'];
const PAIRS: Slot = { tables: () => PAIR };
/** Table shapes of Arrow's types, by `Type`; for other types, all slots are scalars. Slot 1 may be a time zone or a list of ids. */
const TYPES: Readonly<Record<number, TableShape>> = { 7: [4, 4], 10: [2, 'text'], 14: [2, { structs: 4 }] };
const DECIMAL = 7;
const SCALARS: TableShape = [1];
const INT: TableShape = [4, 1];
const DICTIONARY: TableShape = [8, { table: () => INT }, 1, 2];
const FIELD: TableShape = ['text', 1, 1, { table: () => SCALARS }, { table: () => DICTIONARY }, { tables: () => FIELD }, PAIRS];
const SCHEMA: TableShape = [2, { tables: () => FIELD }, PAIRS, { structs: 8 }];
const RECORD_BATCH: TableShape = [8, { structs: 16 }, { structs: 16 }, { table: () => [1, 1] }, { structs: 8 }];
const DICTIONARY_BATCH: TableShape = [8, { table: () => RECORD_BATCH }, 1];
/** Table shapes of messages, by `MessageHeader`. */
const HEADERS: Readonly<Record<number, TableShape>> = { 1: SCHEMA, 2: DICTIONARY_BATCH, 3: RECORD_BATCH };

const DEEPEST = 24;
/** Maximum number of digits of a 256-bit decimal. */
const MOST_DIGITS = 76;
const MOST_TABLES = 100_000;
/** Maximum plausible number of rows per byte in a message's body, which compression may achieve. */
const ROWS_PER_BYTE = 8_000;

/**
 * Verifies an IPC file or stream. Returns its stream part: schema, dictionaries and record batches up to the end marker. Throws a plain
 * `Error` that names the first value that is impossible.
 */
export function verifyArrow(bytes: Uint8Array): Uint8Array {
  const start = String.fromCharCode(...bytes.subarray(0, 6)) === 'ARROW1' ? 8 : 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  for (let message = 1; at + 8 <= bytes.length; message++) {
    if (view.getUint32(at, true) !== 0xffffffff) throw new Error(`message ${message} does not begin with a continuation mark`);
    const length = view.getInt32(at + 4, true);
    if (length === 0) break;
    if (length < 0 || length % 8 !== 0 || at + 8 + length > bytes.length) {
      throw new Error(`message ${message} says its metadata has ${length} bytes, ${bytes.length - at - 8} are left`);
    }
    const metadata = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length);
    const body = new Message(metadata, message).verify();
    at += 8 + length + body;
    if (at > bytes.length) throw new Error(`message ${message} says its body has ${body} bytes, ${bytes.length - at + body} are left`);
  }
  return bytes.subarray(start, at);
}

class Message {
  private tables = 0;

  constructor(
    private readonly view: DataView,
    private readonly number: number,
  ) {}

  /** Verifies the metadata of an Arrow IPC message; returns the length of the message's body in bytes. */
  verify(): number {
    const root = this.offset(0);
    const slots = this.table(root, [2, 1, 8, 8, PAIRS], 0);
    const headerAt = slots[2];
    const type = slots[1] === undefined ? 0 : this.view.getUint8(slots[1]);
    const shape = HEADERS[type];
    if (shape === undefined || headerAt === undefined) throw this.error(`has a header of type ${type}`);
    const body = slots[3] === undefined ? 0 : this.whole(slots[3]);
    const header = this.table(this.offset(headerAt), shape, 1);
    if (type === 3) this.batch(header, body);
    if (type === 2 && header[1] !== undefined) this.batch(this.table(this.offset(header[1]), RECORD_BATCH, 2), body);
    return body;
  }

  /** Checks that the lengths of nodes and the positions of buffers of a record batch are within its body. */
  private batch(slots: readonly (number | undefined)[], body: number): void {
    const most = (body + 64) * ROWS_PER_BYTE;
    const rows = slots[0] === undefined ? 0 : this.whole(slots[0]);
    if (rows > most) throw this.error(`claims ${rows} rows in a body of ${body} bytes`);
    this.eachStruct(slots[1], 16, (at) => {
      if (this.whole(at) > most || this.whole(at + 8) > most)
        throw this.error(`claims a column of ${this.whole(at)} values in a body of ${body} bytes`);
    });
    this.eachStruct(slots[2], 16, (at) => {
      if (this.whole(at) + this.whole(at + 8) > body) throw this.error('has a buffer that lies outside its body');
    });
  }

  private eachStruct(slot: number | undefined, size: number, visit: (at: number) => void): void {
    if (slot === undefined) return;
    const vector = this.offset(slot);
    const count = this.count(vector, size);
    for (let i = 0; i < count; i++) visit(vector + 4 + i * size);
  }

  /** Returns the positions of a table's slots, undefined for absent ones, after verifying their contents according to the shape. */
  private table(at: number, shape: TableShape, depth: number): (number | undefined)[] {
    if (depth > DEEPEST || ++this.tables > MOST_TABLES) throw this.error('nests its metadata without end');
    this.need(at, 4);
    const vtable = at - this.view.getInt32(at, true);
    this.need(vtable, 4);
    const size = this.view.getUint16(vtable, true);
    const extent = this.view.getUint16(vtable + 2, true);
    if (size < 4 || size % 2 !== 0) throw this.error('has metadata that is no flatbuffer');
    this.need(vtable, size);
    this.need(at, extent);
    const slots = shape.map((slot, i) => {
      const place = 4 + 2 * i + 2 <= size ? this.view.getUint16(vtable + 4 + 2 * i, true) : 0;
      if (place === 0) return undefined;
      this.need(at + place, typeof slot === 'number' ? slot : 4);
      this.follow(at + place, slot, depth);
      return at + place;
    });
    if (shape === FIELD) this.type(slots[2], slots[3], depth);
    return slots;
  }

  /** Verifies the type of a field. It is a union: the number in the slot before determines the shape of its table. */
  private type(kind: number | undefined, at: number | undefined, depth: number): void {
    const number = kind === undefined ? 0 : this.view.getUint8(kind);
    const shape = TYPES[number];
    if (shape === undefined || at === undefined) return;
    const slots = this.table(this.offset(at), shape, depth + 1);
    const scale = number === DECIMAL && slots[1] !== undefined ? this.view.getInt32(slots[1], true) : 0;
    if (Math.abs(scale) > MOST_DIGITS) throw this.error(`has a decimal with ${scale} places`);
  }

  private follow(at: number, slot: Slot, depth: number): void {
    if (typeof slot === 'number') return;
    const target = this.offset(at);
    if (slot === 'text') this.count(target, 1);
    else if ('structs' in slot) this.count(target, slot.structs);
    else if ('table' in slot) this.table(target, slot.table(), depth + 1);
    else {
      const count = this.count(target, 4);
      for (let i = 0; i < count; i++) this.table(this.offset(target + 4 + 4 * i), slot.tables(), depth + 1);
    }
  }

  /** Returns the number of elements of the vector at `at`, after checking that all of them are within the metadata. */
  private count(at: number, size: number): number {
    this.need(at, 4);
    const count = this.view.getUint32(at, true);
    this.need(at + 4, count * size);
    return count;
  }

  private offset(at: number): number {
    this.need(at, 4);
    return at + this.view.getUint32(at, true);
  }

  /** Reads a 64-bit count. */
  private whole(at: number): number {
    const value = this.view.getBigInt64(at, true);
    if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.error(`counts ${value}`);
    return Number(value);
  }

  private need(at: number, bytes: number): void {
    if (at < 0 || at + bytes > this.view.byteLength) throw this.error('has metadata that points outside itself');
  }

  private error(what: string): Error {
    return new Error(`message ${this.number} ${what}`);
  }
}

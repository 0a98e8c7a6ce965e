import { DECODE_INTERFACE, DECODE_LINKS, DECODE_STOP } from '../kernels/decode-layout.ts';
import type { DecodeLink } from '../kernels/decode-layout.ts';
import { STATE, decodeKernel, positions } from '../kernels/decode.ts';
import type { DecodeKernel } from '../kernels/decode.ts';
import { AdvertRows } from '../tables/advert-rows.ts';
import { slotsFor } from '../tables/text-index.ts';
import { placeColumns } from './fast-path-columns.ts';
import { LINK_TYPE } from './link-types.ts';
import type { PacketRecord } from './link/link.ts';
import { CLOCK_WORDS, RadioClock } from './link/radio-clock.ts';
import { sessionKey } from './session-key.ts';

/** Size of a piece of the file in the kernel's memory, small enough for the cache. A packet that fills it is read by the host. */
const INPUT_BYTES = 128 * 1024;
/** Upper bounds of what rows and the slots of their indices take, see `AdvertRows`. */
const ROW_BYTES = 288;
const SLOT_BYTES = 64;
const MOST_INTERFACES = 64;
/** Maximum number of radio clocks that the kernel advances; frames of further sniffers are read by the host. */
const MOST_CLOCKS = 4;
const FIXED_BYTES = INPUT_BYTES + MOST_CLOCKS * CLOCK_WORDS * 8 + 65_536;
/** If the kernel reads few records, it is called again only after up to this many records. */
const LONGEST_REST = 128;
const WORTHWHILE = 4;

const LINKS = positions(DECODE_LINKS);
const FIELD = positions(DECODE_INTERFACE);
const STOP = positions(DECODE_STOP);
const KERNEL_LINKS: Readonly<Record<number, DecodeLink>> = {
  [LINK_TYPE.BLUETOOTH_LE_LL]: 'Bare',
  [LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR]: 'Rf',
  [LINK_TYPE.NORDIC_BLE]: 'Nordic',
};

export type Container = 'pcap' | 'pcapng';

/** What the kernel must know about a capture interface. */
export interface FastInterface {
  readonly linkType: number;
  readonly receiver: string;
  readonly clock: RadioClock | null;
  packets: number;
}

/**
 * The kernel's way through a file: it turns runs of plain records into rows of the same batch that the decoders of
 * `link/` write, and stops at the first record that needs them. Those decoders know every case; the kernel is only
 * quicker, and a test compares the two.
 */
export class FastPath {
  readonly rows: AdvertRows;
  /** True if the kernel stopped because the batch has no room for another advertisement. */
  crowded = false;
  private readonly input: Uint8Array;
  /** Range of the file, as offsets, that is in the kernel's input. */
  private from = 0;
  private to = 0;
  private readonly table: Int32Array;
  private readonly interfaces: (FastInterface | null)[] = [];
  private readonly clocks: RadioClock[];
  private resting = 0;
  private strikes = 0;

  private constructor(
    private readonly kernel: DecodeKernel,
    capacity: number,
  ) {
    const { allocate } = kernel;
    this.rows = new AdvertRows(capacity, sessionKey(), allocate);
    const octets = kernelWords(allocate, this.rows.key.octets);
    const block = kernelWords(allocate, this.rows.key.block);
    this.input = allocate(INPUT_BYTES);
    const table = allocate(MOST_INTERFACES * DECODE_INTERFACE.length * 4);
    this.table = new Int32Array(table.buffer, table.byteOffset, table.length / 4);
    this.clocks = Array.from({ length: MOST_CLOCKS }, () => {
      const { buffer, byteOffset } = allocate(CLOCK_WORDS * 8);
      return new RadioClock(new Float64Array(buffer, byteOffset, CLOCK_WORDS));
    });
    placeColumns(kernel, this.rows);
    kernel.place('HashOctets', octets);
    kernel.place('HashBlock', block);
    kernel.place('Interfaces', table);
  }

  /** Opens a kernel for batches of at most `capacity` rows. */
  static async open(capacity: number): Promise<FastPath> {
    return new FastPath(await decodeKernel(capacity * ROW_BYTES + slotsFor(capacity) * SLOT_BYTES + FIXED_BYTES), capacity);
  }

  /** A radio clock in the kernel's memory; after `MOST_CLOCKS`, one outside of it. */
  clock(): RadioClock {
    return this.clocks.pop() ?? new RadioClock();
  }

  /** Sets the layout of the record headers of pcap files. */
  pcapHeader(recordHeader: number, little: boolean): void {
    this.kernel.place('RecordHeader', recordHeader);
    this.kernel.place('LittleEndian', little ? 1 : 0);
  }

  /** Call when a new section of pcapng begins: its interfaces are numbered from 0. */
  section(): void {
    this.interfaces.length = 0;
    this.kernel.place('InterfaceCount', 0);
  }

  /** The next interface. `digits` of a fraction of a second other than 6 and 9, and clocks with an offset (null), are for the host. */
  interface(link: FastInterface, digits: number | null): void {
    const number = this.interfaces.length;
    if (number >= MOST_INTERFACES) return;
    const kind = digits === 6 || digits === 9 ? (KERNEL_LINKS[link.linkType] ?? 'Other') : 'Other';
    const at = number * DECODE_INTERFACE.length;
    const shared = link.clock !== null && link.clock.words.buffer === this.table.buffer;
    this.table[at + FIELD.Link] = LINKS[kind];
    this.table[at + FIELD.Resolution] = digits ?? 0;
    this.table[at + FIELD.Receiver] = -1;
    this.table[at + FIELD.Packets] = 0;
    this.table[at + FIELD.Clock] = shared ? link.clock.words.byteOffset : 0;
    this.interfaces.push(kind === 'Other' ? null : link);
    this.kernel.place('InterfaceCount', this.interfaces.length);
  }

  /** Call after the batch was sent and cleared: its dictionaries may be empty again. */
  cleared(): void {
    this.crowded = false;
    for (let number = 0; number < this.interfaces.length; number++) this.table[number * DECODE_INTERFACE.length + FIELD.Receiver] = -1;
  }

  /**
   * Reads records from `bytes[at]`, up to `limit` rows in the batch, and returns the offset of the first record that it did
   * not read. `base` is the file offset of `bytes[0]`; `record.no` moves on.
   */
  read(container: Container, bytes: Uint8Array, at: number, base: number, limit: number, record: PacketRecord): number {
    if (this.resting > 0) {
      this.resting--;
      return at;
    }
    if (this.rows.away) return at;
    const { kernel, input } = this;
    const { state, run } = kernel;
    const before = record.no;
    this.enter(limit);
    let next = at;
    for (;;) {
      const fresh = base + next < this.from || base + next >= this.to;
      if (fresh) this.load(bytes, next, base);
      const from = input.byteOffset - this.from;
      const stopped =
        container === 'pcap'
          ? run.pcapRecords(from + base + next, from + this.to, record.no + 1)
          : run.pcapngBlocks(from + base + next, from + this.to, record.no + 1);
      const moved = stopped - from - base - next;
      record.no += state[STATE.Done] ?? 0;
      next += moved;
      // If the piece ends inside a record, the next piece begins with it. A record that fills a whole piece is read by the host.
      if (state[STATE.Stop] !== STOP.More || this.to >= base + bytes.length || (fresh && moved === 0)) break;
      this.to = 0;
    }
    this.leave(record.no - before);
    return next;
  }

  /** Seconds of the last pcap record that the last `read` took; null if none had a valid fraction of a second. */
  get lastSeconds(): number | null {
    const seconds = this.kernel.state[STATE.LastSeconds] ?? -1;
    return seconds === -1 ? null : seconds >>> 0;
  }

  private load(bytes: Uint8Array, at: number, base: number): void {
    const piece = bytes.subarray(at, at + INPUT_BYTES);
    this.input.set(piece);
    this.from = base + at;
    this.to = this.from + piece.length;
  }

  private enter(limit: number): void {
    const { rows, table } = this;
    const { state } = this.kernel;
    state[STATE.Row] = rows.batch.rows;
    state[STATE.Limit] = limit;
    state[STATE.LastSeconds] = -1;
    state[STATE.DataLength] = rows.advData.data.length;
    state[STATE.DataRow] = rows.advData.next;
    state[STATE.UuidLength] = rows.serviceUuids.data.length;
    state[STATE.UuidRow] = rows.serviceUuids.next;
    state[STATE.UuidItems] = rows.serviceUuids.items;
    for (let number = 0; number < this.interfaces.length; number++) {
      const at = number * DECODE_INTERFACE.length + FIELD.Receiver;
      const link = this.interfaces[number];
      if (table[at] === -1 && link) table[at] = rows.receiverCodeOf(link.receiver);
    }
  }

  private leave(done: number): void {
    const { rows, table } = this;
    const { state } = this.kernel;
    rows.batch.rows = state[STATE.Row] ?? 0;
    rows.advData.data.length = state[STATE.DataLength] ?? 0;
    rows.advData.next = state[STATE.DataRow] ?? 0;
    rows.serviceUuids.data.length = state[STATE.UuidLength] ?? 0;
    rows.serviceUuids.next = state[STATE.UuidRow] ?? 0;
    rows.serviceUuids.items = state[STATE.UuidItems] ?? 0;
    this.crowded = state[STATE.Stop] === STOP.Full;
    this.interfaces.forEach((link, number) => {
      const at = number * DECODE_INTERFACE.length + FIELD.Packets;
      if (link) link.packets += table[at] ?? 0;
      table[at] = 0;
    });
    this.strikes = done < WORTHWHILE ? this.strikes + 1 : 0;
    this.resting = this.strikes > 2 ? Math.min(LONGEST_REST, 2 ** (this.strikes - 2)) : 0;
  }
}

/** A copy in the kernel's memory. */
function kernelWords(allocate: DecodeKernel['allocate'], words: Int32Array): Int32Array {
  const { buffer, byteOffset } = allocate(words.byteLength);
  const copy = new Int32Array(buffer, byteOffset, words.length);
  copy.set(words);
  return copy;
}

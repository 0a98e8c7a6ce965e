import { assert } from '../base/assert.ts';
import { DECODE_ABI_VERSION, DECODE_PLACES, DECODE_STATE } from './decode-layout.ts';
import type { DecodePlace, DecodeState } from './decode-layout.ts';
import { DECODE_BASE64 } from './generated/decode-module.ts';

/** The functions that the WebAssembly module of `assembly/decode/index.ts` exports. Address arguments are byte offsets into `memory`. */
export interface DecodeExports {
  readonly memory: WebAssembly.Memory;
  abiVersion(): number;
  heapBase(): number;
  statesAt(): number;
  placesAt(): number;
  pcapRecords(at: number, end: number, packetNo: number): number;
  pcapngBlocks(at: number, end: number, packetNo: number): number;
}

/** Maps each name in a list to its position: for `INDEX = positions(['Row', …])`, `INDEX.Row` is 0. */
export function positions<T extends string>(names: readonly T[]): Readonly<Record<T, number>> {
  return Object.fromEntries(names.map((name, position) => [name, position])) as Record<T, number>;
}

const PAGE_BYTES = 65_536;

/** One WebAssembly instance of the decode kernel. Its memory has a fixed size, so typed arrays over it are never detached. */
export class DecodeKernel {
  /** The words of the kernel's state, in the order of `DECODE_STATE`. */
  readonly state: Int32Array;
  private readonly places: Int32Array;
  private readonly buffer: ArrayBuffer;
  private top: number;

  constructor(
    readonly run: DecodeExports,
    bytes: number,
  ) {
    this.top = run.heapBase();
    run.memory.grow(Math.ceil((this.top + bytes) / PAGE_BYTES));
    this.buffer = run.memory.buffer;
    this.state = new Int32Array(this.buffer, run.statesAt(), DECODE_STATE.length);
    this.places = new Int32Array(this.buffer, run.placesAt(), DECODE_PLACES.length);
  }

  /** Reserves zeroed memory at a 16-byte boundary, with 16 unused bytes after it. */
  readonly allocate = (bytes: number): Uint8Array<ArrayBuffer> => {
    const at = this.top;
    this.top = (at + bytes + 31) & ~15;
    assert(this.top <= this.buffer.byteLength, 'the memory of the decode kernel is used up');
    return new Uint8Array(this.buffer, at, bytes);
  };

  /** Writes one address or size into the kernel's settings. */
  place(name: DecodePlace, value: number | { readonly byteOffset: number }): void {
    this.places[PLACE[name]] = typeof value === 'number' ? value : value.byteOffset;
  }
}

export const STATE: Readonly<Record<DecodeState, number>> = positions(DECODE_STATE);
const PLACE = positions(DECODE_PLACES);

let compiled: Promise<WebAssembly.Module> | undefined;

/** Creates a new instance of the decode module, which is compiled once. `T` lists those of its exports that the caller uses. */
export async function decodeInstance<T extends { abiVersion(): number }>(): Promise<T> {
  compiled ??= WebAssembly.compile(Uint8Array.from(atob(DECODE_BASE64), (byte) => byte.charCodeAt(0)));
  const instance = await WebAssembly.instantiate(await compiled, {});
  const run = instance.exports as unknown as T;
  assert(run.abiVersion() === DECODE_ABI_VERSION, 'the decode kernel and its host have different layouts');
  return run;
}

/** Creates an instance of the decode kernel with `bytes` of memory for the data of its host. */
export async function decodeKernel(bytes: number): Promise<DecodeKernel> {
  return new DecodeKernel(await decodeInstance<DecodeExports>(), bytes);
}

import { ABI_VERSION } from './layout.ts';
import { KERNELS_BASE64 } from './generated/module.ts';

/** The functions that the WebAssembly module of `assembly/index.ts` exports. Address arguments are byte offsets into `memory`. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  abiVersion(): number;
  reset(): void;
  alloc(bytes: number): number;
  mark(): number;
  release(to: number): void;
  orderRows(
    time: number,
    address: number,
    radio: number,
    level: number,
    rows: number,
    addresses: number,
    order: number,
    starts: number,
  ): void;
  featuresOf(
    time: number,
    radio: number,
    level: number,
    channel: number,
    order: number,
    starts: number,
    addresses: number,
    from: number,
    to: number,
    holes: number,
    holeCount: number,
    minimum: number,
    factor: number,
    out: number,
    scratch: number,
  ): void;
  segmentsOf(
    time: number,
    order: number,
    starts: number,
    addresses: number,
    from: number,
    to: number,
    holes: number,
    holeCount: number,
    minimum: number,
    factor: number,
    features: number,
    out: number,
  ): number;
  successionSetup(
    table: number,
    addresses: number,
    params: number,
    holes: number,
    holeCount: number,
    lifetimes: number,
    lifetimeCount: number,
  ): void;
  successionRun(from: number, to: number, out: number, most: number): number;
  successionConsidered(): number;
  successionWritten(): number;
  successionTerms(from: number, to: number, out: number): void;
  successionLearn(from: number, to: number, probability: number, edges: number): void;
  marginals(
    weights: number,
    rows: number,
    columns: number,
    byColumn: number,
    edges: number,
    addresses: number,
    rounds: number,
    still: number,
    out: number,
    scratch: number,
  ): number;
  exponentials(llr: number, count: number, out: number): void;
  resolveWith(key: number, keyNumber: number, prands: number, hashes: number, from: number, to: number, out: number): void;
  assign(llr: number, from: number, to: number, rows: number, addresses: number, match: number, scratch: number): void;
}

type Values = Float64Array | Uint32Array | Int32Array | Int8Array | Uint8Array;

/** An instance of the kernel module and its memory. Growing the memory detaches typed arrays over it, so create them just before use. */
export class KernelMemory {
  constructor(readonly run: KernelExports) {}

  /** Copies values into the kernel's memory and returns the address of the copy. */
  put(values: Values): number {
    const at = this.run.alloc(values.byteLength);
    new Uint8Array(this.run.memory.buffer).set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    return at;
  }

  floats(count: number): number {
    return this.run.alloc(count * 8);
  }

  words(count: number): number {
    return this.run.alloc(count * 4);
  }

  takeFloats(at: number, count: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.run.memory.buffer, at, count).slice();
  }

  takeWords(at: number, count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.run.memory.buffer, at, count).slice();
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Creates a new instance of the kernel module that is part of this build. The module is compiled only once. */
export async function instantiate(): Promise<KernelMemory> {
  compiled ??= WebAssembly.compile(Uint8Array.from(atob(KERNELS_BASE64), (byte) => byte.charCodeAt(0)));
  const instance = await WebAssembly.instantiate(await compiled, {});
  const run = instance.exports as unknown as KernelExports;
  if (run.abiVersion() !== ABI_VERSION) {
    throw new Error(`broken invariant: kernels have ABI ${String(run.abiVersion())}, this build expects ${String(ABI_VERSION)}`);
  }
  return new KernelMemory(run);
}

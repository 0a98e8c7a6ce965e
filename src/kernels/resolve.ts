import type { ResolveInput } from './contract.ts';
import { inChunks } from './chunks.ts';
import type { Tick } from './chunks.ts';
import type { KernelMemory } from './memory.ts';

/** Checks every resolvable address against every identity resolving key, with the WebAssembly kernel. */
export function computeMatches(memory: KernelMemory, { keys, prands, hashes }: ResolveInput, tick: Tick): Int32Array {
  const { run } = memory;
  run.reset();
  const prandsAt = memory.put(prands);
  const hashesAt = memory.put(hashes);
  const out = memory.put(new Int32Array(prands.length).fill(-1));
  const key = run.alloc(16);
  keys.forEach((bytes, number) => {
    if (bytes.length !== 16) throw new Error(`broken invariant: a key has ${String(bytes.length)} bytes, not 16`);
    new Uint8Array(run.memory.buffer, key, 16).set(bytes);
    inChunks(prands.length, 4096, (from, to) => {
      run.resolveWith(key, number, prandsAt, hashesAt, from, to, out);
      tick({ phase: 'trying keys', done: number, total: keys.length, unit: 'steps' });
      return to;
    });
  });
  return memory.takeWords(out, prands.length);
}

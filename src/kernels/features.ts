import type { FeatureInput, FeatureTable } from './contract.ts';
import type { FeatureName } from './layout.ts';
import { FEATURES } from './layout.ts';
import type { KernelMemory } from './memory.ts';
import { numbersOf } from './numbers.ts';
import { inChunks } from './chunks.ts';
import type { Tick } from './chunks.ts';

/** Computes features of addresses with the WebAssembly kernel `assembly/kernels/features.ts`, which explains what each figure means. */
export function computeFeatures(memory: KernelMemory, input: FeatureInput, tick: Tick): FeatureTable {
  const { run } = memory;
  const rows = input.time.length;
  const { addresses, silence } = input;
  run.reset();
  const time = memory.put(input.time);
  const address = memory.put(input.address instanceof Uint32Array ? input.address : numbersOf(input.address));
  const radio = input.radio === null ? time : memory.put(input.radio);
  const level = memory.put(input.level);
  const channel = memory.put(input.channel);
  const holes = memory.put(input.holes);
  const holeCount = input.holes.length >> 1;
  const order = memory.words(rows);
  const starts = memory.words(addresses + 1);
  tick({ phase: 'grouping rows by address', done: 0, total: rows, unit: 'rows' });
  run.orderRows(time, address, radio, level, rows, addresses, order, starts);
  const groups = memory.takeWords(starts, addresses + 1);
  let longest = 0;
  for (let a = 0; a < addresses; a++) longest = Math.max(longest, groups[a + 1]! - groups[a]!);
  const out = memory.floats(FEATURES.length * addresses);
  const scratch = memory.floats(3 * longest + 1024);
  inChunks(addresses, 256, (from, to) => {
    run.featuresOf(
      time,
      radio,
      level,
      channel,
      order,
      starts,
      addresses,
      from,
      to,
      holes,
      holeCount,
      silence.minimum_s,
      silence.factor,
      out,
      scratch,
    );
    tick({ phase: 'features', done: groups[to] ?? rows, total: rows, unit: 'rows' });
    return to;
  });
  const columns = Object.fromEntries(FEATURES.map((name, at) => [name, memory.takeFloats(out + at * addresses * 8, addresses)])) as Record<
    FeatureName,
    Float64Array
  >;
  const total = columns.Segments.reduce((sum, count) => sum + count, 0);
  const table = memory.floats(4 * total);
  run.segmentsOf(time, order, starts, addresses, 0, addresses, holes, holeCount, silence.minimum_s, silence.factor, out, table);
  return { columns, segments: memory.takeFloats(table, 4 * total) };
}

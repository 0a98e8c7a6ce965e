import type { LifetimeComponent } from './contract.ts';
import type { KernelMemory } from './memory.ts';

/** Clears the kernel memory and writes the input of the pair kernels into it: columns of addresses, parameters, spans without packets. */
export function putPairs<Column extends string, Parameter extends string>(
  memory: KernelMemory,
  input: {
    readonly columns: Readonly<Record<Column | 'First', Float64Array>>;
    readonly parameters: Readonly<Record<Parameter, number>>;
    readonly holes: Float64Array;
    readonly lifetimes: readonly LifetimeComponent[];
  },
  columns: readonly (Column | 'First')[],
  parameters: readonly Parameter[],
): { readonly addresses: number; readonly table: number; readonly parameters: number; readonly holes: number; readonly lifetimes: number } {
  memory.run.reset();
  const addresses = input.columns.First.length;
  return {
    addresses,
    table: memory.put(
      stack(
        columns.map((name) => input.columns[name]),
        addresses,
      ),
    ),
    parameters: memory.put(Float64Array.from(parameters, (name) => input.parameters[name])),
    holes: memory.put(input.holes),
    lifetimes: memory.put(Float64Array.from(input.lifetimes.flatMap(encode))),
  };
}

function encode(component: LifetimeComponent): number[] {
  return component.kind === 'uniform'
    ? [0, component.weight, component.from, component.to]
    : [1, component.weight, component.centre, component.scale];
}

function stack(columns: readonly Float64Array[], length: number): Float64Array {
  const out = new Float64Array(columns.length * length);
  columns.forEach((values, at) => out.set(values, at * length));
  return out;
}

interface Graph {
  readonly addresses: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly llr: Float64Array;
}

/** When message passing stops: after this many rounds, or as soon as no probability changes by more than `still`. */
export interface Patience {
  readonly rounds: number;
  readonly still: number;
}

/** Computes the posterior probabilities of a graph whose edges are grouped by `from` and, if requested, the best one-to-one assignment. */
export function inferMarginals(
  memory: KernelMemory,
  graph: Graph,
  { rounds, still }: Patience,
): { probability: Float64Array; chosen: () => Uint8Array } {
  const laid = layGraph(memory, graph);
  const { weights, columns, byColumn, out, scratch } = laid;
  memory.run.marginals(weights, laid.rows, columns, byColumn, graph.from.length, graph.addresses, rounds, still, out, scratch);
  return { probability: memory.takeFloats(out, graph.from.length), chosen: () => assigned(memory, graph, laid) };
}

/** Allocates and fills the kernel's arrays for message passing over a graph. The memory is freed only with the instance. */
function layGraph(memory: KernelMemory, { addresses, from, to, llr }: Graph) {
  const count = from.length;
  const ratios = memory.put(llr);
  const columnStarts = starts(to, addresses);
  const weights = memory.floats(count);
  memory.run.exponentials(ratios, count, weights);
  return {
    ratios,
    weights,
    rows: memory.put(starts(from, addresses)),
    columns: memory.put(columnStarts),
    byColumn: memory.put(grouped(to, columnStarts)),
    out: memory.floats(count),
    scratch: memory.floats(4 * count + addresses),
  };
}

function assigned(memory: KernelMemory, { addresses, from, to }: Graph, { ratios, rows }: ReturnType<typeof layGraph>): Uint8Array {
  const count = from.length;
  const match = memory.words(addresses);
  const scratch = memory.run.alloc(32 * addresses + 16 * (count + 1) + 16);
  memory.run.assign(ratios, memory.put(from), memory.put(to), rows, addresses, match, scratch);
  const chosen = new Uint8Array(count);
  for (const edge of memory.takeWords(match, addresses)) if (edge >= 0) chosen[edge] = 1;
  return chosen;
}

/** Returns where the entries of each key start in a list that is grouped by key. */
function starts(keys: Uint32Array, count: number): Uint32Array {
  const out = new Uint32Array(count + 1);
  for (const key of keys) out[key + 1]!++;
  for (let key = 0; key < count; key++) out[key + 1]! += out[key]!;
  return out;
}

function grouped(keys: Uint32Array, from: Uint32Array): Uint32Array {
  const next = from.slice();
  const out = new Uint32Array(keys.length);
  keys.forEach((key, entry) => {
    out[next[key]!++] = entry;
  });
  return out;
}

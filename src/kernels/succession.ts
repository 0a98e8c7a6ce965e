import type { SuccessionInput, SuccessionTable } from './contract.ts';
import type { ReasonName, SuccessionParameter } from './layout.ts';
import { REASONS, SUCCESSION_COLUMNS, SUCCESSION_PARAMETERS } from './layout.ts';
import { inferMatching, putPairs } from './link.ts';
import type { KernelMemory } from './memory.ts';
import { inChunks } from './chunks.ts';
import type { Tick } from './chunks.ts';

const EDGE = 3 + REASONS.length;
/** Rounds of message passing while learning, and for the answer. */
const ROUGH_ROUNDS = 40;
const ROUNDS = 200;
const BUFFER_EDGES = 200_000;

/** Host of the succession kernels: score pairs, infer posteriors, learn, again; then assign one to one. */
export function computeSuccession(memory: KernelMemory, input: SuccessionInput, tick: Tick): SuccessionTable {
  const { run } = memory;
  const { addresses, table, parameters, holes, lifetimes } = putPairs(memory, input, SUCCESSION_COLUMNS, SUCCESSION_PARAMETERS);
  run.successionSetup(table, addresses, parameters, holes, input.holes.length >> 1, lifetimes, input.lifetimes.length);
  const free = run.mark();
  for (let round = 0; ; round++) {
    run.release(free);
    const edges = ruled(score(memory, addresses, tick), input.rules);
    run.release(free);
    const count = edges.length / EDGE;
    const column = (at: number) => Float64Array.from({ length: count }, (_, e) => edges[e * EDGE + at]!);
    const from = Uint32Array.from(column(0));
    const to = Uint32Array.from(column(1));
    const llr = column(2);
    tick({ phase: 'posterior probabilities', done: round, total: input.rounds + 1, unit: 'steps' });
    const { probability, chosen } = inferMatching(
      memory,
      { addresses, from, to, llr },
      'marginals',
      round < input.rounds ? ROUGH_ROUNDS : ROUNDS,
    );
    if (round >= input.rounds) {
      const reasons = Object.fromEntries(REASONS.map((name, at) => [name, column(3 + at)])) as Record<ReasonName, Float64Array>;
      const values = memory.takeFloats(parameters, SUCCESSION_PARAMETERS.length);
      const learnt = Object.fromEntries(SUCCESSION_PARAMETERS.map((name, at) => [name, values[at]!])) as Record<
        SuccessionParameter,
        number
      >;
      return { considered: run.successionConsidered(), from, to, llr, probability, chosen, reasons, learnt };
    }
    run.release(free);
    run.successionLearn(memory.put(from), memory.put(to), memory.put(probability), count);
  }
}

/** Log-likelihood ratio of a pair that a person is sure of. */
const SURE = 40;

/** Edges as a person rules: those that cannot be are left out, those that must be are certain, scored or not. */
function ruled(edges: Float64Array, rules: SuccessionInput['rules']): Float64Array {
  if (rules.length === 0) return edges;
  const waiting = new Map(rules.map((rule) => [`${String(rule.from)} ${String(rule.to)}`, rule]));
  const rows: Float64Array[] = [];
  for (let at = 0; at < edges.length; at += EDGE) {
    const row = edges.slice(at, at + EDGE);
    const name = `${String(row[0])} ${String(row[1])}`;
    const rule = waiting.get(name);
    if (rule?.linked === false) continue;
    if (rule !== undefined) row[2] = SURE;
    waiting.delete(name);
    rows.push(row);
  }
  for (const { from, to, linked } of waiting.values()) {
    if (!linked) continue;
    const row = new Float64Array(EDGE);
    row.set([from, to, SURE]);
    rows.push(row);
  }
  rows.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  const out = new Float64Array(rows.length * EDGE);
  rows.forEach((row, at) => out.set(row, at * EDGE));
  return out;
}

function score(memory: KernelMemory, addresses: number, tick: Tick): Float64Array {
  const { run } = memory;
  const room = Math.max(BUFFER_EDGES, addresses);
  const out = memory.floats(EDGE * room);
  const parts: Float64Array[] = [];
  inChunks(addresses, 64, (from, to) => {
    const next = run.successionRun(from, to, out, room);
    parts.push(memory.takeFloats(out, run.successionWritten() * EDGE));
    tick({ phase: 'comparing addresses', done: next, total: addresses, unit: 'steps' });
    return next;
  });
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

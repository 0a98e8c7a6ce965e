import type { SuccessionInput, SuccessionTable } from './contract.ts';
import type { ReasonName, SuccessionParameter } from './layout.ts';
import { REASONS, SUCCESSION_COLUMNS, SUCCESSION_PARAMETERS } from './layout.ts';
import type { Patience } from './link.ts';
import { inferMarginals, putPairs } from './link.ts';
import type { KernelMemory } from './memory.ts';
import { inChunks } from './chunks.ts';
import type { Tick } from './chunks.ts';

const EDGE = 3 + REASONS.length;
/**
 * Precision of message passing: `ROUGH` while parameters are learned from sums over pairs, `FINE` for the result (printed to four digits).
 */
const ROUGH: Patience = { rounds: 40, still: 1e-5 };
const FINE: Patience = { rounds: 200, still: 1e-7 };
const BUFFER_EDGES = 200_000;

/** Candidate pairs of addresses, by first address. Terms of their log-likelihood ratios are computed last, and only for returned pairs. */
interface Pairs {
  readonly from: Uint32Array<ArrayBuffer>;
  readonly to: Uint32Array<ArrayBuffer>;
  readonly llr: Float64Array<ArrayBuffer>;
}

/** Estimates successions of addresses with the kernels: scores pairs, infers probabilities, learns, repeats; then assigns one to one. */
export function computeSuccession(memory: KernelMemory, input: SuccessionInput, tick: Tick): SuccessionTable {
  const { run } = memory;
  const { addresses, table, parameters, holes, lifetimes } = putPairs(memory, input, SUCCESSION_COLUMNS, SUCCESSION_PARAMETERS);
  run.successionSetup(table, addresses, parameters, holes, input.holes.length / 3, lifetimes, input.lifetimes.length);
  const free = run.mark();
  for (let round = 0; ; round++) {
    run.release(free);
    const pairs = ruled(score(memory, addresses, tick), input.rules);
    run.release(free);
    tick({ phase: 'posterior probabilities', done: round, total: input.rounds + 1, unit: 'steps' });
    const last = round >= input.rounds;
    const { probability, chosen } = inferMarginals(memory, { addresses, ...pairs }, last ? FINE : ROUGH);
    if (last) {
      const assigned = chosen();
      run.release(free);
      const values = memory.takeFloats(parameters, SUCCESSION_PARAMETERS.length);
      const learnt = Object.fromEntries(SUCCESSION_PARAMETERS.map((name, at) => [name, values[at]!])) as Record<
        SuccessionParameter,
        number
      >;
      return { considered: run.successionConsidered(), learnt, ...reported(memory, pairs, probability, assigned, input.least) };
    }
    run.release(free);
    const given = memory.takeFloats(parameters, SUCCESSION_PARAMETERS.length);
    run.successionLearn(memory.put(pairs.from), memory.put(pairs.to), memory.put(probability), pairs.from.length);
    if (input.held === true) new Float64Array(run.memory.buffer, parameters, given.length).set(given);
  }
}

/**
 * Returns the pairs with a probability of at least `least`, with their terms, which are 0 for pairs that only an analyst's verdict made.
 */
function reported(memory: KernelMemory, pairs: Pairs, probability: Float64Array, chosen: Uint8Array, least: number) {
  const kept: number[] = [];
  for (let pair = 0; pair < probability.length; pair++) if (probability[pair]! >= least) kept.push(pair);
  const reasons = Object.fromEntries(REASONS.map((name) => [name, new Float64Array(kept.length)])) as Record<ReasonName, Float64Array>;
  const out = memory.floats(EDGE);
  kept.forEach((pair, at) => {
    memory.run.successionTerms(pairs.from[pair]!, pairs.to[pair]!, out);
    const terms = new Float64Array(memory.run.memory.buffer, out + 24, REASONS.length);
    REASONS.forEach((name, term) => (reasons[name][at] = terms[term]!));
  });
  return {
    from: Uint32Array.from(kept, (pair) => pairs.from[pair]!),
    to: Uint32Array.from(kept, (pair) => pairs.to[pair]!),
    llr: Float64Array.from(kept, (pair) => pairs.llr[pair]!),
    probability: Float64Array.from(kept, (pair) => probability[pair]!),
    chosen: Uint8Array.from(kept, (pair) => chosen[pair]!),
    reasons,
  };
}

/** Log-likelihood ratio that is given to a pair which an analyst marked as one device. */
const SURE = 40;

/** Applies an analyst's verdicts: removes pairs marked as two devices, and adds or raises pairs marked as one device. */
function ruled(pairs: Pairs, rules: SuccessionInput['rules']): Pairs {
  if (rules.length === 0) return pairs;
  const waiting = new Map(rules.map((rule) => [`${String(rule.from)} ${String(rule.to)}`, rule]));
  const rows: (readonly [from: number, to: number, llr: number])[] = [];
  for (let at = 0; at < pairs.from.length; at++) {
    const [from, to] = [pairs.from[at]!, pairs.to[at]!];
    const name = `${String(from)} ${String(to)}`;
    const rule = waiting.get(name);
    waiting.delete(name);
    if (rule?.linked !== false) rows.push([from, to, rule === undefined ? pairs.llr[at]! : SURE]);
  }
  for (const { from, to, linked } of waiting.values()) if (linked) rows.push([from, to, SURE]);
  rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    from: Uint32Array.from(rows, ([from]) => from),
    to: Uint32Array.from(rows, ([, to]) => to),
    llr: Float64Array.from(rows, ([, , llr]) => llr),
  };
}

function score(memory: KernelMemory, addresses: number, tick: Tick): Pairs {
  const { run } = memory;
  const room = Math.max(BUFFER_EDGES, addresses);
  const out = memory.floats(EDGE * room);
  const parts: Pairs[] = [];
  let count = 0;
  inChunks(addresses, 64, (from, to) => {
    const next = run.successionRun(from, to, out, room);
    const written = run.successionWritten();
    const rows = new Float64Array(run.memory.buffer, out, written * EDGE);
    const part = { from: new Uint32Array(written), to: new Uint32Array(written), llr: new Float64Array(written) };
    for (let pair = 0, at = 0; pair < written; pair++, at += EDGE) {
      part.from[pair] = rows[at]!;
      part.to[pair] = rows[at + 1]!;
      part.llr[pair] = rows[at + 2]!;
    }
    parts.push(part);
    count += written;
    tick({ phase: 'comparing addresses', done: next, total: addresses, unit: 'steps' });
    return next;
  });
  const all = { from: new Uint32Array(count), to: new Uint32Array(count), llr: new Float64Array(count) };
  let at = 0;
  for (const part of parts) {
    all.from.set(part.from, at);
    all.to.set(part.to, at);
    all.llr.set(part.llr, at);
    at += part.from.length;
  }
  return all;
}

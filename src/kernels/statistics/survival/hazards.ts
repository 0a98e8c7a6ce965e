/** Fits proportional hazards by Newton's method on Efron's partial likelihood; see `assembly/statistics/hazards.ts`. */
import { finite, log10, scaleOf, type StatisticsMemory } from '../memory.ts';
import type { Hazards, HazardTerm, SurvivalInput } from './contract.ts';
import { bilinear, chiSquare, quadratic, SINGULAR } from './ranks.ts';

const MOST_STEPS = 60;
const MOST_HALVINGS = 40;
/** The fit ends when a step is expected to gain less log likelihood than this; each step doubles the number of correct digits. */
const SETTLED = 1e-40;
/** A coefficient counts as infinite if it still changes when two rows already differ by this much in log hazard. */
const UNBOUNDED = 50;

interface Column {
  /** Index of the column among the covariates of the input. */
  readonly at: number;
  readonly values: Float64Array;
  /** The power of two by which the column was multiplied to bring its values to about 1. */
  readonly scale: number;
  readonly sd: number;
}

/** Fits the model. @param before returns the survival, over all rows, just before an event's time */
export function hazards(memory: StatisticsMemory, input: SurvivalInput, before: (time: number) => number): Hazards | null {
  const columns = input.covariates.map((values, at) => columnOf(values, at));
  let used = columns.filter(({ sd }) => sd > 0);
  for (;;) {
    if (used.length === 0) return null;
    const model = new Model(memory, input, used);
    const dependent = model.evaluate(new Float64Array(2 * used.length)).dependent;
    if (dependent < 0) return fitted(model, input, columns, used, before);
    used = used.filter((_, at) => at !== dependent);
  }
}

function columnOf(values: Float64Array, at: number): Column {
  const scale = scaleOf(values);
  const mean = values.reduce((sum, value) => sum + (value * scale) / values.length, 0);
  // Subtract the value nearest to the mean rather than the mean, because differences of two values are mostly exact.
  const centre = values.reduce((best, value) => (Math.abs(value * scale - mean) < Math.abs(best - mean) ? value * scale : best), Infinity);
  const centred = values.map((value) => value * scale - centre);
  const constant = values.every((value) => value === values[0]);
  const sd = constant ? 0 : Math.sqrt(centred.reduce((sum, value) => sum + (value * value) / values.length, 0));
  return { at, values: centred, scale, sd };
}

interface Evaluation {
  readonly beta: Float64Array;
  /** Log likelihood as a pair of doubles, high and low part. */
  readonly likelihood: readonly [number, number];
  readonly score: Float64Array;
  readonly information: Float64Array;
  readonly inverse: Float64Array;
  readonly dependent: number;
  /** For tests of columns times a function of time: score, information with the main terms, and information among themselves. */
  readonly course: { readonly score: Float64Array; readonly crossed: Float64Array; readonly own: Float64Array };
}

/** The sorted rows of the model, with the partial likelihood over them. */
class Model {
  readonly memory: StatisticsMemory;
  readonly columns: readonly Column[];
  readonly #input: SurvivalInput;
  readonly #exits: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(memory: StatisticsMemory, input: SurvivalInput, columns: readonly Column[]) {
    this.memory = memory;
    this.#input = input;
    this.columns = columns;
    const { exit, entry, strata, strata_count } = input;
    const rows = Uint32Array.from(exit, (_, row) => row);
    const stratum = (row: number): number => strata?.[row] ?? 0;
    const latestFirst = (time: Float64Array | null) =>
      rows.slice().sort((a, b) => stratum(a) - stratum(b) || (time === null ? 0 : time[b]! - time[a]!) || a - b);
    this.#exits = latestFirst(exit);
    this.#entries = latestFirst(entry);
    const sizes = new Uint32Array(strata_count);
    for (const row of rows) sizes[stratum(row)]! += 1;
    let end = 0;
    this.#ends = sizes.map((size) => (end += size));
  }

  /** Evaluates the likelihood at `beta`. @param course for each row the function of time whose product with every column is tested */
  evaluate(beta: Float64Array, course?: Float64Array): Evaluation {
    const { memory } = this;
    const { exit, entry, event } = this.#input;
    const [n, p] = [exit.length, this.columns.length];
    memory.clear();
    const x = new Float64Array(n * p);
    this.columns.forEach(({ values }, at) => x.set(values, at * n));
    const out = memory.put(new Float64Array(2 * (1 + 2 * p + 3 * p * p)));
    memory.run.partialLikelihood(
      n,
      p,
      memory.put(x),
      memory.put(beta),
      memory.put(exit),
      memory.put(entry ?? new Float64Array(n).fill(-Infinity)),
      memory.put(Float64Array.from(event)),
      putWords(memory, this.#exits),
      putWords(memory, this.#entries),
      this.#ends.length,
      putWords(memory, this.#ends),
      course === undefined ? 0 : memory.put(course),
      out,
    );
    const part = (from: number, count: number): Float64Array => memory.take(out + 16 * from, 2 * count);
    const [high = NaN, low = NaN] = part(0, 1);
    const inverse = memory.put(new Float64Array(2 * p * p));
    const dependent = memory.run.invertPairs(p, out + 16 * (1 + p), SINGULAR, inverse);
    return {
      ...{ beta, likelihood: [high, low], score: part(1, p), information: part(1 + p, p * p) },
      ...{ inverse: memory.take(inverse, 2 * p * p), dependent },
      course: { score: part(1 + p + p * p, p), crossed: part(1 + 2 * p + p * p, p * p), own: part(1 + 2 * p + 2 * p * p, p * p) },
    };
  }

  /** Natural logarithm of the ratio of the largest to the smallest hazard of any row. */
  reach(beta: Float64Array): number {
    const sums = new Float64Array(this.#input.exit.length);
    this.columns.forEach(({ values }, at) => values.forEach((value, row) => (sums[row]! += value * beta[2 * at]!)));
    let [low, high] = [Infinity, -Infinity];
    for (const sum of sums) [low, high] = [Math.min(low, sum), Math.max(high, sum)];
    return high - low;
  }

  form(matrix: Float64Array, u: Float64Array): number {
    this.memory.clear();
    const at = this.memory.put(u);
    return bilinear(this.memory, u.length / 2, this.memory.put(matrix), at, at)[0];
  }

  step({ beta, score, inverse }: Evaluation, share: number): Float64Array {
    this.memory.clear();
    const p = beta.length / 2;
    const out = this.memory.put(new Float64Array(2 * p));
    this.memory.run.stepped(p, this.memory.put(inverse), this.memory.put(score), share, this.memory.put(beta), out);
    return this.memory.take(out, 2 * p);
  }
}

function putWords(memory: StatisticsMemory, words: Uint32Array): number {
  const at = memory.run.alloc(words.byteLength);
  new Uint32Array(memory.run.memory.buffer, at, words.length).set(words);
  return at;
}

interface Climb {
  readonly start: Evaluation;
  readonly last: Evaluation;
  readonly steps: number;
  readonly unbounded: readonly number[];
}

function climb(model: Model): Climb {
  const start = model.evaluate(new Float64Array(2 * model.columns.length));
  let last = start;
  for (let steps = 1; ; steps++) {
    const gain = model.form(last.inverse, last.score);
    if (!(gain > SETTLED * (1 + Math.abs(last.likelihood[0])))) return { start, last, steps, unbounded: [] };
    if (model.reach(last.beta) > UNBOUNDED || steps === MOST_STEPS) return { start, last, steps, unbounded: farthest(model, last) };
    const next = better(model, last);
    if (next === null) return { start, last, steps, unbounded: model.reach(last.beta) > UNBOUNDED / 2 ? farthest(model, last) : [] };
    last = next;
  }
}

/** Halves a Newton step until it does not lower the likelihood. Some fraction always does not, because the likelihood is concave. */
function better(model: Model, last: Evaluation): Evaluation | null {
  for (let share = 1, halvings = 0; halvings < MOST_HALVINGS; share /= 2, halvings++) {
    const next = model.evaluate(model.step(last, share));
    const gain = next.likelihood[0] - last.likelihood[0] + (next.likelihood[1] - last.likelihood[1]);
    if (next.dependent < 0 && gain >= 0) return next;
  }
  return null;
}

/** Finds the columns whose coefficients went farthest in a fit that has no maximum. */
function farthest({ columns }: Model, { beta }: Evaluation): readonly number[] {
  const reach = columns.map(({ sd }, at) => Math.abs(beta[2 * at]! * sd));
  const most = Math.max(...reach);
  return reach.flatMap((own, at) => (own > most / 4 ? [at] : []));
}

function fitted(
  model: Model,
  input: SurvivalInput,
  all: readonly Column[],
  used: readonly Column[],
  before: (time: number) => number,
): Hazards {
  const { memory } = model;
  const { start, last, steps, unbounded } = climb(model);
  const p = used.length;
  const off = new Set(unbounded);
  const tests = off.size > 0 ? null : proportional(model, input, last, before);
  const z = memory.quantile('normal', input.alpha / 2);
  const term = (at: number): HazardTerm | null => {
    const { scale } = used[at]!;
    const [value, variance] = [last.beta[2 * at]! + last.beta[2 * at + 1]!, last.inverse[2 * (at * p + at)]!];
    if (off.has(at) || !(variance > 0)) return null;
    const [coefficient, error] = [value * scale, Math.sqrt(variance) * scale];
    const { log_upper, upper } = memory.tails('normal', Math.abs(coefficient / error));
    return {
      ...{ coefficient, error, z: coefficient / error, p: finite(2 * upper), log10_p: log10(log_upper + memory.ln(2)) },
      interval: [coefficient - z * error, coefficient + z * error],
      ratio: {
        value: memory.run.exponential(coefficient),
        low: memory.run.exponential(coefficient - z * error),
        high: memory.run.exponential(coefficient + z * error),
      },
      proportional: tests?.each[at] ?? null,
    };
  };
  const place = new Map(used.map(({ at }, index) => [at, index] as const));
  const gain = last.likelihood[0] - start.likelihood[0] + (last.likelihood[1] - start.likelihood[1]);
  return {
    terms: all.map(({ at }) => (place.has(at) ? term(place.get(at)!) : null)),
    dropped: all.flatMap(({ at }) => (place.has(at) ? [] : [at])),
    unbounded: unbounded.map((at) => used[at]!.at),
    iterations: steps,
    log_likelihood: { null_model: start.likelihood[0], fitted: last.likelihood[0] },
    likelihood_ratio: chiSquare(memory, 2 * gain, p),
    wald: chiSquare(memory, off.size > 0 ? NaN : model.form(last.information, last.beta), p),
    score: chiSquare(memory, model.form(start.inverse, start.score), p),
    proportional: tests?.whole ?? null,
  };
}

/**
 * Score tests of the products of columns with g(t) = 1 − S(t−), at coefficient 0 and with the exact information of each time. If that
 * information did not change over time, these would be the tests of scaled Schoenfeld residuals over g.
 */
function proportional(model: Model, { exit, event }: SurvivalInput, last: Evaluation, before: (time: number) => number) {
  const { memory } = model;
  const p = model.columns.length;
  const values = Array.from(exit, (time, row) => (event[row] === 1 ? 1 - before(time) : NaN));
  const known = values.filter((value) => !Number.isNaN(value));
  const centre = known.reduce((sum, value) => sum + value / known.length, 0);
  const { course, inverse } = model.evaluate(
    last.beta,
    Float64Array.from(values, (value) => (Number.isNaN(value) ? 0 : value - centre)),
  );
  memory.clear();
  const base = memory.put(inverse);
  const rows = Array.from({ length: p }, (_, at) => memory.put(course.crossed.subarray(2 * at * p, 2 * (at + 1) * p)));
  const left = new Float64Array(2 * p * p);
  rows.forEach((a, i) => {
    rows.forEach((b, j) => {
      const [high, low] = bilinear(memory, p, base, a, b);
      const cell = 2 * (i * p + j);
      left.set(difference(course.own[cell]!, course.own[cell + 1]!, high, low), cell);
    });
  });
  const each = Array.from({ length: p }, (_, at) => {
    const own = course.own[2 * (at * p + at)]!;
    const rest = left[2 * (at * p + at)]!;
    return chiSquare(memory, rest > SPENT * own ? course.score[2 * at]! ** 2 / rest : NaN, 1);
  });
  const sound = each.every(({ statistic }) => statistic !== null);
  const whole = sound ? quadratic(memory, p, memory.put(left), memory.put(course.score)) : NaN;
  return { each, whole: chiSquare(memory, whole, p) };
}

/** Subtracts two numbers that are pairs of doubles (high, low). */
function difference(ah: number, al: number, bh: number, bl: number): readonly [number, number] {
  const sum = ah - bh;
  const back = sum - ah;
  const rest = ah - (sum - back) - (bh + back) + (al - bl);
  const high = sum + rest;
  return [high, rest - (high - sum)];
}

/** A product of a column and time is not tested if it keeps less than this share of its information beside the columns: they explain it. */
const SPENT = 1e-9;

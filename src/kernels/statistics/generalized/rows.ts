/** Keeps the rows of a generalized linear model in the WebAssembly module's memory and computes sums over them in one pass. */
import type { StatisticsMemory } from '../memory.ts';
import { bilinear } from '../survival/ranks.ts';
import type { RegressionModel } from '../regression/contract.ts';
import { powerOfTwo } from '../regression/layout.ts';
import type { GeneralizedInput } from './contract.ts';

/** Number of pairs before the score in the output of a pass; the same as in `assembly/statistics/generalized.ts`. */
const HEAD = 5;
/** Number of rows that are processed together; the same as in `assembly/statistics/factor.ts`. */
const PIECE = 256;
/** If a pivot of the information matrix is at most this share of its diagonal element, the matrix counts as singular. */
const SINGULAR = 1e-28;

/** Some columns of a model in a chosen order, with the triangle R of their orthogonalisation after their origins are subtracted. */
export interface Basis {
  readonly terms: number;
  /** The columns of the basis, as positions among the kept columns of the model. */
  readonly order: readonly number[];
  readonly triangle: number;
  readonly specs: number;
}

export interface Pass {
  readonly deviance: readonly [number, number];
  readonly pearson: number;
  readonly excess: number;
  readonly squares: number;
  /** Largest absolute value of the linear predictor η over all rows. */
  readonly reach: number;
  /** Score vector (gradient of the log likelihood), as pairs of doubles: [terms]. */
  readonly score: Float64Array;
  /** Information matrix, as pairs of doubles: [terms][terms]. */
  readonly information: Float64Array;
}

interface Placed {
  readonly rows: number;
  readonly data: number;
}

export interface Combination {
  readonly value: readonly [number, number];
  /** Weights of γ in this combination, as pairs of doubles: [terms]. */
  readonly t: Float64Array;
}

/** Which pieces of rows a pass reads: all of them, or every n-th one. */
export type Share = 'all' | number;

interface PassOptions {
  readonly exact?: boolean;
  readonly share?: Share;
  /** Address of the inverse information matrix, with which Firth's terms are added to the score; 0 leaves them out. */
  readonly inverse?: number;
}

export class ModelRows {
  readonly memory: StatisticsMemory;
  readonly model: RegressionModel;
  readonly #input: GeneralizedInput;
  readonly #blocks: readonly Placed[];
  readonly #scales: number;
  readonly #factors: number;
  /** For each design column the index of its first factor in the list of factors. */
  readonly #first: readonly number[];
  readonly #whole: number;
  readonly #target: number;

  /** Clears the memory of the module. From then on only this object may write to it. */
  constructor(memory: StatisticsMemory, input: GeneralizedInput, model: RegressionModel) {
    this.memory = memory;
    this.model = model;
    this.#input = input;
    memory.clear();
    const { design } = input;
    this.#blocks = input.blocks.map(({ rows, data }) => ({ rows, data: memory.put(data) }));
    this.#scales = memory.put(Float64Array.from(design.exponents, powerOfTwo));
    const factors: number[] = [];
    this.#first = design.columns.map((column) => {
      const first = factors.length / 2;
      if (column.kind === 'product') for (const factor of column.factors) factors.push(factor.column, factor.power);
      return first;
    });
    this.#factors = memory.put(Float64Array.from([...factors, 0, 0]));
    const width = model.kept.length;
    const whole = model.triangle.slice();
    if (design.intercept) {
      // Columns less their means are orthogonal to the constant, so the other entries in the constant's row of the triangle are 0.
      whole.fill(0, 1, width);
      whole.fill(0, width * width + 1, width * width + width);
    }
    this.#whole = memory.put(whole);
    const target = design.columns.at(-1)!;
    this.#target = target.kind === 'product' ? (target.factors[0]?.column ?? 0) : target.column;
  }

  /** Positions of all kept columns except the target. */
  get order(): number[] {
    return Array.from({ length: this.model.kept.length - 1 }, (_, at) => at);
  }

  get target(): number {
    return this.#target;
  }

  /**
   * Computes a basis for some columns.
   * @param order    positions among the kept columns except the target
   * @param origins  what is subtracted from the columns: their means, or their first values, so that whole numbers stay whole
   */
  basis(order: readonly number[], origins: 'means' | 'first' = 'means'): Basis {
    const { memory, model } = this;
    const [width, terms] = [model.kept.length, order.length];
    const triangle = memory.put(new Float64Array(2 * terms * terms));
    memory.run.mergeFactor(this.#whole, width, memory.put(Float64Array.from(order)), terms, true, triangle);
    const specs = order.flatMap((at) => {
      const position = model.kept[at]!;
      const column = this.#input.design.columns[position]!;
      const origin =
        origins === 'first' ? [this.#input.design.pivots[position] ?? 0, 0] : [model.levels[at] ?? 0, model.levels[width + at] ?? 0];
      if (column.kind === 'level') return [1, column.column, column.code, column.reference ?? -1, ...origin];
      return [0, this.#first[position]!, column.factors.length, 0, ...origin];
    });
    return { terms, order, triangle, specs: memory.put(Float64Array.from(specs)) };
  }

  /** Computes score, information and deviance at γ (pairs [terms]). Given the address `inverse` (pairs [terms][terms]), adds Firth's. */
  pass({ terms, triangle, specs }: Basis, gamma: Float64Array, { exact = false, share = 'all', inverse = 0 }: PassOptions = {}): Pass {
    const { memory } = this;
    const { run } = memory;
    const count = HEAD + terms + terms * terms;
    const out = this.#space('out', 16 * count);
    new Float64Array(run.memory.buffer, out, 2 * count).fill(0);
    const at = this.#space('gamma', 16 * terms);
    new Float64Array(run.memory.buffer, at, 2 * terms).set(halves(gamma));
    const weigh = (from: number, to: number): void => {
      if (exact) run.weighRowsExact(from, to, terms, triangle, at, inverse, out);
      else run.weighRows(from, to, terms, triangle, at, inverse, out);
    };
    this.each({ specs }, ({ rows }) => {
      if (share === 'all') weigh(0, rows);
      else for (let from = 0; from < rows; from += share * PIECE) weigh(from, Math.min(rows, from + PIECE));
    });
    const sums = memory.take(out, 2 * count);
    const information = sums.slice(2 * (HEAD + terms));
    for (let i = 0; i < terms; i++)
      for (let j = 0; j < i; j++)
        for (const part of [0, 1]) information[2 * (j * terms + i) + part] = information[2 * (i * terms + j) + part]!;
    return {
      deviance: [sums[0]!, sums[1]!],
      ...{ pearson: sums[2]!, excess: sums[4]!, squares: sums[6]!, reach: sums[8]! },
      score: sums.slice(2 * HEAD, 2 * (HEAD + terms)),
      information,
    };
  }

  /** Calls `work` for each block of rows after making its design the one that the module uses. */
  each({ specs }: Pick<Basis, 'specs'>, work: (block: Placed, number: number) => void): void {
    const { run } = this.memory;
    const { family, offset, design } = this.#input;
    this.#blocks.forEach((block, number) => {
      const column = (at: number | null): number => (at === null ? 0 : block.data + 8 * at * block.rows);
      run.useDesign(block.data, block.rows, this.#scales, specs, this.#factors, -1);
      run.useResponse(family === 'poisson' ? 1 : 0, column(this.#target), column(offset), column(design.weight));
      work(block, number);
    });
  }

  /**
   * Computes rows of the weighted Q and Pearson residuals of each block: [terms + 1][rows].
   * @param upper triangle U with U'U the information at γ
   */
  pearson(
    { terms, triangle, specs }: Basis,
    gamma: Float64Array,
    upper: Float64Array,
    work: (table: Float64Array, block: Placed) => void,
  ): void {
    const { run } = this.memory;
    const [at, cholesky] = [this.#vector('pearson gamma', halves(gamma)), this.#vector('cholesky', upper)];
    this.each({ specs }, (block) => {
      const out = this.#space('pearson', 8 * (terms + 1) * block.rows);
      run.pearsonRows(0, block.rows, terms, triangle, at, cholesky, out);
      work(this.memory.take(out, (terms + 1) * block.rows), block);
    });
  }

  /** Returns a typed array over a data column of a block; the next allocation may detach it. */
  column({ data, rows }: Placed, at: number): Float64Array {
    return new Float64Array(this.memory.run.memory.buffer, data + 8 * at * rows, rows);
  }

  /** Inverts a matrix of pairs [terms][terms]. The next call overwrites the result. Null if the matrix is singular. */
  inverse(terms: number, information: Float64Array): number | null {
    const { run } = this.memory;
    const from = this.#space('matrix', 16 * terms * terms);
    new Float64Array(run.memory.buffer, from, 2 * terms * terms).set(information);
    const out = this.#space('inverse', 16 * terms * terms);
    return run.invertPairs(terms, from, SINGULAR, out) < 0 ? out : null;
  }

  /** Computes the natural logarithm of the determinant of a matrix, as a pair of doubles. */
  logDeterminant(terms: number, matrix: Float64Array): readonly [number, number] {
    const out = this.#space('logarithm', 16);
    this.memory.run.logDeterminant(terms, this.#vector('determined', matrix), out);
    const [high = NaN, low = NaN] = this.memory.take(out, 2);
    return [high, low];
  }

  /** Computes a'Mb for vectors and a matrix of pairs; `matrix` is the address of M. */
  form(terms: number, matrix: number, a: Float64Array, b: Float64Array): number {
    const [x, y] = [this.#vector('a', a), this.#vector('b', b)];
    const [high, low] = bilinear(this.memory, terms, matrix, x, y);
    return high + low;
  }

  /** Computes γ + share · M u; `matrix` is the address of M. */
  step(terms: number, matrix: number, u: Float64Array, gamma: Float64Array, share: number): Float64Array {
    const out = this.#space('stepped', 16 * terms);
    this.memory.run.stepped(terms, matrix, this.#vector('a', u), share, this.#vector('b', gamma), out);
    return this.memory.take(out, 2 * terms);
  }

  /**
   * Computes the linear combination c'β as a pair, and t = R⁻ᵗc, so that c'β = t·γ.
   * @param c weights of β, as pairs [terms]
   */
  combination({ terms, triangle }: Basis, gamma: Float64Array, c: Float64Array): Combination {
    const { run } = this.memory;
    const width = terms + 1;
    // This function reads the coefficients from the last column of a least-squares triangle, so γ is put there.
    const own = this.memory.take(triangle, 2 * terms * terms);
    const wide = new Float64Array(2 * width * width);
    for (const part of [0, 1])
      for (let i = 0; i < terms; i++) {
        const row = part * width * width + i * width;
        wide.set(own.subarray(part * terms * terms + i * terms, part * terms * terms + (i + 1) * terms), row);
        wide[row + terms] = gamma[2 * i + part]!;
      }
    const at = this.#vector('wide', wide);
    const weights = this.#vector('weights', halves(c));
    const out = this.#vector('combined', new Float64Array(4));
    run.contrast(at, width, weights, out);
    const [high = NaN, low = NaN] = this.memory.take(out, 2);
    const t = this.memory.take(weights, 2 * terms);
    return { value: [high, low], t: Float64Array.from({ length: 2 * terms }, (_, k) => t[(k >> 1) + (k & 1) * terms]!) };
  }

  #vector(name: string, values: Float64Array): number {
    const at = this.#space(`vector ${name}`, values.byteLength);
    new Float64Array(this.memory.run.memory.buffer, at, values.length).set(values);
    return at;
  }

  readonly #spaces = new Map<string, { at: number; bytes: number }>();

  /** Returns memory for a purpose. Later calls with the same name get the same memory. */
  #space(name: string, bytes: number): number {
    const held = this.#spaces.get(name);
    if (held !== undefined && held.bytes >= bytes) return held.at;
    const at = this.memory.run.alloc(bytes);
    this.#spaces.set(name, { at, bytes });
    return at;
  }
}

/** Converts a list of pairs (high, low) to the layout with all high parts first, then all low parts. */
function halves(pairs: Float64Array): Float64Array {
  const count = pairs.length / 2;
  return Float64Array.from({ length: 2 * count }, (_, at) => (at < count ? pairs[2 * at]! : pairs[2 * (at - count) + 1]!));
}

/** The fits of one model: with all terms, without one term, and with one coefficient at a fixed value. */
import { finite } from '../memory.ts';
import type { TestFigures } from '../contract.ts';
import { chiSquare } from '../survival/ranks.ts';
import { climb, type Climbed } from './climb.ts';
import type { GeneralizedInput } from './contract.ts';
import type { Basis, Combination, ModelRows } from './rows.ts';

/** Pairs of doubles are fast enough up to this value of rows × (terms² + FIXED). */
const EXACT_WORK = 4e6;
const FIXED = 40;
/** If the condition number exceeds this, fits in doubles may keep fewer than nine digits. */
const ILL_CONDITIONED = 1e7;
/** Limits of that product times the number of passes, up to which each term gets a fit without it and intervals are profile intervals. */
const MOST_WORK = 3e9;
const MOST_PROFILED = 1.5e9;
const PASSES = 5;
/** For at least this many rows, the first steps of a fit use only about `STARTED_ON` of them. */
const MANY = 400_000;
const STARTED_ON = 60_000;
/** Maximum number of steps in the search for a bound of an interval. */
const MOST_BOUND_STEPS = 30;

export class Fits {
  readonly rows: ModelRows;
  readonly basis: Basis;
  readonly exact: boolean;
  readonly whole: Climbed;
  readonly #input: GeneralizedInput;
  readonly #work: number;
  readonly #firth: boolean;
  readonly #held = new Map<string, { readonly basis: Basis; readonly own: Climbed }>();

  constructor(rows: ModelRows, input: GeneralizedInput, separated: () => boolean) {
    const { model } = rows;
    this.rows = rows;
    this.#input = input;
    this.#firth = input.penalty === 'firth';
    const terms = model.kept.length - 1;
    this.basis = rows.basis(rows.order);
    this.#work = model.rows * (terms * terms + FIXED);
    const raised = model.condition > ILL_CONDITIONED || model.dropped.length > 0;
    this.exact = input.precision === 'exact' || (input.precision === 'auto' && (this.#work <= EXACT_WORK || raised));
    const asked = { firth: this.#firth, exact: this.exact, held: 0, separated };
    this.whole = climb(rows, this.basis, this.#start(), asked);
  }

  /** First γ of the fit: the constant that fits the mean response, all else 0. For very many rows it is improved on a part of them. */
  #start(): Float64Array {
    const start = new Float64Array(2 * this.basis.terms);
    if (this.#input.design.intercept) start[0] = this.#level() * this.#corner();
    const { rows } = this.rows.model;
    if (rows < MANY || this.#firth) return start;
    const share = Math.max(1, Math.floor(rows / STARTED_ON));
    const part = climb(this.rows, this.basis, start, {
      firth: false,
      exact: false,
      held: 0,
      share,
      mostSteps: 12,
      separated: () => true,
    });
    return part.converged ? part.gamma : start;
  }

  #corner(): number {
    return this.rows.memory.take(this.basis.triangle, 1)[0]!;
  }

  /** The value of the linear predictor for which the model gives the mean response. */
  #level(): number {
    const { memory } = this.rows;
    let [sum, count] = [0, 0];
    this.rows.each(this.basis, (block) => {
      const values = this.rows.column(block, this.rows.target);
      const { weight } = this.#input.design;
      const weights = weight === null ? null : this.rows.column(block, weight);
      for (let row = 0; row < block.rows; row++) {
        sum += values[row]! * (weights?.[row] ?? 1);
        count += weights?.[row] ?? 1;
      }
    });
    const mean = sum / count;
    if (this.#input.family === 'poisson') return memory.ln(Math.max(mean, 1e-12));
    return memory.ln(Math.max(mean, 1e-12) / Math.max(1 - mean, 1e-12));
  }

  /** Coefficient β of each column as a pair of doubles, with columns measured from their means, and t = R⁻ᵗ of the column's unit vector. */
  combinations({ gamma }: Pick<Climbed, 'gamma'> = this.whole, basis = this.basis): Combination[] {
    return Array.from({ length: basis.terms }, (_, at) => {
      const unit = new Float64Array(2 * basis.terms);
      unit[2 * at] = 1;
      return this.rows.combination(basis, gamma, unit);
    });
  }

  /** Whether the data are small enough to fit the model once more for each of `terms` terms. */
  ownFits(terms: number): boolean {
    return this.#work * terms * PASSES <= MOST_WORK;
  }

  get profiled(): boolean {
    return this.#work * this.basis.terms * 60 <= MOST_PROFILED;
  }

  /** Fits the model without some columns. The basis must have these columns (positions among the kept ones) at its end. */
  held(columns: readonly number[]): { readonly basis: Basis; readonly own: Climbed } {
    const known = this.#held.get(columns.join());
    if (known !== undefined) return known;
    const { basis, start } = this.#last(columns);
    const exact = this.exact && this.#work * this.basis.terms <= EXACT_WORK;
    for (const at of start.keys()) if (at >= 2 * (basis.terms - columns.length)) start[at] = 0;
    const found = { basis, own: climb(this.rows, basis, start, { firth: this.#firth, exact, held: columns.length }) };
    this.#held.set(columns.join(), found);
    return found;
  }

  /** Likelihood-ratio test of the null hypothesis that all these columns have coefficient 0. */
  without(columns: readonly number[]): TestFigures {
    const { own } = this.held(columns);
    const gain = this.whole.objective[0] - own.objective[0] + (this.whole.objective[1] - own.objective[1]);
    return chiSquare(this.rows.memory, own.converged ? Math.max(0, 2 * gain) : NaN, columns.length);
  }

  /** Returns Σ ln |r| over the diagonal of R, which is half of the difference between ln |information| of γ and of β. */
  logDiagonal({ triangle, terms }: Basis): number {
    const own = this.rows.memory.take(triangle, terms * terms);
    let sum = 0;
    for (let at = 0; at < terms; at++) sum += this.rows.memory.ln(Math.abs(own[at * (terms + 1)]!));
    return sum;
  }

  /** Builds a basis in which these columns are last, and converts γ of the whole fit to that basis. */
  #last(columns: readonly number[]): { readonly basis: Basis; readonly start: Float64Array } {
    const order = [...this.basis.order.filter((at) => !columns.includes(at)), ...columns];
    const basis = this.rows.basis(order);
    const beta = this.combinations();
    const start = new Float64Array(2 * basis.terms);
    const own = this.rows.memory.take(basis.triangle, basis.terms * basis.terms);
    for (let i = 0; i < basis.terms; i++) {
      let sum = 0;
      for (let j = i; j < basis.terms; j++) sum += own[i * basis.terms + j]! * beta[order[j]!]!.value[0];
      start[2 * i] = sum;
    }
    return { basis, start };
  }

  /**
   * Profile interval of a coefficient: the values for which twice the loss of log likelihood is below z².
   * @param error  standard error of the coefficient
   * @returns null if a bound is not found
   */
  profile(column: number, z: number, error: number): readonly [number, number] | null {
    const { basis, start } = this.#last([column]);
    const at = basis.terms - 1;
    const corner = this.rows.memory.take(basis.triangle + 8 * (at * basis.terms + at), 1)[0]!;
    const best = this.whole.objective[0];
    const [low, high] = [-1, 1].map((side) => this.#bound(basis, start, { step: side * z * error * corner, z, best }));
    return typeof low !== 'number' || typeof high !== 'number' ? null : [low / corner, high / corner];
  }

  #bound(basis: Basis, from: Float64Array, { step, z, best }: { step: number; z: number; best: number }): number | null {
    const at = basis.terms - 1;
    const centre = from[2 * at]!;
    let own = centre + step;
    let gamma = from;
    // The bound is bracketed: at `outer` the loss of log likelihood exceeds the limit, at `inner` it does not.
    let [inner, outer] = [centre, step > 0 ? Infinity : -Infinity];
    for (let tries = 0; tries < MOST_BOUND_STEPS; tries++) {
      const start = gamma.slice();
      [start[2 * at], start[2 * at + 1]] = [own, 0];
      const found = climb(this.rows, basis, start, { firth: this.#firth, exact: false, held: 1 });
      if (!found.converged) return null;
      const root = Math.sqrt(Math.max(0, 2 * (best - found.objective[0])));
      if (Math.abs(root - z) < 1e-10 * z) return own;
      if (root < z) inner = own;
      else outer = own;
      // Derivative of √(2 · loss) by the coefficient.
      const slope = -found.pass.score[2 * at]! / root;
      let next = own + (z - root) / slope;
      const inside = step > 0 ? next > inner && next < outer : next < inner && next > outer;
      if (!inside) next = Number.isFinite(outer) ? (inner + outer) / 2 : own + step;
      if (Math.abs(next - own) <= 1e-13 * Math.abs(next)) return next;
      own = next;
      gamma = found.gamma;
    }
    return finite(own);
  }

  /** Fits the model that has only a constant, or only the offset if the model has no constant. */
  nothing(): Climbed {
    const { intercept } = this.#input.design;
    const held = this.basis.terms - (intercept ? 1 : 0);
    const start = new Float64Array(2 * this.basis.terms);
    if (intercept) start[0] = this.#level() * this.#corner();
    return climb(this.rows, this.basis, start, { firth: this.#firth, exact: this.exact, held });
  }
}

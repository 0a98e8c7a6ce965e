/**
 * Checks whether maximum likelihood has no finite estimate, because some direction of the coefficients lowers no row's likelihood (Albert
 * and Anderson, Biometrika 71, 1984; for counts Correia, Guimarães and Zylkin, 2019). The direction is found by linear programming (Konis,
 * thesis, Oxford, 2007), to which rows are added only if the direction found so far lowers their likelihood.
 */
import type { GeneralizedInput, GeneralizedTable } from './contract.ts';
import { farthestDirection } from './linear-program.ts';
import type { Basis, ModelRows } from './rows.ts';

/** Limits of the search by linear programming: rows added per round, and rounds. */
const BATCH = 40;
const MOST_ROUNDS = 300;
/** Gains and losses smaller than this count as 0; columns are scaled so that their largest magnitude is 1. */
const TOLERANCE = 1e-8;
const PIECE = 256;

type Row = readonly number[];

/** Finds the columns that separate the rows; null where the estimates are finite, or the search ran out of rounds. */
export function separationOf(rows: ModelRows, input: GeneralizedInput, basis: Basis): GeneralizedTable['separation'] {
  const scan = new Scan(rows, input, basis);
  const { direction, objective } = scan.search(false);
  if (!(objective > TOLERANCE)) return null;
  const { design } = input;
  const columns = basis.order.flatMap((kept, at) => {
    const along = direction[at]!;
    return Math.abs(along) > 1e-6 ? [{ at: rows.model.kept[kept]!, sign: along > 0 ? (1 as const) : (-1 as const) }] : [];
  });
  const complete = input.family === 'binomial' && scan.search(true).objective > TOLERANCE;
  const named = columns.filter(({ at }) => !(design.intercept && at === 0));
  return { kind: complete ? 'complete' : 'quasi_complete', columns: named.length > 0 ? named : columns };
}

class Scan {
  readonly #rows: ModelRows;
  readonly #input: GeneralizedInput;
  readonly #basis: Basis;
  readonly #scales: readonly number[];
  readonly #total: readonly number[];
  readonly #piece: number;

  constructor(rows: ModelRows, input: GeneralizedInput, basis: Basis) {
    [this.#rows, this.#input, this.#basis] = [rows, input, basis];
    const { terms } = basis;
    this.#piece = rows.memory.run.alloc(8 * terms * PIECE);
    const most = new Array<number>(terms).fill(0);
    this.#each((x) => x.forEach((value, j) => (most[j] = Math.max(most[j]!, Math.abs(value)))));
    this.#scales = most.map((value) => (value > 0 ? 1 / value : 1));
    const total = new Array<number>(terms).fill(0);
    this.#each((x, y) => {
      const [row, equal] = this.#bound(x, y);
      if (!equal) row.forEach((value, j) => (total[j] = total[j]! + value));
    });
    const length = Math.max(1e-300, ...total.map(Math.abs));
    this.#total = total.map((value) => value / length);
  }

  /**
   * Finds the direction that raises the likelihood of the rows most without lowering that of any row.
   * @param strictly  seeks a direction that raises every row: the last coordinate is then the smallest gain of any row
   */
  search(strictly: boolean): { readonly direction: Float64Array; readonly objective: number } {
    const { terms } = this.#basis;
    const cost = strictly ? [...this.#total.map(() => 0), 1] : this.#total;
    const active: Row[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const direction = farthestDirection(cost, active);
      const objective = cost.reduce((sum, value, j) => sum + value * direction[j]!, 0);
      if (!(objective > TOLERANCE)) return { direction, objective };
      const lowered = this.#lowered(direction, strictly);
      if (lowered.length === 0) return { direction: direction.slice(0, terms), objective };
      active.push(...lowered);
    }
    return { direction: new Float64Array(terms), objective: 0 };
  }

  /** Finds the rows whose likelihood falls most along a direction; they become constraints of the next round. */
  #lowered(direction: Float64Array, strictly: boolean): Row[] {
    let found: { row: Row; along: number }[] = [];
    this.#each((x, y) => {
      const [bound, equal] = this.#bound(x, y);
      const row = strictly ? [...bound, -1] : bound;
      let along = 0;
      for (let j = 0; j < row.length; j++) along += row[j]! * direction[j]!;
      if (equal && along > TOLERANCE) found.push({ row: row.map((value) => -value), along: -along });
      else if (along < -TOLERANCE) found.push({ row, along });
      if (found.length > 4096) found = found.sort((a, b) => a.along - b.along).slice(0, BATCH);
    });
    return found
      .sort((a, b) => a.along - b.along)
      .slice(0, BATCH)
      .map(({ row }) => row);
  }

  /** The constraint of one row: the product of this vector and the direction must be at least 0, or 0 if `equal` (for a count above 0). */
  #bound(x: Float64Array, y: number): readonly [row: Row, equal: boolean] {
    const sign = this.#input.family === 'binomial' && y > 0.5 ? 1 : -1;
    return [Array.from(x, (value, j) => sign * value * (this.#scales[j] ?? 1)), this.#input.family === 'poisson' && y > 0];
  }

  #each(work: (x: Float64Array, y: number) => void): void {
    const { memory, target } = this.#rows;
    const { terms } = this.#basis;
    const piece = this.#piece;
    const x = new Float64Array(terms);
    this.#rows.each(this.#basis, (block) => {
      for (let from = 0; from < block.rows; from += PIECE) {
        const count = Math.min(PIECE, block.rows - from);
        memory.run.fillDesign(terms, from, count, PIECE, piece, 0);
        const values = new Float64Array(memory.run.memory.buffer, piece, terms * PIECE);
        const responses = this.#rows.column(block, target);
        for (let i = 0; i < count; i++) {
          for (let j = 0; j < terms; j++) x[j] = values[j * PIECE + i]!;
          work(x, responses[from + i]!);
        }
      }
    });
  }
}

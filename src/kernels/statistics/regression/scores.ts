import type { StatisticsMemory } from '../memory.ts';
import type { DependenceInput, ResidualInput, ScoredBlock } from './contract.ts';

/**
 * Computes the scores (rows of Q times residuals) of the block whose design is in use.
 * @param triangle,slopes  addresses, as in the second pass
 * @param influential      positions, among all rows, of the rows whose row of Q is kept
 */
export function scoredBlock(
  memory: StatisticsMemory,
  { rows, data, model, first }: ResidualInput,
  { per, cluster }: DependenceInput,
  triangle: number,
  slopes: number,
  influential: readonly number[],
): ScoredBlock {
  const terms = model.kept.length - 1;
  const out = memory.run.alloc(8 * (terms + 1) * rows);
  memory.run.scoreRows(0, rows, terms, model.exact, triangle, slopes, out);
  const table = memory.take(out, (terms + 1) * rows);
  const keys = cluster === null ? undefined : data.subarray(cluster * rows, (cluster + 1) * rows);
  const leading = Float64Array.from(
    influential.flatMap((row) => [row, ...Array.from({ length: terms }, (_, j) => table[j * rows + row - first]!)]),
  );
  return { ...summedScores(table, { rows, terms, per, keys }), leading };
}

interface Summed {
  readonly rows: number;
  readonly terms: number;
  readonly per: number;
  /** Number of the cluster of each row; undefined without clusters. */
  readonly keys: Float64Array | undefined;
}

/** Sums scores into a series and by cluster. @param table  [terms + 1][rows]: the columns of Q, then the residuals */
export function summedScores(table: Float64Array, { rows, terms, per, keys }: Summed): Omit<ScoredBlock, 'leading'> {
  const points = Math.ceil(rows / per);
  const series = per === 1 ? table : summedSeries(table, rows, terms, per, points);
  return { points, series, ...(keys ? clustersOf(table, rows, terms, keys) : { keys: NONE, clusters: NONE }) };
}

const NONE = new Float64Array(0);

function summedSeries(table: Float64Array, rows: number, terms: number, per: number, points: number): Float64Array {
  const out = new Float64Array((terms + 1) * points);
  for (let j = 0; j <= terms; j++)
    for (let row = 0; row < rows; row++) {
      const residual = table[terms * rows + row]!;
      const at = j * points + Math.floor(row / per);
      out[at] = out[at]! + (j === terms ? residual : table[j * rows + row]! * residual);
    }
  return out;
}

/** Number of doubles in the record of one cluster: row count, sum of residuals, scores [terms], Q'Q [terms][terms]. */
export const clusterFields = (terms: number): number => 2 + terms + terms * terms;

function clustersOf(table: Float64Array, rows: number, terms: number, keys: Float64Array): Pick<ScoredBlock, 'keys' | 'clusters'> {
  const places = new Map<number, number>();
  for (const key of keys) if (!places.has(key)) places.set(key, places.size);
  const fields = clusterFields(terms);
  const clusters = new Float64Array(places.size * fields);
  const row = new Float64Array(terms);
  for (let at = 0; at < rows; at++) {
    const start = (places.get(keys[at]!) ?? 0) * fields;
    const residual = table[terms * rows + at]!;
    clusters[start] = clusters[start]! + 1;
    clusters[start + 1] = clusters[start + 1]! + residual;
    for (let j = 0; j < terms; j++) row[j] = table[j * rows + at]!;
    const scores = start + 2;
    for (let j = 0; j < terms; j++) clusters[scores + j] = clusters[scores + j]! + row[j]! * residual;
    const products = scores + terms;
    for (let a = 0; a < terms; a++)
      for (let b = 0; b <= a; b++) {
        const place = products + a * terms + b;
        clusters[place] = clusters[place]! + row[a]! * row[b]!;
      }
  }
  return { keys: Float64Array.from(places.keys()), clusters };
}

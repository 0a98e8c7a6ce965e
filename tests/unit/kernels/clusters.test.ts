import { expect, test } from 'vitest';
import { clusterVariances } from '../../../src/kernels/statistics/regression/clusters.ts';
import { clusterFields } from '../../../src/kernels/statistics/regression/scores.ts';

/** Clusters of one row each; the first term is of the first cluster alone, the others are shared evenly. */
function table(count: number, terms: number): Float64Array {
  const fields = clusterFields(terms);
  const out = new Float64Array(count * fields);
  const put = (cluster: number, field: number, value: number): void => {
    out[cluster * fields + field] = value;
  };
  for (let cluster = 0; cluster < count; cluster++) {
    put(cluster, 0, 1);
    put(cluster, 1, cluster % 2 === 0 ? 1 : -1);
    for (let term = 1; term < terms; term++) {
      put(cluster, 2 + term, cluster === 0 ? 0 : (cluster % 2 === 0 ? 1 : -1) / Math.sqrt(count - 1));
      put(cluster, 2 + terms + term * terms + term, cluster === 0 ? 0 : 1 / (count - 1));
    }
  }
  put(0, 2 + terms, 1);
  return out;
}

test.each([
  ['corrected by cluster', 400, 5],
  ['with too much work for that', 400, 100],
])('what one cluster alone decides has 1 degree of freedom, %s', (_, count, terms) => {
  const clusters = { count, table: table(count, terms) };
  const [own, shared, both] = clusterVariances(clusters, terms, 4 * count, [
    Float64Array.from({ length: terms }, (__, at) => (at === 0 ? 1 : 0)),
    Float64Array.from({ length: terms }, (__, at) => (at === 1 ? 1 : 0)),
    Float64Array.from({ length: terms }, (__, at) => (at < 2 ? 1 : 0)),
  ]);
  expect([own?.df, both?.df]).toEqual([1, 1]);
  expect(shared?.df).toBeGreaterThan(100);
});

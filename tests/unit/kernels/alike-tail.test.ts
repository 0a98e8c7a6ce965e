import { expect, test } from 'vitest';
import { alikeTail, degreesOf } from '../../../src/kernels/statistics/alike-tail.ts';
import { groupClusters } from '../../../src/kernels/statistics/group-clusters.ts';
import { statisticsMemory } from '../../../src/kernels/statistics/memory.ts';
import { randomSource } from '../../support/random.ts';

const memory = await statisticsMemory();

/** Clusters by group, and the number of their rows; residuals by row are about the mean of the group. */
function drawn(sizes: readonly (readonly number[])[], seed = 1) {
  const random = randomSource(seed);
  const [values, rowsOf, of]: [number[], number[][], number[]] = [[], [], []];
  let cluster = 0;
  for (const own of sizes) {
    const rows: number[] = [];
    for (const size of own) {
      const level = random.normal(1);
      for (let row = 0; row < size; row++) {
        rows.push(values.length);
        values.push(level + random.normal(1));
        of.push(cluster);
      }
      cluster++;
    }
    const mean = rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
    for (const row of rows) values[row]! -= mean;
    rowsOf.push(rows);
  }
  const clusters = { count: cluster, of: Uint32Array.from(of) };
  return groupClusters(
    Float64Array.from(values),
    rowsOf.map((rows) => Uint32Array.from(rows)),
    clusters,
  );
}

test('equal clusters in two equal groups give Student’s t with as many degrees of freedom as clusters less two', () => {
  const { covariance, df } = drawn([Array<number>(6).fill(4), Array<number>(6).fill(4)]).of(0)!;
  expect(df).toBeCloseTo(10, 9);
  for (const t of [0.3, 1, 2.5, 8, 60]) {
    const { p, log_p } = alikeTail(memory, covariance, t);
    const { upper } = memory.tails('t', t, 10);
    expect(p / (2 * upper)).toBeCloseTo(1, 9);
    expect(log_p).toBeCloseTo(Math.log(2 * upper), 9);
  }
});

test('a cluster of most rows leaves fewer degrees of freedom, and the tail is that of drawn sums', () => {
  const { covariance } = drawn([
    [60, 4, 4, 4, 4, 4],
    [9, 9, 9, 30, 3],
  ]).of(0)!;
  expect(degreesOf(covariance)).toBeLessThan(6);
  const random = randomSource(7);
  const [draws, t] = [40_000, 2.2];
  let larger = 0;
  for (let draw = 0; draw < draws; draw++) if (drawnRatio(covariance, random) > t) larger++;
  // Five standard errors.
  expect(Math.abs(alikeTail(memory, covariance, t).p - larger / draws)).toBeLessThan(5 * Math.sqrt(0.1 / draws));
});

/** |z| / √(r'r) of one draw; every cluster is in one of both samples, so that q and the sums are of one normal variable each. */
function drawnRatio({ q, x, rows }: Parameters<typeof degreesOf>[0], random: { normal: (sd: number) => number }): number {
  const sums = [0, 0];
  const parts = [...q].map((variance, at) => {
    const part = random.normal(Math.sqrt(variance));
    const sample = x[2][at]! > 0 ? 0 : 1;
    sums[sample]! += (part * (x[0][at]! + x[1][at]!)) / variance;
    return part;
  });
  const left = parts.map((part, at) => part - x[2][at]! * sums[0]! - x[3][at]! * sums[1]!);
  return Math.abs(sums[0]! / rows[0] - sums[1]! / rows[1]) / Math.sqrt(left.reduce((sum, own) => sum + own ** 2, 0));
}

test('a group of one cluster has no error, and leaves that of the others finite', () => {
  const groups = drawn([[20], [5, 6, 7], [4, 8, 3]]);
  expect(groups.of(0)).toBeNull();
  expect(groups.of(1)!.df).toBeGreaterThan(1);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelInstance } from '../../../src/kernels/instance.ts';

const kernels = kernelInstance();
const columns = (rows: readonly (readonly number[])[]): Float64Array[] =>
  (rows[0] ?? []).map((_, j) => Float64Array.from(rows, (row) => row[j] ?? NaN));

test('a plane is found again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.double({ min: -100, max: 100, noNaN: true }), fc.double({ min: -100, max: 100, noNaN: true })), {
        minLength: 8,
        maxLength: 60,
      }),
      fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), fc.integer({ min: -1000, max: 1000 })),
      async (points, [a, b, c]) => {
        const features = columns(points);
        const target = Float64Array.from(points, ([x, y]) => a * x + b * y + c);
        const { solution, dependent } = await kernels.leastSquares({ features, target });
        if (solution === null) {
          expect(dependent.length).toBeGreaterThan(0);
          return;
        }
        const worst = Math.max(
          ...points.map(([x, y], i) =>
            Math.abs(solution.intercept + x * (solution.slopes[0] ?? 0) + y * (solution.slopes[1] ?? 0) - (target[i] ?? 0)),
          ),
        );
        expect(worst).toBeLessThan(1e-6);
      },
    ),
  );
});

test.each([
  [
    'a constant column',
    [
      [1, 5],
      [2, 5],
      [4, 5],
      [9, 5],
    ],
    [1],
  ],
  [
    'a multiple of an earlier one',
    [
      [1, 3],
      [2, 6],
      [4, 12],
      [9, 27],
    ],
    [1],
  ],
  [
    'more columns than rows allow',
    [
      [1, 2, 4],
      [2, 3, 1],
      [7, 1, 0],
    ],
    [2],
  ],
] as const)('%s is named instead of solved', async (_what, rows, dependent) => {
  const fit = await kernels.leastSquares({ features: columns(rows), target: Float64Array.from({ length: rows.length }, (_, i) => i * i) });
  expect(fit.dependent).toEqual([...dependent]);
  expect(fit.solution).toBeNull();
});

test('a large common level costs no digits', async () => {
  const x = Float64Array.from({ length: 1000 }, (_, i) => 1e9 + i);
  const y = Float64Array.from(x, (value) => 3 * (value - 1e9) + 1e12);
  const { solution } = await kernels.leastSquares({ features: [x], target: y });
  expect(solution?.slopes[0]).toBeCloseTo(3, 12);
});

test('a cancelled fit ends', async () => {
  const signal = AbortSignal.abort();
  await expect(kernels.leastSquares({ features: [], target: new Float64Array(1) }, { signal })).rejects.toThrow('cancelled');
});

/** Longley (1967), NIST StRD, public domain: y, then six features that nearly depend on each other. */
const LONGLEY = [
  [60323, 83, 234289, 2356, 1590, 107608, 1947],
  [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
  [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
  [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
  [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
  [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
  [64989, 99, 365385, 1870, 3547, 115094, 1953],
  [63761, 100, 363112, 3578, 3350, 116219, 1954],
  [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
  [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
  [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
  [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
  [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
  [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
  [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
  [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
];
/** Certified by NIST: estimate and standard error, intercept first. */
const CERTIFIED = [
  [-3482258.63459582, 890420.383607373],
  [15.0618722713733, 84.9149257747669],
  [-0.035819179292591, 0.0334910077722432],
  [-2.02022980381683, 0.488399681651699],
  [-1.03322686717359, 0.214274163161675],
  [-0.0511041056535807, 0.22607320006937],
  [1829.15146461355, 455.478499142212],
] as const;

test('Longley keeps at least 11 digits of every coefficient and standard error', async () => {
  const [target = new Float64Array(0), ...features] = columns(LONGLEY);
  const { solution, means } = await kernels.leastSquares({ features, target });
  const variance = (solution?.residual_squares ?? NaN) / (LONGLEY.length - 7);
  const slopeErrors = (solution?.covariance ?? []).map((row, j) => Math.sqrt((row[j] ?? NaN) * variance));
  const spread = (solution?.covariance ?? []).reduce(
    (sum, row, a) => sum + row.reduce((inner, value, b) => inner + value * (means[a] ?? 0) * (means[b] ?? 0), 0),
    0,
  );
  const found = [
    [solution?.intercept ?? NaN, Math.sqrt(variance * (1 / LONGLEY.length + spread))],
    ...(solution?.slopes ?? []).map((slope, j) => [slope, slopeErrors[j] ?? NaN]),
  ];
  const digits = found.flatMap((pair, i) => pair.map((value, k) => -Math.log10(Math.abs(value / (CERTIFIED[i]?.[k as 0 | 1] ?? NaN) - 1))));
  expect(Math.min(...digits)).toBeGreaterThan(11);
});

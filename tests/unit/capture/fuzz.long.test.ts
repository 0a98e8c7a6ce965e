import { expect, it } from 'vitest';
import { connectionMutants } from '../../fuzz/connection-mutants.ts';
import { corpus } from '../../fuzz/corpus.ts';
import { decodeConnections, fewest } from '../../fuzz/decode-connections.ts';
import { decodeMutants } from '../../fuzz/decode-mutants.ts';
import { openBytes } from '../../support/captures.ts';
import { nodeAssets } from '../../support/decode-table.ts';
import { randomSource } from '../../support/random.ts';

/** The first of those that `npm run fuzz` decodes; a failure names the number of its mutant. */
const COUNT = 5_000;
const SEED = 1;
const CONNECTIONS = 500;

it.each(corpus())('the unmutated $name opens', async ({ name, bytes }) => {
  const { summary } = await openBytes(new Uint8Array(bytes), name, { assets: nodeAssets });
  expect(summary.row_count).toBeGreaterThan(0);
});

const PINNED = [
  [285_937, 'an Arrow field without a name'],
  [408_839, 'Zstandard sequences that copy gigabytes'],
  [505_176, 'Zstandard sequences that copy gigabytes'],
] as const;

it.each(PINNED)('mutant %i (%s) breaks nothing', async (seed) => {
  const { opened, refused } = await decodeMutants(1, seed);
  expect(opened + Object.values(refused).reduce((sum, count) => sum + count, 0)).toBe(1);
});

it(
  `${String(COUNT)} mutants open with problems or are refused with a clear message`,
  async () => {
    const tally = await decodeMutants(COUNT, SEED);
    expect(tally.opened).toBeGreaterThan(COUNT / 4);
    expect(Object.keys(tally.refused).every((code) => ['UNREADABLE_FILE', 'TOO_LARGE'].includes(code))).toBe(true);
  },
  60_000 + COUNT * 20,
);

it('mutants of connections break nothing, with keys and without', async () => {
  const { opened, refused, rows } = await decodeConnections(CONNECTIONS, SEED);
  expect(opened).toBeGreaterThan(8);
  expect(refused).toEqual({});
  expect(rows).toBeGreaterThan(CONNECTIONS * 20);
}, 120_000);

it('a mutant of connections does not depend on those before it', () => {
  const [used, fresh] = [connectionMutants(), connectionMutants()];
  for (let seed = 0; seed < 200; seed++) used(randomSource(seed));
  for (let seed = 200; seed < 300; seed++) expect(used(randomSource(seed))).toEqual(fresh(randomSource(seed)));
});

it.each([[[7]], [[0, 99]], [[3, 4, 50]]])('of a hundred mutants %j are named, which fail together', async (needed) => {
  const all = Array.from({ length: 100 }, (_, i) => i);
  expect(await fewest(all, (some) => Promise.resolve(needed.every((each) => some.includes(each))))).toEqual(needed);
});

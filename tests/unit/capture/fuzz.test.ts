import { expect, it } from 'vitest';
import { corpus } from '../../fuzz/corpus.ts';
import { decodeMutants } from '../../fuzz/decode-mutants.ts';
import { openBytes } from '../../support/captures.ts';
import { nodeAssets } from '../../support/decode-table.ts';

/** FUZZ_MUTANTS and FUZZ_SEED choose how many and which; a failure names the number of its mutant. */
const count = Number(process.env['FUZZ_MUTANTS'] ?? 5_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

it.each(corpus())('the unmutated $name opens', async ({ name, bytes }) => {
  const { summary } = await openBytes(new Uint8Array(bytes), name, { assets: nodeAssets });
  expect(summary.row_count).toBeGreaterThan(0);
});

it(
  `${String(count)} mutants open with problems or are refused with a clear message`,
  async () => {
    const tally = await decodeMutants(count, seed, (done) => console.log(`${String(done)} mutants decoded`));
    console.log(JSON.stringify(tally));
    expect(tally.opened).toBeGreaterThan(count / 4);
    expect(Object.keys(tally.refused).every((code) => ['UNREADABLE_FILE', 'TOO_LARGE'].includes(code))).toBe(true);
  },
  60_000 + count * 20,
);

import { expect, test } from 'vitest';
import { noDifference } from '../../evaluate/anova/nothing.ts';
import { judge } from '../../evaluate/comparison/judge.ts';
import { NOTHING, nothingFound } from '../../evaluate/comparison/nothing.ts';
import { randomSource } from '../../support/random.ts';

/** False positives of comparisons, on a sample: the rate of .065 that is allowed leaves more than 9 of 60 less than once in 100 such runs. */
test('rows of one address are no evidence for a difference', async () => {
  const kinds = ['addresses in one group each', 'shares by address', 'halves of an autoregression', 'one address against many'];
  for (const { kind, sets, found } of await nothingFound(11, 60, kinds)) expect([kind, sets, found <= 9]).toEqual([kind, 60, true]);
}, 120_000);

/** The same bound. With degrees of freedom for scores that come evenly, it was .22 of ten blocks. */
test('groups of an autoregression differ about as often as alpha says', async () => {
  const kinds = ['three blocks', 'ten blocks', 'four groups by chance', 'addresses in every group'];
  for (const { kind, sets, found } of await noDifference(12, 60, kinds)) expect([kind, sets, found <= 9]).toEqual([kind, 60, true]);
}, 120_000);

/** More than 24 of 250 come up less than once in 100 such runs. Where degrees of freedom took rows as independent, it was .08. */
test('a few addresses of many rows are no evidence for a difference', async () => {
  const kinds = ['addresses of unequal rows in one group each', 'addresses of unequal rows, unevenly in every group'];
  for (const { kind, sets, found } of await noDifference(14, 250, kinds)) expect([kind, sets, found <= 24]).toEqual([kind, 250, true]);
}, 120_000);

/** The same bound as of comparisons; with sums of rows it was nearly all of them. Too few independent rows of each group are undecided. */
test('many groups and many rows of an autoregression are not taken for a difference', async () => {
  const kinds = [
    'twenty blocks of 50, autoregression of .98',
    '100 blocks of 40, autoregression of .5',
    '100 blocks of 40, autoregression of .9',
    '40 blocks of 250, autoregression of .95',
    'twenty blocks of 2,000, autoregression of .95',
    'twelve blocks of five, autoregression of .9',
    'twelve blocks of five, autoregression of .5',
    '30 blocks of five, autoregression of .9',
    '40 blocks of ten, autoregression of .99',
  ];
  for (const { kind, sets, found } of await noDifference(13, 60, kinds)) expect([kind, sets, found <= 9]).toEqual([kind, 60, true]);
}, 300_000);

/** At 5 % false alarms, more than 25 of 200 sets come up less than once in 10,000 runs. With one spread for both groups it was 54. */
test('groups that differ in spread are not taken for rows that depend on those before', async () => {
  const random = randomSource(41);
  let dependent = 0;
  for (let set = 0; set < 200; set++) {
    const { test: used, reason } = await judge(NOTHING['normal, spreads 1 to 4']!(random));
    if (used === 'hac' || reason.includes('rows depend on those before')) dependent++;
  }
  expect(dependent).toBeLessThanOrEqual(25);
}, 120_000);

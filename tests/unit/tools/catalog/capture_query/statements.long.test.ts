import { expect, it } from 'vitest';
import { judgeStatements } from '../../../../fuzz/statements/judge.ts';

// `npm run fuzz -- statements` checks 100,000 of these.
it('400 statements of the grammar show nothing from outside the selection, change nothing, and read what the journal says', async () => {
  const { ordinary, answered, refused, faults } = await judgeStatements(400, 1);
  expect(faults).toEqual([]);
  expect(ordinary + answered + refused).toBe(400);
  // Half of the statements use allowed parts only, and each of these was answered.
  expect(ordinary).toBeGreaterThan(150);
});

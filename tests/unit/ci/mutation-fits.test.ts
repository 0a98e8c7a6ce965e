import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Mutant } from '../../mutation/mutant.ts';

const FOLDER = 'tests/mutation';

test('every rule that `npm run test:mutation` switches off is found in the source once', async () => {
  const stale: string[] = [];
  for (const name of readdirSync(FOLDER)) {
    const { mutants = [] } = (await import(`../../mutation/${name}`)) as { mutants?: readonly Mutant[] };
    for (const { file, find, also } of mutants)
      for (const edit of [{ file, find }, ...(also ? [also] : [])]) {
        const found = readFileSync(edit.file, 'utf8').split(edit.find).length - 1;
        if (found !== 1) stale.push(`${edit.file}: found ${String(found)} times: ${edit.find}`);
      }
  }
  expect(stale).toEqual([]);
});

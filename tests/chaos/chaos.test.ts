import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeEngine } from '../support/node-engine.ts';
import { caseOf, OUTCOMES, runCase } from './scenario.ts';

const { CHAOS_FAULTS, CHAOS_FROM = '0', CHAOS_REPORT } = process.env;
/** `npm test` runs every fifth case of the first round, which has each fault and each stage; `npm run chaos` sets a number. */
const CASES =
  CHAOS_FAULTS === undefined
    ? Array.from({ length: 28 }, (_, i) => i * 5)
    : Array.from({ length: Number(CHAOS_FAULTS) }, (_, i) => Number(CHAOS_FROM) + i);

/** Code that the product loads on demand. Loading it takes time that no injected clock knows. */
const workers = import.meta.glob('../../src/**/*.worker.ts', { query: '?worker&inline' });
const code = import.meta.glob([
  '../../src/{answers,ble,core,engine,export,kernels,keyring,live,merge,capture,session,tables,tools}/**/*.ts',
  '!**/*.worker.ts',
  '!**/*.d.ts',
]);
beforeAll(async () => {
  for (const load of Object.values({ ...code, ...workers })) await load();
  await (await nodeEngine()).close();
});

const namesOf = (number: number) => {
  const { stage, fault } = caseOf(number);
  return { stage: stage.name, fault: fault.name };
};

const found: { stage: string; fault: string; outcome: string }[] = [];

test.each(CASES.map((number) => ({ number, ...namesOf(number) })))('case $number: $fault during $stage', async ({ number, ...names }) => {
  const outcome = await runCase(caseOf(number));
  found.push({ ...names, outcome });
  expect(OUTCOMES).toContain(outcome);
});

afterAll(() => {
  if (CHAOS_REPORT !== undefined) writeFileSync(CHAOS_REPORT, JSON.stringify(found));
});

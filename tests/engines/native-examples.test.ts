import { expect, test } from 'vitest';
import { catalog } from '../../src/tools/catalog/index.ts';
import { nativeEngine, seesNative } from '../support/native-engine.ts';
import { runExamples } from '../support/tool-examples.ts';

test.runIf(await seesNative())('every example of every tool has its result_hash with the native engine too', async () => {
  const runs = await runExamples(catalog, { engine: nativeEngine() });
  expect(runs.length).toBeGreaterThanOrEqual(catalog.length);
  const other = runs.filter(({ answered, example }) => JSON.stringify(answered) !== JSON.stringify(example.expectedResult));
  expect(other.map(({ key, answered, example }) => ({ key, answered, expected: example.expectedResult }))).toEqual([]);
});

import { expect, test } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { contractChecker } from '../../../../src/tools/contract/schema.ts';
import { lint } from '../../../../src/tools/lint/lint.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { runExamples } from '../../../support/tool-examples.ts';

test('every example of every tool and version answers what its manifest says, to the hash (DL-31)', async () => {
  const runs = await runExamples(catalog);
  const registry = createRegistry(catalog);
  expect(runs).toHaveLength(catalog.reduce((sum, tool) => sum + tool.examples.length, 0));
  // After a change on purpose: node .ci/lint-tools.mjs --write-examples
  for (const { key, example, answered, result } of runs) {
    expect({ key, ...answered }).toEqual({ key, ...example.expectedResult });
    // While a result is made, only the derived schema is asked: the authored one says the same, of faults too.
    expect(contractChecker('tool-result').check(result)).toMatchObject({ zod: true, ajv: true });
    const { toolName, toolVersion } = result.metadata;
    const output = await registry.get(toolName, toolVersion)?.output();
    if (result.structured_output === undefined || output === undefined) continue;
    const [first = ''] = Object.keys(result.structured_output);
    expect(output.check(result.structured_output)).toMatchObject({ zod: true, ajv: true });
    for (const wrong of [{ ...result.structured_output, [first]: true }, { ...result.structured_output, more: 1 }, null])
      expect(output.check(wrong)).toMatchObject({ zod: false, ajv: false });
  }
});

test('every example of a tool that reads captures names them by digest, and every tool has one that works', () => {
  for (const { manifest, scope, requires, examples } of catalog) {
    const named = examples.filter((example) => (example.captures ?? []).length > 0);
    expect(named, manifest.name).toHaveLength(scope === 'captures' ? examples.length : requires.includes('captures') ? 1 : 0);
    expect(examples[0]?.expectedResult['status'], manifest.name).toBe('ok');
  }
});

test('an example that gives something else is an error of the lint', () => {
  const manifests = createRegistry(catalog).getAll();
  const examples = new Map([['capture_overview@1.1.0#0', { ok: false as const, message: 'another hash' }]]);
  expect(lint(manifests, { examples }).filter(({ rule }) => rule === 'DL-31')).toMatchObject([
    { tool: 'capture_overview@1.1.0', pointer: '/examples/0', severity: 'error' },
  ]);
});

import { expect, test } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { lint } from '../../../../src/tools/lint/lint.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { runExamples } from '../../../support/tool-examples.ts';

test('every example of every tool and version answers what its manifest says, to the hash (DL-31)', async () => {
  const runs = await runExamples(catalog);
  expect(runs).toHaveLength(catalog.reduce((sum, tool) => sum + tool.examples.length, 0));
  // After a change on purpose: node .ci/lint-tools.mjs --write-examples
  for (const { key, example, answered } of runs) expect({ key, ...answered }).toEqual({ key, ...example.expectedResult });
});

test('every example of a tool that reads captures names them by digest, and every tool has one that works', () => {
  for (const { manifest, scope, examples } of catalog) {
    const named = examples.filter((example) => (example.captures ?? []).length > 0);
    expect(named, manifest.name).toHaveLength(scope === 'captures' ? examples.length : 0);
    expect(examples[0]?.expectedResult['status'], manifest.name).toBe('ok');
  }
});

test('an example that gives something else is an error of the lint', () => {
  const manifests = createRegistry(catalog).getAll();
  const examples = new Map([['capture_overview@1.0.0#0', { ok: false as const, message: 'another hash' }]]);
  expect(lint(manifests, { examples }).filter(({ rule }) => rule === 'DL-31')).toMatchObject([
    { tool: 'capture_overview@1.0.0', pointer: '/examples/0', severity: 'error' },
  ]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { warmUp } from '../../../../src/app/calls/warm-up.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';

let waiting: (() => void)[] = [];

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('every installed version is looked at once, one per idle moment', () => {
  const registry = createRegistry(catalog);
  const seen: unknown[] = [];
  const validate = (call: unknown): Promise<never> => {
    seen.push(call);
    return new Promise(() => undefined);
  };
  warmUp({ validate, catalog: () => registry.getAll() }, registry);
  const versions = registry.getAll().flatMap(({ name }) => registry.versions(name).map(({ manifest }) => manifest.version));
  for (let moment = 0; moment < versions.length; moment++) {
    expect(seen).toHaveLength(moment);
    waiting.shift()?.();
  }
  expect(seen).toHaveLength(versions.length);
  expect(new Set(seen.map((call) => JSON.stringify(call))).size).toBe(versions.length);
  waiting.shift()?.();
  expect(seen).toHaveLength(versions.length);
  expect(waiting).toEqual([]);
});

import { expect, test } from 'vitest';
import { catalog } from '../../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../../src/tools/registry.ts';
import { entriesOf, findTools } from '../../../../../src/ui/features/catalog/find-tools.ts';

const registry = createRegistry(catalog);
const entries = entriesOf(registry.names().flatMap((name) => [...registry.versions(name)].reverse().map((entry) => entry.manifest)));
const names = (search: string, category = ''): string[] => findTools(entries, search, category).map(({ name }) => name);

test('one entry per tool, its versions newest first', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  const regression = entries.find(({ name }) => name === 'statistical_regression_tool');
  expect(regression?.versions.map(({ version, deprecated }) => [version, deprecated !== undefined])).toEqual([
    ['1.3.0', false],
    ['1.2.0', true],
  ]);
});

test('found by name, alias, tag and category, by all words at once', () => {
  expect(names('regress')).toEqual(['generalized_linear_tool', 'statistical_regression_tool']);
  expect(names('fit-linear-regression')).toEqual(['statistical_regression_tool']);
  expect(names('rows SQL')).toContain('capture_query');
  expect(names('', 'query')).toEqual(expect.arrayContaining(['capture_overview', 'capture_query', 'get_current_time']));
  expect(names('regress', 'query')).toEqual([]);
  expect(names('no such words')).toEqual([]);
});

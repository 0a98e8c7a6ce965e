import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { answerOf, expectedAnswer } from '../../support/example-hashes.ts';
import { seesNative } from '../../support/native-engine.ts';
import { EXAMPLE_KEY, exampleFiles } from '../../support/example-files.ts';
import { command, folder } from './command.ts';

const FIRST_CALL = {
  tool_name: 'get_current_time',
  tool_version: '1.0.0',
  capture_selection: {},
  arguments: {},
  request_id: 'first',
  timeout_ms: 5000,
};

const place = folder();
afterAll(() => place.remove());

const files = exampleFiles();
const ENGINES = (await seesNative()) ? ['wasm', 'native'] : ['wasm'];

/** One process runs the examples of a tool that read the same captures. */
async function runInCommand(
  engine: string,
  key: string,
  captures: readonly string[],
  calls: readonly object[],
  connection: boolean,
): Promise<ToolResult[]> {
  const path = place.at(`${key}.json`);
  // A name that is taken gets a number, which the answer of an export says.
  mkdirSync(place.at(key));
  // An export says the head of the journal in its file, so the size of that file tells an empty journal from another.
  writeFileSync(path, JSON.stringify([FIRST_CALL, ...calls]));
  const { stdout, stderr } = await command([
    'run',
    path,
    ...captures,
    ...['--engine', engine, '--format', 'jsonl', '--quiet', '--approve', 'capture_export', '--write-to', place.at(key)],
    ...(connection ? ['--keys', place.at('keys.json'), '--connection', 'all'] : []),
  ]);
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as ToolResult);
}

// The unit tests compare the same manifests with the core in Node, and examples.long.spec.ts with the page and the one file.
describe.each(ENGINES)('with the engine %s the examples of every tool give the hashes of their manifest', (engine) => {
  beforeAll(() => {
    writeFileSync(place.at('keys.json'), JSON.stringify(Object.fromEntries([EXAMPLE_KEY])));
  });

  test.each(catalog.map((tool) => [`${tool.manifest.name}@${tool.manifest.version}`, tool] as const))(
    '%s',
    async (name, { manifest, examples }) => {
      const groups = new Map<string, number[]>();
      examples.forEach(({ captures = [] }, index) => {
        const paths = captures.map(({ sha256 }) => files.get(sha256)!).join('\n');
        groups.set(paths, [...(groups.get(paths) ?? []), index]);
      });
      for (const [paths, indices] of groups) {
        const calls = indices.map((index) => ({
          tool_name: manifest.name,
          tool_version: manifest.version,
          capture_selection: examples[index]!.capture_selection ?? {},
          arguments: examples[index]!.params,
          request_id: `example-${String(index)}`,
          timeout_ms: manifest.execution_constraints.max_timeout_ms,
        }));
        const captures = paths === '' ? [] : paths.split('\n');
        const key = `${engine}-${name}-${String(indices[0])}`;
        const results = await runInCommand(engine, key, captures, calls, manifest.requiresConnection === true);
        const expected = indices.map((index) => expectedAnswer(examples[index]!));
        expect(expected.every(({ result_hash }) => typeof result_hash === 'string')).toBe(true);
        expect(results.map((result, at) => answerOf(result, examples[indices[at]!]!))).toEqual(expected);
      }
    },
  );
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { EXAMPLE_KEY, exampleFiles, runExamples, type ExampleRun } from '../../support/tool-examples.ts';
import { command, folder } from './command.ts';

/** The clock is no input of the command, and this tool answers nothing else. */
const OF_THE_CLOCK = 'get_current_time';

const FIRST_CALL = {
  tool_name: OF_THE_CLOCK,
  tool_version: '1.0.0',
  capture_selection: {},
  arguments: {},
  request_id: 'first',
  timeout_ms: 5000,
};

const place = folder();
afterAll(() => place.remove());

const files = exampleFiles();
const tools = catalog.filter(({ manifest }) => manifest.name !== OF_THE_CLOCK);

/** What both sides say of a call: everything but times and ids. */
const heard = ({ status, errors, metadata }: ToolResult) => ({ status, codes: errors.map(({ code }) => code), hash: metadata.result_hash });

/** One process runs the examples of a tool that read the same captures. */
async function runInCommand(
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
    ...['--format', 'jsonl', '--quiet', '--approve', 'capture_export', '--write-to', place.at(key)],
    ...(connection ? ['--keys', place.at('keys.json'), '--connection', 'all'] : []),
  ]);
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as ToolResult);
}

describe('the examples of every tool give the result of the page', () => {
  let runs: ReadonlyMap<string, ExampleRun>;
  beforeAll(async () => {
    writeFileSync(place.at('keys.json'), JSON.stringify(Object.fromEntries([EXAMPLE_KEY])));
    runs = new Map((await runExamples(catalog)).map((run) => [run.key, run]));
  });

  test.each(tools.map((tool) => [`${tool.manifest.name}@${tool.manifest.version}`, tool] as const))(
    '%s',
    async (name, { manifest, examples }) => {
      const groups = new Map<string, number[]>();
      examples.forEach(({ captures = [] }, index) => {
        const paths = captures.map(({ sha256 }) => files.get(sha256)!);
        groups.set(paths.join('\n'), [...(groups.get(paths.join('\n')) ?? []), index]);
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
        const results = await runInCommand(`${name}-${String(indices[0])}`, captures, calls, manifest.requiresConnection === true);
        const expected = indices.map((index) => heard(runs.get(`${name}#${String(index)}`)!.result));
        expect(expected.every(({ hash }) => hash !== undefined)).toBe(true);
        expect(results.map(heard)).toEqual(expected);
      }
    },
  );
});

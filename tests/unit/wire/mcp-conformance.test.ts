import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../../src/tools/contract/zod.ts';
import type { AnyTool } from '../../../src/tools/definition.ts';
import { mcpBridge, type McpBridge } from '../../support/mcp-bridge.ts';
import { bench, countingIds, multiplier } from '../../support/tools.ts';

/** The published runner of the protocol's authors, of the last line that runs on this Node. */
const RUNNER = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Its scenarios of tools that this server has: what it neither has nor declares (prompts, sampling, images) is not asked. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'tools-call-simple-text', 'tools-call-error', 'tools-call-with-progress'];

/** The tools that the scenarios call by name, bound to the real runner like any other. */
function named(name: string, run: AnyTool['run']): AnyTool {
  const base = multiplier({ manifest: { name, kebab_name: `answer-${name.replaceAll('_', '-')}` } });
  return {
    ...base,
    scope: 'none',
    requires: [],
    input: z.strictObject({}),
    examples: [{ description: 'As it is.', params: {}, expectedResult: { status: 'ok' } }],
    run,
  };
}
const said = (labels: string[]) => ({
  status: 'ok' as const,
  summary: 'This is a simple text response for testing.',
  structured_output: { product: 0, labels },
  warnings: [],
  confidence_inputs: { rows: 1 },
});
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
const tools = [
  named('test_simple_text', () => Promise.resolve(said([]))),
  named('test_error_handling', () => Promise.reject(new Error('This tool intentionally fails'))),
  named('test_tool_with_progress', async (_args, _context, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress({ phase: 'testing', done, total: 100, unit: 'steps' });
      await pause();
    }
    return said(['done']);
  }),
];

let bridge: McpBridge;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  const { runner } = bench(tools);
  const ids = countingIds();
  bridge = await mcpBridge({
    version: '0.1.0',
    catalog: () => runner.catalog(),
    run: (invocation, { signal, onProgress }) => runner.run(invocation, { signal, onProgress, entry: 'mcp' }),
    newId: () => `mcp-${ids.uuid()}`,
    note: () => undefined,
  });
});
afterAll(async () => {
  await bridge.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Its own process, its own client: nothing of ours on that side. */
function conformance(scenario: string): Promise<{ readonly code: number | null; readonly said: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [RUNNER, 'server', '--url', bridge.url, '--scenario', scenario], { cwd: folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
    child.on('close', (code) => {
      done({ code, said: output });
    });
  });
}

test.each(SCENARIOS)('the published conformance runner passes %s', async (scenario) => {
  const { code, said: output } = await conformance(scenario);
  expect(output).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  expect(code).toBe(0);
});

test('the runner fails what is not there, so that passing says something', async () => {
  expect((await conformance('tools-call-image')).code).toBe(1);
});

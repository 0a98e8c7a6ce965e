import { expect, test } from 'vitest';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { toolService } from '../../../src/core/calls/tool-service.ts';
import type { ReplayDependencies } from '../../../src/core/calls/replays.ts';
import type { ValidationReport } from '../../../src/tools/contract/index.ts';
import { ToolResult } from '../../../src/tools/contract/result.ts';
import { project } from '../../../src/tools/contract/project.ts';
import type { RunOptions } from '../../../src/tools/runner/ports.ts';
import { decode } from '../../../src/wire/decode.ts';
import { encode } from '../../../src/wire/encode.ts';
import { ASK } from '../../support/dialect-messages.ts';
import { withHostileMember } from '../../support/hostile-values.ts';
import { randomSource } from '../../support/random.ts';
import { bench, call, capture, lookup } from '../../support/tools.ts';

/** Every entry point meets values that are no plain data: it answers with a code, and the next call runs. */
const ROUNDS = 300;

const OPTIONS = {
  interactive: true,
  context: { agent: { id: 'a', version: '1' }, connection_id: 'c', preferences: ['short'] },
  toolIds: ['row_multiplier'],
  entry: 'console',
};

async function entries() {
  const { runner, registry } = bench();
  const captures = lookup([capture()]);
  const replays = { runner, runs: [], build: { app_version: '1', kernels_sha256: '' }, opened: captures } as unknown as ReplayDependencies;
  const tools = toolService({ registry, runner, captures, replays });
  await tools.ready;
  const rules = await tools.rules();
  const failed = await runner.run(call({ request_id: 'failed', arguments: {} }));
  const manifest = runner.manifest('row_multiplier');
  const fine = (await runner.run(call({ request_id: 'fine' }))) as unknown;
  const plan = { format: 'capture-workbench/plan', version: 1, name: 'p', steps: [{ id: 'a', invocation: call() }] };
  const calls: readonly (readonly [name: string, data: unknown, work: (value: never) => unknown])[] = [
    ['run', call(), (value: unknown) => runner.run(value)],
    ['run with options', OPTIONS, (value: RunOptions) => runner.run(call(), value)],
    ['validate', call(), (value: unknown) => runner.validate(value)],
    ['validate with options', OPTIONS, (value: RunOptions) => runner.validate(call(), value)],
    ['plan', plan, (value: unknown) => tools.plan(value)],
    ['plan with options', { ...OPTIONS, onStage: () => undefined }, (value: RunOptions) => tools.plan([call()], value)],
    ['preview', plan, (value: unknown) => tools.preview(value)],
    ['repair', call({ arguments: {} }), (value: unknown) => rules.repair(value, failed)],
    ['repair with a result', failed, (value: ToolResult) => rules.repair(call(), value)],
    ['replay', { format: 'capture-workbench/replay', version: 1, calls: [], results: [] }, (value: unknown) => tools.replay(value)],
    ['replay with options', OPTIONS, (value: RunOptions) => tools.replay({}, value)],
    [
      'setPolicy',
      runner.policy(),
      (value: unknown) => {
        runner.setPolicy(value);
      },
    ],
    ['lint', manifest, (value: unknown) => rules.lint(value)],
    ['project', fine, (value: ToolResult) => project(value, 'planner')],
    ['encode', { tools: ['row_multiplier'], choice: { name: 'row_multiplier' } }, (value: never) => encode('mcp', runner.catalog(), value)],
    ['decode', ASK['openai-chat'](1, 'row_multiplier', { factor: 3 }), (value: unknown) => decode('openai-chat', value, runner.catalog())],
  ];
  return { runner, calls };
}

test('every entry point answers hostile values with a code', async () => {
  const { runner, calls } = await entries();
  const policy = runner.policy();
  const random = randomSource(23);
  let tried = 0;
  for (const [name, data, work] of calls) {
    for (let round = 0; round < ROUNDS; round++) {
      tried += 1;
      const outcome = await settled(() => work(withHostileMember(data, random) as never));
      if (outcome instanceof Error) expect([name, outcome.constructor, outcome]).toEqual([name, WorkbenchError, outcome]);
      if (outcome instanceof Error) expect((outcome as WorkbenchError).code, name).toMatch(/^[A-Z][A-Z_]+$/);
      else if (name.startsWith('run')) expect(ToolResult.safeParse(outcome).error, name).toBeUndefined();
      else if (name.startsWith('validate'))
        expect(
          (outcome as ValidationReport).errors.every(({ code }) => code !== ''),
          name,
        ).toBe(true);
    }
    // A hostile policy may be valid in parts; the tests of the next entry need the first one.
    runner.setPolicy(policy);
  }
  expect(tried).toBeGreaterThan(4000);
  expect((await runner.run(call({ request_id: 'after' }))).status).toBe('ok');
  expect((await runner.verifyAudit()).ok).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}, 120_000);

async function settled(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(`no error: ${typeof error}`);
  }
}

test('arguments that change while they are read are read once', async () => {
  const { runner } = bench();
  let reads = 0;
  const given = call({
    arguments: {
      get factor() {
        reads += 1;
        return reads;
      },
    },
  });
  expect((await runner.run(given)).structured_output).toMatchObject({ product: 100 });
  expect([reads, runner.audit()[0]?.arguments]).toEqual([1, { factor: 1, mode: 'plain' }]);
});

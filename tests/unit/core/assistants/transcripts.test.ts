import { expect, test } from 'vitest';
import { MOST_CHARACTERS, readCalls, withOwnIds } from '../../../../src/core/assistants/transcripts.ts';
import { repair } from '../../../../src/tools/repair/repair.ts';
import { bench, capture, countingIds, lookup } from '../../../support/tools.ts';
import { benches, registry } from '../../tools/repair/habits.ts';

const ask = (id: string, name: string, args: string) => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});
const selection = '"capture_selection": {"capture_id": "lab"}';

function parts() {
  const bed = bench();
  const facts = { registry: bed.registry, catalog: bed.runner.catalog(), captures: lookup([capture()]), ids: countingIds() };
  const transcripts = {
    tools: () => bed.runner.catalog(),
    runner: bed.runner,
    repair: (invocation: unknown, result: Parameters<typeof repair>[1]) => repair(invocation, result, facts),
  };
  return { bed, transcripts };
}

test('each call has its verdict, and nothing of the transcript ran', async () => {
  const { bed, transcripts } = parts();
  const text = JSON.stringify({
    messages: [
      ask('good', 'row_multiplier', `{${selection}, "factor": 2}`),
      ask('near', 'row_multiplier', `{${selection}, "factor": "10"}`),
      ask('cut', 'row_multiplier', `{${selection}, "fac`),
      ask('odd', 'launch_rocket_sled', '{}'),
    ],
  });
  const reading = await readCalls(text, null, transcripts);
  expect(reading).toMatchObject({ dialect: 'openai-chat', call_count: 4 });
  expect(reading.calls.map(({ id, verdict, errors }) => [id, verdict, errors.map(({ code }) => code)])).toEqual([
    ['good', 'ready', []],
    ['near', 'repair', ['INVALID_TYPE']],
    ['cut', 'rejected', ['invalid_json']],
    ['odd', 'rejected', ['UNKNOWN_TOOL']],
  ]);
  expect(reading.calls[1]?.repaired?.invocation).toMatchObject({ arguments: { factor: 10 } });
  expect(bed.runner.audit()).toEqual([]);
});

test('a tool in another spelling runs in its newest version, as under its own name', async () => {
  const { facts, runner } = benches.one;
  const transcripts = {
    tools: () => facts.catalog,
    runner,
    repair: (invocation: unknown, result: Parameters<typeof repair>[1]) => repair(invocation, result, facts),
  };
  const args = '{"capture_selection": {"capture_id": "chamber_four_phones"}}';
  const { calls } = await readCalls(JSON.stringify(ask('near', 'workbench/capture_overview()', args)), null, transcripts);
  const newest = registry.get('capture_overview')?.manifest.version;
  expect(registry.versions('capture_overview').length).toBeGreaterThan(1);
  expect(calls[0]?.repaired?.invocation).toMatchObject({ tool_name: 'capture_overview', tool_version: newest });
});

test('a call that ran keeps its ids once; the second time it has fresh ones', async () => {
  const { bed, transcripts } = parts();
  const { calls } = await readCalls(JSON.stringify(ask('good', 'row_multiplier', `{${selection}, "factor": 2}`)), null, transcripts);
  const invocation = calls[0]?.invocation;
  expect(withOwnIds(invocation, bed.runner.audit())).toBe(invocation);
  await bed.runner.run(invocation);
  const again = withOwnIds(invocation, bed.runner.audit()) as { request_id: string; tool_call_id: string };
  expect(again.request_id).toMatch(/^req-/);
  expect((await bed.runner.run(again)).status).toBe('ok');
  expect(
    (await readCalls(JSON.stringify(ask('good', 'row_multiplier', `{${selection}, "factor": 2}`)), null, transcripts)).calls[0]?.verdict,
  ).toBe('ready');
});

test('what is too long, of no dialect or no transcript says what was expected', async () => {
  const { transcripts } = parts();
  await expect(readCalls(' '.repeat(MOST_CHARACTERS + 1), null, transcripts)).rejects.toThrow('expected a transcript of at most');
  await expect(readCalls('{"a": 1}', null, transcripts)).rejects.toThrow('choose the dialect');
  await expect(readCalls('hello', null, transcripts)).rejects.toThrow('expected a transcript');
  await expect(readCalls('{"a": 1}', 'soap', transcripts)).rejects.toThrow('expected one of openai-chat');
});

test('a call made by code that the provider runs says so', async () => {
  const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' };
  const use = (id: string, more: object) => ({ type: 'tool_use', id, name: 'capture_overview', input: {}, ...more });
  const content = [use('t1', { caller }), use('t2', { caller: { type: 'direct' } })];
  const { transcripts } = parts();
  const { calls } = await readCalls(JSON.stringify({ role: 'assistant', content, stop_reason: 'tool_use' }), 'anthropic', transcripts);
  expect(calls.map((call) => call.caller)).toEqual([{ type: 'code_execution_20260120', id: 'srvtoolu_1' }, undefined]);
});

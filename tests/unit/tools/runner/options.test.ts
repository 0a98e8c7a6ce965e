import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../../../src/tools/runner/ports.ts';
import { bench, call } from '../../../support/tools.ts';

const run = async (options: unknown) => {
  const { runner } = bench();
  const result = await runner.run(call(), options as RunOptions);
  const report = await runner.validate(call({ request_id: 'v' }), options as RunOptions);
  return { result, report, line: runner.audit()[0] };
};

describe('options of a call', () => {
  test.each(['agent_id', 'agents', 'apiKey', 'Agent'])(
    'the unknown member context.%s is refused, with the members that exist',
    async (name) => {
      const { result, report, line } = await run({ context: { [name]: 'bot' } });
      const error = {
        code: 'UNKNOWN_ARGUMENT',
        field: `context.${name}`,
        allowed: ['connection_id', 'agent', 'preferences', 'traceId', 'correlationId'],
      };
      expect(result).toMatchObject({ status: 'error', errors: [error] });
      expect(result.errors[0]?.message).toContain(name);
      expect(report).toMatchObject({ valid: false, errors: [error] });
      expect(line).toMatchObject({ actor: 'agent:unidentified', decision: 'unknown', attempts: 0 });
    },
  );

  test.each([
    ['bot', 'context.agent', 'INVALID_TYPE'],
    [null, 'context.agent', 'INVALID_TYPE'],
    [{}, 'context.agent.id', 'MISSING_REQUIRED_ARGUMENT'],
    [{ id: 'a' }, 'context.agent.version', 'MISSING_REQUIRED_ARGUMENT'],
    [{ id: '', version: '1' }, 'context.agent.id', 'INVALID_VALUE'],
    [{ id: 'a', version: '' }, 'context.agent.version', 'INVALID_VALUE'],
    [{ id: 'a', version: '1', name: 'x' }, 'context.agent.name', 'UNKNOWN_ARGUMENT'],
  ])('the agent %j is refused at %s', async (agent, field, code) => {
    const { result, report } = await run({ context: { agent } });
    expect(result.errors[0]).toMatchObject({ field, code });
    expect(report.errors[0]).toMatchObject({ field, code });
  });

  test.each([
    [null, undefined],
    ['interactive', undefined],
    [[], undefined],
    [{ agent: { id: 'a', version: '1' } }, 'agent'],
    [{ signal: {} }, 'signal'],
    [{ signal: Object.create(AbortSignal.prototype) as unknown }, 'signal'],
    [{ onProgress: 'log' }, 'onProgress'],
    [{ toolIds: 'capture_query' }, 'toolIds'],
    [{ interactive: 'yes' }, 'interactive'],
  ])('the options %j are refused', async (options, field) => {
    const { result } = await run(options);
    expect(result).toMatchObject({ status: 'error' });
    expect(result.errors[0]?.field).toBe(field);
  });

  test('the journal names the agent of a refused call', async () => {
    const { line } = await run({ context: { agent: { id: 'bot', version: '2' }, apiKey: 'x' } });
    expect(line).toMatchObject({ actor: 'agent:bot', agentId: 'bot', agentVersion: '2' });
  });

  test('preferences are accepted and do not change the result hash', async () => {
    const [plain, preferring] = [await run({}), await run({ context: { preferences: ['short answers'] } })];
    expect(preferring.result.metadata.result_hash).toBe(plain.result.metadata.result_hash);
  });

  test('a progress callback that throws does not fail the call', async () => {
    const { result } = await run({
      onProgress: () => {
        throw new Error('listener');
      },
    });
    expect(result.status).toBe('ok');
  });

  test('members of the signal that are replaced during the call have no effect', async () => {
    const controller = new AbortController();
    const { runner } = bench();
    const running = runner.run(call(), { signal: controller.signal });
    Object.defineProperty(controller.signal, 'removeEventListener', { value: null });
    expect((await running).status).toBe('ok');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { nodeEngine } from '../../support/node-engine.ts';

const SLOW = 'SELECT max(a.i * b.i) FROM range(100000000) a(i), range(1000) b(i)';
const codeOf = (error: unknown): string => (error instanceof DOMException ? error.name : (error as { code: string }).code);

describe('one engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await nodeEngine();
  });
  afterAll(() => engine.close());

  it('rejects a cancelled call immediately, and its connection stays usable', async () => {
    const stop = new AbortController();
    const running = engine.query(SLOW, { signal: stop.signal }).catch(codeOf);
    const toolStop = new AbortController();
    const tool = engine.answer(SLOW, [], { signal: toolStop.signal }).catch(codeOf);
    const waiting = engine.query('SELECT 1', { signal: stop.signal }).catch(codeOf);
    await engine.create('beside', [{ name: 'a', type: 'INTEGER' }]);
    stop.abort();
    toolStop.abort();
    expect(await Promise.all([running, tool, waiting])).toEqual(['AbortError', 'AbortError', 'AbortError']);
    expect((await engine.query('SELECT 2')).rows).toEqual([[2]]);
    expect((await engine.answer('SELECT 3 AS a')).column('a').values[0]).toBe(3);
  });

  it('does not start a call that was cancelled before', async () => {
    await expect(engine.query('SELECT 1', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.answer('SELECT 1', [], { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('returns the right answer to each of several concurrent calls', async () => {
    const answers = Array.from({ length: 20 }, (_, i) => engine.answer('SELECT ?::INTEGER AS n FROM range(3000)', [i]));
    const queries = Array.from({ length: 20 }, (_, i) => engine.query(i % 3 === 0 ? `SELECT ${i}, zz` : `SELECT ${i}`).catch(codeOf));
    for (const [i, answer] of (await Promise.all(answers)).entries()) expect(answer.column('n').values[2999]).toBe(i);
    for (const [i, result] of (await Promise.all(queries)).entries()) {
      expect(typeof result === 'string' ? result : result.rows).toEqual(i % 3 === 0 ? 'SQL_ERROR' : [[i]]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bindings, BootBindings } from '../../../src/engine/bindings.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { SqlEngine } from '../../../src/engine/sql-engine.ts';
import { bootInNode, nodeEngine } from '../../support/node-engine.ts';

const SLOW = 'SELECT max(a.i * b.i) FROM range(100000000) a(i), range(1000) b(i)';
const codeOf = (error: unknown): string => (error instanceof DOMException ? error.name : (error as { code: string }).code);

/** The real database whose raw calls a test may replace, and whose deaths it may announce. */
function breakable(): { boot: BootBindings; made: Bindings[]; deaths: ((reason: string) => void)[] } {
  const made: Bindings[] = [];
  const deaths: ((reason: string) => void)[] = [];
  const boot: BootBindings = async (told) => {
    deaths.push(told);
    const bindings = await bootInNode(told);
    made.push(bindings);
    return bindings;
  };
  return { boot, made, deaths };
}

describe('one engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await nodeEngine();
  }, 60_000);
  afterAll(() => engine.close());

  it('rejects a cancelled call at once, and its connection answers again', async () => {
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

  it('does not start what is cancelled before', async () => {
    await expect(engine.query('SELECT 1', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.answer('SELECT 1', [], { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('keeps calls apart that arrive together', async () => {
    const answers = Array.from({ length: 20 }, (_, i) => engine.answer('SELECT ?::INTEGER AS n FROM range(3000)', [i]));
    const queries = Array.from({ length: 20 }, (_, i) => engine.query(i % 3 === 0 ? `SELECT ${i}, zz` : `SELECT ${i}`).catch(codeOf));
    for (const [i, answer] of (await Promise.all(answers)).entries()) expect(answer.column('n').values[2999]).toBe(i);
    for (const [i, result] of (await Promise.all(queries)).entries()) {
      expect(typeof result === 'string' ? result : result.rows).toEqual(i % 3 === 0 ? 'SQL_ERROR' : [[i]]);
    }
  });
});

describe('death', () => {
  it('rejects what waits, comes back empty, and tells', async () => {
    const { boot, made, deaths } = breakable();
    const engine = new SqlEngine(boot);
    await engine.create('here', [{ name: 'a', type: 'INTEGER' }]);
    const told = new Promise<string>((resolve) => engine.onLost(resolve));
    const waiting = [engine.query(SLOW), engine.query('SELECT 1'), engine.answer(SLOW), engine.drop('here')].map((call) =>
      call.catch(codeOf),
    );
    deaths[0]?.('its worker ended');
    expect(await Promise.all(waiting)).toEqual(['ENGINE_LOST', 'ENGINE_LOST', 'ENGINE_LOST', 'ENGINE_LOST']);
    expect(await told).toBe('its worker ended');
    expect(made).toHaveLength(2);
    expect((await engine.query('SHOW TABLES')).rows).toEqual([]);
    await engine.close();
  });

  it('gives up an instance whose memory broke', async () => {
    const { boot, made } = breakable();
    const engine = new SqlEngine(boot);
    await engine.ready;
    const told = new Promise<string>((resolve) => engine.onLost(resolve));
    const first = made[0];
    if (first) first.tokenize = () => Promise.reject(Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' }));
    await expect(engine.query('SELECT 1')).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    expect(await told).toContain('memory access out of bounds');
    expect((await engine.query('SELECT 4')).rows).toEqual([[4]]);
    expect(made).toHaveLength(2);
    await engine.close();
  });

  it('forgets a listener that left', async () => {
    const { boot, deaths } = breakable();
    const engine = new SqlEngine(boot);
    await engine.ready;
    const reasons: string[] = [];
    engine.onLost((reason) => reasons.push(`left: ${reason}`))();
    const told = new Promise<void>((resolve) => engine.onLost((reason) => resolve(void reasons.push(reason))));
    deaths[0]?.('once');
    deaths[0]?.('twice');
    await told;
    expect(reasons).toEqual(['once']);
    await engine.close();
  });

  it('says why it does not start, and starts when it can', async () => {
    let broken = true;
    const boot: BootBindings = (told) => (broken ? Promise.reject(new Error('no such file')) : bootInNode(told));
    const engine = new SqlEngine(boot);
    await expect(engine.ready).rejects.toThrow('the query engine did not start: Error: no such file');
    await expect(engine.query('SELECT 1')).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    broken = false;
    expect((await engine.query('SELECT 5')).rows).toEqual([[5]]);
    await engine.close();
  });

  it('does not wait for ever for a start', async () => {
    const engine = new SqlEngine(() => new Promise(() => undefined), { bootMs: 10 });
    await expect(engine.ready).rejects.toMatchObject({
      code: 'ENGINE_LOST',
      message: expect.stringContaining('did not start within') as string,
    });
    await engine.close();
  });

  it('answers nothing after close', async () => {
    const engine = await nodeEngine();
    const running = engine.query(SLOW).catch(codeOf);
    await engine.close();
    expect(await running).toBe('ENGINE_LOST');
    await expect(engine.query('SELECT 1')).rejects.toMatchObject({ code: 'ENGINE_LOST' });
  });
});

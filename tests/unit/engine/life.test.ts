import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SqlEngine } from '../../../src/engine/sql-engine.ts';
import type { EngineState } from '../../../src/engine/state.ts';
import { encodeIpc } from '../../../src/tables/arrow.ts';
import { Batch } from '../../../src/tables/batch.ts';
import { FaultyEngine } from '../../support/faulty-engine.ts';
import type { StartFault } from '../../support/faulty-engine.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { settle, TestClock } from '../../support/test-clock.ts';

const MINUTE = 60_000;
const COLUMNS = [{ name: 'a', type: 'INTEGER' }] as const;
const codeOf = (error: unknown): string => (error instanceof DOMException ? error.name : (error as { code: string }).code);

let clock: TestClock;
let faults: FaultyEngine;
let engine: SqlEngine;
let states: EngineState[];

function start(...plan: StartFault[]): void {
  faults = new FaultyEngine(clock, plan);
  engine = new SqlEngine(faults.start, {}, clock);
  engine.onState((state) => states.push(state));
}

const phases = (): string[] => states.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1]);

/** One row with the number 7. */
function oneRow(): Uint8Array {
  const batch = new Batch(COLUMNS, 1);
  batch.fixed('a', 'INTEGER').set(0, 7);
  batch.rows = 1;
  return encodeIpc(batch);
}

// The first database of a process takes seconds to link.
beforeAll(async () => (await nodeEngine()).close());
beforeEach(() => {
  clock = new TestClock();
  states = [];
});
afterEach(() => engine.close());

describe('a start', () => {
  it('may take five minutes', async () => {
    start({ ms: 5 * MINUTE, alive_ms: 5_000 });
    const waiting = engine.query('SELECT 1');
    await clock.advance(4 * MINUTE);
    expect(engine.state()).toMatchObject({ phase: 'starting', attempt: 1, progress: { done: 4 * MINUTE, total: 5 * MINUTE } });
    await clock.advance(MINUTE);
    expect((await waiting).rows).toEqual([[1]]);
    await engine.ready;
    expect(faults.starts).toBe(1);
    expect(engine.generation()).toBe(0);
  });

  it('may take five minutes without a sign of life', async () => {
    start({ ms: 5 * MINUTE });
    await clock.advance(5 * MINUTE);
    await engine.ready;
    expect(faults.starts).toBe(1);
  });

  it('is abandoned after ten minutes without a sign of life; the next one gets twice the time', async () => {
    start('never', { ms: 15 * MINUTE });
    await clock.advance(10 * MINUTE);
    expect(engine.state()).toMatchObject({ phase: 'failed', reason: expect.stringContaining('no sign of life for 10 minutes') as string });
    await clock.advance(15 * MINUTE + 1_000);
    await engine.ready;
    expect(faults.starts).toBe(2);
  });

  it('is repeated after a growing delay if it fails; waiting calls then continue', async () => {
    start('error', 'error');
    const began = clock.now();
    const waiting = engine.query('SELECT 1');
    await settle();
    expect(engine.state()).toEqual({
      phase: 'failed',
      reason: 'The query engine did not start: no such file.',
      attempt: 1,
      progress: null,
      retry_at_ms: began + 1_000,
    });
    await clock.advance(1_000);
    expect(engine.state()).toMatchObject({ phase: 'failed', attempt: 2, retry_at_ms: began + 3_000 });
    await clock.advance(2_000);
    expect((await waiting).rows).toEqual([[1]]);
    await engine.ready;
    expect(engine.state()).toEqual({ phase: 'ready', reason: null, attempt: 0, progress: null, retry_at_ms: null });
    expect(phases()).toEqual(['starting', 'failed', 'starting', 'failed', 'starting', 'ready']);
  });

  it('never requests a delay longer than timers support, however often starts failed', async () => {
    const delays: number[] = [];
    const after = clock.after.bind(clock);
    clock.after = (ms, work) => {
      delays.push(ms);
      return after(ms, work);
    };
    start(...Array.from({ length: 14 }, () => 'error' as const), 'never');
    await clock.advance(30 * MINUTE);
    expect(faults.starts).toBe(15);
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
  });

  it('is repeated immediately when a person requests it', async () => {
    start('error');
    await settle();
    engine.retry();
    await settle();
    expect(engine.state().phase).toBe('ready');
  });

  it('is repeated at least every 30 s, indefinitely', async () => {
    start(...Array.from({ length: 30 }, (): StartFault => 'error'));
    await clock.advance(18_000 + 26 * 30_000);
    expect(engine.state().phase).toBe('ready');
    expect(faults.starts).toBe(31);
  });

  it('does not delay the rejection of a cancelled call', async () => {
    start('never');
    const stop = new AbortController();
    const waiting = [engine.query('SELECT 1', { signal: stop.signal }), engine.create('t', COLUMNS, { signal: stop.signal })];
    stop.abort();
    expect(await Promise.all(waiting.map((call) => call.catch(codeOf)))).toEqual(['AbortError', 'AbortError']);
  });

  it('rejects `ready` and every call if the engine is closed', async () => {
    start('never');
    const waiting = engine.query('SELECT 1').catch(codeOf);
    await engine.close();
    expect(await waiting).toBe('ENGINE_LOST');
    await expect(engine.ready).rejects.toMatchObject({ code: 'ENGINE_LOST', message: 'the query engine was closed' });
    await expect(engine.query('SELECT 1')).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    expect(engine.state()).toMatchObject({ phase: 'failed', reason: 'The query engine was closed.', retry_at_ms: null });
  });
});

describe('a lost database', () => {
  it('is replaced: reads restart, tool calls and writers reject', async () => {
    start();
    await engine.create('here', COLUMNS);
    let took = 0;
    const rows = engine.rows('SELECT 1 FROM range(3)');
    const calls = [
      engine.query('SELECT 2').then(({ rows }) => rows),
      engine.numbers('SELECT 3::UINTEGER').then((numbers) => [...numbers]),
      engine.answer('SELECT 4').then(() => 'answered', codeOf),
      // Waits behind the answer, so it has not begun.
      engine.answer('SELECT 5 AS a').then((answer) => answer.column('a').values[0]),
      engine.append('here', oneRow()).catch(codeOf),
      engine.drop('here').then(() => 'dropped'),
      engine.stream('SELECT 6', [], () => Promise.resolve(void took++)).then(() => took),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    faults.current!.kill();
    expect(engine.state()).toMatchObject({ phase: 'restarting', reason: 'The query engine stopped: its worker ended: killed by a test.' });
    expect(engine.generation()).toBe(1);
    expect(await Promise.all(calls)).toEqual([[[2]], [3], 'ENGINE_LOST', 5, 'ENGINE_LOST', 'dropped', 1]);
    expect((await rows).row_count).toBe(3);
    expect((await engine.query('SHOW TABLES')).rows).toEqual([]);
    expect(phases()).toEqual(['starting', 'ready', 'restarting', 'ready']);
  });

  it('is replaced after its memory is corrupted', async () => {
    start();
    await engine.ready;
    const trap = Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' });
    faults.current!.bindings.tokenize = () => Promise.reject(trap);
    expect((await engine.query('SELECT 4')).rows).toEqual([[4]]);
    expect(faults.starts).toBe(2);
  });

  it('makes a query fail that breaks it each time, and the engine continues', async () => {
    start();
    await engine.ready;
    const silence = engine.onState(({ phase }) => phase === 'ready' && faults.current!.silence());
    faults.current!.silence();
    const query = engine.query('SELECT 1').catch(codeOf);
    for (let life = 1; life <= 3; life++) {
      await settle();
      expect(faults.starts).toBe(life);
      if (life === 3) silence();
      faults.current!.kill();
    }
    expect(await query).toBe('ENGINE_LOST');
    expect((await engine.query('SELECT 1')).rows).toEqual([[1]]);
  });

  it('gets its tables back: hooks recreate them before other statements run', async () => {
    start();
    await engine.create('here', COLUMNS);
    const order: string[] = [];
    let release = (): void => undefined;
    engine.onRestart(async (database, { onProgress }) => {
      await database.create('here', COLUMNS);
      await database.append('here', oneRow());
      order.push(`restored ${String((await database.answer('SELECT a FROM here')).column('a').values[0])}`);
      onProgress?.({ phase: 'reading', done: 1, total: 1, unit: 'steps' });
      await new Promise<void>((resolve) => (release = resolve));
    });
    faults.current!.kill();
    const reading = engine.query('SELECT a FROM here').then(({ rows }) => order.push(`read ${String(rows[0])}`));
    const writing = engine.create('beside', COLUMNS).then(() => order.push('created'));
    await writing;
    await settle();
    expect(engine.state()).toMatchObject({ phase: 'restarting', progress: { done: 1 } });
    release();
    await reading;
    expect(order.sort()).toEqual(['created', 'read 7', 'restored 7']);
  });

  it('is replaced after a delay if it is lost while hooks run, and the hooks run again', async () => {
    start();
    await engine.ready;
    const signals: (AbortSignal | undefined)[] = [];
    engine.onRestart(async (database, { signal }) => {
      signals.push(signal);
      if (signals.length < 3) faults.current!.kill();
      await database.create('here', COLUMNS);
    });
    faults.current!.kill();
    const reading = engine.query('SELECT count(*) FROM here');
    await clock.advance(3_000);
    expect((await reading).rows).toEqual([[0]]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, false]);
    expect(engine.generation()).toBe(3);
  });

  it('is replaced when a person restarts the engine', async () => {
    start();
    await engine.ready;
    const query = engine.query('SELECT 1 FROM range(5)');
    await new Promise((resolve) => setImmediate(resolve));
    engine.restart();
    expect((await query).row_count).toBe(5);
    expect(faults.starts).toBe(2);
  });

  it('explains a missing table with what is known about it', async () => {
    start();
    await engine.ready;
    const { WorkbenchError } = await import('../../../src/base/failure.ts');
    engine.onMissingTable((table) => (table === 'walk' ? new WorkbenchError('CAPTURE_NOT_READY', 'walk is being read') : undefined));
    for (const sql of ['SELECT * FROM WALK', 'SELECT count(*) FROM (SELECT rssi FROM walk)', 'DESCRIBE walk'])
      await expect(engine.query(sql), sql).rejects.toThrow('walk is being read');
    await expect(engine.answer('SELECT * FROM walk')).rejects.toMatchObject({ code: 'CAPTURE_NOT_READY' });
    await expect(engine.query('SELECT * FROM other')).rejects.toMatchObject({ code: 'SQL_ERROR' });
  });
});

describe('a silent worker', () => {
  it('counts as dead after three unanswered checks if it is idle', async () => {
    start();
    await engine.ready;
    await clock.advance(10 * MINUTE);
    expect(faults.starts).toBe(1);
    faults.current!.silence();
    await clock.advance(50_000);
    expect(faults.starts).toBe(2);
    expect(states.map(({ reason }) => reason)).toContain('The query engine stopped: its worker left 3 checks in 30 s unanswered.');
    expect((await engine.query('SELECT 1')).rows).toEqual([[1]]);
  });

  it('is never terminated for silence during a statement; a person can restart it', async () => {
    start();
    await engine.ready;
    const query = engine.query('SELECT 8');
    await new Promise((resolve) => setImmediate(resolve));
    faults.current!.silence();
    await clock.advance(60 * MINUTE);
    expect(faults.starts).toBe(1);
    expect(engine.state()).toMatchObject({
      phase: 'busy',
      reason: expect.stringMatching(/has run for \d\d min without an answer/) as string,
    });
    engine.restart();
    expect((await query).rows).toEqual([[8]]);
  });

  it('is terminated after the grace period during a cancelled statement', async () => {
    start();
    await engine.ready;
    const stop = new AbortController();
    const query = engine.query('SELECT 8', { signal: stop.signal }).catch(codeOf);
    const behind = engine.query('SELECT 9');
    await new Promise((resolve) => setImmediate(resolve));
    faults.current!.silence();
    stop.abort();
    expect(await query).toBe('AbortError');
    await clock.advance(9_000);
    expect(faults.starts).toBe(1);
    await clock.advance(1_000);
    expect((await behind).rows).toEqual([[9]]);
    expect(faults.starts).toBe(2);
  });

  it('does not count as silent while this thread was blocked', async () => {
    start();
    await engine.ready;
    // Every check comes a minute late, as in a background tab that the browser holds back.
    const held = { now: () => clock.now(), after: (ms: number, work: () => void) => clock.after(ms + MINUTE, work) };
    const late = new SqlEngine(faults.start, {}, held);
    await late.ready;
    faults.current!.silence();
    await clock.advance(30 * MINUTE);
    expect(late.generation()).toBe(0);
    await late.close();
  });

  it('is not terminated if a cancelled call was only queued behind another', async () => {
    start();
    await engine.ready;
    const first = engine.query('SELECT 1').catch(codeOf);
    faults.current!.silence();
    const stop = new AbortController();
    const behind = engine.query('SELECT 1', { signal: stop.signal }).catch(codeOf);
    stop.abort();
    expect(await behind).toBe('AbortError');
    await clock.advance(MINUTE);
    expect(faults.starts).toBe(1);
    await engine.close();
    expect(await first).toBe('ENGINE_LOST');
  });
});

describe('busy', () => {
  it('is the state after statements have run for half a second, until they end', async () => {
    start();
    await engine.ready;
    const release = faults.current!.hold();
    const query = engine.query('SELECT 1');
    await clock.advance(499);
    expect(engine.state().phase).toBe('ready');
    await clock.advance(1);
    expect(engine.state()).toMatchObject({ phase: 'busy', reason: null });
    release();
    expect((await query).rows).toEqual([[1]]);
    expect(engine.state().phase).toBe('ready');
  });

  it('is not reported to removed listeners', async () => {
    start();
    const seen: EngineState[] = [];
    engine.onState((state) => seen.push(state))();
    await engine.ready;
    expect(seen).toEqual([]);
    expect(phases()).toEqual(['starting', 'ready']);
  });
});

import { describe, expect, it } from 'vitest';
import { readJournal } from '../../../../src/tools/runner/journal-file.ts';
import { createJournal, verifyChain, type Line } from '../../../../src/tools/runner/journal.ts';
import { createMetrics } from '../../../../src/tools/runner/metrics.ts';
import { sha256 } from '../../../support/tools.ts';

describe('the journal', () => {
  const line = (tool_name: string) => ({ tool_name, status: 'ok' }) as unknown as Line;
  const written = async (count: number) => {
    const journal = createJournal(sha256);
    for (let at = 0; at < count; at++) await journal.append(line(`t${String(at)}`));
    return journal;
  };

  it('goes on from earlier lines, which it keeps as they were', async () => {
    const earlier = (await written(2)).entries().map((entry) => structuredClone(entry));
    const journal = createJournal(sha256, earlier);
    Object.assign(earlier[0] ?? {}, { tool_name: 'changed' });
    const added = await journal.append(line('next'));
    expect(added).toMatchObject({ seq: 2, prev_hash: earlier[1]?.hash });
    expect(journal.head()).toBe(added.hash);
    expect(Object.isFrozen(journal.entries()[0])).toBe(true);
    expect(await journal.verify()).toEqual({ ok: true, entries: 3, head: added.hash, message: '3 lines: every line holds' });
    expect(createJournal(sha256).head()).toBe('0'.repeat(64));
  });

  it('appends the next line after one that failed', async () => {
    let failing = true;
    const journal = createJournal((bytes) => (failing ? Promise.reject(new Error('no hash')) : sha256(bytes)));
    await expect(journal.append(line('a'))).rejects.toThrow('no hash');
    failing = false;
    expect(await journal.append(line('b'))).toMatchObject({ seq: 0, tool_name: 'b' });
  });

  it('counts what was written after a head that was noted', async () => {
    const journal = await written(3);
    const heads = journal.entries().map(({ hash }) => hash);
    const verdict = (head: string) => journal.verify(head);
    expect(await verdict(` ${heads[2]?.toUpperCase() ?? ''} `)).toMatchObject({
      ok: true,
      after_head: 0,
      message: expect.stringContaining('and the last one has the expected head') as string,
    });
    expect(await verdict(heads[0] ?? '')).toMatchObject({
      ok: true,
      after_head: 2,
      message: '3 lines: every line holds, 2 lines of them written after the expected head',
    });
    expect(await verdict(heads[1] ?? '')).toMatchObject({ after_head: 1, message: expect.stringContaining('1 line of them') as string });
    for (const head of ['f'.repeat(64), '0'.repeat(64)])
      expect(await verdict(head)).toMatchObject({ ok: false, first_bad: 3, entries: 3, head: heads[2] });
    const empty = createJournal(sha256);
    expect(await empty.verify('0'.repeat(64))).toMatchObject({ ok: true, after_head: 0, entries: 0 });
    expect(await empty.verify(heads[0])).toMatchObject({ ok: false, first_bad: 0 });
  });

  it('says which line was changed, moved or is none', async () => {
    const lines: Record<string, unknown>[] = (await written(2)).entries().map((entry) => ({ ...entry }));
    const [first = {}, second = {}] = lines;
    const verdict = async (...given: Record<string, unknown>[]) => {
      const { ok, first_bad, message, head } = await verifyChain(given, sha256);
      return [ok, first_bad, message, head];
    };
    expect((await verdict(first, second))[0]).toBe(true);
    expect(await verdict(second, first)).toEqual([
      false,
      0,
      'line 0: expected seq 0, got 1: a line is missing, moved or put in',
      first['hash'],
    ]);
    expect(await verdict({ ...first, seq: 'x' })).toEqual([
      false,
      0,
      'line 0: expected seq 0, got none: a line is missing, moved or put in',
      first['hash'],
    ]);
    expect(await verdict(first, { ...second, prev_hash: 'x' })).toEqual([
      false,
      1,
      'line 1: its prev_hash is not the hash of the line before',
      second['hash'],
    ]);
    expect((await verdict({ ...first, tool_name: 'x' }))[2]).toBe('line 0: its hash is not that of what it says: it was changed');
    expect(await verdict({ ...first, hash: 5 })).toEqual([
      false,
      0,
      'line 0: its hash is not that of what it says: it was changed',
      '0'.repeat(64),
    ]);
    expect((await verdict({ ...first, big: 5n }))[0]).toBe(false);
    expect((await verdict({ ...first, hash: '' }))[0]).toBe(false);
    // Of what is no JSON no hash can be made, so an empty one does not fit either.
    expect(await verifyChain([{ ...first, big: 5n, hash: '' }], sha256)).toMatchObject({ ok: false, first_bad: 0 });
    expect((await verdict())[2]).toBe('0 lines: every line holds');
    expect((await verdict(first))[2]).toBe('1 line: every line holds');
  });

  it('in a file may have blank lines', () => {
    expect(readJournal('{"a":1}\n  \n{"b":2}\n')).toEqual({ ok: true, value: { head: undefined, entries: [{ a: 1 }, { b: 2 }] } });
  });
});

it('counts are listed by the names of the tools', () => {
  const metrics = createMetrics();
  for (const toolName of ['b', 'c', 'a'])
    metrics.record({ metadata: { toolName, executionTime: 1, cached: false }, status: 'ok', errors: [] } as never);
  expect(metrics.all().map(({ tool_name }) => tool_name)).toEqual(['a', 'b', 'c']);
});

it('the median is that of the last thousand calls', () => {
  const metrics = createMetrics();
  const record = (executionTime: number) =>
    metrics.record({ metadata: { toolName: 't', executionTime, cached: false }, status: 'ok', errors: [] } as never);
  for (let at = 0; at < 1000; at++) record(10);
  for (let at = 0; at < 500; at++) record(0);
  expect(metrics.all()[0]).toMatchObject({ median_ms: 5, calls: 1500, max_ms: 10, total_ms: 10_000 });
  record(0);
  expect(metrics.all()[0]?.median_ms).toBe(0);
});

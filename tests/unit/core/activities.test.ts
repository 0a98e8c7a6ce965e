import { describe, expect, it, vi } from 'vitest';
import { Activities } from '../../../src/core/activities.ts';
import { abortError } from '../../../src/base/failure.ts';
import type { Activity } from '../../../src/workbench/port.ts';

const states = (list: readonly Activity[]): string[] => list.map((activity) => activity.state);

describe('Activities', () => {
  it('shows progress while work runs and its outcome afterwards', async () => {
    const seen: string[] = [];
    const activities = new Activities((list) => {
      const last = list.at(-1);
      seen.push(`${last?.state ?? ''} ${String(last?.progress?.done ?? '-')}`);
    });
    const value = await activities.run('Opening a', {}, (inner) => {
      inner.onProgress({ phase: 'read', done: 3, total: 10, unit: 'bytes' });
      return Promise.resolve(42);
    });
    expect(value).toBe(42);
    expect(seen).toEqual(['running -', 'running 3', 'done 3']);
    expect(activities.running).toBe(false);
  });

  it("cancels work through the list or the caller's signal, and lists it as cancelled", async () => {
    for (const end of ['list', 'caller'] as const) {
      const caller = new AbortController();
      const activities = new Activities(() => undefined);
      const work = activities.run(
        'Long',
        { signal: caller.signal },
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(abortError('Long'));
            });
          }),
      );
      if (end === 'list') activities.cancel(activities.list()[0]?.id ?? '');
      else caller.abort();
      await expect(work).rejects.toThrow(/cancelled/);
      expect(states(activities.list())).toEqual(['cancelled']);
    }
  });

  it('lists usually brief work only if it takes longer, and can cancel it', async () => {
    vi.useFakeTimers();
    try {
      const activities = new Activities(() => undefined);
      expect(await activities.later('A query', {}, () => Promise.resolve(7))).toBe(7);
      await expect(activities.later('A query', {}, () => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table');
      expect(activities.list()).toEqual([]);
      const long = activities.later(
        'A query',
        {},
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(abortError('the query'));
            });
          }),
      );
      await vi.advanceTimersByTimeAsync(900);
      expect(activities.list()).toEqual([]);
      await vi.advanceTimersByTimeAsync(200);
      expect(states(activities.list())).toEqual(['running']);
      activities.cancel(activities.list()[0]?.id ?? '');
      await expect(long).rejects.toMatchObject({ name: 'AbortError' });
      expect(states(activities.list())).toEqual(['cancelled']);
      const well = activities.later('Another', {}, () => new Promise((resolve) => setTimeout(() => resolve(8), 1500)));
      await vi.advanceTimersByTimeAsync(1200);
      expect(states(activities.list())).toEqual(['cancelled', 'running']);
      await vi.advanceTimersByTimeAsync(400);
      expect(await well).toBe(8);
      expect(states(activities.list())).toEqual(['cancelled']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('discards an answer that arrives after the work was cancelled', async () => {
    const activities = new Activities(() => undefined);
    const controller = new AbortController();
    let answer: (value: number) => void = () => undefined;
    const late = activities.later('A report', { signal: controller.signal }, () => new Promise((resolve) => (answer = resolve)));
    controller.abort();
    answer(7);
    await expect(late).rejects.toMatchObject({ name: 'AbortError', message: 'A report was cancelled' });
  });

  it('shows work that failed without throwing as failed', async () => {
    const activities = new Activities(() => undefined);
    const verdict = (value: { ok: boolean; says: string }): string | null => (value.ok ? null : value.says);
    await activities.run('A tool', {}, () => Promise.resolve({ ok: false, says: 'invalid' }), verdict);
    await activities.run('A tool', {}, () => Promise.resolve({ ok: true, says: 'fine' }), verdict);
    expect(activities.list().map(({ state, message }) => [state, message])).toEqual([
      ['failed', 'invalid'],
      ['done', null],
    ]);
  });

  it('keeps a failure with its message until it is dismissed', async () => {
    const activities = new Activities(() => undefined);
    await expect(activities.run('Bad', {}, () => Promise.reject(new Error('expected x, got y')))).rejects.toThrow();
    for (let i = 0; i < 40; i++) await activities.run('Good', {}, () => Promise.resolve(i));
    const failed = activities.list().find((activity) => activity.state === 'failed');
    expect(failed?.message).toBe('expected x, got y');
    expect(states(activities.list()).filter((state) => state === 'done')).toHaveLength(20);
    activities.dismiss(failed?.id ?? '');
    expect(states(activities.list())).not.toContain('failed');
  });

  it.each([
    [3, []],
    [4, [1, 2, 3, 4]],
  ])('lists %i time windows as remedies, and where they are many also as a list', async (count, listed) => {
    const activities = new Activities(() => undefined);
    const taken: number[] = [];
    const remedies = Array.from({ length: count + 2 }, (_, at) => ({
      label: `Load ${String(at)}`,
      window: at > 0 && at <= count,
      take: () => void taken.push(at),
    }));
    await expect(
      activities.run(
        'Opening a',
        {},
        () => Promise.reject(new Error('too large')),
        () => null,
        () => remedies,
      ),
    ).rejects.toThrow('too large');
    const [failed] = activities.list();
    expect(failed?.remedies).toHaveLength(count + 2);
    expect(failed?.windows).toEqual(listed);
    activities.take(failed!.id, 2);
    expect(taken).toEqual([2]);
  });
});

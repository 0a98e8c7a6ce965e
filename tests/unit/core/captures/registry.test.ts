import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskFile } from '../../../support/disk-file.ts';
import { FaultyRegistry } from '../../../support/faulty-registry.ts';

let world: FaultyRegistry;
beforeEach(async () => {
  world = new FaultyRegistry();
  await world.engine.ready;
});
afterEach(() => world.engine.close());

const table = (n: number): string =>
  `when,n\n${Array.from({ length: 20 }, (_, i) => `2024-05-01T10:00:${String(10 + i)}Z,${n}`).join('\n')}\n`;
const file = (n: number, name = 'x.csv'): DiskFile => new DiskFile(table(n), name);
const open = (chosen: File) => world.registry.captures.open(chosen, {});

async function lose(): Promise<void> {
  world.faults.current!.kill();
  await world.untilRestored();
}

test('ids never shift: of two files with one name, the second keeps its id and rows when the first is closed', async () => {
  await open(file(1));
  await open(file(2));
  await world.registry.close('x');
  await lose();
  expect(world.states()).toEqual({ x_2: 'ready' });
  expect(await world.numbers('x_2')).toEqual([2]);
  await expect(world.engine.query('SELECT * FROM x')).rejects.toMatchObject({ code: 'SQL_ERROR' });
});

test('captures stay listed while the engine is down, with the reason for waiting', async () => {
  await open(file(1));
  world.faults.plan.push('error', 'error', 'error');
  world.faults.current!.kill();
  expect(world.registry.get('x')?.unavailable).toMatchObject({
    state: 'waiting',
    reason: expect.stringContaining('engine restarts') as string,
  });
  const reading = world.numbers('x');
  await world.clock.advance(2_000);
  expect(world.engine.state().phase).toBe('failed');
  expect(world.states()).toEqual({ x: 'waiting' });
  await world.clock.advance(10_000);
  expect(await reading).toEqual([1]);
  expect(world.states()).toEqual({ x: 'ready' });
  expect(world.registry.get('x')).not.toHaveProperty('unavailable');
});

test.each([
  ['was moved', null, 'cannot be read any more'],
  ['changed', new Blob([table(9)]), 'has changed since it was opened'],
])('a file that %s leaves its capture listed and asks for the file', async (_, content, reason) => {
  const [gone, kept] = [file(1), file(2)];
  await open(gone);
  await open(kept);
  await world.registry.merges.merge(['x', 'x_2']);
  gone.content = content;
  await lose();
  expect(world.states()).toEqual({ x: 'needs_file', x_2: 'ready', merged: 'waiting' });
  expect(world.registry.get('x')?.unavailable?.reason).toContain(reason);
  expect(await world.numbers('x_2')).toEqual([2]);
  for (const sql of ['SELECT * FROM x', 'SELECT * FROM merged'])
    await expect(world.engine.query(sql)).rejects.toMatchObject({ code: 'CAPTURE_NOT_READY' });
  await expect(world.registry.provide('x', file(3))).rejects.toMatchObject({
    code: 'OTHER_FILE',
    details: { expected_sha256: world.registry.get('x')?.sha256 },
  });
  expect(world.states().x).toBe('needs_file');
  await world.registry.provide('x', file(1, 'renamed.csv'));
  expect(world.states()).toEqual({ x: 'ready', x_2: 'ready', merged: 'ready' });
  expect(await world.numbers('merged')).toEqual([1, 2]);
  expect(world.registry.get('x')?.file_name).toBe('x.csv');
});

test('a changed file is read under the id of its capture, and closes the views over it', async () => {
  await open(file(1));
  await open(file(2));
  await world.registry.merges.merge(['x', 'x_2']);
  const { sha256 } = world.registry.get('x')!;
  const opening = world.registry.captures.opening('x');
  const read = await world.registry.replace('x', file(3, 'later.csv'));
  expect([read.capture_id, read.file_name, read.sha256 === sha256]).toEqual(['x', 'later.csv', false]);
  expect(world.states()).toEqual({ x: 'ready', x_2: 'ready' });
  expect(world.registry.captures.opening('x')).not.toBe(opening);
  expect(await world.numbers('x')).toEqual([3]);
  await lose();
  expect(await world.numbers('x')).toEqual([3]);
});

test('a changed file is reported, and can replace the original', async () => {
  const edited = file(1);
  await open(edited);
  edited.content = new Blob([table(9)]);
  await lose();
  expect(world.states()).toEqual({ x: 'needs_file' });
  await world.registry.replace('x', file(9));
  expect(world.states()).toEqual({ x: 'ready' });
  expect(await world.numbers('x')).toEqual([9]);
});

test('a file that cannot be read leaves the capture unchanged', async () => {
  await open(file(1));
  const before = world.registry.get('x');
  await expect(world.registry.replace('x', new File([], 'empty.csv'))).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  expect(world.registry.get('x')).toEqual(before);
  expect(await world.numbers('x')).toEqual([1]);
});

test('a file that is being read while the engine is lost is read after the restart', async () => {
  await open(file(1));
  let reads = 0;
  world.onRows = () => void (++reads === 1 && world.faults.current!.kill());
  const replacing = world.registry.replace('x', file(5));
  await world.untilRestored();
  await replacing;
  expect(await world.numbers('x')).toEqual([5]);
});

test('a file that is available again is read at the next restart or retry', async () => {
  const moved = file(1);
  const content = moved.content;
  await open(moved);
  moved.content = null;
  await lose();
  moved.content = content;
  await world.registry.retry('x');
  expect(await world.numbers('x')).toEqual([1]);
  moved.content = null;
  await lose();
  moved.content = content;
  await lose();
  expect(await world.numbers('x')).toEqual([1]);
});

test('an opening starts again when the engine is lost meanwhile; a cancelled one does not', async () => {
  const stop = new AbortController();
  let reads = 0;
  world.onRows = () => {
    reads += 1;
    if (reads <= 2) world.faults.current!.kill();
  };
  const opening = open(file(1));
  await world.untilRestored();
  expect((await opening).capture_id).toBe('x');
  expect(reads).toBe(3);
  world.onRows = () => {
    world.onRows = () => undefined;
    world.faults.current!.kill();
    stop.abort();
  };
  await expect(world.registry.captures.open(file(2), { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  await world.untilRestored();
  expect(world.states()).toEqual({ x: 'ready' });
  expect(await world.numbers('x')).toEqual([1]);
});

test('an opening that loses the engine each time fails, and the engine continues', async () => {
  world.onRows = () => world.engine.restart();
  await expect(open(file(1))).rejects.toMatchObject({
    code: 'ENGINE_LOST',
    message: 'the query engine was lost 4 times while opening x.csv',
  });
  await world.untilRestored();
  expect((await world.engine.query('SELECT 1')).rows).toEqual([[1]]);
});

test('a capture that loses the engine each time it is read is skipped, so that the others are restored', async () => {
  await open(file(1, 'poison.csv'));
  await open(file(2));
  world.onRead = (name) => name === 'poison.csv' && world.faults.current!.kill();
  await lose();
  expect(world.states()).toEqual({ poison: 'failed', x: 'ready' });
  expect(world.registry.get('poison')?.unavailable).toMatchObject({
    reason: 'The query engine stopped 3 times while poison.csv was read.',
    actions: ['retry', 'choose_file', 'close'],
  });
  world.onRead = () => undefined;
  await world.registry.retry('poison');
  expect(world.states()).toEqual({ poison: 'ready', x: 'ready' });
});

test('a merge starts again when the engine is lost meanwhile, and its view is built again after its members', async () => {
  await open(file(1));
  await open(file(2));
  const merging = world.registry.merges.merge(['x', 'x_2'], {
    name: 'pair',
    onProgress: () => world.engine.generation() === 0 && world.faults.current!.kill(),
  });
  await world.untilRestored();
  expect((await merging).capture.capture_id).toBe('pair');
  expect(world.engine.generation()).toBe(1);
  await lose();
  expect(world.states()).toEqual({ x: 'ready', x_2: 'ready', pair: 'ready' });
  expect(await world.numbers('pair')).toEqual([1, 2]);
});

test('a merge that waits for the engine never uses a file that was opened later under the id of a closed one', async () => {
  for (const n of [1, 2]) await open(file(n));
  world.faults.current!.kill();
  const merging = world.registry.merges.merge(['x', 'x_2']);
  const refused = expect(merging).rejects.toMatchObject({
    code: 'INVALID_MERGE',
    message: expect.stringContaining('x_2 was closed') as string,
  });
  await world.registry.close('x_2');
  const opening = open(file(3));
  await world.untilRestored();
  expect((await opening).capture_id).toBe('x_2');
  await refused;
  expect(world.states()).toEqual({ x: 'ready', x_2: 'ready' });
});

test('a view that was dropped for a merge is rebuilt if the merge fails because its captures were closed', async () => {
  for (const n of [1, 2, 3, 4]) await open(file(n));
  await world.registry.merges.merge(['x', 'x_2']);
  const view = world.engine.view.bind(world.engine);
  vi.spyOn(world.engine, 'view').mockImplementationOnce(async (...given) => {
    await world.registry.close('x_4');
    await view(...given).catch(() => undefined);
  });
  await expect(world.registry.merges.merge(['x_3', 'x_4'])).rejects.toBeInstanceOf(Error);
  await vi.waitFor(() => expect(world.states()).toEqual({ x: 'ready', x_2: 'ready', x_3: 'ready', merged: 'ready' }));
  expect(await world.numbers('merged')).toEqual([1, 2]);
});

test('a capture can be closed while the engine is down and while it is read again', async () => {
  await open(file(1));
  await open(file(2));
  world.faults.plan.push('error');
  world.faults.current!.kill();
  await world.registry.close('x');
  expect(world.states()).toEqual({ x_2: 'waiting' });
  let closing = Promise.resolve();
  world.onRead = () => {
    closing = world.registry.close('x_2');
  };
  await world.untilRestored();
  await closing;
  expect(world.states()).toEqual({});
  expect(world.registry.captures.wasClosed('x')).toBe(true);
  world.onRead = () => undefined;
  expect((await open(file(3))).capture_id).toBe('x');
  expect(world.registry.captures.wasClosed('x')).toBe(false);
  expect((await world.engine.query('SHOW TABLES')).rows).toEqual([['x']]);
});

test('a restore that a person cancels keeps every capture listed; each can be read again', async () => {
  await open(file(1));
  await open(file(2));
  const stop = new AbortController();
  const cancelled = world.registry.captures.restore.bind(world.registry.captures);
  world.registry.captures.restore = (database, options) => cancelled(database, { ...options, signal: stop.signal });
  stop.abort();
  await lose();
  expect(world.states()).toEqual({ x: 'failed', x_2: 'failed' });
  world.registry.captures.restore = cancelled;
  await world.registry.retry('x_2');
  expect(await world.numbers('x_2')).toEqual([2]);
});

test('captures of an earlier core are listed under their ids, also those whose files are gone', async () => {
  const infos = [await open(file(1)), await open(file(2))];
  const other = new FaultyRegistry();
  await other.engine.ready;
  const gone = file(1);
  gone.content = null;
  await other.registry.captures.adopt(
    [
      { info: infos[0]!, file: gone },
      { info: infos[1]!, file: file(2) },
    ],
    {},
  );
  expect(other.states()).toEqual({ x: 'needs_file', x_2: 'ready' });
  expect(await other.numbers('x_2')).toEqual([2]);
  await other.engine.close();
});

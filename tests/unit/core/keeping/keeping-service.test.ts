import { describe, expect, it, vi } from 'vitest';
import { startKeeping } from '../../../../src/core/keeping/keeping-service.ts';
import type { Handle } from '../../../../src/core/host.ts';
import { SESSION_FORMAT, SESSION_VERSION, type SessionDocument } from '../../../../src/session/document.ts';
import { memoryLocks, memorySessionStore } from '../../../support/memory-session-store.ts';

const run = (id: string) => ({ invocation: { request_id: id }, result: { tool_call_id: id, status: 'ok' } });
const capture = (id: string) => ({ capture_id: id, file_name: `${id}.pcap`, bytes: 3, sha256: 'ab'.repeat(32), embedded: false });

function session(change: Partial<SessionDocument> = {}): SessionDocument {
  return {
    ...{ format: SESSION_FORMAT, version: SESSION_VERSION, app_version: '0.1.0', name: 'Session', saved_at: '2026-11-22T10:00:00.000Z' },
    ...{ captures: [], merges: [], selected: [], invocation: '', sql: '', queries: [], runs: [], pinned: [], verdicts: [], names: [] },
    journals: [{ app_version: '0.1.0', head: '00'.repeat(32), entries: [] }],
    ...change,
  };
}

/** A browser in which pages come and go. */
function browser() {
  const sessionStore = memorySessionStore();
  const locks = memoryLocks();
  let serial = 0;
  let time = 0;
  let setting = true;
  return {
    sessionStore,
    locks,
    page: async (missing: readonly string[] = [], most = 10) => {
      const id = `page-${String(++serial)}`;
      const own = locks.page();
      const files = new Map<string, File>();
      const closed = new Set<string>();
      const handles = new Map<string, Handle>();
      const opened: { document: SessionDocument; bytes: Record<string, string> }[] = [];
      let document: SessionDocument | null = null;
      let waiting: (() => void)[] = [];
      let changes = 0;
      const service = await startKeeping({
        ...{ sessionStore, locks: own, id, most, now: () => ++time },
        document: () => document,
        file: (capture_id) => files.get(capture_id),
        wasClosed: (capture_id) => closed.has(capture_id),
        mayCopy: (capture_id) => capture_id !== 'with_keys',
        handleOf: ({ name }) => Promise.resolve(handles.get(name) ?? null),
        async load(given, bytes) {
          const found: Record<string, string> = {};
          for (const { capture_id, file_name } of given.captures) {
            const blob = await bytes(capture_id);
            if (!blob) continue;
            found[capture_id] = await blob.text();
            files.set(capture_id, new File([blob], file_name));
          }
          opened.push({ document: given, bytes: found });
          document = given;
          return missing;
        },
        setting: { read: () => setting, write: (on) => (setting = on) },
        readHandle,
        changed: () => changes++,
        after: (_, work) => waiting.push(work),
      });
      return {
        ...{ service, files, closed, handles, opened, id },
        changes: () => changes,
        show: (next: SessionDocument | null) => (document = next),
        /** Time passes. */
        async settle() {
          service.touched();
          for (const work of waiting.splice(0)) work();
          await new Promise((resolve) => setTimeout(resolve, 5));
        },
        crash() {
          waiting = [];
          locks.crash(own);
        },
      };
    },
  };
}

/** The page's part: leave of the person first, then the file. */
const readHandle = async (given: Handle): Promise<File | null> =>
  (await given.requestPermission?.({ mode: 'read' })) === 'denied' ? null : given.getFile();

const handle = (text: string, leave: PermissionState = 'granted'): Handle =>
  ({
    kind: 'file',
    requestPermission: () => Promise.resolve(leave),
    getFile: () => Promise.resolve(new File([text], 'h')),
  }) as unknown as Handle;

describe('stored sessions', () => {
  it('opens without a conversation that is not valid, says so, and keeps the stored session', async () => {
    const { page, sessionStore } = browser();
    const first = await page();
    const talk = { id: 'one', asked: 'nothing' } as unknown as NonNullable<SessionDocument['conversations']>[number];
    first.show(session({ runs: [run('one')], conversations: [talk] }));
    await first.settle();
    first.crash();
    const second = await page();
    await expect(second.service.resume(first.id)).rejects.toMatchObject({ code: 'SESSION_INCOMPLETE' });
    expect(second.opened[0]?.document).toMatchObject({ runs: [run('one')], conversations: [] });
    expect((await sessionStore.list()).map(({ id }) => id)).toContain(first.id);
  });

  it('can write without the files of captures, which the next write adds', async () => {
    const { page, sessionStore } = browser();
    const own = await page();
    own.files.set('a', new File(['abc'], 'a.pcap'));
    own.show(session({ captures: [capture('a')] }));
    await own.service.flush(false);
    expect((await sessionStore.parts(own.id)).has('head')).toBe(true);
    expect(await sessionStore.file(own.id, 'a')).toBeNull();
    await own.settle();
    expect(await sessionStore.file(own.id, 'a')).not.toBeNull();
  });

  it('opens with the view state that the page stored when it was left, if that is valid', async () => {
    for (const [words, sql] of [
      [JSON.stringify({ sql: 'SELECT 42', captures: [], runs: [] }), 'SELECT 42'],
      ['{"sql": 7}', 'SELECT 1'],
      ['no JSON', 'SELECT 1'],
    ] as const) {
      const { page } = browser();
      const first = await page();
      first.show(session({ captures: [capture('a')], runs: [run('one')], sql: 'SELECT 1' }));
      await first.settle();
      first.crash();
      const second = await page();
      await second.service.resume(first.id, words);
      expect(second.opened[0]?.document).toMatchObject({ sql, captures: [capture('a')], runs: [run('one')] });
    }
  });

  it('says whether typed text would be restored: something is stored and the last write succeeded', async () => {
    const { page, sessionStore } = browser();
    const tab = await page();
    const { service } = tab;
    await tab.settle();
    expect(service.holds()).toBe(false);
    tab.show(session({ captures: [capture('a')] }));
    await tab.settle();
    expect(service.holds()).toBe(true);
    sessionStore.fail = new Error('no room');
    tab.show(session({ captures: [capture('a')], sql: 'SELECT 1' }));
    await tab.settle();
    expect(service.holds()).toBe(false);
    await service.set(false);
    expect(service.holds()).toBe(false);
  });

  it('lists sessions by the name that a person gave them, although stored text is untrusted', async () => {
    const { page, sessionStore } = browser();
    for (const name of ['Lobby', 'Session']) {
      const tab = await page();
      tab.show(session({ captures: [capture('a')], name }));
      await tab.settle();
      tab.crash();
    }
    const last = await page();
    expect((await last.service.left()).map(({ name }) => name)).toEqual([null, 'Lobby']);
    const [entry] = await sessionStore.list();
    for (const name of [{ toString: 7 }, 'x'.repeat(5000)] as unknown as string[])
      await sessionStore.write({ entry: { ...entry!, name }, parts: new Map(), partsGone: [], files: new Map(), filesGone: [] });
    expect((await last.service.left()).map(({ name }) => name?.length ?? null)).toEqual([null, 200]);
  });

  it('opens after a crash with its captures, by handle or as bytes, and becomes the session of the next page', async () => {
    const { page, sessionStore } = browser();
    const first = await page();
    first.files.set('a', new File(['abc'], 'a.pcap')).set('b', new File(['xyz'], 'b.pcap'));
    first.handles.set('b.pcap', handle('xyz'));
    first.show(session({ captures: [capture('a'), capture('b')], runs: [run('one')] }));
    await first.settle();
    first.crash();

    const second = await page();
    const [left] = await second.service.left();
    expect(left).toMatchObject({ files: ['a.pcap', 'b.pcap'], results: 1 });
    await second.service.resume(left!.id);
    expect(second.opened).toMatchObject([{ bytes: { a: 'abc', b: 'xyz' }, document: { runs: [run('one')] } }]);
    expect((await sessionStore.list()).map(({ id }) => id)).toEqual([second.id]);
    expect(await second.service.left()).toEqual([]);
    expect(second.changes()).toBeGreaterThan(0);
  });

  it('requests file permissions before it reads results, while the click still permits that', async () => {
    const { page } = browser();
    const first = await page();
    first.files.set('a', new File(['abc'], 'a.pcap'));
    const told: string[] = [];
    const given = handle('abc');
    first.handles.set('a.pcap', { ...given, requestPermission: () => Promise.resolve((told.push('asked'), 'granted' as const)) });
    first.show(session({ captures: [capture('a')], runs: [run('marked')] }));
    await first.settle();
    first.crash();
    const second = await page();
    const [left] = await second.service.left();
    const parse = JSON.parse.bind(JSON);
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.startsWith('{"invocation"')) told.push('read');
      return parse(text, reviver) as unknown;
    });
    try {
      await second.service.resume(left!.id);
    } finally {
      spy.mockRestore();
    }
    expect(told).toEqual(['asked', 'read']);
  });

  it('writes only what is new', async () => {
    const { page, sessionStore } = browser();
    const tab = await page();
    const [one, two] = [run('one'), run('two')];
    const line = { seq: 1 };
    const journal = (entries: readonly object[]) => [{ app_version: '0.1.0', head: '00'.repeat(32), entries: [...entries] }];
    tab.show(session({ runs: [one], journals: journal([line]) }));
    await tab.settle();
    tab.show(session({ runs: [one], journals: journal([line]), saved_at: '2026-11-22T11:00:00.000Z' }));
    await tab.settle();
    tab.show(session({ runs: [one, two], journals: journal([line, { seq: 2 }]) }));
    await tab.settle();
    expect(sessionStore.writes).toEqual([
      ['head', 'run/one', 'line/0'],
      ['head', 'run/two', 'line/1'],
    ]);
    tab.show(session({ runs: [two] }));
    await tab.settle();
    expect([...(await sessionStore.parts(tab.id)).keys()]).toEqual(['head', 'run/two']);
  });

  it('keeps the bytes of a capture that leaves the session without being closed', async () => {
    const { page, sessionStore } = browser();
    const tab = await page();
    tab.files.set('a', new File(['abc'], 'a.pcap'));
    tab.show(session({ captures: [capture('a')], runs: [run('one')] }));
    await tab.settle();
    for (const without of [session({ runs: [run('one')] }), null]) {
      tab.show(without);
      await tab.settle();
      expect(await sessionStore.file(tab.id, 'a')).not.toBeNull();
    }
    expect(await sessionStore.list()).toHaveLength(1);
  });

  it('deletes the bytes of a closed capture, and the session when no capture is open', async () => {
    const { page, sessionStore } = browser();
    const tab = await page();
    tab.files.set('a', new File(['abc'], 'a.pcap'));
    tab.show(session({ captures: [capture('a')], runs: [run('one')] }));
    await tab.settle();
    tab.closed.add('a');
    tab.show(session({ runs: [run('one')] }));
    await tab.settle();
    expect(await sessionStore.file(tab.id, 'a')).toBeNull();
    tab.show(null);
    await tab.settle();
    expect(await sessionStore.list()).toEqual([]);
  });

  it('does not list or open a session that is open in another tab', async () => {
    const { page, sessionStore } = browser();
    const [first, second] = [await page(), await page()];
    first.show(session({ sql: 'SELECT 1', runs: [run('one')] }));
    second.show(session({ sql: 'SELECT 2', runs: [run('two')] }));
    await first.settle();
    await second.settle();
    expect(await second.service.left()).toEqual([]);
    expect((await second.service.entries()).map(({ id, state }) => [id, state])).toEqual([
      [first.id, 'held'],
      [second.id, 'own'],
    ]);
    await expect(second.service.resume(first.id)).rejects.toThrow('open in another tab');
    await expect(second.service.forget(first.id)).rejects.toThrow('open in another tab');
    expect(await sessionStore.list()).toHaveLength(2);
  });

  it('keeps a session with missing captures and reports them', async () => {
    const { page, sessionStore } = browser();
    const first = await page();
    first.files.set('a', new File(['abc'], 'a.pcap')).set('b', new File(['0123456789'], 'b.pcap'));
    first.handles.set('a.pcap', handle('abc', 'denied'));
    first.show(session({ captures: [capture('a'), { ...capture('b'), bytes: 10 }] }));
    await first.settle();
    first.crash();
    const second = await page(['a.pcap']);
    await expect(second.service.resume(first.id)).rejects.toThrow('without captures whose files are missing or have changed: a.pcap');
    expect(second.opened[0]?.bytes).toEqual({ b: '0123456789' });
    expect((await sessionStore.list()).map(({ id }) => id)).toContain(first.id);
  });

  it('keeps the stored session if the browser has no space for a second copy of its bytes', async () => {
    const { page, sessionStore } = browser();
    const first = await page();
    first.files.set('a', new File(['abc'], 'a.pcap'));
    first.show(session({ captures: [capture('a')] }));
    await first.settle();
    first.crash();
    const second = await page();
    sessionStore.fail = new DOMException('full', 'QuotaExceededError');
    await second.service.resume(first.id);
    expect(second.opened[0]?.bytes).toEqual({ a: 'abc' });
    expect((await sessionStore.list()).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await sessionStore.file(first.id, 'a')).not.toBeNull();
  });

  it('stores no copy of a capture with resolving keys', async () => {
    const { page, sessionStore } = browser();
    const tab = await page();
    tab.files.set('with_keys', new File(['abc'], 'with_keys.log'));
    tab.show(session({ captures: [capture('with_keys')] }));
    await tab.settle();
    expect(sessionStore.writes).toEqual([['head']]);
    tab.handles.set('with_keys.log', handle('abc'));
    tab.show(session({ captures: [capture('with_keys')], sql: 'SELECT 1' }));
    await tab.settle();
    expect(sessionStore.writes[1]).toEqual(['head', 'file with_keys']);
  });

  it('only names captures for which there is no space, and stores everything else', async () => {
    const { page, sessionStore } = browser();
    const tab = await page([], 3);
    tab.files.set('a', new File(['too long'], 'a.pcap'));
    tab.show(session({ captures: [capture('a')] }));
    await tab.settle();
    expect(sessionStore.writes).toEqual([['head']]);
    const other = await page();
    other.files.set('a', new File(['abc'], 'a.pcap'));
    sessionStore.fail = new DOMException('full', 'QuotaExceededError');
    other.show(session({ captures: [capture('a')] }));
    await other.settle();
    expect([...(await sessionStore.parts(other.id)).keys()]).toEqual(['head']);
    expect(await other.service.off()).toBeNull();
    sessionStore.fail = new Error('the disk is gone');
    other.show(session({ captures: [capture('a')], sql: 'SELECT 1' }));
    await other.settle();
    expect(await other.service.off()).toContain('the disk is gone');
  });

  it('when switched off for the browser, deletes the session of this page and keeps those of earlier pages', async () => {
    const { page, sessionStore } = browser();
    const first = await page();
    first.show(session({ runs: [run('one')] }));
    await first.settle();
    first.crash();
    const second = await page();
    second.show(session({ runs: [run('two')] }));
    await second.settle();
    await second.service.set(false);
    await second.settle();
    expect((await sessionStore.list()).map(({ id }) => id)).toEqual([first.id]);
    expect(await second.service.off()).toContain('switched off');
    const third = await page();
    third.show(session({ runs: [run('three')] }));
    await third.settle();
    expect(await sessionStore.list()).toHaveLength(1);
    await third.service.set(true);
    await third.settle();
    expect(await sessionStore.list()).toHaveLength(2);
  });

  it('rejects a stored session with a missing part without deleting any session', async () => {
    const { page, sessionStore } = browser();
    const first = await page();
    first.show(session({ runs: [run('one')] }));
    await first.settle();
    first.crash();
    await sessionStore.write({
      ...{ entry: (await sessionStore.list())[0]!, partsGone: ['run/one'], files: new Map(), filesGone: [] },
      parts: new Map(),
    });
    const second = await page();
    await expect(second.service.resume(first.id)).rejects.toThrow(/part run\/one is missing.*remove it/);
    for (let at = 0; at < 6; at++) {
      const tab = await page();
      tab.show(session({ runs: [run(String(at))] }));
      await tab.settle();
      tab.crash();
    }
    const last = await page();
    const left = await last.service.left();
    expect(left).toHaveLength(7);
    expect(left.at(-1)?.id).toBe(first.id);
  });
});

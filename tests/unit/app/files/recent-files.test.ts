import { describe, expect, it } from 'vitest';
import { MOST, recentFiles, type Entry, type EntryStore, type Handle } from '../../../../src/app/files/recent-files.ts';

/** A handle of a file that may be moved away, or whose reading the person may refuse. */
function handle(name: string, state: { gone?: boolean; leave?: PermissionState } = {}): Handle {
  const own = {
    kind: 'file',
    name,
    getFile: () => (state.gone ? Promise.reject(new DOMException('gone', 'NotFoundError')) : Promise.resolve(new File(['12345'], name))),
    isSameEntry: (other: { readonly name: string }) => Promise.resolve(other.name === name),
    requestPermission: () => Promise.resolve(state.leave ?? 'granted'),
  };
  return own as unknown as Handle;
}

function memory(): EntryStore {
  const entries = new Map<string, Entry>();
  return {
    all: () => Promise.resolve([...entries.values()]),
    put: (entry) => Promise.resolve(void entries.set(entry.id, entry)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
  };
}

function recent(store = memory()) {
  let time = 0;
  let id = 0;
  return recentFiles(
    store,
    () => ++time,
    () => `id-${String(++id)}`,
  );
}

describe('recent files', () => {
  it('lists each file once, newest first, up to the limit', async () => {
    const files = recent();
    await files.remember([handle('a.pcap'), handle('b.pcap')]);
    await files.remember([handle('a.pcap')]);
    expect((await files.list()).map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a.pcap', 5],
      ['b.pcap', 5],
    ]);
    await files.remember(Array.from({ length: MOST + 3 }, (_, at) => handle(`${String(at)}.pcap`)));
    const names = (await files.list()).map(({ name }) => name);
    expect(names).toHaveLength(MOST);
    expect(names[0]).toBe(`${String(MOST + 2)}.pcap`);
  });

  it('returns a file and makes it the newest', async () => {
    const files = recent();
    await files.remember([handle('a.pcap'), handle('b.pcap')]);
    const [, a] = await files.list();
    expect(await (await files.file(a!.id)).text()).toBe('12345');
    expect((await files.list())[0]!.name).toBe('a.pcap');
  });

  it('says why a file cannot be read, and removes a missing one from the list', async () => {
    const files = recent();
    await files.remember([handle('kept.pcap', { leave: 'denied' })]);
    const lost = { gone: false };
    await files.remember([handle('lost.pcap', lost)]);
    lost.gone = true;
    const [gone, refused] = await files.list();
    await expect(files.file(refused!.id)).rejects.toThrow('may not read kept.pcap');
    await expect(files.file(gone!.id)).rejects.toThrow('lost.pcap again: it was moved or deleted');
    expect((await files.list()).map(({ name }) => name)).toEqual(['kept.pcap']);
    await expect(files.file(gone!.id)).rejects.toThrow('removed from the list');
  });

  it('removes one file or all', async () => {
    const files = recent();
    await files.remember([handle('a'), handle('b'), handle('c')]);
    await files.forget((await files.list())[0]!.id);
    expect(await files.list()).toHaveLength(2);
    await files.forget();
    expect(await files.list()).toEqual([]);
  });
});

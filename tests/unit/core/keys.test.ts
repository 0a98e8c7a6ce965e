import { describe, expect, it } from 'vitest';
import { createKeys } from '../../../src/core/keys.ts';
import type { TextStore } from '../../../src/core/keeping/text-store.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { ALL_KEYS, createKeyring } from '../../../src/keyring/keyring.ts';
import type { ToolPolicy } from '../../../src/tools/contract/index.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { defaultPolicy } from '../../../src/tools/policy/default-policy.ts';

const KEY = 'ec0234a357c8ad05341010a60a397d9b';
const kernels = kernelInstance();

function page(store: TextStore, withCrypto = true) {
  let policy: ToolPolicy = { ...defaultPolicy([]), connections: ['key-of-somebody'] };
  let changes = 0;
  const keys = createKeys(
    {
      ring: createKeyring(
        (input, options) => kernels.resolve(input, options),
        () => crypto.randomUUID(),
      ),
      store,
      crypto: withCrypto ? globalThis.crypto : undefined,
      changed: () => changes++,
    },
    {
      read: () => policy,
      write: (next) => {
        policy = next;
      },
    },
  );
  return { keys, connections: () => policy.connections, changes: () => changes };
}

describe('keys of the page', () => {
  it('the person who adds a key may use it until it is removed; other grants stay', async () => {
    const { keys, connections, changes } = page(memoryStore());
    const { connection_id } = await keys.add('phone', KEY);
    expect(connections()).toEqual(['key-of-somebody', connection_id, ALL_KEYS]);
    await keys.remove(connection_id);
    expect(connections()).toEqual(['key-of-somebody']);
    expect(keys.list()).toEqual([]);
    // Looking at what is kept, and both of these.
    expect(changes()).toBe(3);
    await expect(keys.add('phone', 'zz')).rejects.toMatchObject({ code: 'INVALID_KEY' });
  });

  it('stored keys are restored with their passphrase, including grants', async () => {
    const store = memoryStore();
    const first = page(store);
    const added = await first.keys.add('phone', KEY);
    expect(first.keys.kept()).toBe(false);
    await first.keys.keep('correct horse');
    expect(await store.read()).not.toContain('phone');
    const later = page(store);
    await expect.poll(() => later.keys.kept()).toBe(true);
    await expect(later.keys.unlock('wrong horse')).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' });
    expect(later.keys.list()).toEqual([]);
    await later.keys.unlock('correct horse');
    expect(later.keys.list()).toEqual([added]);
    expect(later.connections()).toContain(added.connection_id);
    await later.keys.forget();
    expect(later.keys.kept()).toBe(false);
    expect(later.keys.list()).toEqual([added]);
  });

  it('knows which keys would be lost when the page is closed', async () => {
    const store = memoryStore();
    const { keys } = page(store);
    expect(keys.unkept()).toBe(false);
    const { connection_id } = await keys.add('phone', KEY);
    expect(keys.unkept()).toBe(true);
    await keys.keep('correct horse');
    expect(keys.unkept()).toBe(false);
    await keys.add('watch', KEY.replaceAll('e', '1'));
    expect(keys.unkept()).toBe(true);
    const later = page(store);
    await later.keys.unlock('correct horse');
    expect([later.keys.list(), later.keys.unkept()]).toEqual([[{ connection_id, name: 'phone', kind: 'irk' }], false]);
    await later.keys.forget();
    expect(later.keys.unkept()).toBe(true);
    await later.keys.remove(connection_id);
    expect(later.keys.unkept()).toBe(false);
  });

  it('keys count as not stored after another tab has deleted the stored keyring', async () => {
    const store = memoryStore();
    const [first, second] = [page(store), page(store)];
    await first.keys.add('phone', KEY);
    await first.keys.keep('correct horse');
    await expect.poll(() => second.keys.kept()).toBe(true);
    await expect(second.keys.forget()).rejects.toMatchObject({ code: 'KEPT_ELSEWHERE' });
    await second.keys.forget();
    await expect.poll(() => first.keys.unkept()).toBe(true);
  });

  it('reports keys that cannot be stored, and a missing keyring', async () => {
    const { keys } = page(memoryStore(), false);
    await expect(keys.keep('correct horse')).rejects.toMatchObject({ code: 'NO_CRYPTOGRAPHY' });
    await expect(keys.unlock('correct horse')).rejects.toMatchObject({ code: 'NOTHING_KEPT' });
  });

  it('the second of two tabs that store keys gets an error, loses nothing, and can keep both', async () => {
    const store = memoryStore();
    const [first, second] = [page(store), page(store)];
    await first.keys.add('phone', KEY);
    await second.keys.add('watch', KEY.replaceAll('e', '1'));
    await first.keys.keep('correct horse');
    const kept = await store.read();
    await expect.poll(() => second.keys.kept()).toBe(true);
    await expect(second.keys.keep('other horse')).rejects.toMatchObject({ code: 'KEPT_ELSEWHERE' });
    expect(await store.read()).toBe(kept);
    await second.keys.unlock('correct horse');
    await second.keys.keep('correct horse');
    const third = page(store);
    await third.keys.unlock('correct horse');
    expect(third.keys.list().map(({ name }) => name)).toEqual(['watch', 'phone']);
    await expect(first.keys.forget()).rejects.toThrow('another tab has stored other keys');
    expect(await store.read()).not.toBeNull();
    // The person repeats the action after the error.
    await first.keys.forget();
    expect(await store.read()).toBeNull();
    await expect(second.keys.keep('correct horse')).rejects.toThrow('another tab has deleted the stored keys');
  });

  it('no stored key is lost without an error, whichever tab writes first', async () => {
    const store = memoryStore();
    const pages = await Promise.all(
      ['1', '2', '3'].map(async (digit) => {
        const tab = page(store);
        await tab.keys.add(`key ${digit}`, KEY.replaceAll('e', digit));
        return tab;
      }),
    );
    const outcomes = await Promise.allSettled(pages.map((tab) => tab.keys.keep('correct horse')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const later = page(store);
    await later.keys.unlock('correct horse');
    expect(later.keys.list()).toHaveLength(1);
  });
});

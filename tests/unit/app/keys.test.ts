import { describe, expect, it } from 'vitest';
import type { TextStore } from '../../../src/app/keys.ts';
import { createKeys } from '../../../src/app/keys.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { ALL_KEYS } from '../../../src/keyring/keyring.ts';
import type { ToolPolicy } from '../../../src/tools/contract/index.ts';
import { defaultPolicy } from '../../../src/tools/policy/default-policy.ts';

const KEY = 'ec0234a357c8ad05341010a60a397d9b';
const kernels = kernelInstance();

function textStore(): TextStore {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: (text) => {
      kept = text;
    },
  };
}

function page(store: TextStore, withCrypto = true) {
  let policy: ToolPolicy = { ...defaultPolicy([]), connections: ['key-of-somebody'] };
  let changes = 0;
  let made = 0;
  const keys = createKeys(
    {
      resolve: (input, options) => kernels.resolve(input, options),
      uuid: () => `${String(++made)}-${String(Math.floor(performance.now()))}`,
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
  it('whoever adds a key may use it, until it is removed; other grants stay', async () => {
    const { keys, connections, changes } = page(textStore());
    const { connection_id } = await keys.add('phone', KEY);
    expect(connections()).toEqual(['key-of-somebody', connection_id, ALL_KEYS]);
    await keys.remove(connection_id);
    expect(connections()).toEqual(['key-of-somebody']);
    expect(keys.list()).toEqual([]);
    expect(changes()).toBe(2);
    await expect(keys.add('phone', 'zz')).rejects.toMatchObject({ code: 'INVALID_KEY' });
  });

  it('what is kept comes back under its passphrase, grants included', async () => {
    const store = textStore();
    const first = page(store);
    const added = await first.keys.add('phone', KEY);
    expect(first.keys.kept()).toBe(false);
    await first.keys.keep('correct horse');
    expect(store.read()).not.toContain('phone');
    const later = page(store);
    expect(later.keys.kept()).toBe(true);
    await expect(later.keys.unlock('wrong horse')).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' });
    expect(later.keys.list()).toEqual([]);
    await later.keys.unlock('correct horse');
    expect(later.keys.list()).toEqual([added]);
    expect(later.connections()).toContain(added.connection_id);
    later.keys.forget();
    expect(later.keys.kept()).toBe(false);
    expect(later.keys.list()).toEqual([added]);
  });

  it('says what cannot be kept, and where nothing is', async () => {
    const { keys } = page(textStore(), false);
    await expect(keys.keep('correct horse')).rejects.toMatchObject({ code: 'NO_CRYPTOGRAPHY' });
    await expect(keys.unlock('correct horse')).rejects.toMatchObject({ code: 'NOTHING_KEPT' });
  });
});

import { describe, expect, it } from 'vitest';
import { ALL_KEYS, createKeyring } from '../../../src/keyring/keyring.ts';
import { openKeys, sealKeys } from '../../../src/keyring/vault.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';

const KEY = 'ec0234a357c8ad05341010a60a397d9b';
const OTHER = '000102030405060708090a0b0c0d0e0f';
const ADDRESS = '70:81:94:0D:FB:AA';

const kernels = kernelInstance();

function ring() {
  let made = 0;
  return createKeyring(
    (input, options) => kernels.resolve(input, options),
    () => String(++made),
  );
}

describe('the keyring', () => {
  it('resolves with one key or with all, and says which', async () => {
    const keyring = ring();
    const other = keyring.add('other', OTHER);
    const phone = keyring.add('phone', KEY);
    expect(keyring.list()).toEqual([other, phone]);
    expect([...(await keyring.resolver(phone.connection_id)!.resolve([ADDRESS, 'C0:00:00:00:00:01']))]).toEqual([0, -1]);
    expect([...(await keyring.resolver(other.connection_id)!.resolve([ADDRESS]))]).toEqual([-1]);
    const all = keyring.resolver(ALL_KEYS)!;
    expect(all.keys).toEqual(['other', 'phone']);
    expect([...(await all.resolve([ADDRESS]))]).toEqual([1]);
  });

  it('shows no key in anything it gives to callers', () => {
    const keyring = ring();
    const entry = keyring.add('phone', KEY);
    const shown = JSON.stringify([entry, keyring.list(), keyring.resolver(entry.connection_id)]);
    expect(shown.toLowerCase()).not.toContain(KEY.slice(0, 8));
    expect(Object.keys(keyring.resolver(entry.connection_id)!)).toEqual(['keys', 'resolve']);
  });

  it('forgets what is removed', () => {
    const keyring = ring();
    const { connection_id } = keyring.add('phone', KEY);
    keyring.remove(connection_id);
    keyring.remove('never there');
    expect(keyring.list()).toEqual([]);
    expect(keyring.resolver(connection_id)).toBeUndefined();
    expect(keyring.resolver(ALL_KEYS)).toBeUndefined();
  });

  it.each([
    'EC:02:34:A3:57:C8:AD:05:34:10:10:A6:0A:39:7D:9B',
    '0xec0234a357c8ad05341010a60a397d9b',
    ' ec0234a3 57c8ad05 341010a6 0a397d9b ',
  ])('reads %j', async (text) => {
    const keyring = ring();
    const { connection_id } = keyring.add('phone', text);
    expect([...(await keyring.resolver(connection_id)!.resolve([ADDRESS]))]).toEqual([0]);
  });

  it.each([
    ['too short', KEY.slice(2), '30 digits'],
    ['too long', `${KEY}00`, '34 digits'],
    ['no hexadecimal', `${KEY.slice(2)}xy`, 'other characters'],
    ['nothing', '', '0 digits'],
    ['zeros', '0'.repeat(32), 'no privacy'],
  ])('refuses a key that is %s, and does not repeat it', (_, text, found) => {
    let message = '';
    try {
      ring().add('phone', text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(found);
    if (text.length > 8) expect(message).not.toContain(text.slice(0, 8));
  });

  it('refuses no name, a long name and a key that is there', () => {
    const keyring = ring();
    keyring.add('phone', KEY);
    expect(() => keyring.add(' ', OTHER)).toThrow('expected a name');
    expect(() => keyring.add('x'.repeat(65), OTHER)).toThrow('found 65');
    expect(() => keyring.add('again', KEY.toUpperCase())).toThrow('named "phone"');
  });
});

describe('the vault', () => {
  it('keeps keys under a passphrase, and shows none of them', async () => {
    const keyring = ring();
    const entry = keyring.add('phone', KEY);
    const text = await sealKeys(keyring.read(), 'correct horse', globalThis.crypto);
    expect(text).not.toContain('phone');
    const later = ring();
    later.adopt(await openKeys(text, 'correct horse', globalThis.crypto));
    expect(later.list()).toEqual([entry]);
    expect([...(await later.resolver(entry.connection_id)!.resolve([ADDRESS]))]).toEqual([0]);
    later.adopt(await openKeys(text, 'correct horse', globalThis.crypto));
    expect(later.list()).toHaveLength(1);
  });

  it('opens with no other passphrase, and not when one character of it was changed', async () => {
    const text = await sealKeys([], 'correct horse', globalThis.crypto);
    await expect(openKeys(text, 'wrong horse', globalThis.crypto)).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' });
    const vault = JSON.parse(text) as { iterations: number };
    const cheaper = JSON.stringify({ ...vault, iterations: vault.iterations - 1 });
    await expect(openKeys(cheaper, 'correct horse', globalThis.crypto)).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' });
  });

  it.each([
    ['not JSON', '{', 'JSON'],
    ['a list', '[]', 'format'],
    ['null', 'null', 'object'],
    ['another format', '{"format":"x"}', 'format'],
    ['a newer version', '{"format":"capture-workbench/keyring","version":2}', 'found 2'],
    ['endless work', '{"format":"capture-workbench/keyring","version":1,"iterations":1e12}', 'iterations'],
    ['no salt', '{"format":"capture-workbench/keyring","version":1,"iterations":600000,"salt":"ä"}', 'salt'],
  ])('refuses %s', async (_, text, expected) => {
    await expect(openKeys(text, 'correct horse', globalThis.crypto)).rejects.toThrow(expected);
  });

  it('wants a passphrase worth the name', async () => {
    await expect(sealKeys([], 'short', globalThis.crypto)).rejects.toMatchObject({ code: 'WEAK_PASSPHRASE' });
  });
});

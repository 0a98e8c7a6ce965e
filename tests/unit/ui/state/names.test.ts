import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeviceName } from '../../../../src/base/device-name.ts';
import { NamesState } from '../../../../src/ui/state/names.svelte.ts';

const [ONE, OTHER] = ['AA:BB:CC:DD:EE:01', 'AA:BB:CC:DD:EE:02'];

it('gives a device of several addresses the name of any of them, and takes changes back in their order', () => {
  const names = new NamesState();
  expect(names.canUndo).toBe(false);
  names.set(OTHER, ' Bench phone ');
  expect(names.of(ONE, OTHER)).toBe('Bench phone');
  names.set(OTHER, 'Desk phone');
  names.set(OTHER, '');
  expect([names.of(OTHER), names.list]).toEqual([undefined, []]);
  names.undo();
  expect(names.of(OTHER)).toBe('Desk phone');
  names.undo();
  names.undo();
  expect([names.of(OTHER), names.canUndo]).toEqual([undefined, false]);
});

it('does not count a name that stays as a change', () => {
  let changes = 0;
  const names = new NamesState(() => (changes += 1));
  names.set(ONE, 'Tag');
  expect([names.set(ONE, 'Tag'), changes]).toEqual([true, 1]);
});

it('keeps only what a session takes, whatever is typed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 90 }), fc.constantFrom('a\u202eb', 'x'.repeat(1e6))), (text) => {
      const names = new NamesState();
      const kept = names.set(ONE, text);
      expect(names.list.every(({ name }) => isDeviceName(name))).toBe(true);
      if (!kept) expect(names.list).toEqual([]);
    }),
  );
});

it('refuses one more than a session holds', () => {
  const names = new NamesState();
  names.adopt(Array.from({ length: 10_000 }, (_, at) => ({ address: String(at), name: 'n' })));
  expect([names.set('one more', 'n'), names.set('3', 'other')]).toEqual([false, true]);
});

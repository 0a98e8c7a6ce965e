import { describe, expect, it } from 'vitest';
import { PAGE_KEYS, SingleKeys, actionOf, keyWords } from '../../../../src/ui/state/page-keys.svelte.ts';

const NOWHERE = { text: false, mac: false, single: true };
const press = (key: string, code: string, held: string): Parameters<typeof actionOf>[0] => ({
  key,
  code,
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  altKey: held.includes('Alt'),
  shiftKey: held.includes('Shift'),
});

/** What Chrome does with keys itself (support.google.com/chrome/answer/157179), for Windows, Linux and macOS; single keys are not reserved. */
const CHROME = [
  ...Array.from({ length: 9 }, (_, at) => [`Ctrl ${String(at + 1)}`, `Alt ${String(at + 1)}`]).flat(),
  ...'ABCDEFGHJKLMNOPRSTUVWXYZ'.split('').map((letter) => `Ctrl ${letter}`),
  ...'ABCDGIJMNOPQRTVWYZ'.split('').map((letter) => `Ctrl Shift ${letter}`),
  ...['Alt D', 'Alt E', 'Alt F', 'Alt ←', 'Alt →', 'Alt Home', 'Alt F4', 'Alt Space', 'Alt Enter'],
  ...['Alt Shift I', 'Alt Shift T', 'Alt Shift B', 'Alt Shift A', 'Alt Shift N'],
  ...['Ctrl +', 'Ctrl -', 'Ctrl 0', 'Ctrl ,', 'Ctrl [', 'Ctrl ]', 'Ctrl Shift ←', 'Ctrl Shift →'],
];

describe('keys that work anywhere', () => {
  it('are each of one action, and none is the browser’s own', () => {
    const keys = Object.values(PAGE_KEYS);
    expect(new Set(keys).size).toBe(keys.length);
    // Pages take Ctrl K for their search; outside text, Ctrl Z does nothing in a browser.
    expect(keys.filter((each) => CHROME.includes(each))).toEqual(['Ctrl K', 'Ctrl Z']);
  });

  it('take their action, by the place of the key where Shift writes another sign', () => {
    expect(actionOf(press('!', 'Digit1', 'Alt Shift'), NOWHERE)).toBe('go-overview');
    expect(actionOf(press('O', 'KeyS', 'Alt Shift'), NOWHERE), 'on another layout').toBe('open');
    expect(actionOf(press('ArrowRight', 'ArrowRight', 'Alt Shift'), NOWHERE)).toBe('result-next');
    expect(actionOf(press('.', 'Period', 'Meta'), NOWHERE)).toBe('actions');
    expect(actionOf(press('k', 'KeyK', 'Ctrl'), NOWHERE)).toBe('actions');
    for (const held of ['', 'Alt', 'Shift', 'Ctrl Alt Shift', 'Meta Alt Shift']) {
      expect(actionOf(press('1', 'Digit1', held), NOWHERE), held).toBeNull();
    }
    expect(actionOf(press('?', 'Slash', 'Alt Shift'), NOWHERE)).toBeNull();
  });

  it('leave characters to texts: on a Mac those that Alt writes, and a key alone everywhere', () => {
    const mac = { ...NOWHERE, mac: true };
    expect(actionOf(press('Ø', 'KeyO', 'Alt Shift'), mac)).toBe('open');
    expect(actionOf(press('Ø', 'KeyO', 'Alt Shift'), { ...mac, text: true })).toBeNull();
    expect(actionOf(press('O', 'KeyO', 'Alt Shift'), { ...NOWHERE, text: true })).toBe('open');
    expect(actionOf(press('?', 'Slash', 'Shift'), NOWHERE)).toBe('help');
    expect(actionOf(press('?', 'Slash', 'Shift'), { ...NOWHERE, text: true })).toBeNull();
  });

  it('of one key alone are switched off (WCAG 2.1.4)', () => {
    const keys = new SingleKeys();
    expect(keys.on).toBe(true);
    keys.choose(false);
    expect(actionOf(press('?', 'Slash', 'Shift'), { ...NOWHERE, single: keys.on })).toBeNull();
    expect(actionOf(press('.', 'Period', 'Ctrl'), { ...NOWHERE, single: keys.on })).toBe('actions');
  });
});

it('names keys as a Mac has them, and never ⌘ Space', () => {
  expect(['Ctrl .', 'Ctrl Space', 'Ctrl Z, Ctrl Y', 'Alt Shift 1'].map((keys) => keyWords(keys, true))).toEqual([
    '⌘ .',
    '⌃ Space',
    '⌘ Z, ⌘ ⇧ Z',
    '⌥ ⇧ 1',
  ]);
  expect(keyWords('Ctrl Space', false)).toBe('Ctrl Space');
});

import { expect, test } from 'vitest';
import { PAGELESS, PURE, judgePageless, judgePurity } from './support/purity.ts';
import { lines, readTree, within } from './support/tree.ts';

test('pure rooms touch no DOM, network, storage, clock or chance', () => {
  const tree = readTree('src');
  for (const room of PURE) expect([...tree.keys()].some((path) => within(path, room))).toBe(true);
  expect(lines(judgePurity(tree))).toEqual([]);
});

test('rooms behind the page use nothing that only a page has', () => {
  const tree = readTree('src');
  for (const room of PAGELESS) expect([...tree.keys()].some((path) => within(path, room))).toBe(true);
  expect(lines(judgePageless(tree))).toEqual([]);
});

test.each(['src/core', 'src/workbench', 'src/engine', 'src/session'])('the checker sees a page in %s, and no page in a worker', (room) => {
  const text =
    'document.title = "x";\nlocalStorage.clear();\nconst w = window;\nnavigator.locks.query();\nfetch("x");\nindexedDB.open("x");';
  const found = judgePageless(new Map([[`${room}/planted.ts`, text]]));
  expect(found.map(({ line, message }) => [line, message])).toEqual([
    [1, 'uses document, which only a page has'],
    [2, 'uses localStorage, which only a page has'],
    [3, 'uses window, which only a page has'],
  ]);
});

test.each([
  ['fetch("x")', 'uses fetch'],
  ['const t = Date.now();', 'uses Date.now'],
  ['const t = new Date();', 'uses new Date() without a time'],
  ['const { now } = Date;', 'uses Date as a whole'],
  ['const r = Math.random();', 'uses Math.random'],
  ['const { random } = Math;', 'uses Math as a whole'],
  ['document.title = "x";', 'uses document'],
  ['const w = window;', 'uses window'],
  ['const o = { localStorage };', 'uses localStorage'],
  ['const id = crypto.randomUUID();', 'uses crypto.randomUUID'],
  ['const s = AbortSignal.timeout(5);', 'uses AbortSignal.timeout'],
  ['setTimeout(() => 1, 5);', 'uses setTimeout'],
  ['globalThis.fetch("x");', 'uses globalThis'],
  ['function f(window: number) { return window; }\nexport const w = window;', 'uses window'],
  ['const f = `${String(performance.now())}`;', 'uses performance'],
])('the checker sees %s', (text, message) => {
  const found = judgePurity(new Map([['src/base/planted.ts', text]]));
  expect(found.map((violation) => violation.message)).toEqual([message]);
});

test('and lets pass what only looks like it', () => {
  const text = [
    'export function f(window: number, o: { document: string; fetch(): void }) { o.fetch(); return o.document + String(window); }',
    'export const day = new Date(0).getTime() + Date.UTC(2020, 1, 1) + Math.round(1.5);',
    'export const o = { window: 1, performance: 2 };',
    'export type T = { location: string };',
    'export const hash = (bytes: BufferSource) => crypto.subtle.digest("SHA-256", bytes);',
  ].join('\n');
  expect(
    lines(
      judgePurity(
        new Map([
          ['src/base/planted.ts', text],
          ['src/app/free.ts', 'fetch("x")'],
        ]),
      ),
    ),
  ).toEqual([]);
});

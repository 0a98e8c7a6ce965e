import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPage, valueAt } from '../../../../src/core/mcp-server/json-page.ts';
import { placeOf, uriOf } from '../../../../src/core/mcp-server/uris.ts';

const MOST = 32 * 1024;
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(JSON.stringify(value))).length;
const address = (path: readonly string[]) => (key: string) => uriOf(['results', ...path, key]);

/** Reads a value back from its pages, following every address, as a client would. */
function readBack(value: unknown, path: readonly string[] = []): unknown {
  const part = valueAt(value, path);
  const pages: unknown[] = [];
  for (let from: number | undefined = 0; from !== undefined;) {
    const { value: shown, next } = jsonPage(part, from, address(path));
    expect(bytes(shown)).toBeLessThanOrEqual(MOST);
    if (next !== undefined) expect(next).toBeGreaterThan(from);
    pages.push(shown);
    from = next;
  }
  const follow = (shown: unknown): unknown => {
    const uri: unknown = typeof shown === 'object' && shown !== null ? Reflect.get(shown, '$resource') : undefined;
    if (typeof uri !== 'string') return shown;
    return readBack(value, placeOf(uri)!.segments.slice(1));
  };
  if (typeof part === 'string') return pages.join('');
  if (Array.isArray(part)) return pages.flat(1).map(follow);
  if (typeof part !== 'object' || part === null) return pages[0];
  return Object.fromEntries(pages.flatMap((page) => Object.entries(page as object)).map(([key, shown]) => [key, follow(shown)]));
}

const rows = (count: number): unknown => Array.from({ length: count }, (_, at) => [at, `device "${String(at)}"`, null]);

test.each<[string, unknown]>([
  ['rows', { rows: rows(20_000), row_count: 20_000 }],
  ['one text', { text: '"\\\n'.repeat(40_000) }],
  ['pictures in pairs of surrogates', { text: '🜁'.repeat(30_000) }],
  ['an object of many members', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key/${String(at)}%`, { at }]))],
  ['large items', [rows(3000), rows(3000), 'x'.repeat(70_000)]],
  ['a small value', { a: 1 }],
  ['null', null],
  ['an empty list', []],
])('%s comes back whole from pages of at most 32 KB', (_, value) => {
  expect(readBack(value)).toEqual(value);
});

test('the pages of any value contain all of it', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.nat(60_000).map((length) => '"é'.repeat(length)),
  );
  const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 40 }),
      fc.dictionary(fc.string({ maxLength: 12 }), tie('node')),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      const plain: unknown = JSON.parse(JSON.stringify({ value }));
      fc.pre(!JSON.stringify(plain).includes('__proto__') && !JSON.stringify(plain).includes('$resource'));
      expect(readBack(plain)).toEqual(plain);
    }),
    { numRuns: 60 },
  );
});

test.each([
  'capture-workbench://',
  'capture-workbench://a/%',
  'capture-workbench://a?from=-1',
  'capture-workbench://a?from=1&from=2',
  'capture-workbench://a?from=1e3',
  'capture-workbench://a#b',
  'file:///etc/passwd',
  'CAPTURE-WORKBENCH://a',
])('%s is the address of nothing', (uri) => {
  expect(placeOf(uri)).toBeUndefined();
});

test.each([[['captures', 'a/b', 'columns', 'ü % ? #']], [['results', '..', '__proto__']]])(
  'an address keeps its segments: %j',
  (segments) => {
    expect(placeOf(uriOf(segments, 7))).toEqual({ segments, from: 7 });
    expect(placeOf(uriOf(segments))).toEqual({ segments, from: 0 });
  },
);

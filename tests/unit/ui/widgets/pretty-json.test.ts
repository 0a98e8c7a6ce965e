import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyHead, prettyText } from '../../../../src/ui/widgets/pretty-json.ts';

const value = fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.record({ a: fc.option(fc.jsonValue(), { nil: undefined }), b: fc.jsonValue() }));

test('pieces make what JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      expect(await prettyText(each, () => Promise.resolve())).toBe(JSON.stringify(each, null, 2));
    }),
  );
});

test('the beginning of a long value is taken without the rest, and all of it with turns in between', async () => {
  let read = 0;
  const row = Object.defineProperty({}, 'n', { enumerable: true, get: () => (read += 1) });
  const long = { rows: Array.from({ length: 20_000 }, () => row) };
  const head = prettyHead(long, 1000);
  expect(head.length).toBeLessThan(1100);
  expect(read).toBeLessThan(100);
  let turns = 0;
  await prettyText(long, () => Promise.resolve(void (turns += 1)));
  expect(turns).toBeGreaterThan(10);
});

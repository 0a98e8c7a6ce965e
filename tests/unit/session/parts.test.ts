import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSession } from '../../../src/session/document.ts';
import { captureIdsOfParts, sessionOfParts, sessionParts } from '../../../src/session/parts.ts';

const fixture: unknown = JSON.parse(readFileSync('tests/fixtures/sessions/v1-last.json', 'utf8'));

const still = (): Promise<void> => Promise.resolve();

it('a document that was put together from its parts is the one that was taken apart', async () => {
  const read = readSession(fixture);
  if (!read.ok) throw new Error(read.error);
  const texts = new Map<string, string>();
  for (const { name, text } of sessionParts(read.value)) texts.set(name, await text(still));
  expect(texts.size).toBeGreaterThan(2);
  expect(await sessionOfParts(texts, still)).toEqual(read);
});

it('parts of any kind are refused with a message, never with a throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('head', 'run/1', 'line/0'), fc.oneof(fc.json(), fc.string())), async (texts) => {
      const read = await sessionOfParts(new Map(Object.entries(texts)), still);
      expect(read.ok ? '' : read.error).toMatch(/session/);
    }),
  );
});

it('the captures of parts are told before they are read: each once, none of a session that is broken', async () => {
  const read = readSession(fixture);
  if (!read.ok) throw new Error(read.error);
  const texts = new Map<string, string>();
  for (const { name, text } of sessionParts(read.value)) texts.set(name, await text(still));
  const ids = read.value.captures.map(({ capture_id }) => capture_id);
  expect(ids.length).toBeGreaterThan(0);
  expect(captureIdsOfParts(texts)).toEqual([...new Set(ids)]);
  const head = JSON.parse(texts.get('head') ?? '') as { document: { captures: object[] } };
  head.document.captures = [
    ...head.document.captures,
    ...head.document.captures,
    { capture_id: 1 },
    ...new Array<object>(2000).fill({ capture_id: 'x' }),
  ];
  const twice = new Map([...texts, ['head', JSON.stringify(head)]]);
  expect(captureIdsOfParts(twice)).toEqual([...new Set([...ids, 'x'])]);
  const run = [...texts.keys()].find((name) => name.startsWith('run/'));
  twice.delete(run ?? '');
  expect(captureIdsOfParts(twice)).toEqual([]);
  for (const broken of ['', 'null', '{}', '{"document":{"captures":[null]},"runs":[],"lines":[]}', '[]']) {
    expect(captureIdsOfParts(new Map([['head', broken]]))).toEqual([]);
  }
});

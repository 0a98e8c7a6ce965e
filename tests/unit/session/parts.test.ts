import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSession } from '../../../src/session/document.ts';
import { captureIdsOfParts, sessionOfParts, sessionParts } from '../../../src/session/parts.ts';

const fixture: unknown = JSON.parse(readFileSync('tests/fixtures/sessions/v1-last.json', 'utf8'));

it('a document that is split into parts and joined is unchanged', () => {
  const read = readSession(fixture);
  if (!read.ok) throw new Error(read.error);
  const texts = new Map<string, string>();
  for (const { name, text } of sessionParts(read.value)) texts.set(name, text());
  expect(texts.size).toBeGreaterThan(2);
  expect(sessionOfParts(texts)).toEqual({ ok: true, value: { document: read.value, left_out: [] } });
});

it('a conversation that cannot be read affects nothing else', () => {
  const read = readSession(fixture);
  if (!read.ok) throw new Error(read.error);
  const used = { steps: 0, calls: 0, ms: 0 };
  const talk = (id: string) => ({
    ...{ id, asked: { planner: 'plan' as const, text: '', capture_ids: [] }, limits: used, used, turns: [], end: null },
  });
  const parts = sessionParts({ ...read.value, conversations: ['good', 'large', 'cut', 'gone'].map(talk) });
  const texts = new Map(parts.map(({ name, text }) => [name, text()]));
  texts.set('conversation/large', JSON.stringify({ ...talk('large'), asked: { ...talk('').asked, text: 'x'.repeat(4_194_305) } }));
  texts.set('conversation/cut', '{');
  texts.delete('conversation/gone');
  const joined = sessionOfParts(texts);
  expect(joined).toEqual({ ok: true, value: { document: { ...read.value, conversations: [talk('good')] }, left_out: ['conversations'] } });
});

it('invalid parts are rejected with a message and never throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('head', 'run/1', 'line/0'), fc.oneof(fc.json(), fc.string())), (texts) => {
      const read = sessionOfParts(new Map(Object.entries(texts)));
      expect(read.ok ? '' : read.error).toMatch(/session/);
    }),
  );
});

it('captureIdsOfParts lists each capture once, and none for a broken session', () => {
  const read = readSession(fixture);
  if (!read.ok) throw new Error(read.error);
  const texts = new Map<string, string>();
  for (const { name, text } of sessionParts(read.value)) texts.set(name, text());
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerErrors, readQuestion } from '../../../../src/core/mcp/question.ts';
import type { Question } from '../../../../src/workbench/servers.ts';

const ask = (properties: object, more: object = {}): Question => {
  const found = readQuestion({ message: 'Well?', requestedSchema: { type: 'object', properties, ...more } });
  if (typeof found === 'string') throw new Error(found);
  return found;
};

test('every kind of field of revisions 2025-06-18 and 2025-11-25 is read', () => {
  const { fields } = ask(
    {
      name: { type: 'string', title: 'Your name', description: 'As on the door', minLength: 2, default: 'Ada' },
      age: { type: 'integer', minimum: 0, default: -1 },
      share: { type: 'number' },
      sure: { type: 'boolean', default: true },
      old: { type: 'string', enum: ['a', 'b'], enumNames: ['Anna', 'Bert'] },
      titled: { type: 'string', oneOf: [{ const: 'x', title: 'The X' }, { const: 'y' }], default: 'y' },
      many: { type: 'array', items: { type: 'string', enum: ['p', 'q', 'r'] }, maxItems: 2, default: ['q'] },
      named: { type: 'array', items: { anyOf: [{ const: 's', title: 'Sun' }] } },
    },
    { required: ['name', 'many'] },
  );
  expect(fields.map(({ name, title, kind, required, initial }) => [name, title, kind, required, initial])).toEqual([
    ['name', 'Your name', 'text', true, 'Ada'],
    // A default that the field's own limits exclude is left out.
    ['age', 'age', 'number', false, undefined],
    ['share', 'share', 'number', false, undefined],
    ['sure', 'sure', 'boolean', false, true],
    ['old', 'old', 'choice', false, undefined],
    ['titled', 'titled', 'choice', false, 'y'],
    ['many', 'many', 'choices', true, ['q']],
    ['named', 'named', 'choices', false, undefined],
  ]);
  expect(fields[4]?.options).toEqual([
    { value: 'a', title: 'Anna' },
    { value: 'b', title: 'Bert' },
  ]);
  expect(fields[5]?.options[1]).toEqual({ value: 'y', title: 'y' });
});

test('an answer is checked against the form', () => {
  const form = ask(
    { age: { type: 'integer', minimum: 0 }, many: { type: 'array', items: { type: 'string', enum: ['p', 'q'] }, minItems: 1 } },
    { required: ['age'] },
  );
  expect(answerErrors(form, { age: 3, many: ['q'] })).toEqual([]);
  for (const wrong of [
    {},
    { age: 1.5 },
    { age: -1 },
    { age: '3' },
    { age: 3, many: [] },
    { age: 3, many: ['z'] },
    { age: 3, more: 1 },
    [],
    null,
  ])
    expect(answerErrors(form, wrong), JSON.stringify(wrong)).not.toEqual([]);
  expect(answerErrors(ask({ text: { type: 'string' } }), { text: 'x'.repeat(70_000) })).toHaveLength(1);
});

test.each([
  ['a URL to visit', { mode: 'url', message: 'Sign in', url: 'https://example.com', elicitationId: '1' }],
  ['no message', { requestedSchema: { type: 'object', properties: {} } }],
  ['nested objects', { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'object', properties: {} } } } }],
  ['a choice of nothing', { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string', enum: [] } } } }],
  [
    'an option that is no text',
    { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string', enum: ['x', 1] } } } },
  ],
  [
    'a forbidden name',
    { message: 'm', requestedSchema: { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') as object } },
  ],
  [
    'too many fields',
    {
      message: 'm',
      requestedSchema: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${String(at)}`, { type: 'string' }])),
      },
    },
  ],
])('a question with %s is refused with the reason', (_what, params) => {
  expect(readQuestion(params)).toEqual(expect.stringMatching(/expected/));
});

test('every value that a server sends is read as a bounded form or refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (node, message, content) => {
      const found = readQuestion({ message, requestedSchema: { type: 'object', properties: { a: node } } });
      if (typeof found === 'string') return;
      expect(found.fields.length).toBeLessThanOrEqual(32);
      expect(Array.isArray(answerErrors(found, content))).toBe(true);
    }),
  );
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSchemaOf } from '../../../../src/tools/contract/derive-schema.ts';
import type { JsonSchema } from '../../../../src/tools/contract/json-schema.ts';
import { ForeignOutput } from '../../../../src/tools/foreign/answer.ts';
import { interpret, plainPattern } from '../../../../src/tools/foreign/interpret.ts';
import { acceptSchema } from '../../../../src/tools/foreign/schema-rules.ts';

const ajv = new Ajv2020({ strict: false, ownProperties: true });
const judge = (schema: JsonSchema, value: unknown): [mine: boolean, theirs: boolean] => {
  const { $schema: _, ...bare } = schema;
  return [interpret(schema, value).faults.length === 0, ajv.compile(bare)(value)];
};

const name = fc.constantFrom('a', 'b', 'isPrototypeOf');
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, -1, 1.5, '', 'a', 'aa', '😀', '2026-07-28'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** Schemas of every keyword that is read, nested. */
const schema = fc.letrec<{ schema: JsonSchema | boolean; leaf: JsonSchema }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'boolean', 'null') }),
    fc.record({ type: fc.constant(['string', 'null']) }),
    fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: value }),
    fc.record({ minLength: fc.nat(2) }),
    fc.record({ maxLength: fc.nat(2), pattern: fc.constantFrom('^a+$', 'a', '^[0-9]{4}-', '^(?:a|b)$', '(a+)+$') }),
    fc.record({ minimum: fc.integer({ min: -1, max: 2 }), multipleOf: fc.constantFrom(1, 2, 0.5) }),
    fc.record({ exclusiveMinimum: fc.nat(1), exclusiveMaximum: fc.nat(3) }),
    fc.record({ minItems: fc.nat(2), uniqueItems: fc.boolean() }),
    fc.record({ maxItems: fc.nat(2) }),
    fc.record({ required: fc.uniqueArray(name), minProperties: fc.nat(2), maxProperties: fc.nat(3) }),
    fc.record({ dependentRequired: fc.dictionary(name, fc.uniqueArray(name), { maxKeys: 1 }) }),
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.boolean(),
    fc.record({ properties: fc.dictionary(name, tie('schema')), additionalProperties: tie('schema') }),
    fc.record({ patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schema')), additionalProperties: tie('schema') }),
    fc.record({ propertyNames: tie('schema') }),
    fc.record({ items: tie('schema'), prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ contains: tie('schema'), minContains: fc.nat(2) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    fc.record({ dependentSchemas: fc.dictionary(name, tie('schema'), { maxKeys: 1 }) }),
    fc.record({ $defs: fc.record({ x: tie('schema') }), $ref: fc.constant('#/$defs/x') }),
  ),
})).schema;

test('agrees with ajv about random schemas and values, but for patterns that are left to the server', () => {
  fc.assert(
    fc.property(schema, value, (node, given) => {
      // A reference inside counts from the root.
      if (typeof node === 'boolean' || /"\$ref"/.test(JSON.stringify(Object.values(node)).replace('"#/$defs/x"', ''))) return;
      if (JSON.stringify(node).includes('(a+)+$') || JSON.stringify(node).includes('(?:')) return;
      // What comes from a wire has plain prototypes.
      const [mine, theirs] = judge(JSON.parse(JSON.stringify(node)) as JsonSchema, JSON.parse(JSON.stringify(given)));
      expect(mine).toBe(theirs);
    }),
    { numRuns: 600 },
  );
});

test('agrees with ajv about what the answers of servers become', () => {
  const output = jsonSchemaOf(ForeignOutput, 'output');
  const good = { server: 's', tool: 't', note: 'n', content: [{ type: 'text', text: 'x' }], left_out_parts: 0 };
  const values = [
    good,
    { ...good, more: 1 },
    { ...good, content: [{ type: 'html', text: '' }] },
    { ...good, left_out_parts: -1 },
    { ...good, note: undefined },
    [],
    null,
  ];
  for (const each of values.map((one) => JSON.parse(JSON.stringify(one)) as unknown)) {
    const [mine, theirs] = judge(output, each);
    expect(mine).toBe(theirs);
  }
  expect(judge(output, good)).toEqual([true, true]);
});

test('names the place and the kind of each fault', () => {
  const node = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'integer' } } },
    required: ['b'],
    additionalProperties: false,
  };
  expect(interpret(node, { a: [1, 'x'], c: 1 }).faults).toEqual([
    { path: ['b'], kind: 'missing' },
    { path: ['a', 1], kind: 'invalid' },
    { path: ['c'], kind: 'unknown' },
  ]);
});

test.each<[string, JsonSchema, unknown]>([
  ['a reference to itself', { type: 'object', allOf: [{ $ref: '#' }] }, {}],
  [
    'references that double at every level',
    {
      type: 'object',
      $defs: {
        ...Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => {
            const next = { $ref: `#/$defs/x${String(at + 1)}` };
            return [`x${String(at)}`, { allOf: [next, next] }];
          }),
        ),
        x40: {},
      },
      $ref: '#/$defs/x0',
    },
    {},
  ],
  [
    'a long list of unlike items',
    { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } },
    { a: Array.from({ length: 400_000 }, (_, at) => at) },
  ],
  ['a pattern over a long text', { type: 'object', properties: { a: { pattern: 'x*y' } } }, { a: 'x'.repeat(100_000) }],
])('%s is too expensive to check', (_, node, given) => {
  expect(interpret(node, given).tooDear).toBe(true);
});

test('patterns that could run away are left to the server and named; plain ones are checked', () => {
  for (const plain of ['^[0-9a-f]{8}-[0-9a-f]{4}$', '^\\d+$', '^[A-Z][a-z]*$', '^a?b$', '^(mo|tu|we)$'])
    expect(plainPattern(plain)).toBe(true);
  for (const wild of ['(a+)+$', '^(a|a)*$', 'a*a*b', '(?=a)b', '(a)\\1', '[', 'a?'.repeat(30), 'x'.repeat(300)])
    expect(plainPattern(wild)).toBe(false);
  const node = { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } };
  expect(interpret(node, { a: `${'a'.repeat(60)}b` }).faults).toEqual([]);
  expect(acceptSchema(node, 'inputSchema')).toMatchObject({ left: ['pattern at /properties/a'] });
});

test.each<[string, unknown, string]>([
  ['no object', 'x', 'expected a JSON Schema object'],
  ['another root', { type: 'string' }, 'expected type object'],
  ['a reference to the network', { type: 'object', properties: { a: { $ref: 'http://example.com/x.json' } } }, '$ref'],
  ['a reference to nowhere', { type: 'object', $ref: '#/$defs/none' }, '$ref'],
  ['a reference into a prototype', { type: 'object', $ref: '#/constructor' }, '$ref'],
  ['a property named as a prototype', { type: 'object', properties: { constructor: {} } }, 'constructor'],
  ['a schema that is a number', { type: 'object', properties: { a: 1 } }, 'expected a schema'],
  [
    'too many nodes',
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${String(at)}`, {}])) },
    'nodes',
  ],
  ['too much text', { type: 'object', description: 'x'.repeat(70_000) }, 'characters'],
])('%s is refused', (_, given, words) => {
  expect(acceptSchema(given, 'inputSchema')).toContain(words);
});

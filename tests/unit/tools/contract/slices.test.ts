import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slicesOf } from '../../../../src/tools/contract/slices.ts';

type Schema = Readonly<Record<string, unknown>>;
const item = { type: 'object', properties: { n: { type: 'integer', minimum: 0 } }, required: ['n'], additionalProperties: false };
const root = (list: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties: { list: { type: 'array', items: item, ...list }, other: { type: 'array', items: item }, text: { type: 'string' } },
  required: ['list'],
  additionalProperties: false,
  ...more,
});

/** Whether the schema lets a long list be cut. */
const schemas: readonly (readonly [string, Schema, boolean])[] = [
  ['items alone', root({ description: 'words' }), true],
  ['at least one item', root({ minItems: 1 }), true],
  ['at least two', root({ minItems: 2 }), false],
  ['room for all', root({ maxItems: 9000 }), true],
  ['room for less', root({ maxItems: 2000 }), false],
  ['no item twice', root({ uniqueItems: true }), false],
  ['one that is something', root({ contains: { const: { n: 7 } } }), false],
  ['a condition on the whole', root({}, { not: { required: ['text'] } }), false],
  [
    'a schema elsewhere',
    { type: 'object', properties: { list: { $ref: '#/$defs/items' } }, $defs: { items: { type: 'array', items: item } } },
    false,
  ],
  ['a list without a schema', { type: 'object' }, false],
];

describe.each(schemas)('%s', (_, schema, isCut) => {
  const validate = new Ajv2020({ strict: false }).compile(schema);

  test('the slices fit exactly when the whole does', () => {
    const good = fc.nat({ max: 4 }).map((n) => ({ n }));
    const odd = fc.oneof({ weight: 1, arbitrary: fc.anything() }, { weight: 3, arbitrary: good });
    const list = fc
      .tuple(fc.constantFrom(0, 1, 1023, 1024, 1025, 2048, 3000), fc.array(fc.tuple(fc.nat({ max: 2999 }), odd), { maxLength: 2 }))
      .map(([length, odds]) => {
        const items: unknown[] = Array.from({ length }, (__, at) => ({ n: at }));
        for (const [at, each] of odds) if (at < length) items[at] = each;
        return items;
      });
    const value = fc.record({ list, other: list, text: fc.oneof(fc.string(), fc.nat()) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.anything() }), (each) => {
        expect([...slicesOf(each, schema)].every((slice) => validate(slice))).toBe(validate(each));
      }),
      { numRuns: 60 },
    );
  });

  test('a long list is cut where the schema allows it', () => {
    const list = Array.from({ length: 2500 }, (__, n) => ({ n }));
    const other = list.slice(0, 30);
    const slices = [...slicesOf({ list, other, text: '' }, schema)] as Record<'list' | 'other', unknown[]>[];
    expect(slices.map((slice) => slice.list.length)).toEqual(isCut ? [1024, 1024, 452] : [2500]);
    expect(slices.map((slice) => slice.other.length)).toEqual(isCut ? [30, 1, 1] : [30]);
    expect(slices.flatMap((slice) => slice.list)).toEqual(list);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coerceArguments } from '../../../../src/tools/runner/coerce.ts';

const schema = {
  type: 'object',
  properties: {
    n: { type: 'integer', 'x-coerce': true },
    x: { type: 'number', 'x-coerce': true },
    b: { type: 'boolean', 'x-coerce': true },
    strict: { type: 'integer' },
    capture_id: { type: 'integer', 'x-coerce': true },
    mode: { type: 'integer', enum: [1, 2], 'x-coerce': true },
    list: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer', 'x-coerce': true } } } },
  },
};

test.each([
  [{ n: '42' }, { n: 42 }, ['arguments.n']],
  [{ x: '-0.5', b: 'true' }, { x: -0.5, b: true }, ['arguments.x', 'arguments.b']],
  [{ list: [{ n: 1 }, { n: '2' }] }, { list: [{ n: 1 }, { n: 2 }] }, ['arguments.list[1].n']],
  [{ strict: '42', capture_id: '42', mode: '1' }, { strict: '42', capture_id: '42', mode: '1' }, []],
  [{ n: ' 42' }, { n: ' 42' }, []],
  [{ n: '0x10', x: '1e400', b: 'yes' }, { n: '0x10', x: '1e400', b: 'yes' }, []],
  [{ n: '9007199254740993' }, { n: '9007199254740993' }, []],
])('%j becomes %j', (args, value, fields) => {
  const coerced = coerceArguments(args, schema);
  expect(coerced.value).toEqual(value);
  expect(coerced.warnings.map((warning) => warning.field)).toEqual(fields);
});

test('what is no text stays the same object; what is coerced says the same number', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (args) => {
      const coerced = coerceArguments(args, schema);
      if (coerced.warnings.length === 0) expect(coerced.value).toBe(args);
      for (const { details } of coerced.warnings)
        expect(String(details?.['after'])).toBe(String(Number(details?.['before']) || details?.['after']));
    }),
  );
});

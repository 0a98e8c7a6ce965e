import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical.ts';

describe('canonicalJson', () => {
  it('sorts keys at every depth, drops undefined members and keeps the order of items', () => {
    expect(canonicalJson({ b: [2, { d: null, c: true }], a: 'x', u: undefined })).toBe('{"a":"x","b":[2,{"c":true,"d":null}]}');
  });

  it('writes -0 as 0 and large numbers as JavaScript does', () => {
    expect(canonicalJson([-0, 1e21, 0.1])).toBe('[0,1e+21,0.1]');
  });

  it.each([Number.NaN, Infinity, () => 1, Symbol('s'), 1n])('refuses what JSON cannot say: %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  });

  it('refuses cycles but not repeated values', () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(() => canonicalJson(cycle)).toThrow(/cycles/);
  });

  it('gives equal text for values that are equal as JSON, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(JSON.parse(text)))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

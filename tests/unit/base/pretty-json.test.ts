import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson, prettyPart } from '../../../src/base/pretty-json.ts';

describe('indented JSON in pieces', () => {
  it('equals the text of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([...prettyJson(value)].join('')).toBe(JSON.stringify(value, null, 2));
      }),
    );
    expect([...prettyJson({ a: undefined, b: [undefined] })].join('')).toBe(JSON.stringify({ b: [null] }, null, 2));
  });

  it('returns any part of the text, and formats a long value no further', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(60), fc.nat(60), (value, offset, limit) => {
        const whole = JSON.stringify(value, null, 2);
        expect(prettyPart(value, offset, limit)).toEqual({
          text: whole.slice(offset, offset + limit),
          more: whole.length > offset + limit,
        });
      }),
    );
    let read = 0;
    const items = Array.from({ length: 1000 }, () => ({
      toJSON: () => {
        read += 1;
        return 'x';
      },
    }));
    expect(prettyPart({ deep: { items } }, 0, 200).more).toBe(true);
    expect(read).toBeLessThan(50);
  });
});

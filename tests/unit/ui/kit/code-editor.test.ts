import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference } from '../../../../src/ui/kit/code-editor.ts';

describe('the smallest change between two texts', () => {
  it('touches only what differs', () => {
    expect(difference('{"request_id": "a", "x": 1}', '{"request_id": "b", "x": 1}')).toEqual({ from: 16, to: 17, insert: 'b' });
    expect(difference('same', 'same')).toBeNull();
    expect(difference('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  });

  it('turns the one into the other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const change = difference(before, after);
        expect(change === null ? before : before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
      }),
    );
  });
});

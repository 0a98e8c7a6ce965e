import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adChanges, adLayout, stablePayload } from '../../../../src/ble/ad/layout.ts';

const bytes = (text: string) => Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));

describe('payload layout', () => {
  it('contains types, lengths, company and Continuity messages', () => {
    expect(adLayout(bytes('02011a020a080aff4c00100531183a84ac'))).toBe('01:1|0A:1|FF:9(004C,10:5)');
    expect(adLayout(bytes('02011a03036ffd17166ffd0011'))).toBe('01:1|03:2(FD6F)!');
    expect(adLayout(bytes('0409414243'))).toBe('09:3');
    expect(adLayout(bytes(''))).toBe('');
    expect(adLayout(bytes('14ff4c000100112233445566778899aabbccddeeff'))).toBe('FF:19(004C,01:16)');
  });

  it('stays the same across an iPhone rotation that changes the tag, like the stable payload', () => {
    const before = bytes('02011a020a080aff4c00100531183a84ac');
    const after = bytes('02011a020a080aff4c0010053118ffeedd');
    expect(adLayout(after)).toBe(adLayout(before));
    expect(stablePayload(after)).toBe(stablePayload(before));
    expect(stablePayload(before)).toBe('02011a020a080aff4c001005..........');
  });

  it('has consistent marks and text for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (data) => {
        expect(adLayout(data)).toBe(adLayout(data.slice()));
        expect(adChanges(data)).toHaveLength(data.length);
        expect(stablePayload(data)).toHaveLength(data.length * 2);
      }),
    );
  });
});

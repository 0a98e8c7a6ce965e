import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteMap } from '../../../../src/ble/ad/byte-map.ts';

const structure = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 28 }))
  .map(([type, value]) => [value.length + 1, type, ...value]);
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.array(structure, { maxLength: 6 }).map((parts) => Uint8Array.from(parts.flat())),
  // Manufacturer formats, truncated or with trailing bytes.
  fc
    .tuple(
      fc.constantFrom([0x4c, 0], [0xe0, 0], [0x06, 0], [0x18, 0x01]),
      fc.uint8Array({ maxLength: 26 }),
      fc.uint8Array({ maxLength: 4 }),
    )
    .map(([company, rest, tail]) => Uint8Array.from([3 + rest.length, 0xff, ...company, ...rest, ...tail])),
);

describe('bytes and fields of advertising data', () => {
  it('every byte belongs to exactly one field, which covers it', () => {
    fc.assert(
      fc.property(payload, (bytes) => {
        const { lines, owner } = byteMap(bytes);
        expect(owner).toHaveLength(bytes.length);
        owner.forEach((line, at) => {
          const field = lines[line];
          expect(field?.level).toBe(2);
          expect(at >= (field?.start ?? 0) && at < (field?.end ?? 0)).toBe(true);
        });
        // Structures are consecutive and cover everything.
        const parts = lines.filter(({ level }) => level === 1);
        expect(parts.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(bytes.length);
      }),
      { numRuns: 500 },
    );
  });

  it('describes each byte of a beacon', () => {
    const bytes = Uint8Array.from([2, 0x01, 0x06, 5, 0x09, 0x4c, 0x61, 0x6d, 0x70, 0, 0]);
    const { lines, owner } = byteMap(bytes);
    expect(owner.map((line) => lines[line]?.name)).toEqual([
      'length',
      'AD type',
      lines[owner[2] ?? 0]?.name,
      'length',
      'AD type',
      ...Array.from({ length: 4 }, () => 'local name'),
      'zero bytes',
      'zero bytes',
    ]);
    expect(lines.find(({ name }) => name === 'local name')?.value).toBe('Lamp');
    expect(lines.at(-2)).toMatchObject({ level: 1, name: 'Padding', start: 9, end: 11 });
  });

  it('has no lines if there are no bytes', () => {
    expect(byteMap(new Uint8Array())).toEqual({ lines: [], owner: [] });
  });
});

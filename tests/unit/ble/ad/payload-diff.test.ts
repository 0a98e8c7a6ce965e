import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, payloadDiff } from '../../../../src/ble/ad/payload-diff.ts';

const text = (bytes: readonly { hex: string; changed: boolean }[] | null): string =>
  bytes?.map(({ hex, changed }) => (changed ? `[${hex}]` : hex)).join(' ') ?? 'none';

describe('two payloads side by side', () => {
  it('marks the bytes that differ in each structure, and lists the changed fields', () => {
    // Flags, then Apple Handoff with a sequence number that increases by one.
    const before = bytesOf('02011a' + '13ff4c000c0e00' + '0100' + '00112233445566778899aa'.slice(0, 22));
    const after = bytesOf('02011a' + '13ff4c000c0e00' + '0200' + '00112233445566778899aa'.slice(0, 22));
    const [flags, apple] = payloadDiff(before, after);
    expect(text(flags?.after ?? null)).toBe('02 01 1A');
    expect(text(apple?.before ?? null)).toContain('00 [01] 00');
    expect(apple?.changes.some((change) => /1 → 2/.test(change))).toBe(true);
  });

  it('pairs a structure that only one payload has with null', () => {
    const pairs = payloadDiff(bytesOf('02011a'), bytesOf('020a08'));
    expect(pairs.map(({ before, after }) => [text(before), text(after)])).toEqual([
      ['[02] [01] [1A]', 'none'],
      ['none', '[02] [0A] [08]'],
    ]);
  });

  it('shows every byte of any two payloads once, and marks none if they are equal', () => {
    const payload = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(payload, payload, (before, after) => {
        const pairs = payloadDiff(before, after);
        expect(pairs.flatMap((pair) => pair.before ?? [])).toHaveLength(before.length);
        expect(pairs.flatMap((pair) => pair.after ?? [])).toHaveLength(after.length);
        expect(
          payloadDiff(before, before)
            .flatMap((pair) => pair.before ?? [])
            .some(({ changed }) => changed),
        ).toBe(false);
      }),
    );
  });
});

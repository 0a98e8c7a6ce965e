import { describe, expect, it } from 'vitest';
import { nameInPieces } from '../../../src/base/cut-name.ts';

describe('a name that is cut in its middle', () => {
  it('keeps the end, by which names of one series differ, with the extension', () => {
    expect(nameInPieces('btle_sniffer_05-07-2020-122940.pcapng')).toEqual(['btle_sniffer_05-07-2020', '-122940.pcapng']);
    const [, first] = nameInPieces('btle_sniffer_05-07-2020-122940.pcapng');
    const [, second] = nameInPieces('btle_sniffer_05-07-2020-123724.pcapng');
    expect(first).not.toBe(second);
  });

  it('leaves short names whole', () => {
    expect(nameInPieces('adv38.pcap')).toEqual(['adv38.pcap', '']);
    expect(nameInPieces('')).toEqual(['', '']);
  });

  it('looks at the ends of a name longer than any', () => {
    const [start, end] = nameInPieces(`${'a'.repeat(5_000_000)}-122940.pcapng`);
    expect(start.length + end.length).toBe(401);
    expect(end).toBe('-122940.pcapng');
  });

  it('loses nothing and splits no grapheme, whatever a name holds', () => {
    const family = '👩‍👩‍👧‍👦';
    const names = [family.repeat(20), `${'e\u0301'.repeat(60)}.csv`, `${'x'.repeat(90)}.${'y'.repeat(40)}`, '.'.repeat(50)];
    for (const name of names) expect(nameInPieces(name).join('')).toBe(name);
    expect(nameInPieces(family.repeat(30))[1]).toBe(family.repeat(7));
    expect(nameInPieces(`${'e\u0301'.repeat(60)}.csv`)[1]).toBe(`${'e\u0301'.repeat(7)}.csv`);
  });
});

import { describe, expect, it } from 'vitest';
import {
  asSentence,
  formatAmount,
  formatBytes,
  formatCount,
  formatFixed,
  formatDuration,
  formatProbability,
  formatProgress,
  formatUtc,
  formatUtcSpan,
} from '../../../src/base/format.ts';

describe('numbers with their units', () => {
  it('counts', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect([0, 999, 1000, -1234, 1234.6, 1e21].map(formatCount)).toEqual([
      '0',
      '999',
      '1,000',
      '-1,234',
      '1,235',
      '1,000,000,000,000,000,000,000',
    ]);
    expect([0.25, -12345.678].map((value) => formatFixed(value, 1))).toEqual(['0.3', '-12,345.7']);
    expect(formatAmount(1, 'row')).toBe('1 row');
    expect(formatAmount(2, 'address', 'addresses')).toBe('2 addresses');
  });

  it('sentences, and leaves names as they are', () => {
    expect(['the sniffer lost', 'x.pcap is cut', 'adv38 is', 'crc_ok is', 'Times'].map(asSentence)).toEqual([
      ...['The sniffer lost', 'x.pcap is cut', 'adv38 is', 'crc_ok is', 'Times'],
    ]);
  });

  it('bytes in decimal units with three digits', () => {
    expect([0, 999, 1000, 12_345, 999_600, 34_242_586].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.00 kB',
      '12.3 kB',
      '1.00 MB',
      '34.2 MB',
    ]);
  });

  it('durations in the unit a reader would choose', () => {
    expect([0.42, 37, 2510, 40_967, 60_000, 2_581_000, 7_500_000, 3 * 86_400_000].map(formatDuration)).toEqual([
      '0.4 ms',
      '37 ms',
      '2.51 s',
      '41.0 s',
      '1 min',
      '43 min 1 s',
      '2 h 5 min',
      '3 d',
    ]);
  });

  it('times always with their zone', () => {
    const start = Date.UTC(2020, 4, 7, 16, 48, 9, 123);
    expect(formatUtc(start)).toBe('2020-05-07 16:48:09.123 UTC');
    expect(formatUtcSpan(start, start + 60_000)).toBe('2020-05-07 16:48:09 – 16:49:09 UTC');
    expect(formatUtcSpan(start, start + 86_400_000)).toBe('2020-05-07 16:48:09 – 2020-05-08 16:48:09 UTC');
    expect(formatUtc(8.64e15 + 1)).toBe('8640000000000001 ms');
  });

  it('probabilities never round to a certainty', () => {
    expect([0, 0.0004, 0.004, 0.5, 0.994, 0.9996, 1].map(formatProbability)).toEqual([
      '<0.001',
      '<0.001',
      '0.004',
      '0.50',
      '0.994',
      '>0.999',
      '>0.999',
    ]);
  });
});

describe('formatProgress', () => {
  it('states the progress of work, or only the phase before anything can be counted', () => {
    expect(formatProgress({ phase: 'telling apart', done: 4, total: 1200, unit: 'rows' })).toBe('telling apart: 4 of 1,200 rows');
    expect(formatProgress({ phase: 'reading', done: 1_536_000, total: null, unit: 'bytes' })).toBe('reading: 1.54 MB');
    expect(formatProgress({ phase: 'telling apart', done: 0, total: 0, unit: 'rows' })).toBe('telling apart');
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { FeatureInput } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { randomSource } from '../../support/random.ts';

const kernels = kernelInstance();

function input(
  rows: readonly {
    readonly time: number;
    readonly address: number;
    readonly level?: number;
    readonly radio?: number;
    readonly channel?: number;
  }[],
  addresses: number,
): FeatureInput {
  return {
    addresses,
    time: Float64Array.from(rows, (row) => row.time),
    address: Uint32Array.from(rows, (row) => row.address),
    radio: Float64Array.from(rows, (row) => row.radio ?? NaN),
    level: Int8Array.from(rows, (row) => row.level ?? 127),
    channel: Uint8Array.from(rows, (row) => row.channel ?? 255),
    holes: new Float64Array(0),
    silence: { minimum_s: 30, factor: 10 },
  };
}

/** Events every `interval` seconds plus the advDelay of 0–10 ms, heard with probability `heard`. */
function advertiser(options: { interval: number; heard: number; duration: number; seed: number }) {
  const random = randomSource(options.seed);
  const rows: { time: number; address: number; level: number }[] = [];
  for (let time = random.next(); time < options.duration; time += options.interval + 0.01 * random.next()) {
    if (random.next() < options.heard) rows.push({ time, address: 0, level: -60 });
  }
  return rows;
}

describe('the 625 µs grid', () => {
  /** Events on a grid that runs `ppm` fast, heard with probability `heard`. */
  const onGrid = (ppm: number, heard: number, seed: number) => {
    const random = randomSource(seed);
    const rows: { time: number; address: number; radio: number; channel: number }[] = [];
    for (let time = 1; time < 60; time += 0.28 + 0.01 * random.next()) {
      const radio = (Math.floor((time * 1e6) / 625) * 625 + 100 + random.normal(1.5)) * (1 + ppm * 1e-6) * 1e-6;
      if (random.next() < heard) rows.push({ time, address: 0, radio, channel: 37 });
    }
    return rows;
  };

  it.each([
    [-30, 1],
    [0, 0.5],
    [45, 0.3],
  ])('is found with its drift of %i µs/s when %d of the events are heard', async (ppm, heard) => {
    for (let seed = 1; seed <= 5; seed++) {
      const rows = onGrid(ppm, heard, seed);
      const { columns } = await kernels.features(input(rows, 1));
      for (const end of ['First', 'Last'] as const) {
        expect(Math.abs(columns[`Drift${end}`][0]! - ppm)).toBeLessThan(1.5);
        expect(columns[`Residual${end}`][0]).toBeLessThan(5);
        const off = (columns[`PhaseLast`][0]! - columns[`PhaseLastAt`][0]! * 1e6) / 625;
        expect(Math.abs(off - Math.round(off)) * 625).toBeLessThan(10);
      }
    }
  });

  it('is not seen in times of a host clock', async () => {
    const random = randomSource(3);
    const rows = [...Array(100).keys()].map((n) => ({ time: n * 0.28, address: 0, radio: n * 0.28 + random.next() * 0.01, channel: 37 }));
    const { columns } = await kernels.features(input(rows, 1));
    expect(columns.ResidualLast[0]).toBeGreaterThan(60);
  });
});

describe('features', () => {
  it('counts frames, ends, events and silences', async () => {
    const rows = [0, 0.0005, 0.001, 0.1, 0.2, 50, 50.1].map((time, at) => ({ time, address: 0, level: -50 - at }));
    const { columns, segments } = await kernels.features(input(rows, 2));
    expect([columns.Count[0], columns.First[0], columns.Last[0], columns.Events[0]]).toEqual([7, 0, 50.1, 5]);
    expect(columns.MaxGap[0]).toBeCloseTo(49.8);
    expect([...segments]).toEqual([0, 0, 50.1, 7]);
    expect([columns.Count[1], columns.First[1], columns.Segments[1]]).toEqual([0, NaN, 0]);
    expect([columns.RssiFirst[0], columns.RssiLast[0], columns.RssiMedian[0]]).toEqual([-52, -56, -53]);
  });

  it('takes an interval for as uncertain as the stamps are late', async () => {
    const random = randomSource(5);
    const rows = (late: number) => [...Array(200).keys()].map((n) => ({ time: n * 0.25 + random.exponential(late), address: 0 }));
    const scatter = async (late: number): Promise<number> => (await kernels.features(input(rows(late), 1))).columns.IntervalScatter[0]!;
    expect(await scatter(0.0001)).toBeLessThan(0.001);
    expect(await scatter(0.004)).toBeGreaterThan(0.003);
  });

  it('takes levels of the last seconds where a level has just moved', async () => {
    const rows = [...Array(100).keys()].map((n) => ({ time: n, address: 0, level: n < 90 ? -80 : -60 }));
    const { columns } = await kernels.features(input(rows, 1));
    expect(columns.RssiLast[0]).toBe(-80);
    expect(columns.NearLast[0]).toBe(-60);
    expect([columns.NearLasts[0], columns.NearFirst[0], columns.NearBefore[0]]).toEqual([6, -80, -80]);
    // One step of 20 dB among 99.
    expect(columns.Flicker[0]).toBeCloseTo((0.886227 * 20) / 99, 4);
  });

  it('cuts a segment at a silence longer than both limits, and at holes', async () => {
    const rows = [...Array(40).keys()].map((n) => ({ time: n * 0.1, address: 0 }));
    const later = rows.map(({ time, address }) => ({ time: time + 100, address }));
    const free = await kernels.features(input([...rows, ...later], 1));
    expect(free.segments.length / 4).toBe(2);
    const near = rows.map(({ time, address }) => ({ time: time + 12, address }));
    const whole = await kernels.features(input([...rows, ...near], 1));
    expect(whole.segments.length / 4).toBe(1);
    const holed = await kernels.features({ ...input([...rows, ...near], 1), holes: Float64Array.of(3.9, 12) });
    expect([...holed.segments].map((value) => Math.round(value * 10) / 10)).toEqual([0, 0, 3.9, 40, 0, 12, 15.9, 40]);
  });

  it.each([
    { interval: 0.1, heard: 0.9, duration: 60 },
    { interval: 0.28125, heard: 1, duration: 60 },
    { interval: 0.28125, heard: 0.3, duration: 300 },
    { interval: 1.0225, heard: 0.5, duration: 600 },
    { interval: 2, heard: 0.1, duration: 3600 },
    { interval: 0.03, heard: 0.8, duration: 60 },
  ])('finds the mean spacing of $interval s when $heard of the events are heard', async ({ interval, heard, duration }) => {
    for (let seed = 1; seed <= 10; seed++) {
      const { columns } = await kernels.features(input(advertiser({ interval, heard, duration, seed }), 1));
      expect(Math.abs(columns.Interval[0]! - interval - 0.005), `seed ${String(seed)}`).toBeLessThan(0.004);
    }
  });

  it('prefers the radio clock of the sniffer to the host clock, but not across captures', async () => {
    const rows = [...Array(20).keys()].map((n) => ({ time: Math.floor(n / 5), address: 0, radio: n * 0.1 + (n < 10 ? 0 : 1e6) }));
    const { columns } = await kernels.features(input(rows, 1));
    expect(columns.Interval[0]).toBeCloseTo(0.1, 9);
    expect(columns.MaxGap[0]).toBe(1);
  });

  it('does not depend on the order of the rows', async () => {
    const row = fc.record({
      time: fc.integer({ min: 0, max: 2000 }).map((t) => t / 7),
      address: fc.integer({ min: 0, max: 3 }),
      level: fc.integer({ min: -100, max: -20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), async (rows, keys) => {
        const shuffled = rows
          .map((value, at) => ({ value, key: keys[at]! }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value);
        const one = await kernels.features(input(rows, 4));
        const other = await kernels.features(input(shuffled, 4));
        expect(other).toEqual(one);
      }),
      { numRuns: 60 },
    );
  });

  it('tells progress and stops when the signal says so', async () => {
    const seen: string[] = [];
    const rows = advertiser({ interval: 0.1, heard: 1, duration: 10, seed: 1 });
    await kernels.features(input(rows, 1), { onProgress: ({ phase }) => seen.push(phase) });
    expect(seen).toContain('features');
    const signal = AbortSignal.abort();
    await expect(kernels.features(input(rows, 1), { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combine } from '../../../src/merge/combine.ts';
import type { Sensor } from '../../../src/merge/sensor.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';

/** What is sent: µs and the digest of its bytes. */
interface Sent {
  readonly at: number;
  readonly digest: number;
}

interface Hearing {
  /** Sensor time = scene time · (1 + drift) + offset + noise. */
  readonly offset: number;
  readonly drift: number;
  readonly jitter: number;
  readonly loss: number;
}

/** Advertisers with fixed payloads that all repeat: nothing but the jitter of their events tells the events apart. */
function scene(chance: RandomSource, devices: number, seconds: number): Sent[] {
  const sent: Sent[] = [];
  for (let device = 0; device < devices; device++) {
    const interval = 20e3 + 625 * chance.below(400);
    for (let at = chance.between(0, interval); at < seconds * 1e6; at += interval + chance.between(0, 10e3))
      for (let channel = 0; channel < 3; channel++) sent.push({ at: at + channel * 400, digest: 1e6 * (device + 1) + channel });
  }
  return sent.sort((left, right) => left.at - right.at);
}

interface Recording extends Sensor {
  /** Position in what was sent, row by row. */
  readonly truth: readonly number[];
}

function record(sent: readonly Sent[], hearing: Hearing, chance: RandomSource, first_row = 0, manual_us: number | null = null): Recording {
  const rows = sent
    .map(({ at, digest }, truth) => ({ time: at * (1 + hearing.drift) + hearing.offset + chance.normal(hearing.jitter), digest, truth }))
    .filter(() => chance.next() >= hearing.loss)
    .sort((left, right) => left.time - right.time);
  return {
    origin_us: 0,
    first_row,
    manual_us,
    time: Float64Array.from(rows, ({ time }) => time),
    radio: new Float64Array(rows.length).fill(NaN),
    digest: Float64Array.from(rows, ({ digest }) => digest),
    row: Float64Array.from(rows, (_, row) => row),
    truth: rows.map(({ truth }) => truth),
  };
}

test('offset, drift and duplicates of two sensors are recovered for any clocks, jitter and losses', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 1e6 }),
        devices: fc.integer({ min: 2, max: 8 }),
        seconds: fc.integer({ min: 15, max: 120 }),
        // Up to a year apart.
        offset: fc.integer({ min: -3e13, max: 3e13 }),
        ppm: fc.integer({ min: -100, max: 100 }),
        jitter: fc.constantFrom(1, 20, 200),
        loss: fc.double({ min: 0, max: 0.6, noNaN: true }),
      }),
      ({ seed, devices, seconds, offset, ppm, jitter, loss }) => {
        const chance = randomSource(seed);
        const sent = scene(chance, devices, seconds);
        const first = record(sent, { offset: 0, drift: 0, jitter, loss }, chance);
        const second = record(sent, { offset, drift: ppm * 1e-6, jitter, loss }, chance, first.row.length);
        const [reference, aligned] = combine([first, second]);
        expect(reference?.state).toBe('reference');
        expect(aligned?.state).toBe('aligned');
        if (!aligned) return;
        // Every row of the second lands where it was sent, to within the jitter (and the rounding to whole µs).
        const errors = second.truth.map((truth, row) => {
          const time = second.time[row]!;
          return Math.abs(time + aligned.offset_us + aligned.drift * (time - aligned.pivot_us) - sent[truth]!.at);
        });
        const outside = errors.filter((error) => error > 4 * jitter + 2).length;
        expect(outside / errors.length).toBeLessThan(0.005);
        expect(Math.abs(aligned.drift + (ppm * 1e-6) / (1 + ppm * 1e-6))).toBeLessThan((2 * jitter + 4) / (seconds * 1e6) + 1e-7);
        expectDuplicates(first, second, aligned.duplicate_rows, aligned.duplicate_of);
      },
    ),
    { numRuns: 12 },
  );
});

/** What both heard is marked, and nothing else: pairs are the transmission they say they are. */
function expectDuplicates(first: Recording, second: Recording, rows: Float64Array, of: Float64Array): void {
  const heard = new Set(first.truth);
  const common = second.truth.filter((truth) => heard.has(truth)).length;
  const right = [...rows].filter((row, i) => second.truth[row] === first.truth[of[i]!]).length;
  expect(new Set(of).size).toBe(of.length);
  expect(right / rows.length).toBeGreaterThan(0.99);
  expect(right / common).toBeGreaterThan(0.98);
}

test('sensors without a common packet are not aligned, although they received the same payloads', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 6 }), (seed, devices) => {
      const chance = randomSource(seed);
      const clock = { offset: 0, drift: 0, jitter: 20, loss: 0.1 };
      // The same advertisers an hour later: equal bytes, other events.
      const first = record(scene(randomSource(seed), devices, 30), clock, chance);
      const second = record(scene(randomSource(seed + 1), devices, 30), clock, chance, first.row.length);
      const [, other] = combine([first, second]);
      expect(other).toMatchObject({ state: 'unaligned', offset_us: 0, drift: 0 });
      expect(other?.duplicate_rows).toHaveLength(0);
    }),
    { numRuns: 12 },
  );
});

test('sensors without equal payloads, or without rows, are not aligned', () => {
  const chance = randomSource(7);
  const clock = { offset: 0, drift: 0, jitter: 20, loss: 0 };
  const first = record(scene(chance, 3, 20), clock, chance);
  const second = record(
    scene(chance, 3, 20).map(({ at, digest }) => ({ at, digest: digest + 5e8 })),
    clock,
    chance,
    first.row.length,
  );
  expect(combine([first, second])[1]).toMatchObject({ state: 'unaligned', refused: { common: 0, chance: 0 } });
  const nothing = record([], clock, chance);
  expect(combine([first, nothing])[1]?.state).toBe('unaligned');
  expect(combine([nothing, first])[1]?.state).toBe('unaligned');
  expect(combine([])).toEqual([]);
});

test('nineteen common packets do not suffice for an alignment, a few more do', () => {
  const chance = randomSource(11);
  const unique = (count: number, digest: number): Sent[] =>
    Array.from({ length: count }, (_, i) => ({ at: i * 1.1e6 + chance.between(0, 5e5), digest: digest + i }));
  const clock = { offset: 0, drift: 0, jitter: 5, loss: 0 };
  for (const [count, state] of [
    [19, 'unaligned'],
    [25, 'aligned'],
  ] as const) {
    const sent = unique(count, 1);
    const first = record(
      [...sent, ...unique(200, 1e6)].sort((left, right) => left.at - right.at),
      clock,
      chance,
    );
    const second = record(
      [...sent, ...unique(200, 2e6)].sort((left, right) => left.at - right.at),
      { ...clock, offset: 9e12 },
      chance,
    );
    expect(combine([first, second])[1]?.state).toBe(state);
  }
});

test('two sensors without common packets are aligned through a third', () => {
  const chance = randomSource(3);
  const [left, right] = [scene(chance, 3, 40), scene(chance, 3, 40).map(({ at, digest }) => ({ at, digest: digest + 5e8 }))];
  const clock = { drift: 0, jitter: 10, loss: 0.1 };
  const first = record(left, { ...clock, offset: 0 }, chance);
  const far = record(right, { ...clock, offset: 5e9 }, chance, 1e6);
  const between = record(
    [...left, ...right].sort((one, other) => one.at - other.at),
    { ...clock, offset: -7e9 },
    chance,
    2e6,
  );
  const placements = combine([first, far, between]);
  expect(placements.map(({ state }) => state)).toEqual(['reference', 'aligned', 'aligned']);
  expect(Math.abs((placements[1]?.offset_us ?? 0) + 5e9)).toBeLessThan(20);
  expect(Math.abs((placements[2]?.offset_us ?? 0) - 7e9)).toBeLessThan(20);
});

test('a sniffer with a backlog of late timestamps is aligned by its radio clock, as reference and otherwise', () => {
  const chance = randomSource(5);
  const sent = scene(chance, 4, 60);
  const plain = record(sent, { offset: 4e12, drift: 30e-6, jitter: 5, loss: 0.2 }, chance);
  const radio = record(sent, { offset: 0, drift: 0, jitter: 5, loss: 0.2 }, chance);
  // The host gets the first fifteen seconds all at once, and everything else a few ms late.
  const time = radio.time.map((value) => Math.max(value, 15e6 + value / 1e3) + 8e12 + chance.between(0, 12e3));
  const nordic = { ...radio, radio: radio.time, time };
  const [reference, aligned] = combine([nordic, plain]);
  expect(reference).toMatchObject({ state: 'reference', clock: 'radio_ts_us' });
  expect(aligned?.state).toBe('aligned');
  expect(aligned?.agreement?.residual_us.p95).toBeLessThan(30);
  // Where the host is not behind, its own time stays what it was, to within its jitter.
  expect(Math.abs((reference?.offset_us ?? 0) - 8e12)).toBeLessThan(12e3);
  const [, other] = combine([plain, nordic]);
  expect(other).toMatchObject({ state: 'aligned', clock: 'radio_ts_us' });
  expect(other?.agreement?.residual_us.p95).toBeLessThan(30);
  expect(Math.abs((other?.offset_us ?? 0) - 4e12)).toBeLessThan(3e3);
});

test("a person's offset is used unchanged, and matching packets are marked as duplicates", () => {
  const chance = randomSource(9);
  const sent = scene(chance, 4, 30);
  const first = record(sent, { offset: 0, drift: 0, jitter: 5, loss: 0.2 }, chance);
  const hearing = { offset: 1_000_000, drift: 0, jitter: 5, loss: 0.2 };
  const right = combine([first, record(sent, hearing, randomSource(1), first.row.length, -1_000_000)])[1];
  expect(right).toMatchObject({ state: 'manual', offset_us: -1_000_000, moved_us: -1_000_000, drift: 0 });
  expect(right?.agreement?.residual_us.median).toBeLessThan(20);
  expect(right?.duplicate_rows.length).toBeGreaterThan(200);
  const wrong = combine([first, record(sent, hearing, randomSource(1), first.row.length, 3_600_000_000)])[1];
  expect(wrong).toMatchObject({ state: 'manual', agreement: null });
  expect(wrong?.duplicate_rows).toHaveLength(0);
});

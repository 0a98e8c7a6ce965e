import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../src/tools/linkage/observe.ts';
import { silenceHabits } from '../../../../src/tools/linkage/silences.ts';

/** Addresses that were heard in these spans, s; all send ten events a second. */
function heard(spans: readonly (readonly (readonly [number, number])[])[], holes: Observation['holes'] = []): Observation {
  const segments = spans.flatMap((own, number) => own.flatMap(([from, to]) => [number, from, to, 10]));
  const column = (value: (own: (typeof spans)[number]) => number): Float64Array => Float64Array.from(spans, value);
  const columns = { First: column((own) => own[0]![0]), Last: column((own) => own.at(-1)![1]), RateFirst: column(() => 10) };
  return { features: { columns, segments: Float64Array.from(segments) }, holes } as unknown as Observation;
}

const ON_AND_OFF = [0, 120, 240, 360, 480].map((start): [number, number] => [start, start + 25]);

describe('habits of silence', () => {
  it('are those of the emitter, and of its family where it has none of its own', () => {
    const spans = [ON_AND_OFF, ON_AND_OFF.map(([from, to]): [number, number] => [from + 7, to + 7]), [[600, 624] as const]];
    const [own, , fresh] = silenceHabits([0, 1, 2], [4, 4, 4], heard(spans));
    expect(own!.silence).toBe(95);
    // Eight silences of the same length against four imagined ones of any.
    expect(own!.spread).toBeCloseTo(0.95 ** (6 / 10) * 95 ** (4 / 10), 9);
    expect(own!.share).toBeGreaterThan(0.4);
    expect(fresh!.silence).toBe(95);
    expect(fresh!.share).toBeGreaterThan(0.3);
  });

  it('do not pass from one family to another', () => {
    const [, other] = silenceHabits([0, 1], [1, 2], heard([ON_AND_OFF, [[0, 300]]]));
    expect(other!.share).toBe(0);
  });

  it('are no silences in which nothing at all was heard', () => {
    const holes = ON_AND_OFF.slice(1).map(([from]) => ({ start: from - 95, end: from }));
    expect(silenceHabits([0], [1], heard([ON_AND_OFF], holes))[0]!.share).toBe(0);
  });

  it('are hardly believed from one silence', () => {
    const [once] = silenceHabits([0], [1], heard([ON_AND_OFF.slice(0, 2)]));
    expect(once!.share).toBeLessThan(0.2);
  });

  it('are not sharp because one silence equals itself, nor because three do', () => {
    const spread = (count: number): number => {
      const numbers = [...Array(count).keys()];
      return silenceHabits(
        numbers,
        numbers.map(() => 1),
        heard(numbers.map(() => ON_AND_OFF.slice(0, 2))),
      )[0]!.spread;
    };
    expect(spread(1)).toBe(95);
    expect(spread(3)).toBe(95);
  });
});

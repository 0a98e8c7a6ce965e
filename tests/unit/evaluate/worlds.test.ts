import { describe, expect, it } from 'vitest';
import { drawWorld } from '../../evaluate/worlds/generate.ts';
import type { DrawnWorld } from '../../evaluate/worlds/generate.ts';
import { f1 } from '../../evaluate/worlds/measure.ts';
import type { World } from '../../evaluate/worlds/world.ts';
import { WORLDS } from '../../evaluate/worlds/world.ts';

const draw = (name: string, own: Partial<World> = {}): DrawnWorld => {
  const world = WORLDS.find((each) => each.name === name)!;
  return drawWorld({ ...world, duration_s: 1300, present: 8, loss: { calm: 0, burst: 0 }, ...own }, 3);
};

/** First and last second of each address, in order of the addresses of each stream. */
function spans({ frames, addresses, streams }: DrawnWorld): [first: number, last: number][][] {
  const found = new Map<string, [number, number]>();
  for (const { us, address } of frames) {
    const span = found.get(addresses[address]!);
    if (span === undefined) found.set(addresses[address]!, [us / 1e6, us / 1e6]);
    else span[1] = us / 1e6;
  }
  return streams.map((stream) => stream.addresses.flatMap((address) => [found.get(address) ?? []].filter((span) => span.length === 2)));
}

describe('worlds of the second generator', () => {
  it('draws equal worlds from equal seeds, and another from another', () => {
    const world = WORLDS[0]!;
    const [first, again] = [draw('ordinary'), draw('ordinary')];
    expect(again.streams).toEqual(first.streams);
    expect(again.frames.length).toBe(first.frames.length);
    expect(again.frames.slice(-500)).toEqual(first.frames.slice(-500));
    expect(drawWorld(world, 4).addresses).not.toEqual(drawWorld(world, 5).addresses);
  });

  it('has a name for each world, and what it breaks', () => {
    expect(new Set(WORLDS.map(({ name }) => name)).size).toBe(WORLDS.length);
    expect(WORLDS.length).toBeGreaterThanOrEqual(15);
  });

  it('keeps every emitter on one address where nothing rotates', () => {
    for (const { addresses } of draw('no rotation').streams) expect(addresses).toHaveLength(1);
  });

  it('changes all addresses in the same instant in one world, and not in the ordinary one', () => {
    const ends = (name: string): number[] =>
      spans(draw(name, { stay_s: Infinity }))
        .flatMap((stream) => stream.slice(0, -1).map(([, last]) => last))
        .sort((a, b) => a - b);
    // No interval is longer than about a second, so that ends of one instant lie within two.
    const instants = (times: readonly number[]): number => times.filter((time, at) => at === 0 || time - times[at - 1]! > 2).length;
    expect(instants(ends('together'))).toBeLessThanOrEqual(3);
    expect(ends('together').length).toBeGreaterThan(8);
    expect(instants(ends('ordinary'))).toBeGreaterThan(3);
  });

  it('is silent for a while at a change of address where that takes 12 s', () => {
    const gaps = spans(draw('pauses', { stay_s: Infinity })).flatMap((stream) =>
      stream.slice(1).map(([first], at) => first - stream[at]![1]),
    );
    expect(Math.min(...gaps)).toBeGreaterThan(9);
    expect(Math.max(...gaps)).toBeLessThan(17);
  });

  it('hears nothing while the receiver does not listen', () => {
    const { frames } = draw('windows');
    const base = 1_720_000_000;
    expect(frames.every(({ us }) => (us / 1e6 - base) % 100 < 30.1)).toBe(true);
    expect(draw('ordinary').frames.some(({ us }) => (us / 1e6 - base) % 100 > 40)).toBe(true);
  });

  it('advertises for a fifth of the time where emitters pause', () => {
    const share = draw('pausing').frames.length / draw('ordinary').frames.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.28);
  });

  it('gives two bodies of one device the same timer', () => {
    const { streams } = draw('earbuds', { stay_s: Infinity });
    const lengths = (side: string): number[] =>
      streams.filter(({ emitter }) => emitter.endsWith(side)).map(({ addresses }) => addresses.length);
    expect(lengths(' 0')).toEqual(lengths(' 1'));
    expect(new Set(lengths(' 0')).size).toBeGreaterThan(1);
  });
});

describe('F1 of counts', () => {
  it('is the harmonic mean of precision and recall, and 1 where nothing is owed or claimed', () => {
    expect(f1({ claimed: 4, owed: 8, right: 3 })).toBeCloseTo(0.5, 12);
    expect(f1({ claimed: 0, owed: 0, right: 0 })).toBe(1);
    expect(f1({ claimed: 2, owed: 0, right: 0 })).toBe(0);
  });
});

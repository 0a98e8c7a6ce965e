import { describe, expect, it } from 'vitest';
import { makeScene } from '../../support/scene/scene.ts';
import { planOf, PLANS } from '../../support/scene/plans.ts';

const scene = makeScene({ ...planOf('home', 1), devices: 40, duration_s: 1000 });

describe('a scene', () => {
  it('is the same for a seed and another for another seed', () => {
    const again = makeScene(scene.plan);
    expect(again.streams).toEqual(scene.streams);
    expect(again.frames.length).toBe(scene.frames.length);
    expect(again.frames.slice(-1000)).toEqual(scene.frames.slice(-1000));
    expect(makeScene({ ...scene.plan, seed: 2 }).addresses).not.toEqual(scene.addresses);
  });

  it('gives every address to one stream, one after the other', () => {
    const owned = scene.streams.flatMap((stream) => stream.addresses);
    expect([...owned].sort()).toEqual([...scene.addresses].sort());
    const spans = new Map<string, { first: number; last: number }>();
    for (const { us, address } of scene.frames) {
      const name = scene.addresses[address]!;
      spans.set(name, { first: spans.get(name)?.first ?? us, last: us });
    }
    for (const { addresses } of scene.streams) {
      const seen = addresses.flatMap((address) => spans.get(address) ?? []);
      for (let at = 1; at < seen.length; at++) expect(seen[at]!.first).toBeGreaterThan(seen[at - 1]!.last);
    }
  });

  it('holds rotating and staying devices, in time order, at levels a radio can hear', () => {
    expect(scene.streams.some((stream) => stream.addresses.length > 1)).toBe(true);
    expect(scene.streams.some((stream) => stream.addresses.length === 1)).toBe(true);
    expect(scene.frames.every(({ us }, at) => at === 0 || us >= scene.frames[at - 1]!.us)).toBe(true);
    expect(scene.frames.every(({ rssi }) => rssi >= -94)).toBe(true);
  });

  it('grows from a quiet home to a stadium', () => {
    const sizes = Object.values(PLANS).map((plan) => plan.devices);
    expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
  });
});

/** Rooms of emitters that change their address after lives of a known distribution, heard through losses, with a gap in the recording. */
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { analyseLives } from '../../../src/tools/catalog/survival_tool/analyse.ts';
import { livesOf, type Heard } from '../../../src/tools/catalog/survival_tool/lifetimes.ts';
import { Input } from '../../../src/tools/catalog/survival_tool/schema.ts';
import type { ToolCapabilities } from '../../../src/tools/definition.ts';
import type { Hole } from '../../../src/tools/linkage/observe.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';

const HOUR = 3600;

export interface RoomKind {
  readonly life: (random: RandomSource) => number;
  /** Of the distribution, s. */
  readonly median: number;
  readonly recorded_s: number;
  readonly emitters: number;
}

export const ROOMS: Readonly<Record<string, RoomKind>> = {
  'lives of 900 s': { life: () => 900, median: 900, recorded_s: HOUR, emitters: 20 },
  'lives of 480 to 1,200 s': { life: (random) => random.between(480, 1200), median: 840, recorded_s: HOUR, emitters: 20 },
  'exponential lives': { life: (random) => 20 + random.exponential(900), median: 20 + 900 * Math.LN2, recorded_s: HOUR, emitters: 20 },
  'recording of 25 min': { life: (random) => random.between(600, 1200), median: 900, recorded_s: 1500, emitters: 60 },
};

export interface Room {
  readonly heard: readonly Heard[];
  readonly holes: readonly Hole[];
  readonly span: number;
}

/** Times at which an address was heard, summed up as the engine does. */
export function heardFrom(times: readonly number[], holes: readonly Hole[], group = 0): Heard {
  const part = (time: number): number => holes.filter(({ start }) => time > start).length;
  const seconds = new Set(times.map(Math.floor));
  const longest = times.reduce(
    (most, time, at) =>
      at > 0 && Math.floor(time) > Math.floor(times[at - 1]!) && part(time) === part(times[at - 1]!)
        ? Math.max(most, time - times[at - 1]!)
        : most,
    0,
  );
  return { group, packets: times.length, first: times[0]!, last: times.at(-1)!, seconds: seconds.size, longest };
}

export function drawRoom({ life, recorded_s, emitters }: RoomKind, seed: number): Room {
  const random = randomSource(seed);
  const from = random.between(0.3, 0.6) * recorded_s;
  const holes = random.next() < 0.5 ? [{ start: from, end: from + random.between(20, 240) }] : [];
  const heard: Heard[] = [];
  for (let emitter = 0; emitter < emitters; emitter++) {
    const [interval, loss] = [random.between(0.2, 2), random.between(0.05, 0.7)];
    // Long before the recording, so that the ages at its begin follow from the lives.
    let born = -random.between(4000, 8000);
    while (born < recorded_s) {
      const dies = born + life(random);
      const times: number[] = [];
      let time = born + random.next() * interval;
      if (time < 0) time += Math.floor(-time / interval) * interval;
      for (; time < Math.min(dies, recorded_s); time += interval + random.between(0, 0.01)) {
        const at = time;
        if (at >= 0 && random.next() > loss && !holes.some(({ start, end }) => at > start && at < end)) times.push(at);
      }
      if (times.length > 0) heard.push(heardFrom(times, holes));
      born = dies;
    }
  }
  return { heard, holes, span: recorded_s };
}

const kernels = kernelInstance();

export interface Estimate {
  readonly median: number | undefined;
  readonly covers: boolean;
  /** By the median of last less first packet over all addresses, with the interval of its order statistics. */
  readonly naive_covers: boolean;
}

export async function estimateRoom(kind: RoomKind, seed: number): Promise<Estimate> {
  const room = drawRoom(kind, seed);
  const found = livesOf(room.heard, ['all addresses'], { ...room, rows: 0 }, 5);
  const capabilities = { kernels, signal: new AbortController().signal, progress: () => undefined } as unknown as ToolCapabilities;
  const { figures } = await analyseLives(Input.parse({ lifetimes: true }), found, capabilities);
  const { value, low, high } = figures.curves[0]!.median;
  const spans = Float64Array.from(room.heard, ({ first, last }) => last - first).sort();
  const reach = 1.96 * Math.sqrt(spans.length) * 0.5;
  const bound = (sign: number): number => spans[Math.max(0, Math.min(spans.length - 1, Math.round(spans.length / 2 + sign * reach)))]!;
  return {
    median: value,
    covers: (low ?? Infinity) <= kind.median && (high ?? Infinity) >= kind.median,
    naive_covers: bound(-1) <= kind.median && bound(1) >= kind.median,
  };
}

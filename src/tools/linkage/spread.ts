import type { Observation } from './observe.ts';

/**
 * How much a level and a clock move while nothing rotates, measured on the addresses themselves: what an address does
 * between its own ends bounds what its emitter does over a change of address. Medians, so that a few walkers or a
 * change of oscillator do not decide; a few imagined addresses hold the defaults where a capture is small.
 */
const IMAGINED = 6;
/** dB between neighbouring minutes, dB over a whole life, µs/s between two ends, dB from event to event. */
const DEFAULT = { near: 4, far: 6, clock: 3, noise: 3 } as const;
/** Median absolute deviation to the spread of a normal and to the scale of a Laplace distribution. */
const NORMAL = 1.4826;
const LAPLACE = 1.4427;
/** A clock that moved by more scales than this changed its oscillator or was read wrongly. */
const STRAY_SCALES = 6;
const STRAY = 0.15;
/** A fit worse than this, µs, is not a radio's clock. */
const USABLE_US = 25;

/** A receiver tells levels in whole dB, and fading is never finer. */
const LEAST_NOISE = 2;

export function levelSpreads(members: readonly number[], { features }: Observation) {
  const { RssiBefore, RssiAfter, RssiFirst, RssiLast, RssiSpread } = features.columns;
  const near = spread(members, (number) => RssiAfter[number]! - RssiBefore[number]!, DEFAULT.near / NORMAL) * NORMAL;
  const far = spread(members, (number) => RssiLast[number]! - RssiFirst[number]!, DEFAULT.far / NORMAL) * NORMAL;
  const noise = spread(members, (number) => RssiSpread[number]!, DEFAULT.noise);
  const levels = members.map((number) => RssiFirst[number]!).filter((level) => !Number.isNaN(level));
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(levels.length, 1);
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / Math.max(levels.length, 1);
  const LevelNear = Math.max(near, 1.5);
  // 6 dB at least: a selection of few addresses does not know how levels spread.
  return {
    LevelNear,
    LevelFar: Math.max(far, LevelNear),
    LevelMean: mean,
    LevelSpread: Math.sqrt(variance + 36),
    LevelNoise: Math.max(noise, LEAST_NOISE) ** 2,
  };
}

export function clockSpread(members: readonly number[], { features }: Observation) {
  const { DriftFirst, DriftLast, ResidualFirst, ResidualLast } = features.columns;
  const usable = members.filter((number) => ResidualFirst[number]! < USABLE_US && ResidualLast[number]! < USABLE_US);
  const moved = (number: number): number => DriftLast[number]! - DriftFirst[number]!;
  const scale = Math.max(spread(usable, moved, DEFAULT.clock / LAPLACE) * LAPLACE, 0.3);
  const strays = usable.filter((number) => Math.abs(moved(number)) > STRAY_SCALES * scale).length;
  return { DriftSpread: scale, DriftStray: (strays + IMAGINED * STRAY) / (usable.length + IMAGINED) };
}

/** Median of the absolute values, with imagined ones at `usual`. */
function spread(members: readonly number[], value: (number: number) => number, usual: number): number {
  const values = new Float64Array(members.length + IMAGINED);
  let known = 0;
  for (const number of members) {
    const each = Math.abs(value(number));
    if (!Number.isNaN(each)) values[known++] = each;
  }
  values.fill(usual, known, known + IMAGINED);
  // The platform orders numbers ten times as fast as a comparison of ours.
  const sorted = values.subarray(0, known + IMAGINED).sort();
  return sorted[sorted.length >> 1]!;
}

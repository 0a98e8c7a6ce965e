import type { Observation } from './observe.ts';

/**
 * Measures how much levels and clock drifts change without a rotation, within each address: the change over its own lifetime limits the
 * change across a rotation. Medians are robust against a few moving devices or oscillator changes; in small captures the default values
 * dominate.
 */
const IMAGINED = 6;
/** Default spreads: dB between neighbouring minutes, dB over a whole life, µs/s between both ends, dB from event to event. */
const DEFAULT = { near: 4, far: 6, clock: 3, noise: 3 } as const;
/** Factors from the median absolute deviation to the spread of a normal distribution and to the scale of a Laplace distribution. */
const NORMAL = 1.4826;
const LAPLACE = 1.4427;
/** A clock that changed by more than this many scales switched its oscillator or was measured wrongly. */
const STRAY_SCALES = 6;
const STRAY = 0.15;
/** A clock fit with a larger residual than this, in µs, does not come from a radio's clock. */
const USABLE_US = 25;

/** Lower bound of the spread in dB, because receivers report whole dB. */
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
  // Adds 6 dB, because few addresses do not show how levels spread.
  return {
    LevelNear,
    LevelFar: Math.max(far, LevelNear),
    LevelMean: mean,
    LevelSpread: Math.sqrt(variance + 36),
    LevelNoise: Math.max(noise, LEAST_NOISE) ** 2,
  };
}

/** Levels at both ends of every address and how much they change, measured over the window that gives sharper levels in this capture. */
export interface MeasuredLevels {
  /** Columns for the kernel; their values are in the order of the members. */
  readonly columns: Readonly<Record<'RssiFirst' | 'RssiLast' | 'LevelsFirst' | 'LevelsLast', Float64Array>>;
  readonly parameters: ReturnType<typeof levelSpreads>;
}

/** Mean of the absolute values of the central 80 % of a normal distribution, divided by its standard deviation. */
const CENTRAL = 0.5586;
const CENTRAL_SHARE = 0.8;
/** Lower bound in dB of the standard deviation of one emitter's level changes. */
const LEAST_MOVE = 1.5;

/**
 * Measures the RSSI levels of addresses at their ends, over 32 frames or over four seconds. If levels change within seconds, four seconds
 * are nearer to the change of address; if they only fluctuate, 32 frames are steadier. The window is chosen whose level differs less
 * between both sides of the middle of each address's life, where the address does not change.
 */
export function measuredLevels(members: readonly number[], observation: Observation): MeasuredLevels {
  const { columns } = observation.features;
  const events = (number: number): number => columns.Events[number]! / columns.Count[number]!;
  const noise =
    Math.max(
      sigmaOf(members, (number) => columns.Flicker[number]!, DEFAULT.noise, 1),
      1,
    ) ** 2;
  const windows = [
    ['RssiBefore', 'RssiAfter', 'RssiFirst', 'RssiLast', 'LevelsFirst', 'LevelsLast'],
    ['NearBefore', 'NearAfter', 'NearFirst', 'NearLast', 'NearFirsts', 'NearLasts'],
  ] as const;
  const measured = windows.map(([before, after, first, last, firsts, lasts]) => {
    const jump = sigmaOf(members, (number) => columns[after][number]! - columns[before][number]!, DEFAULT.near);
    const life = sigmaOf(members, (number) => columns[last][number]! - columns[first][number]!, DEFAULT.far);
    const frames = sigmaOf(members, (number) => columns[firsts][number]! * events(number), 8, 1);
    const take = (column: typeof first | typeof last): Float64Array => Float64Array.from(members, (number) => columns[column][number]!);
    const counts = (column: typeof firsts | typeof lasts): Float64Array =>
      Float64Array.from(members, (number) => columns[column][number]! * events(number));
    const move = (seen: number): number => Math.sqrt(Math.max(seen ** 2 - (2 * noise) / Math.max(frames, 1), LEAST_MOVE ** 2));
    return {
      jump,
      near: move(jump),
      far: Math.max(move(life), move(jump)),
      columns: { RssiFirst: take(first), RssiLast: take(last), LevelsFirst: counts(firsts), LevelsLast: counts(lasts) },
    };
  });
  const [long, short] = [measured[0]!, measured[1]!];
  const sharper = short.jump < long.jump ? short : long;
  const parameters = { ...levelSpreads(members, observation), LevelNear: sharper.near, LevelFar: sharper.far, LevelNoise: noise };
  return { columns: sharper.columns, parameters };
}

/** Standard deviation from the smaller 80 % of the absolute values, whose mean is `perSigma` of it. With few values, `usual` dominates. */
function sigmaOf(members: readonly number[], value: (number: number) => number, usual: number, perSigma = CENTRAL): number {
  const values = members.map((number) => Math.abs(value(number))).filter((each) => !Number.isNaN(each));
  const kept = Float64Array.from(values)
    .sort()
    .subarray(0, Math.ceil(values.length * CENTRAL_SHARE));
  const seen = kept.length === 0 ? usual : kept.reduce((sum, each) => sum + each, 0) / kept.length / perSigma;
  return Math.sqrt((values.length * seen ** 2 + IMAGINED * usual ** 2) / (values.length + IMAGINED));
}

export function clockSpread(members: readonly number[], { features }: Observation) {
  const { DriftFirst, DriftLast, ResidualFirst, ResidualLast } = features.columns;
  const usable = members.filter((number) => ResidualFirst[number]! < USABLE_US && ResidualLast[number]! < USABLE_US);
  const moved = (number: number): number => DriftLast[number]! - DriftFirst[number]!;
  const scale = Math.max(spread(usable, moved, DEFAULT.clock / LAPLACE) * LAPLACE, 0.3);
  const strays = usable.filter((number) => Math.abs(moved(number)) > STRAY_SCALES * scale).length;
  return { DriftSpread: scale, DriftStray: (strays + IMAGINED * STRAY) / (usable.length + IMAGINED) };
}

/** Median of the absolute values together with some imagined values at `usual`. */
function spread(members: readonly number[], value: (number: number) => number, usual: number): number {
  const values = new Float64Array(members.length + IMAGINED);
  let known = 0;
  for (const number of members) {
    const each = Math.abs(value(number));
    if (!Number.isNaN(each)) values[known++] = each;
  }
  values.fill(usual, known, known + IMAGINED);
  // Use the platform's sort of numbers, which is ten times as fast as one with a comparison function.
  const sorted = values.subarray(0, known + IMAGINED).sort();
  return sorted[sorted.length >> 1]!;
}

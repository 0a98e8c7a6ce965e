import type { TrueStream } from './truth.ts';

/** A claimed link: `from` was succeeded by `to`. */
export interface Claim {
  readonly from: string;
  readonly to: string;
  readonly probability: number;
}

/** When an address was seen, in seconds. */
export interface Seen {
  readonly address: string;
  readonly first: number;
  readonly last: number;
}

export interface Score {
  readonly owed: number;
  readonly found: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Successor links with p ≥ 0.5 that touch a labelled address. Owed are the adjacent addresses of one stream that
 * were both seen often enough, at most `window` seconds apart; a claim across two streams of one emitter is
 * neither owed nor false, nor is one between neighbours that the recorded times put further apart than `window`.
 */
export function scoreLinks(claims: readonly Claim[], streams: readonly TrueStream[], seen: readonly Seen[], window: number): Score {
  const owed = owedLinks(streams, seen, window);
  const stream = new Map<string, TrueStream>();
  for (const each of streams) for (const address of each.addresses) stream.set(address, each);
  let found = 0;
  let wrong = 0;
  for (const { from, to, probability } of claims) {
    const a = stream.get(from);
    const b = stream.get(to);
    if (probability < 0.5 || (a === undefined && b === undefined)) continue;
    if (owed.has(`${from} ${to}`)) found += 1;
    else if (a !== undefined && a === b && a.addresses.indexOf(to) === a.addresses.indexOf(from) + 1) continue;
    else if (a === undefined || b === undefined || a === b || a.emitter !== b.emitter) wrong += 1;
  }
  const precision = found + wrong === 0 ? 1 : found / (found + wrong);
  const recall = owed.size === 0 ? 1 : found / owed.size;
  return {
    owed: owed.size,
    found,
    wrong,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

export function owedLinks(streams: readonly TrueStream[], seen: readonly Seen[], window: number): Set<string> {
  const times = new Map(seen.map((each) => [each.address, each]));
  const owed = new Set<string>();
  for (const { addresses } of streams) {
    const present = addresses.flatMap((address) => times.get(address) ?? []).sort((a, b) => a.first - b.first);
    for (let at = 1; at < present.length; at++) {
      const before = present[at - 1]!;
      const after = present[at]!;
      if (after.first - before.last <= window) owed.add(`${before.address} ${after.address}`);
    }
  }
  return owed;
}

/** A probability that was given, and whether it came true. */
export interface Forecast {
  readonly probability: number;
  readonly happened: boolean;
}

export interface Calibration {
  readonly pairs: number;
  readonly brier: number;
  /** 1 − Brier score / Brier score of always saying the base rate. */
  readonly skill: number;
  /** Expected calibration error over ten bins of equal mass. */
  readonly error: number;
  readonly bins: readonly { readonly mean: number; readonly rate: number; readonly pairs: number }[];
}

const BINS = 10;

export function calibrationOf(forecasts: readonly Forecast[]): Calibration {
  const sorted = [...forecasts].sort((a, b) => a.probability - b.probability);
  const pairs = sorted.length;
  const mean = (items: readonly Forecast[], value: (item: Forecast) => number): number =>
    items.reduce((sum, item) => sum + value(item), 0) / Math.max(items.length, 1);
  const rate = mean(sorted, (item) => Number(item.happened));
  const brier = mean(sorted, (item) => (item.probability - Number(item.happened)) ** 2);
  const base = rate * (1 - rate);
  const bins = Array.from({ length: BINS }, (_, bin) =>
    sorted.slice(Math.floor((bin * pairs) / BINS), Math.floor(((bin + 1) * pairs) / BINS)),
  )
    .filter((items) => items.length > 0)
    .map((items) => ({
      mean: mean(items, (item) => item.probability),
      rate: mean(items, (item) => Number(item.happened)),
      pairs: items.length,
    }));
  const error = bins.reduce((sum, bin) => sum + bin.pairs * Math.abs(bin.mean - bin.rate), 0) / Math.max(pairs, 1);
  return { pairs, brier, skill: base === 0 ? 0 : 1 - brier / base, error, bins };
}

import { round } from '../../linkage/classify.ts';
import type { Candidate } from '../../linkage/linkage.ts';
import { streamKinds } from '../../linkage/linkage.ts';
import type { Observation } from '../../linkage/observe.ts';
import type { Answer } from './schema.ts';

/** An analyst's statement that a certain device sent an address. */
export interface Label {
  readonly address: string;
  readonly device: string;
}

const BINS = 10;

/**
 * Compares links with an analyst's labels. Two addresses should be linked if they are consecutive in time among the labelled ones of one
 * device and kind of stream, and at most the window apart. Links and pairs count only if both ends are labelled.
 */
export function scoresOf(
  labels: readonly Label[],
  candidates: readonly Candidate[],
  links: readonly Candidate[],
  observation: Observation,
  options: { readonly window_s: number; readonly minimum: number },
): NonNullable<Answer['label_scores']> {
  const device = new Map(labels.map((label) => [label.address, label.device]));
  const of = (number: number): string | undefined => device.get(observation.addresses[number]!.address);
  const owed = owedPairs(of, observation, options);
  const known = ({ from, to }: Candidate): boolean => of(from) !== undefined && of(to) !== undefined;
  const isOwed = ({ from, to }: Candidate): boolean => owed.has(`${String(from)} ${String(to)}`);
  const counted = links.filter((pair) => known(pair) && (isOwed(pair) || of(pair.from) !== of(pair.to)));
  const found = counted.filter(isOwed).length;
  const labelled = candidates
    .filter((pair) => known(pair) && (isOwed(pair) || of(pair.from) !== of(pair.to)))
    .map((pair) => ({ probability: pair.probability, happened: isOwed(pair) ? 1 : 0 }))
    .sort((a, b) => a.probability - b.probability);
  const brier = labelled.reduce((sum, { probability, happened }) => sum + (probability - happened) ** 2, 0) / Math.max(labelled.length, 1);
  return {
    labelled_addresses: observation.addresses.filter(({ address }) => device.has(address)).length,
    devices: new Set(observation.addresses.flatMap(({ address }) => device.get(address) ?? [])).size,
    owed_links: owed.size,
    found_links: found,
    wrong_links: counted.length - found,
    ...(counted.length > 0 && { precision: round(found / counted.length) }),
    ...(owed.size > 0 && { recall: round(found / owed.size) }),
    pairs: labelled.length,
    ...(labelled.length > 0 && { brier_score: round(brier), calibration_error: round(calibrationError(labelled)) }),
  };
}

function owedPairs(
  of: (number: number) => string | undefined,
  observation: Observation,
  { window_s, minimum }: { readonly window_s: number; readonly minimum: number },
): Set<string> {
  const { First, Last } = observation.features.columns;
  const owed = new Set<string>();
  for (const members of streamKinds(observation)) {
    const before = new Map<string, number>();
    for (const number of members) {
      const own = of(number);
      if (own === undefined || observation.addresses[number]!.frames < minimum) continue;
      const last = before.get(own);
      before.set(own, number);
      if (last === undefined) continue;
      const gap = First[number]! - Last[last]!;
      if (Last[number]! > Last[last]! && gap > -1 && gap <= window_s) owed.add(`${String(last)} ${String(number)}`);
    }
  }
  return owed;
}

/** Calibration error: mean distance between stated probability and observed frequency, over ten bins of equal size. */
function calibrationError(labelled: readonly { readonly probability: number; readonly happened: number }[]): number {
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const own = labelled.slice(Math.floor((bin * labelled.length) / BINS), Math.floor(((bin + 1) * labelled.length) / BINS));
    sum += Math.abs(own.reduce((total, { probability, happened }) => total + probability - happened, 0));
  }
  return sum / labelled.length;
}

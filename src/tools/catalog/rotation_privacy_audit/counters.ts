import type { Advertised, Device, Rotation } from './device.ts';

export interface Counter {
  readonly rotation: Rotation;
  /** Position of the byte in the advertising data. */
  readonly at: number;
  readonly steps: number;
}

/** A byte counts as a counter if it steps at least `FEWEST` times under one address, each time by at most `STEP`. */
const FEWEST = 3;
const STEP = 8;
/** Largest step of a counter across a change of address, during which some steps may have been missed. */
const LEAP = 32;

/** Finds bytes that count up under one address and continue under the next: the low byte of a counter of any width. */
export function countersOf({ advertised, streams }: Device): Counter[] {
  return streams.flatMap(({ rotations }) => rotations.flatMap((rotation) => counterOver(rotation, advertised)));
}

function counterOver(rotation: Rotation, advertised: readonly Advertised[]): Counter[] {
  const of = (number: number): Advertised[] => advertised.filter((each) => each.number === number && each.type !== 'SCAN_RSP');
  const before = of(rotation.from);
  const [next] = of(rotation.to);
  const held = before.at(-1);
  if (next === undefined || held === undefined) return [];
  for (const at of next.own) {
    const values = before.filter(({ layout }) => layout === next.layout).map(({ data }) => data[at]!);
    const steps = values
      .slice(1)
      .map((value, k) => (value - values[k]! + 256) % 256)
      .filter((step) => step > 0);
    if (steps.length < FEWEST || steps.some((step) => step > STEP)) continue;
    const over = (next.data[at]! - values.at(-1) + 256) % 256;
    if (over > 0 && over <= LEAP) return [{ rotation, at, steps: steps.length }];
  }
  return [];
}

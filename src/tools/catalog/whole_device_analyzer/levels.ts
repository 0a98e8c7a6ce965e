import { place } from './sorted.ts';

/** Length of the time slots in which levels are averaged, s. */
export const SLOT_S = 10;
/** Number of slots on each side for the moving average that is subtracted as the slow trend. */
const TREND = 5;
/** Minimum number of slots in which both emitters must be heard. */
const FEWEST_SHARED = 8;
/** The emitters' common movement, caused by a moving receiver, is subtracted only in slots with at least this many emitters. */
const FEWEST_COMMON = 8;

/** Mean RSSI in each slot with packets, dBm. Other slots are omitted, so memory depends on packets and not on the capture's length. */
export interface Levels {
  /** Numbers of the time slots, counted from the first row, ascending. */
  readonly slots: Float64Array;
  readonly levels: Float32Array;
}

/** How two level traces move together: correlation, and number of common slots. */
export interface Movement {
  readonly correlation: number;
  readonly slots: number;
}

/** Level traces less slow trends and less the movement that all emitters have in common. */
export function movements(traces: readonly Levels[]): readonly Levels[] {
  const own = traces.map(withoutTrend);
  const common = new Map<number, { count: number; sum: number }>();
  for (const { slots, levels } of own)
    slots.forEach((slot, at) => {
      const known = common.get(slot);
      if (known === undefined) common.set(slot, { count: 1, sum: levels[at]! });
      else {
        known.count += 1;
        known.sum += levels[at]!;
      }
    });
  for (const { slots, levels } of own)
    slots.forEach((slot, at) => {
      const { count, sum } = common.get(slot)!;
      if (count >= FEWEST_COMMON) levels[at] = levels[at]! - sum / count;
    });
  return own;
}

function withoutTrend({ slots, levels }: Levels): Levels {
  const kept: number[] = [];
  const moved: number[] = [];
  let start = 0;
  slots.forEach((slot, at) => {
    while (slots[start]! < slot - TREND) start += 1;
    let [count, sum] = [0, 0];
    for (let near = start; near < slots.length && slots[near]! <= slot + TREND; near++) {
      count += 1;
      sum += levels[near]!;
    }
    if (count < 3) return;
    kept.push(slot);
    moved.push(levels[at]! - sum / count);
  });
  return { slots: Float64Array.from(kept), levels: Float32Array.from(moved) };
}

/** Correlation of two traces; null if both were hardly heard in the same slots, or one level never changes. */
export function movementOf(a: Levels, b: Levels, from: number, until: number): Movement | null {
  const [first, last] = [Math.floor(from / SLOT_S), Math.floor(until / SLOT_S)];
  const [slotsA, slotsB, levelsA, levelsB] = [a.slots, b.slots, a.levels, b.levels];
  const [endA, endB] = [place(slotsA, last + 1), place(slotsB, last + 1)];
  let [slots, sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0, 0];
  let [atA, atB] = [place(slotsA, first), place(slotsB, first)];
  // This loop takes most of a call's time, so it allocates no arrays or objects.
  while (atA < endA && atB < endB) {
    const off = slotsA[atA]! - slotsB[atB]!;
    if (off === 0) {
      const x = levelsA[atA]!;
      const y = levelsB[atB]!;
      slots += 1;
      sumA += x;
      sumB += y;
      squareA += x * x;
      squareB += y * y;
      product += x * y;
    }
    if (off <= 0) atA += 1;
    if (off >= 0) atB += 1;
  }
  if (slots < FEWEST_SHARED) return null;
  const spread = (slots * squareA - sumA * sumA) * (slots * squareB - sumB * sumB);
  if (!(spread > 1e-6)) return null;
  const correlation = (slots * product - sumA * sumB) / Math.sqrt(spread);
  return { correlation: Math.min(0.999, Math.max(-0.999, correlation)), slots };
}

/** Fisher's z in units of its standard error. Subtracting the trend is counted as losing a tenth of the slots. */
export const fisher = ({ correlation, slots }: Movement): number => Math.atanh(correlation) * information(slots);
/** Reciprocal of the standard error of Fisher's z. */
export const information = (slots: number): number => Math.sqrt(Math.max(slots * 0.9 - 3, 1));

export interface SlotLevel {
  /** Index in `Observation.addresses`. */
  readonly address: number;
  readonly slot: number;
  readonly level: number;
}

/**
 * Builds one level trace per emitter. If two of its addresses share a slot, the later row replaces the earlier one.
 * @param rows mean levels in the order of their slots
 */
export function tracesOf(emitters: readonly { readonly members: readonly number[] }[], rows: Iterable<SlotLevel>): Levels[] {
  const emitterOf = new Map(emitters.flatMap(({ members }, at) => members.map((member) => [member, at] as const)));
  const traces = emitters.map(() => ({ slots: [] as number[], levels: [] as number[] }));
  for (const { address, slot, level } of rows) {
    const trace = traces[emitterOf.get(address) ?? -1];
    if (trace === undefined) continue;
    if (trace.slots.at(-1) === slot) trace.levels[trace.levels.length - 1] = level;
    else {
      trace.slots.push(slot);
      trace.levels.push(level);
    }
  }
  return traces.map(({ slots, levels }) => ({ slots: Float64Array.from(slots), levels: Float32Array.from(levels) }));
}

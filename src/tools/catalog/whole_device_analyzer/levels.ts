/** Length of the time slots in which levels are averaged, s. */
export const SLOT_S = 10;
/** Slots to both sides whose mean is the slow trend that is taken out. */
const TREND = 5;
/** Fewest slots in which two emitters must both be heard. */
const FEWEST_SHARED = 8;
/** Fewest emitters in a slot for their common movement (a receiver that moves) to be taken out. */
const FEWEST_COMMON = 8;

/** Mean level by slot, dBm; `NaN` where it was not heard. */
export type Levels = Float32Array;

/** How alike two traces move: correlation, and in how many slots. */
export interface Movement {
  readonly correlation: number;
  readonly slots: number;
}

/** Levels without slow trends and without what all emitters have in common. */
export function movements(levels: readonly Levels[]): readonly Levels[] {
  const own = levels.map(withoutTrend);
  const slots = levels[0]?.length ?? 0;
  for (let slot = 0; slot < slots; slot++) {
    let [count, sum] = [0, 0];
    for (const trace of own) {
      const value = trace[slot]!;
      if (Number.isNaN(value)) continue;
      count += 1;
      sum += value;
    }
    if (count < FEWEST_COMMON) continue;
    for (const trace of own) trace[slot] = trace[slot]! - sum / count;
  }
  return own;
}

function withoutTrend(levels: Levels): Levels {
  return levels.map((value, at) => {
    if (Number.isNaN(value)) return NaN;
    let [count, sum] = [0, 0];
    for (let slot = Math.max(0, at - TREND); slot <= Math.min(levels.length - 1, at + TREND); slot++) {
      if (Number.isNaN(levels[slot]!)) continue;
      count += 1;
      sum += levels[slot]!;
    }
    return count < 3 ? NaN : value - sum / count;
  });
}

/** Null where the two were hardly heard together, or one level does not move. */
export function movementOf(a: Levels, b: Levels, from: number, until: number): Movement | null {
  let [slots, sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0, 0];
  for (let slot = Math.max(0, Math.floor(from / SLOT_S)); slot <= Math.min(a.length - 1, Math.floor(until / SLOT_S)); slot++) {
    const [x, y] = [a[slot]!, b[slot]!];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    slots += 1;
    sumA += x;
    sumB += y;
    squareA += x * x;
    squareB += y * y;
    product += x * y;
  }
  if (slots < FEWEST_SHARED) return null;
  const spread = (slots * squareA - sumA * sumA) * (slots * squareB - sumB * sumB);
  if (!(spread > 1e-6)) return null;
  const correlation = (slots * product - sumA * sumB) / Math.sqrt(spread);
  return { correlation: Math.min(0.999, Math.max(-0.999, correlation)), slots };
}

/** Fisher's z in its own standard errors. Taking out the trend costs a tenth of the slots. */
export const fisher = ({ correlation, slots }: Movement): number => Math.atanh(correlation) * information(slots);
/** One over the standard error of Fisher's z. */
export const information = (slots: number): number => Math.sqrt(Math.max(slots * 0.9 - 3, 1));

/** Mean level of one address in one slot. */
export interface SlotLevel {
  /** Position in `Observation.addresses`. */
  readonly address: number;
  readonly slot: number;
  readonly level: number;
}

/** One trace for each emitter: where two of its addresses share a slot, the later row counts. */
export function tracesOf(emitters: readonly { readonly members: readonly number[] }[], span: number, rows: Iterable<SlotLevel>): Levels[] {
  const slots = Math.floor(span / SLOT_S) + 1;
  const emitterOf = new Map(emitters.flatMap(({ members }, at) => members.map((member) => [member, at] as const)));
  const traces = emitters.map(() => new Float32Array(slots).fill(NaN));
  for (const { address, slot, level } of rows) {
    const emitter = emitterOf.get(address);
    if (emitter !== undefined && slot < slots) traces[emitter]![slot] = level;
  }
  return traces;
}

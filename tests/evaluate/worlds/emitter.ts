import type { RandomSource } from '../../support/random.ts';
import type { World } from './world.ts';

/** What devices of one model share. */
export interface DeviceModel {
  /** Uniform on [0, 1): which habit of rotation the model has. */
  readonly habit: number;
  /** Advertising interval without advDelay, µs; a multiple of 625. */
  readonly interval_us: number;
  readonly pdu: 0 | 2;
  /** Whether the 625 µs grid survives a change of address. */
  readonly keepsGrid: boolean;
  /** AD structures; `token` are the bytes that change with the address. Nothing else differs between two devices of a model. */
  payload(token: readonly number[]): Uint8Array;
}

const INTERVALS_MS = [100, 152.5, 211.25, 250, 318.75, 417.5, 546.25, 760, 1022.5] as const;
const COMPANIES = [0x0075, 0x00e0, 0x0087, 0x0157, 0x038f] as const;
const SERVICES = [0xfd5a, 0xfe2c, 0xfcf1, 0xfeaa] as const;

export function drawModel(random: RandomSource): DeviceModel {
  const shape = random.below(4);
  const company = COMPANIES[random.below(COMPANIES.length)]!;
  const service = SERVICES[random.below(SERVICES.length)]!;
  const length = 4 + random.below(10);
  const fixed = Array.from({ length: 2 }, () => random.below(256));
  const flags = [2, 1, random.next() < 0.5 ? 0x1a : 0x06];
  return {
    habit: random.next(),
    interval_us: Math.round((INTERVALS_MS[random.below(INTERVALS_MS.length)]! * 1000) / 625) * 625,
    pdu: random.next() < 0.75 ? 0 : 2,
    keepsGrid: random.next() < 0.25,
    payload: (token) => {
      const variable = Array.from({ length }, (_, at) => token[at]!);
      if (shape === 0)
        return Uint8Array.of(...flags, 2, 0x0a, fixed[0]!, 10, 0xff, 0x4c, 0, 0x10, 5, fixed[0]! & 0x0f, fixed[1]!, ...token.slice(0, 3));
      if (shape === 1) return Uint8Array.of(...flags, 5 + length, 0x16, service & 0xff, service >> 8, ...fixed, ...variable);
      if (shape === 2) return Uint8Array.of(...flags, 3, 3, service & 0xff, service >> 8);
      return Uint8Array.of(...flags, 5 + length, 0xff, company & 0xff, company >> 8, ...fixed, ...variable);
    },
  };
}

/** Level in dBm over time: a mean of its own and a walk that returns to it within a minute. Times must not go back. */
export function walkingLevel(random: RandomSource): (time: number) => number {
  const mean = random.between(-84, -58);
  const reach = random.between(1.5, 6);
  let [at, off] = [0, random.normal(reach)];
  return (time) => {
    const kept = Math.exp(-Math.max(time - at, 0) / 60);
    off = off * kept + random.normal(reach * Math.sqrt(1 - kept * kept));
    at = time;
    return mean + off;
  };
}

/** How far an emitter's clock is ahead at a time, µs. Times must not go back. */
export function emitterClock(world: World, random: RandomSource): (time: number) => number {
  const crystal = random.normal(15);
  let rate = crystal;
  let [at, ahead, next] = [0, 0, 0];
  return (time) => {
    while (next <= time) {
      ahead += rate * (next - at);
      at = next;
      next += 30;
      rate += 0.1 * (crystal - rate) + random.normal(0.6);
      // Heavy tails: most jumps are of about 20 µs/s, a few far larger.
      if (world.clock === 'jumps' && random.next() < 0.12) rate += (random.normal(14) * 1) / Math.max(0.3, random.next());
    }
    ahead += rate * (time - at);
    at = time;
    return ahead;
  };
}

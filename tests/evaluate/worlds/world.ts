import type { RandomSource } from '../../support/random.ts';

/**
 * One simulated place of the second generator. It shares no code and no figures with `tests/support/scene`: levels follow a
 * mean-reverting walk instead of paths through a room, packets are lost in bursts instead of one by one, and each assumption of
 * the linkage model is a knob that a world can turn.
 */
export interface World {
  readonly name: string;
  /** What differs from the ordinary world, in words. */
  readonly breaks: string;
  readonly duration_s: number;
  /** Emitters that are present at any moment. */
  readonly present: number;
  /** Mean stay of an emitter, s; Infinity where all stay. */
  readonly stay_s: number;
  /** How many models of device there are; devices of one model share interval, payload structure and habit of rotation. */
  readonly models: number;
  /** Draws the life of one address, s. `habit` is drawn once for each model, uniform on [0, 1). */
  life(random: RandomSource, habit: number): number;
  /** Whether all emitters change their addresses at the instants of one common timer. */
  readonly together: boolean;
  /** Streams of one device, each with its own address and timer. */
  readonly streams: number;
  /** Bodies of one device (two earbuds) that change their addresses in the same instant. */
  readonly bodies: number;
  /** Draws the silence around a change of address, s, in addition to the advertising interval. */
  pause(random: RandomSource): number;
  /** Emitters advertise for `on_s` of every `period_s`; null: always. */
  readonly advertising: Phases | null;
  /** The receiver listens for `on_s` of every `period_s`; null: always. */
  readonly listening: Phases | null;
  /** How the clock of an emitter moves: `calm`, or `jumps` by tens of µs/s every few minutes. */
  readonly clock: 'calm' | 'jumps';
  /** `radio`: frames carry the receiver's µs clock. `host`: they carry a computer's, late by milliseconds. */
  readonly stamps: 'radio' | 'host';
  /** Share of the frames that are lost in quiet times and in bursts. */
  readonly loss: { readonly calm: number; readonly burst: number };
}

export interface Phases {
  readonly on_s: number;
  readonly period_s: number;
}

const never = (): number => 0;
/** Half of the models keep a timer of 15 min, the others draw a time between 5 and 15 min. */
const usual = (random: RandomSource, habit: number): number => (habit < 0.5 ? 900 + Math.abs(random.normal(2)) : random.between(300, 900));

/** The world in which no assumption of the model is broken. */
export const ORDINARY_WORLD: World = {
  name: 'ordinary',
  breaks: 'nothing',
  duration_s: 2700,
  present: 60,
  stay_s: 3000,
  models: 5,
  life: usual,
  together: false,
  streams: 1,
  bodies: 1,
  pause: never,
  advertising: null,
  listening: null,
  clock: 'calm',
  stamps: 'host',
  loss: { calm: 0.15, burst: 0.8 },
};

const world = (name: string, breaks: string, own: Partial<World>): World => ({ ...ORDINARY_WORLD, ...own, name, breaks });

/** The worlds, each with one knob turned. */
export const WORLDS: readonly World[] = [
  ORDINARY_WORLD,
  world('pausing', 'emitters advertise 25 s of every 120 s', { advertising: { on_s: 25, period_s: 120 } }),
  world('fast', 'addresses change every 1 to 3 min', { life: (random) => random.between(60, 180), duration_s: 900, present: 40 }),
  world('together', 'all emitters change their addresses in the same instant', { together: true, life: () => 600 }),
  world('streams', 'each device has two streams', { streams: 2, present: 30 }),
  world('earbuds', 'devices are pairs that change their addresses in the same instant', { bodies: 2, present: 30 }),
  world('pauses', 'a change of address takes 12 s', { pause: (random) => random.between(10, 14) }),
  world('windows', 'the receiver listens for 30 s of every 100 s', { listening: { on_s: 30, period_s: 100 } }),
  world('one model', 'all emitters are of one model', { models: 1, present: 27, stay_s: Infinity, stamps: 'radio' }),
  world('no rotation', 'no address changes; emitters come and go', { life: () => Infinity, stay_s: 900 }),
  world('clock jumps', 'clocks of emitters jump by tens of µs/s', { clock: 'jumps', stamps: 'radio' }),
  world('radio clock', 'times are those of a clock in the receiver', { stamps: 'radio' }),
  world('lossy', 'most frames are lost, in bursts', { loss: { calm: 0.7, burst: 0.97 } }),
  world('churn', 'emitters stay for 4 min', { stay_s: 240 }),
  world('memoryless', 'lives are exponential with a mean of 8 min', { life: (random) => 20 + random.exponential(460) }),
];

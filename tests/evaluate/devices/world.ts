import type { RandomSource } from '../../support/random.ts';

/** What one device is: a phone with one stream or several, a pair of earbuds, or one that changes from private addresses to a public one. */
export type DeviceKind = 'single' | 'phone' | 'earbuds' | 'public';

/** A simulated place in which the parts of devices are known. Levels and clocks follow tests/evaluate/worlds; parts of one device share them. */
export interface DeviceWorld {
  readonly name: string;
  readonly what: string;
  readonly duration_s: number;
  readonly present: number;
  /** Mean stay, s; Infinity where all stay. */
  readonly stay_s: number;
  readonly models: number;
  /** Kinds of device, one of which is drawn for each. */
  readonly kinds: readonly DeviceKind[];
  /** Whether the streams of a phone change their addresses in one moment. */
  readonly joint: boolean;
  readonly life: 'random' | 'timer' | 'common instants' | 'never';
  /** Share of the movement of levels that parts of one device have in common: 1 for one antenna. */
  readonly common: number;
  /** Devices come and go in groups of so many, with `group_common` of the movement of levels in common. */
  readonly group: number;
  readonly group_common: number;
  readonly stamps: 'radio' | 'host';
  /** Share of the frames that is lost. */
  readonly loss: number;
}

const ORDINARY: DeviceWorld = {
  name: 'ordinary',
  what: '',
  duration_s: 1800,
  present: 40,
  stay_s: 900,
  models: 5,
  kinds: ['phone', 'single'],
  joint: true,
  life: 'random',
  common: 0.9,
  group: 1,
  group_common: 0,
  stamps: 'host',
  loss: 0.3,
};

const world = (name: string, what: string, own: Partial<DeviceWorld>): DeviceWorld => ({ ...ORDINARY, ...own, name, what });

export const DEVICE_WORLDS: readonly DeviceWorld[] = [
  world('phones, one timer', 'half have two streams, which change their addresses together', {}),
  world('phones, two timers', 'half have two streams, each with its own timer', { joint: false }),
  world('phones that stay', 'all are there throughout; streams change their addresses together', { stay_s: Infinity, present: 30 }),
  world('phones, radio clock', 'two timers, one model, a clock in the receiver', { joint: false, models: 1, stamps: 'radio' }),
  world('earbuds', 'pairs of one model that change together, among single devices', { kinds: ['earbuds', 'single'], common: 0.4 }),
  world('private to public', 'devices that go on under a public address, among single devices', { kinds: ['public', 'single'] }),
  world('one model', 'single devices of one model, which must not be joined', { kinds: ['single'], models: 1 }),
  world('people in pairs', 'single devices that come and go two by two', { kinds: ['single'], group: 2, group_common: 0.3 }),
  world('common instants', 'all devices change together; half have two streams', { life: 'common instants' }),
  world('fixed timers', 'all lives are 600 s; half have two streams', { life: 'timer' }),
  world('fixed addresses', 'no address changes; half have two streams', { life: 'never' }),
];

/** Draws the settings of a world by chance. */
export function drawnWorld(random: RandomSource): DeviceWorld {
  const one = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  return world('drawn', 'settings drawn for each seed', {
    present: 15 + random.below(50),
    stay_s: one([300, 600, 1200, 2400, Infinity]),
    models: 1 + random.below(8),
    kinds: one<readonly DeviceKind[]>([
      ['single', 'single', 'phone'],
      ['single', 'phone', 'earbuds', 'public'],
      ['earbuds', 'single', 'single'],
      ['phone', 'phone', 'single'],
      ['single'],
    ]),
    joint: random.next() < 0.5,
    life: one(['random', 'timer', 'common instants', 'never'] as const),
    common: random.between(0.2, 1),
    group: one([1, 1, 2]),
    group_common: random.between(0, 0.5),
    stamps: one(['radio', 'host'] as const),
    loss: random.between(0.1, 0.6),
  });
}

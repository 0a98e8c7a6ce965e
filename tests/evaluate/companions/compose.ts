import type { AddressClass } from '../../../src/ble/address.ts';
import { walkAd } from '../../../src/ble/ad/structure.ts';
import type { Sender, Stay, Walk } from '../../../src/tools/catalog/companion_analyzer/read.ts';
import type { RandomSource } from '../../support/random.ts';
import { randomSource } from '../../support/random.ts';
import type { Emission, Packet } from './recordings.ts';

/** Who comes along: `none` of them in a control walk. */
export const FOLLOWERS = [
  'fixed address',
  'Find My tag',
  'Find Hub tag',
  'DULT tag',
  'phone by its name',
  'phone by its data',
  'private address that stays',
] as const;
export type FollowerKind = (typeof FOLLOWERS)[number];

export interface WalkPlan {
  readonly seed: number;
  readonly follower: FollowerKind | null;
  readonly places: number;
  /** Devices that are met on the way, all places together. */
  readonly passing: number;
  /** Devices of the walker, which travel along too. */
  readonly own: boolean;
  /** All places are one place under several names: the same fixed devices are heard in each. */
  readonly onePlace: boolean;
}

export interface ComposedWalk {
  readonly walk: Walk;
  readonly follower: ReadonlySet<string>;
  /** Addresses of the walker's own devices. */
  readonly own: ReadonlySet<string>;
}

/** Shares and times of the composed walks, none of which the model knows. */
const WORLD = {
  length_s: [300, 900],
  between_s: [600, 2400],
  dwell_s: 60,
  fixed: [15, 30],
  /** Of the fixed devices of a place, the share that a neighbouring place hears too. */
  reaching: 0.03,
  /** Of those who pass, the share that is met again, and of these once more. */
  metAgain: 0.015,
  onceMore: 0.1,
  missed: 0.3,
  missedPlace: 0.02,
  personal: 0.5,
  /** Of those who pass, the share with an address that does not change, and with a tag. */
  keeping: 0.15,
  tags: 0.03,
} as const;
const SENSITIVITY = -95;
const SLOTS = { most: 24, shortest_s: 5 };

/** Draws a walk: pieces of recorded emissions under new addresses, in places with time between them. Equal seeds give equal walks. */
export function composeWalk(emissions: readonly Emission[], plan: WalkPlan): ComposedWalk {
  const random = randomSource(plan.seed * 6151 + 29);
  const composer = new Composer(emissions, plan, random);
  composer.infrastructure(random.fork());
  composer.crowd(random.fork());
  const own = plan.own ? [...composer.along('fixed address', random.fork()), ...composer.along('phone by its name', random.fork())] : [];
  const follower = plan.follower === null ? [] : composer.along(plan.follower, random.fork());
  return { walk: composer.walk(), follower: new Set(follower), own: new Set(own) };
}

interface Ground {
  readonly from: number;
  readonly length: number;
}

class Composer {
  private readonly grounds: Ground[] = [];
  /** What each sender's packets are taken from. */
  private readonly sources: Emission[] = [];
  private readonly senders: {
    address: string;
    kind: AddressClass;
    payloads: Uint8Array[];
    names: string[];
    stays: Map<number, Packet[]>;
  }[] = [];

  constructor(
    private readonly emissions: readonly Emission[],
    private readonly plan: WalkPlan,
    random: RandomSource,
  ) {
    let time = 1e6;
    for (let place = 0; place < plan.places; place++) {
      const length = random.between(...WORLD.length_s);
      this.grounds.push({ from: time, length });
      time += length + random.between(...WORLD.between_s);
    }
  }

  infrastructure(random: RandomSource): void {
    const fixed = this.emissions.filter(isBeacon);
    const everywhere = this.plan.onePlace;
    for (const [place] of this.grounds.entries()) {
      if (everywhere && place > 0) return;
      for (let n = random.below(WORLD.fixed[1] - WORLD.fixed[0]) + WORLD.fixed[0]; n > 0; n--) {
        const sender = this.sender(pick(random, fixed), random);
        const offset = random.normal(8);
        const heard = everywhere
          ? this.grounds.map((_, at) => at)
          : random.next() < WORLD.reaching
            ? [place, (place + 1) % this.grounds.length]
            : [place];
        for (const at of heard) this.present(sender, at, 0, this.grounds[at]!.length, offset + random.normal(3), random);
      }
    }
  }

  crowd(random: RandomSource): void {
    for (let n = 0; n < this.plan.passing; n++) {
      const emission = this.passer(random);
      const sender = this.sender(emission, random);
      let place = random.below(this.grounds.length);
      this.pass(sender, place, random);
      let again: number = WORLD.metAgain;
      while (random.next() < again) {
        const before = place;
        place = (place + 1) % this.grounds.length;
        again = WORLD.onceMore;
        // A private address seldom outlives the way to the next place.
        const gap = Math.abs(this.grounds[place]!.from - this.grounds[before]!.from);
        if (stays(emission) || random.next() > gap / 900) this.pass(sender, place, random);
      }
    }
  }

  /** A person on the way: some wear or carry what keeps its address, or a tag apart from its owner. */
  private passer(random: RandomSource): Emission {
    const emission = pick(random, this.emissions);
    const draw = random.next();
    if (draw < WORLD.keeping) return { ...emission, kind: random.next() < 0.5 ? 'public' : 'random_static' };
    return draw < WORLD.keeping + WORLD.tags
      ? this.emissionFor(pick(random, ['Find My tag', 'Find Hub tag', 'DULT tag'] as const), random)
      : emission;
  }

  private pass(sender: number, place: number, random: RandomSource): void {
    const { length } = this.grounds[place]!;
    const dwell = Math.min(length, 5 + random.exponential(WORLD.dwell_s));
    const from = random.between(0, length - dwell);
    this.present(sender, place, from, dwell, random.normal(8), random);
  }

  /** A device that travels along; returns its addresses. */
  along(kind: FollowerKind, random: RandomSource): string[] {
    const emission = this.emissionFor(kind, random);
    const level = random.normal(6);
    const rotates = kind === 'phone by its name' || kind === 'phone by its data';
    const first = this.sender(emission, random, kind);
    const used = [first];
    for (const [place, ground] of this.grounds.entries()) {
      if (random.next() < WORLD.missedPlace) continue;
      const offset = level + random.normal(5);
      if (!rotates) {
        this.present(first, place, 0, ground.length, offset, random);
        continue;
      }
      // It changes its address between the places, and once within each.
      const middle = ground.length * random.between(0.2, 0.8);
      for (const [from, length] of [
        [0, middle],
        [middle + 0.5, ground.length - middle - 0.5],
      ] as const) {
        const sender = this.again(first, random);
        used.push(sender);
        this.present(sender, place, from, length, offset, random);
      }
    }
    return used.filter((number) => this.senders[number]!.stays.size > 0).map((number) => this.senders[number]!.address);
  }

  private emissionFor(kind: FollowerKind, random: RandomSource): Emission {
    const long = this.emissions.filter(({ seconds }) => seconds >= 30);
    const of = (fits: (emission: Emission) => boolean): Emission => pick(random, long.filter(fits));
    switch (kind) {
      case 'fixed address':
        return of(isBeacon);
      case 'Find My tag':
        return {
          ...of(hasFindMy),
          tag: true,
          kind: 'random_static',
          payloads: [Uint8Array.of(30, 0xff, 0x4c, 0, 0x12, 25, 0x10, ...octets(random, 22), random.below(4), 0)],
        };
      case 'Find Hub tag':
        return { ...of(hasFindMy), tag: true, kind: 'nrpa', payloads: [Uint8Array.of(25, 0x16, 0xaa, 0xfe, 0x41, ...octets(random, 21))] };
      case 'DULT tag':
        return {
          ...of(hasFindMy),
          tag: true,
          kind: 'random_static',
          payloads: [Uint8Array.of(27, 0x16, 0xb2, 0xfc, 2, 0, ...octets(random, 22))],
        };
      case 'phone by its name':
      case 'phone by its data':
      case 'private address that stays':
        return of((each) => each.kind === 'rpa');
    }
  }

  private sender(emission: Emission, random: RandomSource, kind?: FollowerKind): number {
    const { payloads, names } = personalised(emission, random, kind);
    this.sources.push(emission);
    return this.senders.push({ address: drawAddress(emission.kind, random), kind: emission.kind, payloads, names, stays: new Map() }) - 1;
  }

  /** The same device under another address. */
  private again(number: number, random: RandomSource): number {
    const { kind, payloads, names } = this.senders[number]!;
    this.sources.push(this.sources[number]!);
    return this.senders.push({ address: drawAddress(kind, random), kind, payloads, names, stays: new Map() }) - 1;
  }

  /** Lays a piece of a recorded emission into a place, again and again where it is shorter than the stay. */
  private present(number: number, place: number, from: number, length: number, offset: number, random: RandomSource): void {
    const sender = this.senders[number]!;
    const emission = this.sources[number]!;
    const start = random.between(0, emission.seconds);
    const heard = sender.stays.get(place) ?? [];
    sender.stays.set(place, heard);
    const first = emission.packets.findIndex(({ at }) => at >= start);
    for (let n = 0, at = Math.max(0, first), lap = 0; n < 50_000; n++, at++) {
      if (at === emission.packets.length) {
        at = 0;
        lap += emission.seconds + 0.1;
      }
      const packet = emission.packets[at]!;
      const time = packet.at + lap - start;
      if (time > length) break;
      const level = Math.round(packet.level + offset);
      if (time >= 0 && level >= SENSITIVITY && random.next() >= WORLD.missed) heard.push({ at: from + time, level });
    }
    if (heard.length === 0) sender.stays.delete(place);
  }

  /** The rows that the tool reads of such captures. */
  walk(): Walk {
    const slots = this.grounds.map(({ length }) => Math.max(SLOTS.shortest_s, length / SLOTS.most));
    const senders: Sender[] = this.senders
      .filter(({ stays }) => stays.size > 0)
      .map(({ stays, ...sender }) => ({
        ...sender,
        stays: [...stays].sort(([a], [b]) => a - b).map(([place, heard]) => this.stayOf(place, heard, slots[place]!)),
      }))
      .sort((a, b) => (a.address < b.address ? -1 : 1));
    const places = this.grounds.map(({ from, length }, at) => ({
      name: `place ${String(at + 1)}`,
      spans: [{ capture_id: `place_${String(at + 1)}`, from_us: from * 1e6, until_us: (from + length) * 1e6 }],
    }));
    return { places, senders };
  }

  private stayOf(place: number, heard: readonly Packet[], slot: number): Stay {
    const { from, length } = this.grounds[place]!;
    const levels = heard.map(({ level }) => level).sort((a, b) => a - b);
    const times = heard.map(({ at }) => at);
    return {
      place,
      packets: heard.length,
      first_us: (from + Math.min(...times)) * 1e6,
      last_us: (from + Math.max(...times)) * 1e6,
      presence: Math.min(1, new Set(times.map((at) => Math.floor(at / slot))).size / Math.ceil(length / slot)),
      level: levels[levels.length >> 1]!,
    };
  }
}

const isFixed = (kind: AddressClass): boolean => kind === 'public' || kind === 'random_static';
const isBeacon = (emission: Emission): boolean => isFixed(emission.kind) && !hasFindMy(emission);
/** A tag keeps its address for a day, a phone that sends Find My for 15 minutes. */
const stays = (emission: Emission): boolean => isBeacon(emission) || emission.tag === true;
const pick = <T>(random: RandomSource, items: readonly T[]): T => items[random.below(items.length)]!;
const octets = (random: RandomSource, count: number): number[] => Array.from({ length: count }, () => random.below(256));
const hasFindMy = ({ payloads }: Emission): boolean =>
  payloads.some((bytes) =>
    walkAd(bytes).structures.some(
      ({ type, value, end }) => type === 0xff && end - value > 20 && bytes[value] === 0x4c && bytes[value + 2] === 0x12,
    ),
  );

function drawAddress(kind: AddressClass, random: RandomSource): string {
  const own = octets(random, 6);
  const top = { rpa: 0x40, nrpa: 0, random_static: 0xc0, public: own[0]! & 0xc0, unknown: 0x80 }[kind];
  own[0] = (own[0]! & 0x3f) | top;
  return own.map((octet) => octet.toString(16).toUpperCase().padStart(2, '0')).join(':');
}

/** Names of models, the first ones far more frequent than the last. */
const MODELS = [
  'Galaxy S10',
  'Mi Smart Band 5',
  'LE-Bose QC35 II',
  'Forerunner 245',
  '[TV] Samsung 7 Series',
  'Charge 4',
  'JBL Flip 5',
  'WH-1000XM3',
  'HUAWEI WATCH GT',
  'Galaxy Watch',
];
const PEOPLE = [
  'Anna',
  'Ben',
  'Chris',
  'Dana',
  'Eli',
  'Fay',
  'Gus',
  'Hana',
  'Ira',
  'Jo',
  'Kim',
  'Lea',
  'Max',
  'Nia',
  'Ole',
  'Pia',
  'Quinn',
  'Rui',
  'Sam',
  'Tea',
  'Una',
  'Vic',
  'Wim',
  'Xia',
  'Yan',
  'Zoe',
];
const THINGS = ['iPhone', 'Galaxy', 'phone', 'watch', 'buds', 'Pixel'];
const SERVICE = [13, 0x16, 0x9f, 0xfe] as const;

/** What a copy of a recorded device says: keys and tags afresh for each, names and data of its own for some, as its model for others. */
function personalised(emission: Emission, random: RandomSource, follower?: FollowerKind): { payloads: Uint8Array[]; names: string[] } {
  const personal = random.next() < WORLD.personal;
  const payloads = emission.payloads.map((bytes) => redrawn(bytes, personal, random));
  const person = `${pick(random, PEOPLE)}${String(random.below(30))} ${pick(random, THINGS)}`;
  if (follower === 'phone by its name') return { payloads, names: [person] };
  if (follower === 'phone by its data') return { payloads: [...payloads, Uint8Array.of(...SERVICE, ...octets(random, 10))], names: [] };
  if (follower !== undefined) return { payloads, names: [] };
  const draw = random.next();
  if (draw < 0.06) return { payloads, names: [person] };
  if (draw < 0.18) return { payloads, names: [MODELS[Math.floor(MODELS.length * random.next() ** 3)]!] };
  if (draw < 0.24) return { payloads: [...payloads, Uint8Array.of(...SERVICE, ...octets(random, 10))], names: [] };
  return { payloads, names: [] };
}

function redrawn(bytes: Uint8Array, personal: boolean, random: RandomSource): Uint8Array {
  const copy = bytes.slice();
  for (const { type, value, end } of walkAd(copy).structures) {
    const apple = type === 0xff && copy[value] === 0x4c && copy[value + 1] === 0;
    // Apple's messages end in keys and tags; what others send after company or UUID is of the device, or of its model.
    const from = apple
      ? Math.max(value + 6, end - 23)
      : type === 0xff || type === 0x16
        ? value + 4
        : type === 8 || type === 9
          ? Infinity
          : Infinity;
    if (apple || personal) for (let at = from; at < end; at++) copy[at] = random.below(256);
    if (type === 8 || type === 9) copy.fill(0x78, value, end);
  }
  return copy;
}

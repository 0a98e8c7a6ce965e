import type { AddressClass } from '../../../src/ble/address.ts';
import { walkAd } from '../../../src/ble/ad/structure.ts';
import type { Sender, Stay, Walk } from '../../../src/tools/catalog/companion_analyzer/read.ts';
import type { RandomSource } from '../../support/random.ts';
import { randomSource } from '../../support/random.ts';
import type { Emission, Packet } from './recordings.ts';
import { octets, personalised, pick } from './personalised.ts';
import type { FollowerKind, WalkPlan, World } from './world.ts';
import { ROTATING, WORLD } from './world.ts';

export interface ComposedWalk {
  readonly walk: Walk;
  readonly follower: ReadonlySet<string>;
  /** Addresses of the walker's own devices. */
  readonly own: ReadonlySet<string>;
}

const SLOTS = { most: 24, shortest_s: 5 };

/** Draws a walk: pieces of recorded emissions under new addresses, in places with time between them. Equal seeds give equal walks. */
export function composeWalk(emissions: readonly Emission[], plan: WalkPlan, world: World = WORLD): ComposedWalk {
  const { composer, ...who } = composed(emissions, plan, world);
  return { walk: composer.walk(), ...who };
}

/** The same as packets, of one receiver that listens in every place. */
export interface ComposedPackets {
  readonly grounds: readonly Ground[];
  readonly senders: readonly (Pick<Sender, 'address' | 'kind' | 'payloads' | 'names'> & { readonly stays: ReadonlyMap<number, Heard> })[];
  readonly follower: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

export function composePackets(emissions: readonly Emission[], plan: WalkPlan, world: World): ComposedPackets {
  const { composer, ...who } = composed(emissions, plan, world);
  return { grounds: composer.grounds, senders: composer.senders, ...who };
}

function composed(emissions: readonly Emission[], plan: WalkPlan, world: World) {
  const random = randomSource(plan.seed * 6151 + 29);
  const composer = new Composer(emissions, { ...plan, world }, random);
  composer.infrastructure(random.fork());
  composer.crowd(random.fork());
  const own = plan.own ? [...composer.along('fixed address', random.fork()), ...composer.along('phone by its name', random.fork())] : [];
  const follower = plan.follower === null ? [] : composer.along(plan.follower, random.fork());
  return { composer, follower: new Set(follower), own: new Set(own) };
}

/** A place: when it begins and how long it is heard, s. */
export interface Ground {
  readonly from: number;
  readonly length: number;
}

/** Times in s since the place began, and levels, packet by packet. */
export interface Heard {
  readonly at: number[];
  readonly level: number[];
}

class Composer {
  readonly grounds: Ground[] = [];
  /** What each sender's packets are taken from. */
  private readonly sources: Emission[] = [];
  readonly senders: {
    address: string;
    kind: AddressClass;
    payloads: Uint8Array[];
    names: string[];
    stays: Map<number, Heard>;
  }[] = [];

  constructor(
    private readonly emissions: readonly Emission[],
    private readonly plan: WalkPlan & { readonly world: World },
    random: RandomSource,
  ) {
    let time = 1e6;
    for (let place = 0; place < plan.places; place++) {
      const length = random.between(...this.plan.world.length_s);
      this.grounds.push({ from: time, length });
      time += length + random.between(...this.plan.world.between_s);
    }
  }

  infrastructure(random: RandomSource): void {
    const fixed = this.emissions.filter(isBeacon);
    const everywhere = this.plan.onePlace;
    for (const [place] of this.grounds.entries()) {
      if (everywhere && place > 0) return;
      for (let n = random.below(this.plan.world.fixed[1] - this.plan.world.fixed[0]) + this.plan.world.fixed[0]; n > 0; n--) {
        const sender = this.sender(pick(random, fixed), random);
        const offset = random.normal(8);
        const heard = everywhere ? this.grounds.map((_, at) => at) : this.hearing(place, random);
        const weaker = heard.length > 1 && !everywhere ? this.plan.world.reachingLoss : 0;
        for (const [n, at] of heard.entries())
          this.present(
            sender,
            at,
            0,
            this.grounds[at]!.length,
            offset + random.normal(this.plan.world.fixedSpread) - (n > 0 ? weaker : 0),
            random,
          );
      }
    }
  }

  /** The places that hear a fixed device of one of them. */
  private hearing(place: number, random: RandomSource): number[] {
    const { reaching, reachingFurther } = this.plan.world;
    const heard = [place];
    for (let share = reaching; heard.length < this.grounds.length && random.next() < share; share = reachingFurther)
      heard.push((place + heard.length) % this.grounds.length);
    return heard;
  }

  crowd(random: RandomSource): void {
    for (let n = 0; n < this.plan.passing; n++) {
      const emission = this.passer(random);
      const sender = this.sender(emission, random);
      let place = random.below(this.grounds.length);
      this.pass(sender, place, random);
      let again: number = this.plan.world.metAgain;
      while (random.next() < again) {
        const before = place;
        place = (place + 1) % this.grounds.length;
        again = this.plan.world.onceMore;
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
    if (draw < this.plan.world.keeping) return { ...emission, kind: random.next() < 0.5 ? 'public' : 'random_static' };
    return draw < this.plan.world.keeping + this.plan.world.tags
      ? this.emissionFor(pick(random, ['Find My tag', 'Find Hub tag', 'DULT tag'] as const), random)
      : emission;
  }

  private pass(sender: number, place: number, random: RandomSource): void {
    const { length } = this.grounds[place]!;
    const { dwell_s, sitting } = this.plan.world;
    const dwell = sitting > 0 && random.next() < sitting ? length : Math.min(length, 5 + random.exponential(dwell_s));
    const from = random.between(0, length - dwell);
    this.present(sender, place, from, dwell, random.normal(8), random);
  }

  /** A device that travels along; returns its addresses. */
  along(kind: FollowerKind, random: RandomSource): string[] {
    const emission = this.emissionFor(kind, random);
    const level = random.normal(6);
    if (kind === ROTATING) return this.rotating(emission, level, random);
    const rotates = kind === 'phone by its name' || kind === 'phone by its data';
    const first = this.sender(emission, random, kind);
    const used = [first];
    for (const [place, ground] of this.grounds.entries()) {
      if (random.next() < this.plan.world.missedPlace) continue;
      const offset = level + random.normal(this.plan.world.levelSpread);
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

  /** Changes its address about every 15 minutes, wherever it is. */
  private rotating(emission: Emission, level: number, random: RandomSource): string[] {
    const used: number[] = [];
    let until = -Infinity;
    for (const [place, { from, length }] of this.grounds.entries()) {
      const offset = level + random.normal(this.plan.world.levelSpread);
      for (let at = from; at < from + length; at = until) {
        if (until <= at) {
          used.push(this.sender(emission, random, ROTATING));
          until = at + random.between(used.length === 1 ? 60 : 600, 1000);
        }
        this.present(used.at(-1), place, at - from, Math.min(until, from + length) - at, offset, random);
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
      case ROTATING:
        return of((each) => each.kind === 'rpa' && each.payloads.every(isApple));
    }
  }

  private sender(emission: Emission, random: RandomSource, kind?: FollowerKind): number {
    const { payloads, names } = personalised(emission, random, this.plan.world.personal, kind);
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
    const { missed, sensitivity } = this.plan.world;
    const sender = this.senders[number]!;
    const { packets, seconds } = this.sources[number]!;
    const start = random.between(0, seconds);
    const heard = sender.stays.get(place) ?? { at: [], level: [] };
    for (let n = 0, at = firstFrom(packets, start), lap = 0; n < 50_000; n++, at++) {
      if (at === packets.length) {
        at = 0;
        lap += seconds + 0.1;
      }
      const packet = packets[at]!;
      const time = packet.at + lap - start;
      if (time > length) break;
      const level = Math.round(packet.level + offset);
      if (time < 0 || level < sensitivity || random.next() < missed) continue;
      heard.at.push(from + time);
      heard.level.push(level);
    }
    if (heard.at.length > 0) sender.stays.set(place, heard);
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

  private stayOf(place: number, { at, level }: Heard, slot: number): Stay {
    const { from, length } = this.grounds[place]!;
    const slots = new Uint8Array(Math.ceil(length / slot) + 1);
    let [first, last] = [Infinity, -Infinity];
    for (const time of at) {
      slots[Math.floor(time / slot)] = 1;
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
    return {
      place,
      packets: at.length,
      first_us: (from + first) * 1e6,
      last_us: (from + last) * 1e6,
      presence: Math.min(1, slots.reduce((sum, each) => sum + each, 0) / Math.ceil(length / slot)),
      level: Float64Array.from(level).sort()[level.length >> 1]!,
    };
  }
}

/** Position of the first packet at a time or after it; the first one where all lie before. */
function firstFrom(packets: readonly Packet[], time: number): number {
  let [low, high] = [0, packets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (packets[middle]!.at < time) low = middle + 1;
    else high = middle;
  }
  return low === packets.length ? 0 : low;
}

const isFixed = (kind: AddressClass): boolean => kind === 'public' || kind === 'random_static';
const isBeacon = (emission: Emission): boolean => isFixed(emission.kind) && !hasFindMy(emission);
/** A tag keeps its address for a day, a phone that sends Find My for 15 minutes. */
const stays = (emission: Emission): boolean => isBeacon(emission) || emission.tag === true;
const isApple = (bytes: Uint8Array): boolean =>
  walkAd(bytes).structures.some(({ type, value }) => type === 0xff && bytes[value] === 0x4c && bytes[value + 1] === 0);
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

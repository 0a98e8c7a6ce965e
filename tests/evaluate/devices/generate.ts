import type { RandomSource } from '../../support/random.ts';
import { randomSource } from '../../support/random.ts';
import type { SceneFrame } from '../../support/scene/scene.ts';
import { type DeviceModel, drawModel, emitterClock } from '../worlds/emitter.ts';
import { ORDINARY_WORLD } from '../worlds/world.ts';
import type { DeviceKind, DeviceWorld } from './world.ts';

/** Frames in order of time, and for every address the device that sent it. */
export interface DrawnDevices {
  readonly frames: readonly SceneFrame[];
  readonly addresses: readonly string[];
  readonly devices: readonly number[];
}

const FLOOR_DBM = -92;
const EPOCH_US = 1_720_000_000_000_000;
const SLOT_US = 625;

/** Mean-reverting movement of a level, dB, drawn once a second so that several emitters can share it. */
type Walk = Float32Array;

function walk(random: RandomSource, seconds: number): Walk {
  const kept = Math.exp(-1 / 40);
  let off = random.normal(1);
  return Float32Array.from({ length: seconds + 2 }, () => (off = off * kept + random.normal(Math.sqrt(1 - kept * kept))));
}

interface Stay {
  readonly from: number;
  readonly until: number;
  readonly group: Walk;
}

/** Draws a world; seeds below 100 were looked at while the model was built. */
export function drawDevices(world: DeviceWorld, seed: number): DrawnDevices {
  const random = randomSource(seed * 7919 + 11);
  const models = Array.from({ length: world.models }, () => drawModel(random.fork()));
  const frames: SceneFrame[] = [];
  const addresses: string[] = [];
  const devices: number[] = [];
  const instants = instantsOf(world, random.fork());
  staysOf(world, random.fork()).forEach((stay, device) => {
    const own = random.fork();
    const kind = world.kinds[own.below(world.kinds.length)]!;
    for (const part of partsOf(kind, stay, world, models, own)) {
      const sent = { frames, addresses, devices, device };
      transmit(part, world, instants, sent, own.fork());
    }
  });
  return { frames: frames.sort((a, b) => a.us - b.us || a.address - b.address), addresses, devices };
}

function staysOf(world: DeviceWorld, random: RandomSource): Stay[] {
  const { present, stay_s, duration_s, group } = world;
  const stays: Stay[] = [];
  const add = (from: number, length: number): void => {
    const shared = walk(random, duration_s);
    for (let member = 0; member < group; member++) {
      // People of one group are heard within seconds of one another.
      const [late, early] = [member === 0 ? 0 : random.exponential(4), member === 0 ? 0 : random.exponential(4)];
      const until = Math.min(duration_s, from + length);
      stays.push({ from: from === 0 ? 0 : from + late, until: until === duration_s ? until : until - early, group: shared });
    }
  };
  for (let n = 0; n < present / group; n++) add(0, stay_s === Infinity ? duration_s : random.exponential(stay_s));
  if (stay_s === Infinity) return stays;
  let time = 0;
  for (;;) {
    time += random.exponential((stay_s * group) / present);
    if (time >= duration_s) return stays.filter(({ from, until }) => until - from > 20);
    add(time, random.exponential(stay_s));
  }
}

function instantsOf({ duration_s }: DeviceWorld, random: RandomSource): number[] {
  const instants: number[] = [];
  for (let time = random.between(60, 400); time < duration_s; time += random.between(240, 500)) instants.push(time);
  return instants;
}

/** What sends: one stream of one body of one device. */
interface Part {
  readonly model: DeviceModel;
  /** When the device came; timers of its parts count from there. */
  readonly came: number;
  readonly from: number;
  readonly until: number;
  /** Seed of the lives of its addresses; parts with one seed change together. */
  readonly timer: number;
  /** Seed of the crystal. */
  readonly crystal: number;
  level(second: number): number;
  /** Bytes of the device in the payload; empty where it sends none. */
  readonly token: readonly number[];
  readonly isPublic: boolean;
}

function partsOf(kind: DeviceKind, stay: Stay, world: DeviceWorld, models: readonly DeviceModel[], random: RandomSource): Part[] {
  const mean = random.between(-82, -58);
  const reach = random.between(2, 5);
  const seconds = world.duration_s;
  const own = walk(random, seconds);
  const [grouped, common] = [world.group > 1 ? world.group_common : 0, world.common];
  const first = random.below(models.length);
  const [timer, crystal] = [random.below(2 ** 31), random.below(2 ** 31)];
  const token = kind === 'public' ? Array.from({ length: 6 }, () => random.below(256)) : [];
  const count = kind === 'single' ? 1 : 2;
  return Array.from({ length: count }, (_, number): Part => {
    const alone = walk(random, seconds);
    const strength = mean + (number === 0 ? 0 : random.between(-8, 8));
    const until = kind === 'public' && number === 0 ? stay.from + (stay.until - stay.from) * random.between(0.3, 0.7) : stay.until;
    return {
      model: models[(first + (kind === 'earbuds' ? 0 : number)) % models.length]!,
      came: stay.from,
      // Parts of one device are heard within seconds of one another.
      from: stay.from === 0 ? 0 : stay.from + (number === 0 ? 0 : random.exponential(3)),
      until: until === seconds || number === 0 ? until : until - random.exponential(3),
      timer: number === 0 || kind === 'earbuds' || world.joint ? timer : random.below(2 ** 31),
      crystal: number === 0 || kind !== 'earbuds' ? crystal : random.below(2 ** 31),
      level: (second) =>
        strength +
        reach *
          (Math.sqrt(grouped) * stay.group[second]! +
            Math.sqrt(1 - grouped) * (Math.sqrt(common) * own[second]! + Math.sqrt(1 - common) * alone[second]!)),
      token,
      isPublic: kind === 'public' && number === 1,
    };
  }).map((part, number, all) => (part.isPublic ? { ...part, from: all[number - 1]!.until + random.between(0, 20) } : part));
}

interface Sent {
  readonly frames: SceneFrame[];
  readonly addresses: string[];
  readonly devices: number[];
  readonly device: number;
}

function transmit(part: Part, world: DeviceWorld, instants: readonly number[], sent: Sent, random: RandomSource): void {
  const { model } = part;
  const clock = emitterClock(ORDINARY_WORLD, randomSource(part.crystal));
  const lives = randomSource(part.timer);
  const life = (): number => (world.life === 'timer' ? 600 + Math.abs(lives.normal(0.5)) : lives.between(240, 700));
  const nextChange = (after: number): number => {
    if (part.isPublic || world.life === 'never') return Infinity;
    return world.life === 'common instants' ? (instants.find((instant) => instant > after) ?? Infinity) : after + life();
  };
  // The first life began before the emitter came.
  let change = nextChange(part.came);
  if (world.life === 'random' || world.life === 'timer')
    change = part.isPublic ? Infinity : part.came + (change - part.came) * lives.next();
  let [time, current, grid] = [part.from + random.next(), -1, random.below(SLOT_US)];
  let data: Uint8Array = new Uint8Array();
  while (time < part.until) {
    if (current < 0 || time >= change) {
      if (current >= 0) change = nextChange(change);
      data = payloadOf(part, random);
      grid = random.below(SLOT_US);
      current = sent.addresses.push(addressOf(part, random)) - 1;
      sent.devices.push(sent.device);
    }
    const rssi = Math.round(part.level(Math.floor(time)) + random.normal(2.5));
    const late = world.stamps === 'host' ? random.exponential(4000) : random.normal(1);
    const us = Math.floor((time * 1e6) / SLOT_US) * SLOT_US + grid + clock(time) + late;
    if (rssi >= FLOOR_DBM && random.next() >= world.loss)
      sent.frames.push({
        us: Math.round(EPOCH_US + us),
        channel: 38,
        rssi,
        pdu: model.pdu,
        random: !part.isPublic,
        address: current,
        data,
      });
    time += (model.interval_us + 10_000 * random.next()) / 1e6;
  }
}

/** The model's payload; devices with a token of their own add service data that holds it. */
function payloadOf({ model, token }: Part, random: RandomSource): Uint8Array {
  const own = model.payload(Array.from({ length: 16 }, () => random.below(256)));
  return token.length === 0 ? own : Uint8Array.of(3 + token.length, 0x16, 0xcd, 0xfd, ...token, ...own).slice(0, 31);
}

function addressOf({ isPublic }: Part, random: RandomSource): string {
  const octets = Array.from({ length: 6 }, (_, at) => (at === 0 && !isPublic ? 0x40 | random.below(64) : random.below(256)));
  return octets.map((octet) => octet.toString(16).toUpperCase().padStart(2, '0')).join(':');
}

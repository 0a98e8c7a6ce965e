import type { RandomSource } from '../random.ts';
import { randomSource } from '../random.ts';
import type { TrueStream } from '../../evaluate/truth.ts';
import type { DeviceModel, Mix, StreamModel } from './devices.ts';
import { draw } from './devices.ts';

/**
 * A place seen by one sniffer: devices of a mix that stand, walk, arrive and leave; each advertises with advDelay,
 * rotates, and is heard through path loss, shadowing, fading and missed packets. Every choice follows from the seed.
 */
export interface ScenePlan {
  readonly name: string;
  readonly seed: number;
  readonly duration_s: number;
  /** Devices there at any moment, on average. */
  readonly devices: number;
  /** Mean stay of a device, s; Infinity if all devices stay. */
  readonly stay_s: number;
  /** Share of packets that are missed regardless of their RSSI. */
  readonly loss: number;
  /** Share of the devices that move while they are there. */
  readonly walking: number;
  /** Whether the sniffer hears one channel only. */
  readonly oneChannel: boolean;
  readonly mix: Mix;
}

export interface SceneFrame {
  readonly us: number;
  readonly channel: number;
  readonly rssi: number;
  readonly pdu: number;
  readonly random: boolean;
  /** Number in `Scene.addresses`. */
  readonly address: number;
  readonly data: Uint8Array;
}

export interface Scene {
  readonly plan: ScenePlan;
  readonly frames: readonly SceneFrame[];
  /** `AA:BB:…` by number. */
  readonly addresses: readonly string[];
  readonly streams: readonly TrueStream[];
}

const EDGE = 40;
const SENSITIVITY = -94;
/** How exactly a sniffer stamps a frame, µs. */
const STAMP_US = 2;
/** The scene starts while the lifetimes of all devices are under way. */
const EPOCH_US = 1_700_000_000_000_000;

interface Body {
  readonly model: DeviceModel;
  readonly from: number;
  readonly until: number;
  /** Level over time, dBm. */
  level(time: number): number;
  /** How far its clock is ahead of the sniffer's at a time, µs; times must not go back. */
  clock(switching: boolean, random: RandomSource): (time: number) => number;
}

export function makeScene(plan: ScenePlan): Scene {
  const random = randomSource(plan.seed * 7919 + 17);
  const scene = new Recorder();
  for (const [from, until] of stays(plan, random.fork())) {
    const own = random.fork();
    const model = draw(plan.mix, own);
    const emitter = `device ${String(scene.emitters)}`;
    scene.emitters += 1;
    const place = { x: own.between(-EDGE, EDGE), y: own.between(-EDGE, EDGE) };
    const walks = own.next() < plan.walking;
    const body = makeBody(model, from, until, place, walks, own);
    // Twins share one clock of rotations but are two emitters with an address each.
    const clock = own.below(2 ** 31);
    for (const side of model.twin ? ['left', 'right'] : ['']) {
      model.streams.forEach((stream, at) => {
        const name = side === '' ? emitter : `${emitter} ${side}`;
        sendStream(scene, plan, stream, body, name, randomSource(clock + at), own.fork());
      });
    }
  }
  const frames = scene.frames.sort((a, b) => a.us - b.us || a.address - b.address);
  return { plan, frames, addresses: scene.addresses, streams: scene.streams };
}

class Recorder {
  readonly frames: SceneFrame[] = [];
  readonly addresses: string[] = [];
  readonly streams: TrueStream[] = [];
  emitters = 0;
}

/** A stationary flow: as many there at the start as later, arrivals as a Poisson process. */
function stays(plan: ScenePlan, random: RandomSource): [number, number][] {
  const out: [number, number][] = [];
  for (let n = 0; n < plan.devices; n++)
    out.push([-random.exponential(1e4), plan.stay_s === Infinity ? Infinity : random.exponential(plan.stay_s)]);
  if (plan.stay_s === Infinity) return out;
  for (
    let time = random.exponential(plan.stay_s / plan.devices);
    time < plan.duration_s;
    time += random.exponential(plan.stay_s / plan.devices)
  ) {
    out.push([time, time + random.exponential(plan.stay_s)]);
  }
  return out;
}

function makeBody(
  model: DeviceModel,
  from: number,
  until: number,
  start: { x: number; y: number },
  walks: boolean,
  random: RandomSource,
): Body {
  const shadow = random.normal(5);
  const speed = walks ? random.between(0.3, 1.2) : 0;
  const heading = random.between(0, 2 * Math.PI);
  const turns = random.fork();
  const steps: { until: number; offset: number }[] = [];
  // Posture, people in between: the level shifts every minute or two even without movement.
  for (let time = Math.max(from, -120); time < Math.min(until, 1e5) && steps.length < 2000;) {
    time += turns.exponential(90);
    steps.push({ until: time, offset: turns.normal(2.5) });
  }
  let at = 0;
  const level = (time: number): number => {
    const away = speed * Math.max(0, time - Math.max(from, 0));
    // Walkers turn at the edge: a reflected path keeps them in the place.
    const x = reflect(start.x + away * Math.cos(heading));
    const y = reflect(start.y + away * Math.sin(heading));
    const metres = Math.max(0.7, Math.hypot(x, y));
    // Streams of a device are sent one after the other: time may jump back.
    if (at > 0 && time < steps[at - 1]!.until) at = 0;
    while (at < steps.length - 1 && time >= steps[at]!.until) at++;
    const step = steps[at]?.offset ?? 0;
    return -46 + model.power - 22 * Math.log10(metres) + shadow + step;
  };
  const crystal = random.normal(12);
  return { model, from, until, level, clock: (switching, source) => wandering(crystal, switching, source) };
}

/**
 * The crystal's error plus a wander of about 2 µs/s, as the chamber sessions show from one end of an address to the
 * other; some phones change between two oscillators every few minutes, about 23 µs/s apart.
 */
function wandering(crystal: number, switching: boolean, random: RandomSource): (time: number) => number {
  let ahead = 0;
  let at = 0;
  let until = 0;
  let rate = 0;
  let fast = switching && random.next() < 0.5;
  return (time) => {
    while (until <= time) {
      ahead += rate * (until - at);
      at = until;
      until += random.exponential(60);
      if (switching && random.next() < 0.15) fast = !fast;
      rate = crystal + random.normal(1.5) + (fast ? 23 : 0);
    }
    ahead += rate * (time - at);
    at = time;
    return ahead;
  };
}

function reflect(value: number): number {
  const span = 4 * EDGE;
  const at = (((value + EDGE) % span) + span) % span;
  return at < 2 * EDGE ? at - EDGE : 3 * EDGE - at;
}

function sendStream(
  scene: Recorder,
  plan: ScenePlan,
  stream: StreamModel,
  body: Body,
  emitter: string,
  clock: RandomSource,
  random: RandomSource,
): void {
  const own: string[] = [];
  const end = Math.min(body.until, plan.duration_s);
  const ahead = body.clock(stream.switchesClock, random.fork());
  // A device that is there at the start, or arrives, is somewhere in the life of its address.
  const first = stream.lifetime(clock);
  let rotateAt = first === Infinity ? Infinity : Math.max(body.from, 0) + first * clock.next();
  let time = Math.max(0, body.from) + random.next() * stream.interval;
  let address = -1;
  let payload: Uint8Array | null = null;
  let changeAt = time + random.exponential(stream.restless === Infinity ? 1e9 : stream.restless);
  let slot = random.below(625);
  while (time < end) {
    if (address < 0 || time >= rotateAt) {
      const rotated = address >= 0;
      if (rotated) {
        time = stream.keepsPhase ? time : time + stream.pause(random);
        if (!stream.keepsPhase) slot = random.below(625);
        rotateAt += stream.lifetime(clock);
      }
      payload = stream.payload(random, payload, rotated);
      address = scene.addresses.length;
      scene.addresses.push(newAddress(stream.addressClass, random));
      own.push(scene.addresses[address]!);
    } else if (time >= changeAt) {
      payload = stream.payload(random, payload, false);
      changeAt = time + random.exponential(stream.restless);
    }
    hear(scene, plan, stream, body, address, payload!, onGrid(time, slot) + ahead(time) + random.normal(STAMP_US), random);
    time += stream.interval + 0.01 * random.next();
  }
  if (own.length > 0) scene.streams.push({ emitter, addresses: own, kind: stream.kind });
}

/** Events begin on a 625 µs grid of the device's own clock. */
const onGrid = (time: number, slot: number): number => Math.floor((time * 1e6) / 625) * 625 + slot;

function hear(
  scene: Recorder,
  plan: ScenePlan,
  stream: StreamModel,
  body: Body,
  address: number,
  data: Uint8Array,
  us: number,
  random: RandomSource,
): void {
  const level = body.level(us / 1e6);
  for (let channel = 37; channel <= (plan.oneChannel ? 37 : 39); channel++) {
    const rssi = Math.round(level + (channel - 38) * 1.2 + random.normal(2.2));
    if (rssi < SENSITIVITY || random.next() < plan.loss) continue;
    const at = EPOCH_US + us + (channel - 37) * 400;
    scene.frames.push({ us: Math.round(at), channel, rssi, pdu: stream.pdu, random: stream.addressClass !== 'public', address, data });
  }
}

function newAddress(kind: StreamModel['addressClass'], random: RandomSource): string {
  const octets = Array.from({ length: 6 }, () => random.below(256));
  const top = { rpa: 0x40, nrpa: 0x00, static: 0xc0, public: octets[0]! & 0xc0 }[kind];
  octets[0] = (octets[0]! & 0x3f) | top;
  return octets.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

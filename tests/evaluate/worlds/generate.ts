import type { SceneFrame } from '../../support/scene/scene.ts';
import type { RandomSource } from '../../support/random.ts';
import { randomSource } from '../../support/random.ts';
import type { TrueStream } from '../truth.ts';
import type { DeviceModel } from './emitter.ts';
import { drawModel, emitterClock, walkingLevel } from './emitter.ts';
import type { Phases, World } from './world.ts';

/** A world that was drawn: frames in order of time, addresses by number, and which of them were one emitter's. */
export interface DrawnWorld {
  readonly frames: readonly SceneFrame[];
  readonly addresses: readonly string[];
  readonly streams: readonly TrueStream[];
}

/** A receiver with average antennas hears nothing below this, dBm. */
const FLOOR_DBM = -92;
const EPOCH_US = 1_720_000_000_000_000;
const SLOT_US = 625;
const BURST_S = 6;
const CALM_S = 20;

interface Radio {
  readonly frames: SceneFrame[];
  readonly addresses: string[];
  readonly streams: TrueStream[];
  /** Instants of the common timer of a world whose emitters change together, s. */
  readonly instants: readonly number[];
  /** Whether a frame at this time is lost for a reason that is not its level. */
  loses(time: number, random: RandomSource): boolean;
}

/** Draws a world. Equal seeds give equal worlds; seeds below 100 were looked at while the model was changed. */
export function drawWorld(world: World, seed: number): DrawnWorld {
  const random = randomSource(seed * 104_729 + 3);
  const models = Array.from({ length: world.models }, () => drawModel(random.fork()));
  const radio: Radio = {
    frames: [],
    addresses: [],
    streams: [],
    instants: instantsOf(world, random.fork()),
    loses: lossOf(world, random.fork()),
  };
  staysOf(world, random.fork()).forEach(([from, until], number) => {
    const own = random.fork();
    const device = `device ${String(number)}`;
    for (let stream = 0; stream < world.streams; stream++) {
      // Streams differ in their kind of payload; bodies are alike and share the timer.
      const model = models[(own.below(models.length) + stream) % models.length]!;
      const timer = own.below(2 ** 31);
      for (let body = 0; body < world.bodies; body++) {
        transmit(
          { world, radio, model, emitter: world.bodies > 1 ? `${device} ${String(body)}` : device, from, until },
          randomSource(timer),
          own.fork(),
        );
      }
    }
  });
  const { addresses, streams } = radio;
  return { frames: radio.frames.sort((a, b) => a.us - b.us || a.address - b.address), addresses, streams };
}

/** Arrivals and departures in balance; who is there at the start has been there for long. */
function staysOf({ present, stay_s, duration_s }: World, random: RandomSource): [from: number, until: number][] {
  const stays: [number, number][] = [];
  for (let n = 0; n < present; n++) stays.push([0, stay_s === Infinity ? duration_s : random.exponential(stay_s)]);
  if (stay_s === Infinity) return stays;
  let time = 0;
  for (;;) {
    time += random.exponential(stay_s / present);
    if (time >= duration_s) return stays;
    stays.push([time, time + random.exponential(stay_s)]);
  }
}

function instantsOf(world: World, random: RandomSource): number[] {
  const instants: number[] = [];
  if (!world.together) return instants;
  for (let time = random.between(60, 400); time < world.duration_s; time += world.life(random, 0)) instants.push(time);
  return instants;
}

/** Bursts of loss alternate with calm times, both of random length. */
function lossOf({ loss, duration_s }: World, random: RandomSource): Radio['loses'] {
  const bursts: [number, number][] = [];
  for (let time = random.exponential(CALM_S); time < duration_s; time += random.exponential(CALM_S)) {
    const until = time + random.exponential(BURST_S);
    bursts.push([time, until]);
    time = until;
  }
  let at = 0;
  return (time, own) => {
    if (at > 0 && time < bursts[at - 1]![1]) at = 0;
    while (at < bursts.length && bursts[at]![1] < time) at++;
    const inside = at < bursts.length && time >= bursts[at]![0];
    return own.next() < (inside ? loss.burst : loss.calm);
  };
}

interface Transmitter {
  readonly world: World;
  readonly radio: Radio;
  readonly model: DeviceModel;
  readonly emitter: string;
  readonly from: number;
  readonly until: number;
}

/** Sends all frames of one stream of one body. */
function transmit({ world, radio, model, emitter, from, until }: Transmitter, timer: RandomSource, random: RandomSource): void {
  const level = walkingLevel(random.fork());
  const clock = emitterClock(world, random.fork());
  const phase = random.next();
  const addresses: string[] = [];
  const end = Math.min(until, world.duration_s);
  const life = world.life(timer, model.habit);
  // An emitter arrives in the middle of the life of its address.
  let change = life === Infinity ? Infinity : from + life * timer.next();
  if (world.together) change = radio.instants.find((instant) => instant > from) ?? Infinity;
  let grid = random.below(SLOT_US);
  let time = from + random.next();
  let current = -1;
  let data: Uint8Array = new Uint8Array();
  while (time < end) {
    if (current < 0 || time >= change) {
      if (current >= 0) {
        time = Math.max(change, time) + world.pause(random);
        change = world.together ? (radio.instants.find((instant) => instant > time) ?? Infinity) : change + world.life(timer, model.habit);
        if (!model.keepsGrid) grid = random.below(SLOT_US);
      }
      data = model.payload(Array.from({ length: 16 }, () => random.below(256)));
      current = radio.addresses.push(privateAddress(random)) - 1;
      addresses.push(radio.addresses[current]!);
    }
    if (time >= end) break;
    if (isOn(world.advertising, time, phase))
      receive({ world, radio, model }, { time, us: onGrid(time, grid) + clock(time), level: level(time), current, data }, random);
    time += (model.interval_us + 10_000 * random.next()) / 1e6;
  }
  if (addresses.length > 0) radio.streams.push({ emitter, addresses, kind: world.name });
}

const onGrid = (time: number, grid: number): number => Math.floor((time * 1e6) / SLOT_US) * SLOT_US + grid;

const isOn = (phases: Phases | null, time: number, phase: number): boolean =>
  phases === null || (time + phase * phases.period_s) % phases.period_s < phases.on_s;

interface Sent {
  readonly time: number;
  readonly us: number;
  readonly level: number;
  readonly current: number;
  readonly data: Uint8Array;
}

/** One channel is heard; fading is from frame to frame. */
function receive({ world, radio, model }: Pick<Transmitter, 'world' | 'radio' | 'model'>, sent: Sent, random: RandomSource): void {
  const rssi = Math.round(sent.level + random.normal(2.5));
  if (rssi < FLOOR_DBM || !isOn(world.listening, sent.time, 0) || radio.loses(sent.time, random)) return;
  const late = world.stamps === 'host' ? random.exponential(4000) : random.normal(1);
  radio.frames.push({
    us: Math.round(EPOCH_US + sent.us + late),
    channel: 38,
    rssi,
    pdu: model.pdu,
    random: true,
    address: sent.current,
    data: sent.data,
  });
}

function privateAddress(random: RandomSource): string {
  const octets = Array.from({ length: 6 }, (_, at) => (at === 0 ? 0x40 | random.below(64) : random.below(256)));
  return octets.map((octet) => octet.toString(16).toUpperCase().padStart(2, '0')).join(':');
}

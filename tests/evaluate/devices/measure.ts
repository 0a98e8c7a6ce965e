import { tokensIn, type Token } from '../../../src/tools/catalog/whole_device_analyzer/tokens.ts';
import { driftSpreadOf, emittersOf } from '../../../src/tools/catalog/whole_device_analyzer/emitters.ts';
import type { Heard } from '../../../src/tools/catalog/whole_device_analyzer/heard.ts';
import { SLOT_S, type SlotLevel, tracesOf } from '../../../src/tools/catalog/whole_device_analyzer/levels.ts';
import { type Devices, wholeDevices } from '../../../src/tools/catalog/whole_device_analyzer/model.ts';
import { MODEL_14 } from '../../../src/tools/linkage/editions.ts';
import type { Candidate } from '../../../src/tools/linkage/linkage.ts';
import type { Observation } from '../../../src/tools/linkage/observe.ts';
import { succeed } from '../../../src/tools/linkage/successors.ts';
import type { ToolCapabilities } from '../../../src/tools/definition.ts';
import { kernels, observeFrames } from '../heard.ts';
import type { Forecast } from '../score.ts';
import { drawDevices, type DrawnDevices } from './generate.ts';
import type { DeviceWorld } from './world.ts';

const WINDOW_S = 180;
const MINIMUM = 10;
const tool = { kernels, signal: new AbortController().signal, progress: () => undefined } as unknown as ToolCapabilities;

export interface Counts {
  readonly claimed: number;
  readonly owed: number;
  readonly right: number;
}

export interface DeviceResult {
  readonly devices: number;
  readonly emitters: number;
  /** Unordered pairs of addresses in one device, with whole devices and with changes of address alone. */
  readonly whole: Counts;
  readonly linked: Counts;
  /** Joins of an emitter to a device in which most addresses are another's. */
  readonly falseJoins: number;
  readonly joins: number;
  /** Every pair of emitters that was scored. */
  readonly forecasts: readonly Forecast[];
  /** By term: the evidence of pairs of one device and of two. */
  readonly terms: ReadonlyMap<string, { readonly one: number[]; readonly two: number[] }>;
}

/** What the comparison starts from, and the device of each address by its position in the observation. */
export interface HeardDevices {
  readonly heard: Heard;
  readonly candidates: readonly Candidate[];
  readonly deviceOf: readonly number[];
}

/** Draws a world and follows its addresses. */
export async function heardDevices(world: DeviceWorld, seed: number): Promise<HeardDevices> {
  const drawn = drawDevices(world, seed);
  const observation = await observeFrames(drawn);
  const { candidates } = await succeed(observation, { window_s: WINDOW_S, model: 'spec_default', edition: MODEL_14 }, tool);
  const { emitters } = emittersOf(observation, candidates, MINIMUM);
  const places = placesOf(drawn, observation);
  const number = new Map(drawn.addresses.map((address, at) => [address, drawn.devices[at]!]));
  return {
    heard: {
      emitters,
      levels: tracesOf(emitters, slotLevels(drawn, places)),
      tokens: tokensOf(emitters, drawn, places),
      span: observation.span,
      driftSpread: driftSpreadOf(observation),
    },
    candidates,
    deviceOf: observation.addresses.map(({ address }) => number.get(address)!),
  };
}

/** Compares whole devices with the truth. */
export async function measureDevices({ heard, candidates, deviceOf }: HeardDevices): Promise<DeviceResult> {
  const members = heard.emitters.map((emitter) => emitter.members);
  return resultOf(await wholeDevices(heard, candidates, tool), members, deviceOf);
}

/** Number of each drawn address in the observation; -1 where it was not heard. */
function placesOf({ addresses }: DrawnDevices, observation: Observation): Int32Array {
  const places = new Map(observation.addresses.map(({ address }, at) => [address, at]));
  return Int32Array.from(addresses, (address) => places.get(address) ?? -1);
}

function slotLevels({ frames }: DrawnDevices, places: Int32Array): SlotLevel[] {
  const base = frames[0]?.us ?? 0;
  const sums = new Map<number, { address: number; slot: number; sum: number; count: number }>();
  for (const { us, address, rssi } of frames) {
    const slot = Math.floor((us - base) / 1e6 / SLOT_S);
    const key = slot * places.length + address;
    const found = sums.get(key) ?? { address: places[address]!, slot, sum: 0, count: 0 };
    sums.set(key, found);
    found.sum += rssi;
    found.count += 1;
  }
  return [...sums.values()].map(({ address, slot, sum, count }) => ({ address, slot, level: sum / count }));
}

function tokensOf(emitters: readonly { readonly members: readonly number[] }[], { frames }: DrawnDevices, places: Int32Array): Token[][] {
  const payloads = new Map<number, Set<Uint8Array>>();
  for (const { address, data } of frames) {
    const own = payloads.get(places[address]!) ?? new Set();
    payloads.set(places[address]!, own.add(data));
  }
  return emitters.map(({ members }) => members.flatMap((member) => [...(payloads.get(member) ?? [])].flatMap(tokensIn)));
}

function resultOf({ devices, pairs }: Devices, members: readonly (readonly number[])[], deviceOf: readonly number[]): DeviceResult {
  const heard = members.flat();
  const truth = members.map((own) => mostOf(own.map((address) => deviceOf[address]!)));
  const joined = new Set(devices.flatMap((device) => device.members));
  const groups = [
    ...devices.map((device) => device.members.flatMap((member) => members[member]!)),
    ...members.filter((_, at) => !joined.has(at)),
  ];
  let [falseJoins, joins] = [0, 0];
  for (const device of devices) {
    const main = mostOf(device.members.map((member) => truth[member]!));
    joins += device.members.length - 1;
    falseJoins += device.members.filter((member) => truth[member] !== main).length;
  }
  const terms = new Map<string, { one: number[]; two: number[] }>();
  for (const { a, b, terms: own } of pairs)
    for (const { term, nats } of own()) {
      const lists = terms.get(term) ?? { one: [], two: [] };
      terms.set(term, lists);
      (truth[a] === truth[b] ? lists.one : lists.two).push(nats);
    }
  return {
    devices: new Set(truth).size,
    emitters: members.length,
    whole: pairCounts(groups, heard, deviceOf),
    linked: pairCounts(members, heard, deviceOf),
    falseJoins,
    joins,
    forecasts: pairs.map(({ a, b, probability }) => ({ probability, happened: truth[a] === truth[b] })),
    terms,
  };
}

function mostOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? -1;
}

const pairsIn = (size: number): number => (size * (size - 1)) / 2;

function pairCounts(groups: readonly (readonly number[])[], heard: readonly number[], deviceOf: readonly number[]): Counts {
  const sizes = (list: readonly number[]): number => {
    const counts = new Map<number, number>();
    for (const each of list) counts.set(deviceOf[each]!, (counts.get(deviceOf[each]!) ?? 0) + 1);
    return [...counts.values()].reduce((sum, size) => sum + pairsIn(size), 0);
  };
  return {
    claimed: groups.reduce((sum, { length }) => sum + pairsIn(length), 0),
    owed: sizes(heard),
    right: groups.reduce((sum, group) => sum + sizes(group), 0),
  };
}

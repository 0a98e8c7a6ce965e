import { adLayout, stablePayload } from '../../src/ble/ad/layout.ts';
import { kernelInstance } from '../../src/kernels/instance.ts';
import type { Candidate as Link } from '../../src/tools/linkage/linkage.ts';
import { shownLinks } from '../../src/tools/catalog/bluetooth_address_analyzer/clusters.ts';
import type { Observation, PayloadRow } from '../../src/tools/linkage/observe.ts';
import { holesBetween, payloadKind, SILENCE } from '../../src/tools/linkage/observe.ts';
import { MODEL_14, MODEL_15, type ModelEdition } from '../../src/tools/linkage/editions.ts';
import type { RotationModel } from '../../src/tools/linkage/rotation.ts';
import { succeed } from '../../src/tools/linkage/successors.ts';
import type { ToolCapabilities } from '../../src/tools/definition.ts';
import type { SceneFrame } from '../support/scene/scene.ts';
import type { Candidate } from './baselines.ts';
import type { Claim } from './score.ts';
import type { TrueStream } from './truth.ts';

/** Frames with their truth, on one clock of a radio: a simulated place, or recordings laid over one another. */
export interface HeardSet {
  readonly name: string;
  /** In order of time. */
  readonly frames: readonly SceneFrame[];
  /** `AA:BB:…` by the number that frames carry. */
  readonly addresses: readonly string[];
  readonly streams: readonly TrueStream[];
  readonly windows: readonly number[];
  /** Fewest frames of an address that any method considers. */
  readonly minimum: number;
}

const PDU = ['ADV_IND', 'ADV_DIRECT_IND', 'ADV_NONCONN_IND', 'SCAN_REQ', 'SCAN_RSP', 'CONNECT_IND', 'ADV_SCAN_IND'] as const;
const SECOND_US = 1e6;
export const kernels = kernelInstance();

/**
 * What the tool observes of the frames, by its own kernels and rules, without the way through a file and the engine:
 * a stadium is a million frames.
 */
export async function observeFrames({ frames, addresses }: Pick<HeardSet, 'frames' | 'addresses'>): Promise<Observation> {
  const order = addresses.map((_, at) => at).sort((a, b) => (addresses[a]! < addresses[b]! ? -1 : 1));
  const counts = new Uint32Array(addresses.length);
  const randoms = new Uint32Array(addresses.length);
  for (const frame of frames) {
    counts[frame.address]!++;
    if (frame.random) randoms[frame.address]!++;
  }
  const heard = order.filter((at) => counts[at]! > 0);
  const number = new Uint32Array(addresses.length);
  heard.forEach((at, place) => (number[at] = place));
  const baseUs = frames[0]?.us ?? 0;
  const time = Float64Array.from(frames, ({ us }) => (us - baseUs) / SECOND_US);
  const { first, last } = secondsOf(frames);
  const { holes, span } = holesBetween(first, last, frames.length);
  const features = await kernels.features({
    addresses: heard.length,
    time,
    radio: time.slice(),
    address: Uint32Array.from(frames, ({ address }) => number[address]!),
    level: Int8Array.from(frames, ({ rssi }) => Math.max(rssi, -126)),
    channel: Uint8Array.from(frames, ({ channel, pdu }) => (pdu === 4 ? 255 : channel)),
    holes: Float64Array.from(holes.flatMap(({ start, end }) => [start, end])),
    silence: SILENCE,
  });
  const rows: PayloadRow[][] = heard.map(() => []);
  for (const { number: place, ...row } of payloadsOf(frames, number)) rows[place]!.push(row);
  const payloads = rows.map(payloadKind);
  return {
    addresses: heard.map((at, place) => ({
      address: addresses[at]!,
      frames: counts[at]!,
      sent: counts[at]!,
      advertised: counts[at]!,
      saidRandom: randoms[at]!,
      saidPublic: counts[at]! - randoms[at]!,
      name: null,
      payload: payloads[place]!,
    })),
    features,
    holes,
    baseUs,
    span,
    rows: frames.length,
    frames: frames.length,
  };
}

function secondsOf(frames: readonly SceneFrame[]): { readonly first: readonly number[]; readonly last: readonly number[] } {
  const [first, last]: [number[], number[]] = [[], []];
  let second = NaN;
  for (const { us } of frames) {
    const own = Math.floor(us / SECOND_US);
    if (own !== second) first.push(us);
    last[first.length - 1] = us;
    second = own;
  }
  return { first, last };
}

/** Frames share their payload's bytes, so its array identifies a payload. */
function payloadsOf(frames: readonly SceneFrame[], number: Uint32Array) {
  const rows = new Map<string, { number: number; layout: string; content: string; frames: number }>();
  const ids = new Map<Uint8Array, number>();
  for (const { address, data, pdu } of frames) {
    let id = ids.get(data);
    if (id === undefined) ids.set(data, (id = ids.size));
    const key = `${String(address)} ${String(id)} ${String(pdu)}`;
    const row = rows.get(key);
    if (row !== undefined) row.frames += 1;
    else rows.set(key, { number: number[address]!, ...textsOf(PDU[pdu] ?? '', data), frames: 1 });
  }
  return rows.values();
}

const textsOf = (type: string, data: Uint8Array) => ({ layout: `${type} ${adLayout(data)}`, content: `${type} ${stablePayload(data)}` });

/** One line per address with enough frames, for the baselines. */
export function candidatesIn({ frames, addresses, minimum }: HeardSet): Candidate[] {
  const own = addresses.map(() => [] as SceneFrame[]);
  for (const frame of frames) own[frame.address]!.push(frame);
  return own.flatMap((list, at) => {
    const [first] = list;
    if (first === undefined || list.length < minimum) return [];
    const levels = list.map(({ rssi }) => rssi).sort((a, b) => a - b);
    return [
      {
        address: addresses[at]!,
        frames: list.length,
        random: first.random,
        first: first.us / SECOND_US,
        last: list.at(-1).us / SECOND_US,
        rssi: levels[levels.length >> 1]!,
        kind: `${PDU[first.pdu] ?? ''} ${companyOf(first.data)}`,
      },
    ];
  });
}

/** Company id of the first manufacturer data, as the decoders tell it. */
function companyOf(data: Uint8Array): string {
  for (let at = 0; at + 3 < data.length; at += 1 + data[at]!) {
    if (data[at + 1] === 0xff) return String(data[at + 2]! | (data[at + 3]! << 8));
    if (data[at] === 0) break;
  }
  return '';
}

export interface Found {
  readonly claims: readonly Claim[];
  readonly forecasts: readonly Claim[];
}

/** By version of `bluetooth_address_analyzer`. */
const EDITIONS: Readonly<Record<string, ModelEdition>> = { '1.4.0': MODEL_14, '1.5.0': MODEL_15 };

/** The edition of the model that a version of `bluetooth_address_analyzer` uses; throws for one that is not installed. */
export function editionOf(version: string): ModelEdition {
  const edition = EDITIONS[version];
  if (edition === undefined) throw new Error(`expected a version of ${Object.keys(EDITIONS).join(' or ')}, found ${version}`);
  return edition;
}

/** A model over what was observed: links that are shown, and every pair from 0.02 on. */
export async function linkObserved(
  observation: Observation,
  edition: ModelEdition,
  window_s: number,
  minimum: number,
  model: RotationModel = 'spec_default',
): Promise<Found> {
  const tool = {
    kernels,
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as ToolCapabilities;
  const { candidates } = await succeed(observation, { window_s, model, edition }, tool);
  const shown = shownLinks(candidates, observation, minimum);
  const often = (at: number): boolean => observation.addresses[at]!.frames >= minimum;
  const told = candidates.filter((pair) => pair.probability >= 0.02 && often(pair.from) && often(pair.to));
  return { claims: claimsOf(shown, observation), forecasts: claimsOf(told, observation) };
}

export const claimsOf = (pairs: readonly Pick<Link, 'from' | 'to' | 'probability'>[], { addresses }: Observation): Claim[] =>
  pairs.map(({ from, to, probability }) => ({ from: addresses[from]!.address, to: addresses[to]!.address, probability }));

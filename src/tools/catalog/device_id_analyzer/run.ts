import { amount } from '../../../base/amount.ts';
import { REASONS } from '../../../kernels/layout.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { toolError } from '../../contract/errors.ts';
import type { NextCall } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { digest } from '../../linkage/digest.ts';
import { round } from '../../linkage/classify.ts';
import { instant } from '../../linkage/instant.ts';
import { FEWEST_SENT, SHOWN } from '../../linkage/linkage.ts';
import type { Candidate, Streams } from '../../linkage/linkage.ts';
import { EARLIER } from '../../linkage/times.ts';
import { MODEL_12 } from '../../linkage/editions.ts';
import { observe } from '../../linkage/observe.ts';
import type { Observation } from '../../linkage/observe.ts';
import { columnsOf } from '../../linkage/relation.ts';
import { succeed, TOLD } from '../../linkage/successors.ts';
import { packetsOf } from '../../rows-of.ts';
import type { Answer, Arguments } from './schema.ts';

const COLUMN = 'device_id';
const MOST = { devices: 20_000, pairs: 2000, chains: 5000 } as const;
/** Factor from nats to decibans: 10 / ln 10. */
const DECIBANS = 4.342944819032518;
const NOTE =
  'Model 1.2 of the address analyzer on opaque ids: an id says neither whether its address is public, static or private nor whether it rotates, so every id may succeed every other, and a device that leaves as another comes looks like a rotation. Scores for investigation, not proof.';

/** Nothing shows which ids rotate, so all ids heard more than once are treated as one kind of stream. */
const IDS: Streams = {
  kind: 'opaque ids',
  of({ addresses, features }) {
    const { First } = features.columns;
    const members = addresses.flatMap(({ sent }, number) => (sent < FEWEST_SENT ? [] : [number]));
    return members.length === 0 ? [] : [members.sort((a, b) => First[a]! - First[b]! || a - b)];
  },
};

/** Computes interval, level, presence and payload of every id, and which ids probably succeed one another. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Answer>> {
  const { selection } = capabilities;
  const observation = columnsOf(selection).has(COLUMN)
    ? await observe({ advertiser_addr: COLUMN, initiator_addr: COLUMN }, capabilities, EARLIER)
    : null;
  if (observation === null || observation.addresses.length === 0) {
    const message = `expected rows with a ${COLUMN}, as live scans of the browser’s own Bluetooth have, found none; captures with addresses are for bluetooth_address_analyzer`;
    return { status: 'error', errors: [toolError('INSUFFICIENT_DATA', message, ['capture_selection'])] };
  }
  const options = { window_s: args.linkage_window_s, model: args.rpa_rotation_model, streams: IDS, edition: MODEL_12 };
  const { candidates, considered } = await succeed(observation, options, capabilities);
  const often = (number: number): boolean => observation.addresses[number]!.frames >= args.min_observation_count;
  const listedPairs = candidates
    .filter((pair) => pair.probability >= TOLD && often(pair.from) && often(pair.to))
    .sort((a, b) => b.probability - a.probability || a.from - b.from || a.to - b.to);
  const links = listedPairs.filter((pair) => pair.chosen && pair.probability >= SHOWN);
  const chains = chainsOf(links, observation);
  const linked = chains.reduce((sum, { device_ids }) => sum + device_ids.length, 0);
  const rare = observation.addresses.filter((_, number) => !often(number)).length;
  const cut = observation.addresses.length > MOST.devices || listedPairs.length > MOST.pairs || chains.length > MOST.chains;
  return {
    status: cut ? 'partial' : 'ok',
    summary: `${amount(observation.addresses.length, 'device id')}; ${
      chains.length === 0
        ? 'none probably follows another.'
        : `${String(linked)} of them in ${amount(chains.length, 'chain')} that probably share an emitter.`
    } Opaque ids, not addresses: links are posterior-like scores for investigation, not proof.`,
    structured_output: {
      devices: devicesOf(observation),
      likely_successors: listedPairs.slice(0, MOST.pairs).map((pair) => listed(pair, observation)),
      chains: chains.slice(0, MOST.chains),
      model: { version: '1.2', note: NOTE, candidate_pairs: considered },
    },
    warnings: [
      {
        code: 'OPAQUE_IDS',
        message:
          'device ids tell no address class: a device with a fixed address that leaves while another arrives can be linked to it; a sniffer, which hears addresses, decides better',
      },
      ...(rare === 0
        ? []
        : [
            {
              code: 'INSUFFICIENT_DATA',
              message: `${amount(rare, 'id')} with fewer than ${String(args.min_observation_count)} advertisements: listed, not linked`,
              field: 'arguments.min_observation_count',
            },
          ]),
      ...(cut ? [{ code: 'RESULT_CUT', message: 'the result is too long to list whole; select a shorter time' }] : []),
    ],
    confidence_inputs: {
      mean_link_probability: links.length === 0 ? 1 : links.reduce((sum, pair) => sum + pair.probability, 0) / links.length,
      share_with_enough: 1 - rare / observation.addresses.length,
    },
    hints: {
      next: longestChain(chains, observation, selection.captures),
      noNext: 'too many captures are selected to look at the packets of an id',
      riskFactors: [
        {
          type: 'accuracy',
          severity: 'high',
          description: 'Ids of devices that never rotate take part in the linking, and the browser may pass on only some advertisements',
          probability: 0.5,
          impact: 0.6,
          mitigation: 'Read the evidence of each pair, narrow linkage_window_s, or record with a sniffer',
        },
      ],
      assumptions: [
        'An id is one address as long as the browser runs',
        'An id has at most one successor and one predecessor',
        `Addresses rotate as rpa_rotation_model ${args.rpa_rotation_model} says`,
      ],
      reasoning: 'Handover, payload, advertising interval and strength decide; address class and radio clock are not there.',
    },
    measures: { rows: observation.rows, ids: observation.addresses.length, candidate_pairs: considered, links: links.length },
  };
}

/** Suggests a query of the packets of the longest chain, or of the most active id where no two are linked. */
function longestChain(chains: Answer['chains'], { addresses, rows }: Observation, captures: readonly CaptureInfo[]): NextCall[] {
  const chain = chains.reduce<readonly string[]>((most, { device_ids }) => (device_ids.length > most.length ? device_ids : most), []);
  const frames = new Map(addresses.map((each) => [each.address, each.frames]));
  const [busiest] = [...frames].sort(([, a], [, b]) => b - a);
  const senders = chain.length > 0 ? chain : busiest === undefined ? [] : [busiest[0]];
  return packetsOf({
    captures,
    column: COLUMN,
    senders,
    packets: senders.reduce((sum, id) => sum + (frames.get(id) ?? 0), 0),
    rows,
    why: chain.length > 0 ? 'Compare what the ids of the longest chain sent.' : 'Look at what the most active id sent.',
  });
}

function devicesOf({ addresses, features, baseUs, span }: Observation): Answer['devices'] {
  const { First, Last, Interval, RssiMedian } = features.columns;
  const active = new Float64Array(addresses.length);
  for (let at = 0; at < features.segments.length; at += 4) {
    const [number = 0, start = 0, end = 0] = features.segments.subarray(at, at + 3);
    active[number] = active[number]! + end - start;
  }
  const order = addresses.flatMap((_, number) => (Number.isNaN(First[number]!) ? [] : [number]));
  order.sort((a, b) => addresses[b]!.frames - addresses[a]!.frames || a - b);
  return order.slice(0, MOST.devices).map((number) => {
    const { address, frames, payload } = addresses[number]!;
    const [interval, level] = [Interval[number]!, RssiMedian[number]!];
    return {
      device_id: address,
      advertisements: frames,
      first_ts: instant(baseUs + First[number]! * 1e6),
      last_ts: instant(baseUs + Last[number]! * 1e6),
      presence_share: span === 0 ? 1 : round(Math.min(active[number]! / span, 1)),
      ...(interval > 0 && { interval_ms: Number((interval * 1000).toFixed(1)) }),
      ...(!Number.isNaN(level) && { rssi_median_dbm: Number(level.toFixed(1)) }),
      payload: payload.layout.trim(),
    };
  });
}

function listed(pair: Candidate, { addresses, features }: Observation): Answer['likely_successors'][number] {
  return {
    from_id: addresses[pair.from]!.address,
    to_id: addresses[pair.to]!.address,
    probability: round(pair.probability),
    shown: pair.chosen && pair.probability >= SHOWN,
    gap_s: round(features.columns.First[pair.to]! - features.columns.Last[pair.from]!),
    evidence: REASONS.map((term) => ({ term, decibans: Number((pair.reasons[term] * DECIBANS).toFixed(2)) })),
  };
}

/** Each id has at most one successor, so linked ids are chains. */
function chainsOf(links: readonly Candidate[], { addresses, features }: Observation): Answer['chains'] {
  const next = new Map(links.map((pair) => [pair.from, pair]));
  const succeeded = new Set(links.map(({ to }) => to));
  const { First } = features.columns;
  const heads = [...next.keys()].filter((number) => !succeeded.has(number)).sort((a, b) => First[a]! - First[b]! || a - b);
  return heads.map((head) => {
    const members = [head];
    let probability = 1;
    for (let pair = next.get(head); pair !== undefined; pair = next.get(pair.to)) {
      members.push(pair.to);
      probability *= pair.probability;
    }
    const device_ids = members.map((number) => addresses[number]!.address);
    return { chain_id: `chain_${digest(device_ids.join(' '))}`, device_ids, probability: round(probability) };
  });
}

import { amount } from '../../../base/amount.ts';
import { digest } from '../../linkage/digest.ts';
import { round } from '../../linkage/classify.ts';
import { instant } from '../../linkage/instant.ts';
import type { Observation } from '../../linkage/observe.ts';
import { probabilityWords } from '../../linkage/probability-words.ts';
import type { Emitter } from './emitters.ts';
import type { Device, Pair } from './model.ts';
import { type ListedDevice, MOST } from './schema.ts';

/** Factor from nats to decibans: 10 / ln 10. */
const DECIBANS = 4.342944819032518;

export const NOTE =
  'Scores for investigation, never proof of identity: conditioned on the packets heard and on how devices here come, go and change their addresses. Devices that travel together can look like one.';

/** A device as the tool's result lists it. */
export function listed(
  device: Device,
  emitters: readonly Emitter[],
  { addresses, baseUs }: Pick<Observation, 'addresses' | 'baseUs'>,
  timed: boolean,
): ListedDevice {
  const name = (at: number | undefined): string => addresses[at ?? -1]?.address ?? '';
  const head = (emitter: number): string => name(emitters[emitter]!.members[0]);
  const all = device.members.flatMap((member) => emitters[member]!.members.map(name));
  return {
    device_id: `device_${digest(all.join(' '))}`,
    probability: round(device.probability),
    statement: statementOf(device),
    parts: device.members.slice(0, MOST.parts).map((member) => {
      const own = emitters[member]!.members;
      return { addresses: own.slice(0, MOST.addresses).map(name), more_addresses: Math.max(0, own.length - MOST.addresses) };
    }),
    more_parts: Math.max(0, device.members.length - MOST.parts),
    pairs: device.pairs.slice(0, MOST.pairs).map((pair) => ({
      address_a: head(pair.a),
      address_b: head(pair.b),
      probability: round(pair.probability),
      prior_decibans: Number((pair.prior * DECIBANS).toFixed(2)),
      evidence: pair.terms().map(({ term, nats, statement, times, packets }) => ({
        term,
        decibans: Number((nats * DECIBANS).toFixed(2)),
        statement,
        times: timed ? times.slice(0, MOST.times).map((seconds) => instant(baseUs + seconds * 1e6)) : [],
        packets: [...packets],
      })),
    })),
    successions: device.successions.map(({ from, to, probability }) => ({
      from_address: name(emitters[from]!.members.at(-1)),
      to_address: head(to),
      probability: round(probability),
    })),
  };
}

function statementOf({ members, probability, pairs }: Device): string {
  const start = `${amount(members.length, 'sender')} with a probability of ${probabilityWords(probability)} of being one device`;
  const strongest = strongestOf(pairs);
  return strongest === undefined ? `${start}; only changes of address join them.` : `${start}; strongest evidence: ${strongest}.`;
}

function strongestOf(pairs: readonly Pair[]): string | undefined {
  const terms = pairs.flatMap((pair) => pair.terms()).filter(({ nats }) => nats > 0);
  return terms.reduce<(typeof terms)[number] | undefined>(
    (best, term) => (best === undefined || term.nats > best.nats ? term : best),
    undefined,
  )?.statement;
}

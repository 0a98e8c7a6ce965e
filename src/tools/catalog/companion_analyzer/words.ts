import { amount } from '../../../base/amount.ts';
import { NO_NAMES } from '../../../ble/ad/names.ts';
import { deviceKind } from '../../../ble/kind/device-kind.ts';
import { gatherSaid } from '../../../ble/kind/said.ts';
import { round } from '../../linkage/classify.ts';
import { probabilityWords } from '../../linkage/probability-words.ts';
import type { BaseRate, Scored } from './model.ts';
import type { Walk } from './read.ts';
import type { ListedDevice, RateOf, Recognition, Term } from './schema.ts';
import { TERMS } from './schema.ts';

export const NOTE =
  'A device recurs beyond chance when it is heard in more of the places, and longer, than others of its kind. Fixed devices that several places hear and people on the same way recur too, and most devices that come along are your own. Scores for investigation: they are no proof of identity, and say nothing about why a device is there.';

/** Minimum probability and number of places for each wording of the score. */
const BEYOND = { probability: 0.9, places: 3 } as const;
const POSSIBLE = 0.5;

/** Two places are too few to call anything more than possible: a person on the same street is heard in two. */
export function verdictOf({ apart, probability }: Scored): ListedDevice['verdict'] {
  if (probability >= BEYOND.probability && apart >= BEYOND.places) return 'beyond_chance';
  return probability >= POSSIBLE ? 'possible' : 'chance';
}

/** Describes what the senders broadcast about themselves. */
export function describe(members: readonly number[], { senders }: Walk): string {
  const own = members.map((member) => senders[member]!);
  const payloads = own.flatMap((sender) => sender.payloads);
  const names = [...new Set(own.flatMap((sender) => sender.names))];
  const kind = deviceKind(gatherSaid(payloads, { names, appearance: null, companies: [], services: [] }), NO_NAMES);
  const named = names.length === 0 ? '' : `, name "${names[0]!}"`;
  return `${kind.text ?? 'Device that does not say what it is'}${named}`;
}

export const BY_WORDS: Readonly<Record<Recognition, string>> = {
  fixed_address: 'an address that does not change',
  tracker_address: 'the address of a location tracker, which stays for a day apart from its owner and 15 minutes near it',
  private_address: 'a private address and those that probably followed it',
  payload: 'what it sends under several addresses',
  known: 'addresses that the call names',
};

/** Words for how many other devices recur, for the sentence about one device. */
function othersOf(by: Recognition, rates: readonly BaseRate[]): string {
  const group: RateOf = by === 'private_address' || by === 'payload' ? by : 'lasting_address';
  const rate = rates.find((each) => each.by === group);
  if (rate === undefined) return '';
  const chance = rate.chance_in_three < 0.01 ? 'fewer than 0.01' : rate.chance_in_three.toFixed(rate.chance_in_three < 1 ? 2 : 0);
  return ` Of ${amount(rate.identities, RATE_WORDS[group][0], RATE_WORDS[group][1])}, ${rate.in_two === 1 ? '1 was' : `${String(rate.in_two)} were`} heard in two places or more; chance brings about ${chance} to three.`;
}

const RATE_WORDS: Readonly<Record<RateOf, readonly [one: string, many: string]>> = {
  lasting_address: ['device with a lasting address', 'devices with a lasting address'],
  private_address: ['private address with its successors', 'private addresses with their successors'],
  payload: ['name or piece of data', 'names and pieces of data'],
};

/** Other explanations of why a device recurs, by how it is recognised. */
const ELSE: Readonly<Record<Recognition, string>> = {
  fixed_address: 'a fixed device that several places hear, or a person on the same way',
  tracker_address: 'the tag of a person on the same way',
  private_address: 'a person on the same way, or a link between addresses of two devices',
  payload: 'different devices that send the same, or a person on the same way',
  known: 'a person on the same way, if the addresses are of one device',
};

/** Describes a device's score in words, with the base rate and the other explanations; never makes a claim about a person. */
export function statementOf(scored: Scored, places: number, rates: readonly BaseRate[]): string {
  const { candidate, probability } = scored;
  const { stays, by, known, tracker } = candidate;
  const heard = `Heard in ${String(stays.length)} of ${amount(places, 'place')}, recognised by ${BY_WORDS[by]}.`;
  if (known?.mine === true) return `${heard} Expected: the call names it as one that is there.`;
  const score = `${probabilityWords(probability)} that it travels with the receiver`;
  const verdict = verdictOf(scored);
  if (verdict === 'chance') return `${heard} Chance explains this better: ${score}.`;
  const apart = tracker?.state === 'separated' ? ' It says that it is apart from its owner.' : '';
  const opening = verdict === 'beyond_chance' ? 'More than chance explains' : 'Chance may explain this';
  return `${heard} ${opening}: ${score}.${othersOf(by, rates)}${apart} Expected if it is yours or of a person who came along. Also possible: ${ELSE[by]}.`;
}

/** Evidence term by term, to a hundredth of a deciban. */
export function evidenceOf({ candidate, evidence }: Scored, places: number): ListedDevice['evidence'] {
  const { stays } = candidate;
  const levels = stays.flatMap(({ level }) => level ?? []);
  const shares = stays.map(({ presence }) => `${String(Math.round(presence * 100))} %`).join(', ');
  const statements: Readonly<Record<Term, string>> = {
    base_rate: 'How few of the devices that can be recognised travel along before anything is compared.',
    places: `Heard in ${String(stays.length)} of ${amount(places, 'place')}, against how often others of its kind recur.`,
    presence: `Heard during ${shares} of the time there, against the presence of others.`,
    level:
      levels.length < 2
        ? 'Levels were not recorded in two places.'
        : `Median levels of ${levels.map((level) => String(round(level))).join(', ')} dBm, against how levels differ between others.`,
  };
  return TERMS.map((term) => ({ term, decibans: Number(evidence[term].toFixed(2)), statement: statements[term] }));
}

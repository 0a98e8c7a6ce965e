import { formatExactSpan } from '../../base/format.ts';
import type { AddressClass } from '../../ble/address.ts';
import { classifyAddress } from '../../ble/address.ts';
import type { Observation, Observed } from './observe.ts';

export interface Classified {
  readonly address: string;
  readonly type: AddressClass;
  readonly confidence: number;
  readonly evidence: readonly string[];
  /** Whether the address never advertises but only scans or initiates connections. */
  readonly only_asks?: boolean;
}

/** Maximum confidence if the packets do not tell whether an address is public or random. */
const WITHOUT_TYPE_BIT = 0.7;
/** A private address that is used for longer than the default timeout's largest value, in s, is suspicious (Core Vol 4 E 7.8.45). */
const LONGEST_PRIVATE_S = 3600;
/** Matches the payload of a Find My beacon: Continuity message 0x12 of 25 bytes (docs of furiousMAC, PoPETs 2021). */
const FIND_MY = /\(004C(?:,[0-9A-F]{2}:\d+)*,12:25/;

export const isFindMy = (observed: Observed): boolean => FIND_MY.test(observed.payload.layout);

/** Returns the class that the bits of an address indicate; one frame is enough for this. */
export function classOf(observed: Observed): AddressClass {
  return classifyAddress(observed.address, saysRandom(observed));
}

/** Whether most frames mark the address as random by their type bit; null if no frame has one. */
function saysRandom({ saidRandom, saidPublic }: Observed): boolean | null {
  if (saidRandom === 0 && saidPublic === 0) return null;
  return saidRandom >= saidPublic;
}

/**
 * Classifies every address, with the evidence in plain words. The type bit and the two most significant bits decide the class. The
 * behaviour of the address, the number of its frames, and whether they agree determine the confidence.
 */
export function classify(observation: Observation, minimum: number): Classified[] {
  const classes: Classified[] = [];
  for (const [number, observed] of observation.addresses.entries()) {
    classes.push(classifyOne(observed, lifetimeOf(observation, number), minimum));
  }
  return classes;
}

function lifetimeOf({ features }: Observation, number: number): number {
  const span = features.columns.Last[number]! - features.columns.First[number]!;
  return Number.isNaN(span) ? 0 : span;
}

function classifyOne(observed: Observed, lifetime: number, minimum: number): Classified {
  const { address, frames } = observed;
  const seen = [seenWords(observed, formatExactSpan(lifetime))];
  if (frames < minimum) {
    return {
      address,
      type: 'unknown',
      confidence: 0,
      evidence: [...seen, `Fewer than the ${String(minimum)} frames asked for: no class is claimed`],
    };
  }
  const random = saysRandom(observed);
  const type = classifyAddress(address, random);
  const typed = observed.saidRandom + observed.saidPublic;
  const agreeing = Math.max(observed.saidRandom, observed.saidPublic);
  // Laplace's rule of succession, so that few frames give moderate confidence.
  const agreement = random === null ? WITHOUT_TYPE_BIT : (agreeing + 1) / (typed + 2);
  const { factor, words } = behaviour(type, observed, lifetime);
  const evidence = [bitWords(observed, random), topBitWords(address, random, type), ...seen, ...words];
  if (typed > agreeing) evidence.push(`${String(typed - agreeing)} of ${String(typed)} frames carry the other address-type bit`);
  const confidence = type === 'unknown' ? 0 : round(Math.min(agreement, random === null ? WITHOUT_TYPE_BIT : 1) * factor);
  return { address, type, confidence, evidence: evidence.filter((line) => line !== '') };
}

function bitWords({ saidRandom, saidPublic }: Observed, random: boolean | null): string {
  if (random === null) return 'No address-type bit in the data: the class rests on the address alone';
  return random
    ? `Address-type bit says random in ${String(saidRandom)} frames`
    : `Address-type bit says public in ${String(saidPublic)} frames`;
}

const TOP_BITS = ['00', '01', '10', '11'] as const;
const TOP_WORDS: Readonly<Record<string, string>> = {
  '00': 'non-resolvable private',
  '01': 'resolvable private',
  '10': 'reserved, no defined class',
  '11': 'static random',
};

function topBitWords(address: string, random: boolean | null, type: AddressClass): string {
  if (random === false && type === 'public') return 'The top bits of a public address carry no class';
  const bits = TOP_BITS[Number.parseInt(address.slice(0, 2), 16) >> 6] ?? '10';
  return `Two top bits ${bits}: ${TOP_WORDS[bits] ?? ''}`;
}

function seenWords({ frames, sent }: Observed, lifetime: string): string {
  const named = frames - sent;
  const also = named === 0 ? '' : `, ${String(named)} of them only naming it`;
  return `Seen in ${String(frames)} ${frames === 1 ? 'frame' : 'frames'}${also}, active for ${lifetime}`;
}

interface Behaviour {
  readonly factor: number;
  readonly words: readonly string[];
}

/** Compares how an address behaved with what is expected of its class. */
function behaviour(type: AddressClass, observed: Observed, lifetime: number): Behaviour {
  if (type === 'random_static' && isFindMy(observed)) {
    return {
      factor: 0.6,
      words: ['Sends Find My (Apple message 0x12): its bits look static, but such addresses are part of a key and rotate'],
    };
  }
  if ((type === 'rpa' || type === 'nrpa') && lifetime > LONGEST_PRIVATE_S) {
    return { factor: 0.85, words: [`Did not rotate in ${formatExactSpan(lifetime)}, which is unusual for a private address`] };
  }
  return { factor: 1, words: [] };
}

export const round = (value: number): number => Number(value.toFixed(4));

import { walkContinuity } from '../ad/apple.ts';
import { APPLE } from '../ad/manufacturer.ts';
import { walkAd } from '../ad/structure.ts';
import { uuidText } from '../ad/uuids.ts';

/** Whether a location tracker reports that its owner is near; `unknown` if its format does not contain this. */
export type TrackerState = 'separated' | 'near_owner' | 'unknown';

export interface Tracker {
  /** The network that locates it, such as `Apple Find My`. */
  readonly network: string;
  readonly state: TrackerState;
  /** The evidence in the advertising data, as the end of a sentence that begins with "it". */
  readonly why: string;
}

const SERVICE_DATA = 0x16;
const MANUFACTURER = 0xff;
const FIND_MY = 0x12;
const FIND_MY_KEY_LENGTH = 25;
/** Network ids of draft-ietf-dult-accessory-protocol, section "Manufacturer Network ID Registry". */
const NETWORKS: Readonly<Record<number, string>> = { 1: 'Apple Find My', 2: 'Google Find Hub' };

/**
 * Reads the formats of location trackers: the common one of draft-ietf-dult-accessory-protocol (FCB2), Apple Find My (Heinrich et al.,
 * PoPETs 2021), Google Find Hub (FEAA), Samsung SmartTag (FD5A; arXiv 2210.14702) and Tile (FEED, FEEC).
 *
 * @returns undefined if the data contain none of them
 */
export function trackerOf(bytes: Uint8Array): Tracker | undefined {
  for (const { type, value, end } of walkAd(bytes).structures) {
    if (type === MANUFACTURER && end - value > 2 && (bytes[value]! | (bytes[value + 1]! << 8)) === APPLE) {
      const found = findMy(bytes, value + 2, end);
      if (found !== undefined) return found;
    }
    if (type === SERVICE_DATA && end - value > 2) {
      const found = SERVICES[uuidText(bytes, value, 2)]?.(bytes.subarray(value + 2, end));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findMy(bytes: Uint8Array, from: number, to: number): Tracker | undefined {
  const message = walkContinuity(bytes, from, to).find(({ type }) => type === FIND_MY);
  if (message === undefined) return undefined;
  const network = 'Apple Find My';
  const status = bytes[message.value] ?? 0;
  const accessory = (status & 0x30) !== 0;
  // Phones and computers append the short form to their other messages, so it does not indicate a tracker.
  if (message.end - message.value < FIND_MY_KEY_LENGTH)
    return accessory
      ? { network, state: 'near_owner', why: 'it sends the short Find My form, as accessories near their owner do' }
      : undefined;
  if (!accessory)
    return { network, state: 'unknown', why: 'it sends a Find My key as a phone, tablet or computer, which do so near their owner too' };
  return (status & 0x04) !== 0
    ? { network, state: 'near_owner', why: 'it sends a Find My key and says that its owner was near within the life of this key' }
    : { network, state: 'separated', why: 'it sends a Find My key, as accessories apart from their owner do' };
}

const SERVICES: Readonly<Record<string, (data: Uint8Array) => Tracker | undefined>> = {
  FCB2: ([network = 0, state]) => {
    if (state === undefined) return undefined;
    const near = (state & 1) === 1;
    return {
      network: NETWORKS[network] ?? `network ${String(network)}`,
      state: near ? 'near_owner' : 'separated',
      why: `it sends the common format of trackers (DULT), network id ${String(network)}, near-owner bit ${near ? '1' : '0'}`,
    };
  },
  FEAA: ([frame]) => {
    const network = 'Google Find Hub';
    if (frame === 0x40)
      return { network, state: 'near_owner', why: 'it sends a Find Hub key (frame 0x40), without protection against unwanted tracking' };
    if (frame === 0x41)
      return {
        network,
        state: 'separated',
        why: 'it sends a Find Hub key with protection against unwanted tracking (frame 0x41), as apart from its owner',
      };
    return undefined;
  },
  FD5A: ([head = 0]) => ({ network: 'Samsung SmartThings Find', ...(SMART_TAG[head & 7] ?? UNKNOWN_TAG) }),
  FEED: () => TILE,
  FEEC: () => TILE,
};

const UNKNOWN_TAG = { state: 'unknown', why: 'it sends the SmartTag format' } as const;
const LOST_TAG = { state: 'separated', why: 'it sends the SmartTag format in a lost state, as apart from its owner' } as const;
const OWNED_TAG = { state: 'near_owner', why: 'it sends the SmartTag format, paired or connected with its owner' } as const;
/** By the low three bits of the first byte. State 1 begins as soon as the connection breaks, so it proves little. */
const SMART_TAG: Readonly<Record<number, Omit<Tracker, 'network'>>> = {
  2: LOST_TAG,
  3: LOST_TAG,
  4: OWNED_TAG,
  5: OWNED_TAG,
  6: OWNED_TAG,
};
const TILE: Tracker = {
  network: 'Tile',
  state: 'unknown',
  why: 'it sends service data of Tile, which do not say whether the owner is near',
};

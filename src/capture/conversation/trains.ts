import { dropOldest } from '../../base/drop-oldest.ts';
import { permuteWord } from '../../base/keyed-hash.ts';
import { walkAd } from '../../ble/ad/structure.ts';
import { formatAddress } from '../../ble/address.ts';
import { broadcastId } from '../../ble/audio-announcement.ts';
import { ABSENT } from '../../ble/link-pdu.ts';
import type { LinkPdu } from '../../ble/link-pdu.ts';
import { unsigned } from '../../ble/octet-fields.ts';
import { sessionKey } from '../session-key.ts';
import type { Train } from './stream.ts';

/** Maximum number of trains remembered at once; beyond it, the one that was captured first is forgotten. */
const MOST = 4096;
const SERVICE_DATA = 0x16;
const BROADCAST_NAME = 0x30;
const BROADCAST_AUDIO = 0x1852;
const decoder = new TextDecoder();

/** Periodic advertising trains by access address. */
export class Trains {
  private readonly key = sessionKey();
  private readonly known = new Map<number, Train>();

  of(accessAddress: number): Train {
    const key = permuteWord(this.key, accessAddress);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const train: Train = { ...UNKNOWN, accessAddress };
    this.known.set(key, train);
    dropOldest(this.known, MOST);
    return train;
  }

  /** Records a train that an advertisement announces by SyncInfo. */
  announced(accessAddress: number, bytes: Uint8Array, pdu: LinkPdu): void {
    const train = this.of(accessAddress);
    if (pdu.advertiserAt !== ABSENT) {
      train.address = formatAddress(bytes, pdu.advertiserAt);
      train.random = pdu.advertiserRandom === 1;
    }
    if (pdu.sid !== ABSENT) train.sid = pdu.sid;
    if (pdu.dataAt === ABSENT) return;
    const data = bytes.subarray(pdu.dataAt, pdu.dataEnd);
    for (const { type, value, end } of walkAd(data).structures) {
      if (type === BROADCAST_NAME) train.broadcastName = decoder.decode(data.subarray(value, end));
      else if (type === SERVICE_DATA && value + 5 <= end && unsigned(data, value, 2) === BROADCAST_AUDIO)
        train.broadcastId = broadcastId(data, value + 2);
    }
  }
}

const UNKNOWN: Omit<Train, 'accessAddress'> = {
  address: undefined,
  random: undefined,
  sid: undefined,
  broadcastId: undefined,
  broadcastName: undefined,
  audio: [],
  announcement: null,
  group: null,
};

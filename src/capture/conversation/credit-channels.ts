import { CreditChannel } from '../../ble/l2cap/credit-channel.ts';
import type { FlowMemory } from '../../ble/l2cap/flow.ts';
import type { SignallingCommand } from '../../ble/l2cap/signalling.ts';
import { unsigned } from '../../ble/octet-fields.ts';
import type { PendingRequest } from './connection.ts';

/** PSM of enhanced bearers of ATT (Assigned Numbers 2.5). */
export const EATT_PSM = 0x27;

const CODE = {
  BASIC_CONNECTION_REQ: 0x02,
  BASIC_CONNECTION_RSP: 0x03,
  DISCONNECTION_RSP: 0x07,
  CONNECTION_REQ: 0x14,
  CONNECTION_RSP: 0x15,
  ENHANCED_CONNECTION_REQ: 0x17,
  ENHANCED_CONNECTION_RSP: 0x18,
} as const;
/** Result codes of responses. An enhanced request may be granted in part, with a code of its own (Vol 3 Part A 4.26). */
const SUCCESS = 0;
const PENDING = 1;
const MOST_CHANNELS = 64;

/** One direction of a credit-based channel, with the ATT requests that await an answer on it. */
export class Bearer extends CreditChannel {
  request: PendingRequest | null = null;
  indication: PendingRequest | null = null;
  peer: Bearer | null = null;
}

/** A request for channels: its purpose, and the channels on which the asker receives. */
export interface ChannelRequest {
  readonly psm: number;
  readonly sources: readonly number[];
}

/** The channels that a signalling command requests; undefined for other commands. */
export function channelRequest({ code, at, end }: SignallingCommand, bytes: Uint8Array): ChannelRequest | undefined {
  if (code === CODE.BASIC_CONNECTION_REQ && end - at >= 4) return { psm: unsigned(bytes, at, 2), sources: [unsigned(bytes, at + 2, 2)] };
  if (code === CODE.CONNECTION_REQ && end - at >= 10) return { psm: unsigned(bytes, at, 2), sources: [unsigned(bytes, at + 2, 2)] };
  if (code === CODE.ENHANCED_CONNECTION_REQ && end - at >= 10)
    return { psm: unsigned(bytes, at, 2), sources: channels(bytes, at + 8, end) };
  return undefined;
}

/** The credit-based channels on which one side sends, by the channel number in its frames. */
export class CreditChannels {
  private readonly open = new Map<number, Bearer>();

  constructor(private readonly memory: FlowMemory) {}

  get(channel: number): Bearer | undefined {
    return this.open.get(channel);
  }

  begin(channel: number, psm: number): Bearer {
    this.end(channel);
    const bearer = new Bearer(psm, this.memory);
    if (this.open.size < MOST_CHANNELS) this.open.set(channel, bearer);
    return bearer;
  }

  end(channel: number): void {
    this.open.get(channel)?.lose();
    this.open.delete(channel);
  }

  /** Records that packets of this side were, or may have been, missed. */
  lose(): void {
    for (const bearer of this.open.values()) bearer.lose();
  }
}

/** A response to a connection request that a further one follows (Vol 3 Part A 4.3). */
export const isPending = ({ code, at, end }: SignallingCommand, bytes: Uint8Array): boolean =>
  code === CODE.BASIC_CONNECTION_RSP && end - at >= 8 && unsigned(bytes, at + 4, 2) === PENDING;

/** The channels on which a side sends: credit-based ones, and for BR/EDR the PSM of each. */
interface Sending {
  readonly channels: CreditChannels;
  readonly psms: Map<number, number>;
}

/** Applies a response to the channels of the asking and of the answering side. */
export function answerChannels(
  { code, at, end }: SignallingCommand,
  bytes: Uint8Array,
  request: ChannelRequest | undefined,
  asker: Sending,
  answerer: Sending,
): void {
  const u16 = (offset: number): number => unsigned(bytes, at + offset, 2);
  if (code === CODE.DISCONNECTION_RSP && end - at >= 4) {
    asker.channels.end(u16(0));
    answerer.channels.end(u16(2));
    asker.psms.delete(u16(0));
    answerer.psms.delete(u16(2));
    return;
  }
  if (code === CODE.BASIC_CONNECTION_RSP && end - at >= 8 && u16(4) === SUCCESS && request !== undefined) {
    if (asker.psms.size < MOST_CHANNELS) asker.psms.set(u16(0), request.psm);
    if (answerer.psms.size < MOST_CHANNELS) answerer.psms.set(u16(2), request.psm);
    return;
  }
  if (request === undefined) return;
  const isSingle = code === CODE.CONNECTION_RSP && end - at >= 10 && u16(8) === SUCCESS;
  const destinations = isSingle ? [u16(0)] : code === CODE.ENHANCED_CONNECTION_RSP && end - at >= 8 ? channels(bytes, at + 8, end) : [];
  destinations.forEach((destination, i) => {
    const source = request.sources[i];
    if (destination === 0 || source === undefined) return;
    const [there, back] = [asker.channels.begin(destination, request.psm), answerer.channels.begin(source, request.psm)];
    there.peer = back;
    back.peer = there;
  });
}

function channels(bytes: Uint8Array, at: number, end: number): number[] {
  const found: number[] = [];
  for (let from = at; from + 2 <= end; from += 2) found.push(unsigned(bytes, from, 2));
  return found;
}

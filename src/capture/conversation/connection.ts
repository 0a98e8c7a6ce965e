import type { FlowMemory, TakeFrame } from '../../ble/l2cap/flow.ts';
import { L2capFlow } from '../../ble/l2cap/flow.ts';
import type { PairingFeatures } from '../../ble/smp/method.ts';
import { Air } from './air.ts';
import type { AirClock } from './air.ts';
import { CreditChannels } from './credit-channels.ts';
import type { ChannelRequest } from './credit-channels.ts';
import type { GattServer } from './gatt-servers.ts';
import type { Moment } from './moment.ts';
import { otherSide, SENDER } from './moment.ts';

/** From the start of an AUX_CONNECT_REQ on LE Coded to the transmit window: its own time, an AUX_CONNECT_RSP and the delay. */
const LATEST_FIRST_US = 12_000;

/** When something was asked for that the other side answers, and what of the connection had been missed until then. */
export interface Asked extends Moment {
  readonly asker: number;
  readonly lostByAsker: number;
  readonly lostByPeer: number;
  readonly doubts: number;
}

/** An ATT request or indication that is not answered yet. */
export interface PendingRequest extends Asked {
  readonly opcode: number;
  readonly handles: readonly number[];
  /** Last handle of the range that it searches; -1 where it searches none. */
  readonly endHandle: number;
  readonly uuid: string | undefined;
  /** UUID of the services that it searches. */
  readonly value: string | undefined;
}

/** What is known of one side of a connection, and of what it sends. */
export class Side {
  /** Packets that it sent, without retransmissions. */
  packets = 0;
  address: string | undefined;
  random: boolean | undefined;
  readonly flow: L2capFlow;
  /** Packet with the first piece of the frame that `flow` holds, and when its last piece so far came. */
  firstNo = 0;
  lastPiece: Moment | null = null;
  /** Sequence numbers and content of its last data PDU: its own, and the one that it expects. NaN is no content. */
  sequence = -1;
  expects = -1;
  content = Number.NaN;
  /** Counts up with each data PDU of the connection: when this side was last heard. */
  heardAt = 0;
  /** Places where packets of it were missed. */
  losses = 0;
  /** Its pieces have no frame because of what was missed. */
  astray = false;
  /** Its request that waits for a response, and its indication. */
  request: PendingRequest | null = null;
  indication: PendingRequest | null = null;
  /** Its commands of the signalling channel by identifier, at most 256. */
  readonly commands = new Map<number, Asked & { readonly channels?: ChannelRequest | undefined }>();
  /** Credit-based channels that it sends on. */
  readonly channels: CreditChannels;
  /** What the channels of BR/EDR that it sends on were opened for, by channel; at most 64. */
  readonly psms = new Map<number, number>();
  /** Attributes that it has as a server. */
  server: GattServer | null = null;
  pairing: { readonly features: PairingFeatures; readonly asked: Asked } | null = null;
  /** Longest payloads in octets that it said it receives and sends. */
  lengths: { readonly rx: number; readonly tx: number; readonly asked: Asked } | null = null;

  constructor(memory: FlowMemory, take: TakeFrame) {
    this.flow = new L2capFlow(memory, take);
    this.channels = new CreditChannels(memory);
  }
}

/** Parameters that a connection has at a moment; undefined where nothing says. */
export interface Parameters {
  interval_us?: number;
  latency?: number;
  timeout_ms?: number;
  channel_map?: number;
  phy_c_to_p?: string;
  phy_p_to_c?: string;
  max_octets_c_to_p?: number;
  max_octets_p_to_c?: number;
}

export type FrameTaker = (connection: Connection, sender: number) => TakeFrame;

/** A connection as far as it was heard. */
export class Connection {
  last: Moment;
  transport: string | undefined;
  handle: number | undefined;
  /** Role of the host that keeps the log: a value of `SENDER`. */
  role: number = SENDER.UNKNOWN;
  accessAddress: number | undefined;
  crcInit: number | undefined;
  hop: number | undefined;
  sca: number | undefined;
  start: Parameters = {};
  now: Parameters = {};
  encryption: Moment | null = null;
  endedBy: number = SENDER.UNKNOWN;
  endCode: number | undefined;
  packets = 0;
  retransmissions = 0;
  badCrc = 0;
  encrypted = 0;
  gaps = 0;
  /** Its request was heard, or something that only connections send. */
  proven = false;
  /** PDUs while it is not proven: with a payload, without, and of both those with a header that connections do not send. */
  readonly unproven = { filled: 0, empty: 0, foreign: 0 };
  /** One in so many connection events is used. */
  subrate = 1;
  /** Data PDUs so far, of either side. */
  heard = 0;
  readonly air: Air;
  readonly central: Side;
  readonly peripheral: Side;
  /** For packets whose sender is unknown. */
  private readonly unknown: Side;

  constructor(
    readonly no: number,
    readonly began: Moment,
    memory: FlowMemory,
    take: FrameTaker,
    clock: AirClock,
  ) {
    this.last = began;
    this.air = new Air(clock);
    this.central = new Side(memory, take(this, SENDER.CENTRAL));
    this.peripheral = new Side(memory, take(this, SENDER.PERIPHERAL));
    this.unknown = new Side(memory, take(this, SENDER.UNKNOWN));
  }

  side(sender: number): Side {
    return sender === SENDER.CENTRAL ? this.central : sender === SENDER.PERIPHERAL ? this.peripheral : this.unknown;
  }

  /** Records a request by a side, with what could have been missed until then. */
  asks(asker: number, { no, us, radioUs, decrypted = false }: Moment): Asked {
    const [{ losses: lostByAsker }, { losses: lostByPeer }] = [this.side(asker), this.side(otherSide(asker))];
    return { no, us, radioUs, decrypted, asker, lostByAsker, lostByPeer, doubts: this.air.doubts };
  }

  /**
   * Whether a response certainly belongs to this request. It can belong to a later one only if a response and a request were missed
   * in between, which takes a missed packet on both sides. A host sends no new request in the connection event of the response.
   */
  answers({ asker, lostByAsker, lostByPeer, doubts, decrypted }: Asked, now: Moment): boolean {
    const peer = this.side(otherSide(asker)).losses !== lostByPeer;
    if (decrypted === true && now.decrypted === true && !peer) return true;
    const since = this.air.doubts - doubts;
    const missed = this.air.missedOf(asker);
    // Whether the asker may have sent another request that was missed. Without exact times that shows only at its next packet.
    const own = !this.air.exact || since > 1 || this.side(asker).losses !== lostByAsker || (missed > 0 && since === 0);
    return !own || !(peer || since > 0);
  }

  /** Ends reassembly for a side whose packets were missed. `surely`: false if they only may have been. */
  lost(sender: number, surely: boolean): void {
    const side = this.side(sender);
    if (side.flow.open) side.astray = true;
    side.flow.cut(surely);
    side.channels.lose();
  }

  /** The connection request was captured: both sequence numbers start at 0, and the first packet has a latest time (Vol 6 Part B 4.5.3). */
  announced(us: number, windowUs: number): void {
    this.central.sequence = this.peripheral.sequence = 1;
    this.air.requested(us + LATEST_FIRST_US + windowUs);
  }

  /** A piece of a frame whose start was not heard. */
  withoutStart(sender: number): void {
    const side = this.side(sender);
    if (!side.astray) this.gaps++;
    side.astray = true;
  }

  /** A frame of a side begins with bytes [at, end). */
  startFrame(sender: number, bytes: Uint8Array, at: number, end: number, moment: Moment): void {
    const side = this.side(sender);
    side.flow.cut();
    side.astray = false;
    side.firstNo = moment.no;
    side.lastPiece = moment;
    side.flow.start(bytes, at, end);
  }

  /** A further piece. False when its frame is not open: its start was not heard. */
  continueFrame(sender: number, bytes: Uint8Array, at: number, end: number, moment: Moment): boolean {
    const side = this.side(sender);
    if (!side.flow.open) return false;
    side.lastPiece = moment;
    side.flow.more(bytes, at, end);
    return true;
  }

  /** No packet will follow: what waits for more pieces is handed on as it is. */
  cut(): void {
    for (const { flow } of [this.central, this.peripheral, this.unknown]) flow.cut();
  }
}

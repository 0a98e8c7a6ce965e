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

/** Longest time from the start of an AUX_CONNECT_REQ on LE Coded to the transmit window: the PDU, an AUX_CONNECT_RSP and the delay. */
const LATEST_FIRST_US = 12_000;

/** The moment of a request that the other side answers, and how many packets had been missed until then. */
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
  /** Last handle of the range that the request searches; -1 if it searches none. */
  readonly endHandle: number;
  readonly uuid: string | undefined;
  /** UUID of the services that the request searches; undefined if it searches by other criteria. */
  readonly value: string | undefined;
}

/** What is known about one side of a connection and about the packets it sends. */
export class Side {
  /** Number of packets that this side sent, without retransmissions. */
  packets = 0;
  address: string | undefined;
  random: boolean | undefined;
  readonly flow: L2capFlow;
  /** Number of the packet with the first piece of the frame in `flow`, and the time of its last piece so far. */
  firstNo = 0;
  lastPiece: Moment | null = null;
  /** Of its last data PDU: its sequence number, the number it expects, and a hash of its content (NaN for none). */
  sequence = -1;
  expects = -1;
  content = Number.NaN;
  /** Value of `Connection.heard` at this side's last data PDU. */
  heardAt = 0;
  /** Number of places where packets of this side were missed. */
  losses = 0;
  /** True if pieces arrive without the start of their frame, because packets were missed. */
  astray = false;
  /** Its ATT request that awaits a response, and its indication that awaits a confirmation. */
  request: PendingRequest | null = null;
  indication: PendingRequest | null = null;
  /** Its signalling commands, by identifier, at most 256. */
  readonly commands = new Map<number, Asked & { readonly channels?: ChannelRequest | undefined }>();
  /** Credit-based channels that it sends on. */
  readonly channels: CreditChannels;
  /** For each BR/EDR channel on which it sends, the PSM for which it was opened; at most 64. */
  readonly psms = new Map<number, number>();
  /** The attributes of this side as a GATT server; null if it is not known as one. */
  server: GattServer | null = null;
  pairing: { readonly features: PairingFeatures; readonly asked: Asked } | null = null;
  /** Longest payloads, in octets, that it announced to receive and to send. */
  lengths: { readonly rx: number; readonly tx: number; readonly asked: Asked } | null = null;

  constructor(memory: FlowMemory, take: TakeFrame) {
    this.flow = new L2capFlow(memory, take);
    this.channels = new CreditChannels(memory);
  }
}

/** Parameters of a connection at a moment; undefined where unknown. */
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

/** A connection, with what was captured of it. */
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
  /** True if its request was captured, or a PDU that only connections have. */
  proven = false;
  /** Counts of PDUs before `proven`: with payload, without payload, and those of both with a header that connections do not use. */
  readonly unproven = { filled: 0, empty: 0, foreign: 0 };
  /** Only one in this many connection events is used (connection subrating). */
  subrate = 1;
  /** Number of data PDUs so far, from both sides. */
  heard = 0;
  readonly air: Air;
  readonly central: Side;
  readonly peripheral: Side;
  /** Collects packets whose sender is unknown. */
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
    // Whether the asker may have sent another, missed request. Without exact times that shows only at its next packet.
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

  /** Records a piece of a frame whose start was not captured. */
  withoutStart(sender: number): void {
    const side = this.side(sender);
    if (!side.astray) this.gaps++;
    side.astray = true;
  }

  /** Starts a frame of a side with bytes [at, end). */
  startFrame(sender: number, bytes: Uint8Array, at: number, end: number, moment: Moment): void {
    const side = this.side(sender);
    side.flow.cut();
    side.astray = false;
    side.firstNo = moment.no;
    side.lastPiece = moment;
    side.flow.start(bytes, at, end);
  }

  /** Adds a piece to the open frame; returns false if there is none, because its start was not captured. */
  continueFrame(sender: number, bytes: Uint8Array, at: number, end: number, moment: Moment): boolean {
    const side = this.side(sender);
    if (!side.flow.open) return false;
    side.lastPiece = moment;
    side.flow.more(bytes, at, end);
    return true;
  }

  /** Ends the connection's frames: no packet will follow, so incomplete frames are passed on as they are. */
  cut(): void {
    for (const { flow } of [this.central, this.peripheral, this.unknown]) flow.cut();
  }
}

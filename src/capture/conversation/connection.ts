import type { FlowMemory, TakeFrame } from '../../ble/l2cap/flow.ts';
import { L2capFlow } from '../../ble/l2cap/flow.ts';
import type { PairingFeatures } from '../../ble/smp/method.ts';
import type { GattServer } from './gatt-servers.ts';
import type { Moment } from './moment.ts';
import { SENDER } from './moment.ts';

/** An ATT request or indication that is not answered yet. */
export interface PendingRequest extends Moment {
  readonly opcode: number;
  readonly handles: readonly number[];
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
  /** Sequence number and content of its last data PDU. */
  sequence = -1;
  content = 0;
  /** Its request that waits for a response, and its indication. */
  request: PendingRequest | null = null;
  indication: PendingRequest | null = null;
  /** Its commands of the signalling channel by identifier, at most 256. */
  readonly commands = new Map<number, Moment>();
  /** Attributes that it has as a server. */
  server: GattServer | null = null;
  pairing: PairingFeatures | null = null;
  /** Longest payloads in octets that it said it receives and sends. */
  lengths: { readonly rx: number; readonly tx: number } | null = null;

  constructor(memory: FlowMemory, take: TakeFrame) {
    this.flow = new L2capFlow(memory, take);
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
  /** End in µs of the last packet on the air, and who sent it. */
  airEnd = Number.NaN;
  airSender: number = SENDER.UNKNOWN;
  readonly central: Side;
  readonly peripheral: Side;
  /** For packets whose sender is unknown. */
  private readonly unknown: Side;

  constructor(
    readonly no: number,
    readonly began: Moment,
    memory: FlowMemory,
    take: FrameTaker,
  ) {
    this.last = began;
    this.central = new Side(memory, take(this, SENDER.CENTRAL));
    this.peripheral = new Side(memory, take(this, SENDER.PERIPHERAL));
    this.unknown = new Side(memory, take(this, SENDER.UNKNOWN));
  }

  side(sender: number): Side {
    return sender === SENDER.CENTRAL ? this.central : sender === SENDER.PERIPHERAL ? this.peripheral : this.unknown;
  }

  /** A frame of a side begins with bytes [at, end). */
  startFrame(sender: number, bytes: Uint8Array, at: number, end: number, moment: Moment): void {
    const side = this.side(sender);
    side.flow.cut();
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

  /** Packets were missed: an answer that was among them must not be looked for in a later one. */
  forgetRequests(): void {
    for (const side of [this.central, this.peripheral, this.unknown]) {
      side.request = side.indication = null;
      side.commands.clear();
    }
  }

  /** No packet will follow: what waits for more pieces is handed on as it is. */
  cut(): void {
    for (const { flow } of [this.central, this.peripheral, this.unknown]) flow.cut();
  }
}

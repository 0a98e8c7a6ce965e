import { advertisingFrame, concat, hex, pcap, u16, u32 } from './packet-file.ts';
import { SENT_BY } from './every-procedure.ts';
import type { RandomSource } from './random.ts';

/** One transmission on the air; the same PDU is sent again until it is acknowledged. */
export interface Transmission {
  readonly us: number;
  readonly sender: number;
  readonly pdu: Uint8Array;
  /** 0-based number of the PDU among those of its sender, empty ones too. */
  readonly pduNo: number;
  /** What was queued, and its piece; null for an empty PDU. */
  readonly frameNo: number | null;
}

/** A frame that one side hands to its controller. */
export interface QueuedFrame {
  readonly sender: number;
  readonly payload: Uint8Array;
}

export interface AirOptions {
  readonly intervalUs?: number;
  readonly latency?: number;
  /** Chance in percent that a packet does not reach the other side. */
  readonly errors?: number;
  /** Octets of a data PDU. */
  readonly octets?: number;
  /** Time in µs that the central gives an event in which there is more data. */
  readonly eventUs?: number;
}

interface Piece {
  readonly llid: number;
  readonly payload: Uint8Array;
  readonly frameNo: number;
  readonly last: boolean;
}

/** Controller of one side: sequence numbers, what waits to be sent, and what is being sent (Core specification 5.4, Vol 6 Part B 4.5.9). */
class Controller {
  sequence = 0;
  expects = 0;
  readonly queue: Piece[] = [];
  current: Piece | null = null;
  pduNo = -1;
  acknowledged = true;
}

const ACCESS_ADDRESS = 0x50654a27;
const T_IFS_US = 150;
const START_US = 1_700_000_000e6;
/** From the request to the first event, inside its transmit window. */
const FIRST_US = 8_000;
const airUs = (pdu: Uint8Array): number => 8 * (1 + 4 + pdu.length + 3);
const { CENTRAL, PERIPHERAL } = SENT_BY;

/**
 * A connection on LE 1M between two controllers, event by event: acknowledgements, More Data, retransmissions, and events
 * that the peripheral skips. `heard` is called when the last piece of a frame has arrived, and may queue more.
 */
export class AirSession {
  readonly sent: Transmission[] = [];
  readonly frames: QueuedFrame[] = [];
  private readonly sides = { [CENTRAL]: new Controller(), [PERIPHERAL]: new Controller() };
  private readonly intervalUs: number;
  private readonly octets: number;
  private slept = 0;
  private readonly later: { readonly event: number; readonly run: () => void }[] = [];
  private event = 0;

  constructor(
    private readonly random: RandomSource,
    private readonly options: AirOptions,
    private readonly heard: (frame: QueuedFrame) => void = () => undefined,
  ) {
    this.intervalUs = options.intervalUs ?? 30_000;
    this.octets = options.octets ?? 27;
  }

  /** Hands a frame to the controller of a side. */
  send(sender: number, payload: Uint8Array): void {
    const frameNo = this.frames.push({ sender, payload }) - 1;
    const { queue } = this.side(sender);
    for (let at = 0; at < payload.length; at += this.octets) {
      const end = Math.min(payload.length, at + this.octets);
      queue.push({ llid: at === 0 ? 2 : 1, payload: payload.subarray(at, end), frameNo, last: end === payload.length });
    }
  }

  /** Schedules work of a host after this many connection events. */
  after(events: number, run: () => void): void {
    this.later.push({ event: this.event + events, run });
  }

  run(events: number): void {
    for (let i = 0; i < events; i++) {
      this.event++;
      for (const one of this.later.splice(0)) {
        if (one.event <= this.event) one.run();
        else this.later.push(one);
      }
      this.connectionEvent(START_US + FIRST_US + (this.event - 1) * this.intervalUs);
    }
  }

  /** The link type 256 recording of the transmissions that a sniffer heard. */
  recording(isHeard: (transmission: Transmission) => boolean = () => true, requestHeard = true): Uint8Array<ArrayBuffer> {
    const { intervalUs, options } = this;
    const timing = concat([[3], u16(4), u16(intervalUs / 1250), u16(options.latency ?? 0), u16(400), hex('ffffffff1f a5')]);
    const llData = concat([u32(ACCESS_ADDRESS), hex('5dd42e'), timing]);
    const request = advertisingFrame(concat([hex('c5 22 111111111142 060504030241'), llData]));
    const records = [
      ...(requestHeard ? [{ us: START_US, data: rf(0, request) }] : []),
      ...this.sent.filter(isHeard).map(({ us, sender, pdu }) => ({ us, data: rf(sender, concat([u32(ACCESS_ADDRESS), pdu, [0, 0, 0]])) })),
    ];
    return pcap(
      records.map(({ us, data }) => ({ seconds: Math.floor(us / 1e6), fraction: us % 1e6, data })),
      { linkType: 256 },
    );
  }

  private side(sender: number): Controller {
    return sender === CENTRAL ? this.sides[CENTRAL] : this.sides[PERIPHERAL];
  }

  private connectionEvent(anchorUs: number): void {
    const { latency = 0 } = this.options;
    const isAwake = this.side(PERIPHERAL).queue.length > 0 || this.slept >= latency || this.random.below(3) === 0;
    this.slept = isAwake ? 0 : this.slept + 1;
    const pairUs = 2 * (8 * (10 + this.octets) + T_IFS_US);
    let us = anchorUs;
    do {
      const asked = this.transmit(CENTRAL, us);
      us += airUs(asked.pdu) + T_IFS_US;
      if (!isAwake || !this.receive(PERIPHERAL, asked)) return;
      const answered = this.transmit(PERIPHERAL, us);
      us += airUs(answered.pdu) + T_IFS_US;
      if (!this.receive(CENTRAL, answered)) return;
      if (!(moreOf(asked) || moreOf(answered))) return;
    } while (us + pairUs <= anchorUs + (this.options.eventUs ?? 4_000));
  }

  private transmit(sender: number, us: number): Transmission {
    const side = this.side(sender);
    if (side.acknowledged) {
      side.current = side.queue.shift() ?? null;
      side.acknowledged = false;
      side.pduNo++;
    }
    const { current, sequence, expects, queue } = side;
    const payload = current?.payload ?? new Uint8Array();
    const header = (current?.llid ?? 1) | (expects << 2) | (sequence << 3) | (queue.length > 0 ? 16 : 0);
    const pdu = concat([[header, payload.length], payload]);
    const transmission = { us, sender, pdu, pduNo: side.pduNo, frameNo: current?.frameNo ?? null };
    this.sent.push(transmission);
    return transmission;
  }

  private receive(by: number, { pdu, sender }: Transmission): boolean {
    if (this.random.below(100) < (this.options.errors ?? 0)) return false;
    const header = pdu[0] ?? 0;
    const own = this.side(by);
    if (((header >> 2) & 1) !== own.sequence) {
      own.sequence ^= 1;
      own.acknowledged = true;
    }
    if (((header >> 3) & 1) !== own.expects) return true;
    own.expects ^= 1;
    const { current } = this.side(sender);
    const frame = current?.last === true ? this.frames[current.frameNo] : undefined;
    if (frame !== undefined) this.heard(frame);
    return true;
  }
}

const moreOf = ({ pdu }: Transmission): boolean => (((pdu[0] ?? 0) >> 4) & 1) === 1;

const rf = (sender: number, frame: Uint8Array): Uint8Array =>
  concat([[12, 200, 128, 0], u32(0x8e89bed6), u16(0x0c13 | (sender << 7)), frame]);

import { SENDER } from './moment.ts';

/** Time between two packets of a connection event (Vol 6 Part B 4.1.1); and by how much the times of exact sniffers may differ from it. */
export const T_IFS_US = 150;
const EXACT_US = 8;
/** If two packets are closer than this, µs, no missed packet fits between them. */
const NO_ROOM_US = 340;
/** Air time of an empty PDU on LE 2M, the shortest packet. */
const SHORTEST_US = 44;
/** The clock counts as inexact once more than one in this many turns has an impossible time. */
const TURNS_PER_FAULT = 16;
/** Anchors deviate by at most this share of the interval: both clocks drift (Vol 6 Part B 4.2.2), and sniffers round. */
const DRIFT = 0.001;
const LEAST_TOLERANCE_US = 50;
/** Shortest time of two packets from each side. Fewer missed packets show, because a sequence number jumps. */
const HIDDEN_US = 4 * (T_IFS_US + SHORTEST_US);
/** Number of events of equal length that show how much time the central gives an event. */
const EVENTS_THAT_SHOW = 3;
/** Number of anchors at equal distance that show the interval of a connection whose start was not captured. */
const ANCHORS_THAT_SHOW = 4;
/** If more packets than this may have been missed, their number counts as unknown: it is uncertain that all were in one event. */
const MOST_COUNTED = 3;
/** Marks an unknown number of packets; greater than any count. */
export const ANY_NUMBER = 1e9;
/** Marks an unknown number of packets over several connection events. */
export const ANY_OF_EVENTS = 2e9;

/** Whether a packet that begins `us` after the end of another is the other side's turn in the same event. */
export const isTurn = (us: number): boolean => Math.abs(us - T_IFS_US) <= EXACT_US;

/** Detects whether the timestamps of a capture are exact times on the air: then some packets are exactly T_IFS apart. */
export class AirClock {
  private turns = 0;
  private faults = 0;

  get exact(): boolean {
    return this.turns > TURNS_PER_FAULT * this.faults;
  }

  /** µs from the end of a packet to the start of the next one of its connection. Returns true where the other side took its turn. */
  gap(us: number): boolean {
    const turn = isTurn(us);
    if (turn) this.turns++;
    else if (us < NO_ROOM_US) this.faults++;
    return turn;
  }
}

/**
 * How many packets a sniffer may have missed between those it heard of a connection. Sequence numbers have one bit, so an even number of
 * lost packets leaves no trace in them; the time does: an event is a chain of turns, it closes when neither side has more data, and the
 * next one begins an interval after it (Core specification 5.4, Vol 6 Part B 4.5.1, 4.5.6).
 */
export class Air {
  /** End of the last packet, µs, and its sender. */
  end = Number.NaN;
  sender: number = SENDER.UNKNOWN;
  /** Number of intervals in which any number of packets may have been missed. */
  stretches = 0;
  /** The same, but an interval longer than the rest of one event counts 2. */
  doubts = 0;
  private start = Number.NaN;
  private anchor = Number.NaN;
  /** Whether more packets may follow in this event, by the last packet's More Data bit; then by the central's. */
  private open = false;
  private more = false;
  /** True if the last packet was the peripheral's turn. */
  private answered = false;
  /** Length, µs, of the longest events that ended although a side had more data, and the number of events of about that length. */
  private fullUs = 0;
  private fullEvents = 0;
  private interval = 0;
  private before = 0;
  private seen = Number.POSITIVE_INFINITY;
  private sightings = 0;
  /** By sender: how many packets each side may have sent since its last captured one. */
  private readonly missed = [0, 0, 0];

  constructor(private readonly clock: AirClock) {}

  get exact(): boolean {
    return this.clock.exact;
  }

  /** Records a connection request; the first packet of the connection follows until `latestUs`. */
  requested(latestUs: number): void {
    this.anchor = latestUs;
  }

  /** Number of packets of a side that may have been missed since its last captured one. */
  missedOf(sender: number): number {
    return this.missed[sender] ?? 0;
  }

  /** Records that a packet of a side was read, which settles how many were missed before it. */
  settled(sender: number): void {
    this.missed[sender] = 0;
  }

  /** Records that a packet of a side was captured that cannot be read. */
  spoilt(sender: number): void {
    this.missed[sender] = this.missedOf(sender) + 1;
  }

  /**
   * A packet of `sender` from `startUs` on.
   * @param more its More Data bit: the sender has more for this event
   * @param intervalUs connection interval, and in how many of its events the two meet once; 0 where nothing says
   * @param silence it repeats the last packet of the central in a way that says that the peripheral was silent
   */
  packet(sender: number, startUs: number, airUs: number, more: boolean, intervalUs: number, subrate: number, silence: boolean): void {
    if (startUs !== startUs) return;
    if (intervalUs !== this.interval) {
      // An update is announced some events before it takes effect.
      this.before = this.interval;
      this.interval = intervalUs;
    }
    const gap = startUs - this.end;
    const first = this.end !== this.end;
    const turn = !first && this.clock.gap(gap) && sender !== this.sender;
    if (first) this.begins(sender, startUs);
    else if (!turn) this.resumes(sender, startUs, gap, subrate, silence);
    this.answered = sender === SENDER.PERIPHERAL && turn;
    this.open = !this.answered || more || this.more;
    this.more = more;
    this.start = startUs;
    this.end = startUs + airUs;
    this.sender = sender;
  }

  private begins(sender: number, startUs: number): void {
    if (this.anchor === this.anchor && (sender !== SENDER.CENTRAL || startUs > this.anchor + this.interval / 2)) this.any(2);
    this.anchor = sender === SENDER.CENTRAL ? startUs : Number.NaN;
  }

  /** Handles a packet that is not the turn after the previous one. */
  private resumes(sender: number, startUs: number, gap: number, subrate: number, silence: boolean): void {
    const events = Math.max(1, subrate) * Math.max(this.interval, this.before);
    const apart = events === 0 ? Number.NaN : (startUs - this.start) / events;
    if (!this.clock.exact) {
      if (apart > 1.5) this.any(apart > 2.5 ? 2 : 1);
      return;
    }
    const most = Math.floor((gap - T_IFS_US + EXACT_US) / (T_IFS_US + SHORTEST_US));
    const isAnchor = sender === SENDER.CENTRAL && this.follows(startUs - this.anchor, subrate);
    const isSilent = silence && this.sender === SENDER.CENTRAL && !this.more;
    const isClosed = !this.open || isSilent || (isAnchor && this.answered && this.isFull(this.end - this.anchor, gap));
    if (!isAnchor || !isClosed) this.unheard(sender, most, apart < (isClosed ? 2.5 : 1.5) ? 1 : 2);
    if (sender === SENDER.CENTRAL && (isAnchor || most > MOST_COUNTED)) this.anchor = startUs;
    else if (most > MOST_COUNTED) this.anchor = Number.NaN;
  }

  /** Records that `most` packets may be missing before one of `sender`. Sides take turns, so each may have sent half of a few. */
  private unheard(sender: number, most: number, doubt: number): void {
    const same = sender === this.sender;
    if (most > MOST_COUNTED || most < (same ? 1 : 2)) return this.any(doubt);
    this.add(sender, same ? Math.floor((most - 1) / 2) : 1);
    this.add(3 - sender, same ? Math.ceil(most / 2) : 1);
  }

  /**
   * Whether an event ended with a turn although there was more data, because the central gave it no more time. True if no further pair of
   * packets would have fitted, or if events usually end that late.
   */
  private isFull(us: number, gap: number): boolean {
    if (us > this.fullUs + HIDDEN_US) {
      this.fullUs = us;
      this.fullEvents = 0;
    }
    const isLongest = us > this.fullUs - HIDDEN_US;
    if (isLongest) this.fullEvents++;
    return gap < T_IFS_US + HIDDEN_US || (isLongest && this.fullEvents >= EVENTS_THAT_SHOW);
  }

  /** True if the anchor of the next event is `us` after the last one. */
  private follows(us: number, subrate: number): boolean {
    const near = (interval: number): boolean => Math.abs(us - interval) <= Math.max(LEAST_TOLERANCE_US, interval * DRIFT);
    if (this.interval > 0) {
      if (near(this.interval) || (subrate > 1 && near(this.interval * subrate))) {
        this.before = 0;
        return true;
      }
      return this.before > 0 && near(this.before);
    }
    if (us < this.seen && !near(this.seen)) {
      this.seen = us;
      this.sightings = 0;
    }
    if (near(this.seen)) this.sightings++;
    return near(this.seen) && this.sightings > ANCHORS_THAT_SHOW;
  }

  private any(doubt: number): void {
    this.stretches++;
    this.doubts += doubt;
    const count = doubt > 1 ? ANY_OF_EVENTS : ANY_NUMBER;
    for (let i = 0; i < this.missed.length; i++) this.missed[i] = Math.max(this.missedOf(i), count);
  }

  private add(sender: number, count: number): void {
    this.missed[sender] = this.missedOf(sender) + count;
  }
}

/** Airtime of a frame in µs from its PDU length (header, payload and MIC, without CRC). Vol 6 Part B 2.1, 2.2. */
export function airtimeUs(phy: number, pduBytes: number, codedS2: boolean): number {
  // The sum counts preamble, access address, PDU and CRC.
  if (phy === 1) return 4 * (2 + 4 + pduBytes + 3);
  if (phy === 2) return codedS2 ? 382 + 16 * (pduBytes + 3) : 400 + 64 * (pduBytes + 3);
  return 8 * (1 + 4 + pduBytes + 3);
}

/** Number of frames at the start that are checked for delayed delivery. */
const WATCHED = 4000;
const STALE_US = 1_000_000;

/** Losses of fewer frames are not listed: at any usual rate they took well under a second. */
const FEWEST_LOST = 100;
/** Maximum number of losses listed per sniffer; further ones are only counted. */
const MOST_LOSSES = 256;

/**
 * Words of a clock, which the decode kernel moves on too; the lags of the watched frames follow them, and then two words for each
 * listed loss: the clock at the last frame before it, and how many frames were lost.
 */
const WORD = {
  US: 0,
  LAST_RAW: 1,
  AIRTIME: 2,
  COUNTER: 3,
  GAPS: 4,
  LOST: 5,
  WATCHED: 6,
  MOST_WATCHED: 7,
  LOSSES: 8,
  MOST_LOSSES: 9,
  FEWEST_LOST: 10,
  LAGS: 11,
  LISTED: 11 + WATCHED,
} as const;
export const CLOCK_WORDS = WORD.LISTED + 2 * MOST_LOSSES;

/** Frames that a sniffer lost between two others. */
interface ClockLoss {
  /** The sniffer's clock at the last frame before, µs. */
  readonly after_us: number;
  /** How many frames the 16-bit counter skipped: that many, or 65,536 times any number more. */
  readonly frames: number;
}

/**
 * The radio clock of a sniffer that says either how long after the previous frame a frame began, or its own 32-bit
 * time. Starts at zero, or at the sniffer's own time. Also measures how far the host's clock lags behind.
 */
export class RadioClock {
  constructor(readonly words = new Float64Array(CLOCK_WORDS)) {
    words.fill(-1, WORD.LAST_RAW, WORD.GAPS);
    words[WORD.MOST_WATCHED] = WATCHED;
    words[WORD.MOST_LOSSES] = MOST_LOSSES;
    words[WORD.FEWEST_LOST] = FEWEST_LOST;
  }

  /** Places where the sniffer's frame counter jumped: the clock lost an unknown time there. */
  get gaps(): number {
    return this.words[WORD.GAPS] ?? 0;
  }

  get lost(): number {
    return this.words[WORD.LOST] ?? 0;
  }

  /** The first 256 places where at least `FEWEST_LOST` frames were lost at once, in order of the file. */
  get losses(): ClockLoss[] {
    const { words } = this;
    return Array.from({ length: words[WORD.LOSSES] ?? 0 }, (_, at) => ({
      after_us: words[WORD.LISTED + 2 * at] ?? 0,
      frames: words[WORD.LISTED + 2 * at + 1] ?? 0,
    }));
  }

  /** A frame that began `deltaUs` after the end of the previous one and lasts `airtime`. */
  afterDelta(deltaUs: number, airtime: number): number {
    const { words } = this;
    const previous = words[WORD.AIRTIME] ?? -1;
    const us = (words[WORD.US] ?? 0) + (previous >= 0 ? previous + deltaUs : 0);
    words[WORD.US] = us;
    words[WORD.AIRTIME] = airtime;
    return us;
  }

  /** A frame stamped with a 32-bit µs counter, which wraps after 71 minutes. */
  atStamp(raw: number): number {
    const { words } = this;
    const last = words[WORD.LAST_RAW] ?? -1;
    // If the stamp would be more than half the range ahead, the frame was delivered late: the counter did not wrap.
    const us = last < 0 ? raw : (words[WORD.US] ?? 0) + ((raw - last) | 0);
    words[WORD.US] = us;
    words[WORD.LAST_RAW] = raw;
    return us;
  }

  /** The sniffer's 16-bit frame counter, before the clock is moved to the frame. */
  count(counter: number): void {
    const { words } = this;
    const last = words[WORD.COUNTER] ?? -1;
    const missing = last < 0 ? 0 : (counter - last - 1) & 0xffff;
    if (missing > 0) {
      words[WORD.GAPS] = this.gaps + 1;
      words[WORD.LOST] = this.lost + missing;
      const listed = words[WORD.LOSSES] ?? 0;
      if (missing >= FEWEST_LOST && listed < MOST_LOSSES) {
        words[WORD.LISTED + 2 * listed] = words[WORD.US] ?? 0;
        words[WORD.LISTED + 2 * listed + 1] = missing;
        words[WORD.LOSSES] = listed + 1;
      }
    }
    words[WORD.COUNTER] = counter;
  }

  watch(hostUs: number, radioUs: number): void {
    const { words } = this;
    const watched = words[WORD.WATCHED] ?? WATCHED;
    if (watched >= WATCHED) return;
    words[WORD.LAGS + watched] = hostUs - radioUs;
    words[WORD.WATCHED] = watched + 1;
  }

  /**
   * Frames at the start that waited in the sniffer's buffer. The host stamped them late, all at once, so its clock is
   * ahead of the radio clock there. `late_us` is relative to the lag at the last watched frame.
   */
  staleStart(): { readonly frames: number; readonly late_us: number } {
    const lags = this.words.subarray(WORD.LAGS, WORD.LAGS + (this.words[WORD.WATCHED] ?? 0));
    const settled = lags.at(-1) ?? 0;
    let frames = 0;
    while (frames < lags.length && (lags[frames] ?? 0) - settled > STALE_US) frames++;
    const most = lags.subarray(0, frames).reduce((late, lag) => Math.max(late, lag - settled), 0);
    return { frames, late_us: most };
  }
}

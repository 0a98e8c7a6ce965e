/** Airtime of a frame in µs from its PDU length (header, payload and MIC, without CRC). Vol 6 Part B 2.1, 2.2. */
export function airtimeUs(phy: number, pduBytes: number, codedS2: boolean): number {
  // preamble + access address + PDU + CRC
  if (phy === 1) return 4 * (2 + 4 + pduBytes + 3);
  if (phy === 2) return codedS2 ? 382 + 16 * (pduBytes + 3) : 400 + 64 * (pduBytes + 3);
  return 8 * (1 + 4 + pduBytes + 3);
}

/** How many leading frames are watched for a stale buffer. */
const WATCHED = 4000;
const STALE_US = 1_000_000;

/** Words of a clock, which the decode kernel moves on too; the lags of the watched frames follow them. */
const WORD = { US: 0, LAST_RAW: 1, AIRTIME: 2, COUNTER: 3, GAPS: 4, LOST: 5, WATCHED: 6, MOST_WATCHED: 7, LAGS: 8 } as const;
export const CLOCK_WORDS = WORD.LAGS + WATCHED;

/**
 * The radio clock of a sniffer that says either how long after the previous frame a frame began, or its own 32-bit
 * time. Starts at zero, or at the sniffer's own time. Also measures how far the host's clock lags behind.
 */
export class RadioClock {
  constructor(readonly words = new Float64Array(CLOCK_WORDS)) {
    words.fill(-1, WORD.LAST_RAW, WORD.GAPS);
    words[WORD.MOST_WATCHED] = WATCHED;
  }

  /** Places where the sniffer's frame counter jumped: the clock lost an unknown time there. */
  get gaps(): number {
    return this.words[WORD.GAPS] ?? 0;
  }

  get lost(): number {
    return this.words[WORD.LOST] ?? 0;
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
    // More than half the range ahead is a frame handed over late, not a wrap.
    const us = last < 0 ? raw : (words[WORD.US] ?? 0) + ((raw - last) | 0);
    words[WORD.US] = us;
    words[WORD.LAST_RAW] = raw;
    return us;
  }

  /** The sniffer's 16-bit frame counter. */
  count(counter: number): void {
    const { words } = this;
    const last = words[WORD.COUNTER] ?? -1;
    const missing = last < 0 ? 0 : (counter - last - 1) & 0xffff;
    if (missing > 0) {
      words[WORD.GAPS] = this.gaps + 1;
      words[WORD.LOST] = this.lost + missing;
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
   * Frames at the start that waited in the sniffer's buffer: the host stamped them late, all at once, so its clock runs
   * ahead of the radio clock there. Measured against the lag that has settled by the last watched frame.
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

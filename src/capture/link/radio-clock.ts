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

/**
 * The radio clock of a sniffer that says either how long after the previous frame a frame began, or its own 32-bit
 * time. Starts at zero, or at the sniffer's own time. Also watches how far the host's clock lags behind it.
 */
export class RadioClock {
  private us = 0;
  private lastRaw = -1;
  private previousAirtime = -1;
  /** Host minus radio time of the first frames, µs. */
  private readonly lag: number[] = [];
  private counter = -1;
  /** Places where the sniffer's frame counter jumped: the clock lost an unknown time there. */
  gaps = 0;
  lost = 0;

  /** A frame that began `deltaUs` after the end of the previous one and lasts `airtime`. */
  afterDelta(deltaUs: number, airtime: number): number {
    if (this.previousAirtime >= 0) this.us += this.previousAirtime + deltaUs;
    this.previousAirtime = airtime;
    return this.us;
  }

  /** A frame stamped with a 32-bit µs counter, which wraps after 71 minutes. */
  atStamp(raw: number): number {
    if (this.lastRaw < 0) this.us = raw;
    else {
      const forward = (raw - this.lastRaw) >>> 0;
      // More than half the range ahead is a frame handed over late, not a wrap.
      this.us += forward < 0x8000_0000 ? forward : forward - 0x1_0000_0000;
    }
    this.lastRaw = raw;
    return this.us;
  }

  /** The sniffer's 16-bit frame counter. */
  count(counter: number): void {
    if (this.counter >= 0) {
      const missing = (counter - this.counter - 1) & 0xffff;
      if (missing > 0) {
        this.gaps++;
        this.lost += missing;
      }
    }
    this.counter = counter;
  }

  watch(hostUs: number, radioUs: number): void {
    if (this.lag.length < WATCHED) this.lag.push(hostUs - radioUs);
  }

  /**
   * Frames at the start that waited in the sniffer's buffer: the host stamped them late, all at once, so its clock runs
   * ahead of the radio clock there. Measured against the lag that has settled by the last watched frame.
   */
  staleStart(): { readonly frames: number; readonly late_us: number } {
    const settled = this.lag.at(-1) ?? 0;
    let frames = 0;
    while (frames < this.lag.length && (this.lag[frames] ?? 0) - settled > STALE_US) frames++;
    return { frames, late_us: frames > 0 ? (this.lag[0] ?? 0) - settled : 0 };
  }
}

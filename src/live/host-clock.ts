/** If a frame arrives this much later than its timestamp says, the sniffer's clock was reset. */
const FAR_BEHIND_US = 1_000_000;

/**
 * Converts the sniffer's timestamps to host time. The timestamps are exact between frames; the arrival of bytes is not. A
 * frame cannot arrive before it was sent, so the smallest delay seen so far is the offset between the two clocks. Frames that
 * waited in the sniffer's buffer are dated late until one arrives without delay.
 */
export class HostClock {
  private anchor = NaN;
  private elapsed = 0;
  private last = NaN;
  /** How often the offset was measured again because the sniffer restarted. */
  resets = 0;

  /**
   * @param stamp the sniffer's time, µs modulo `modulus`; if NaN, the time of arrival is used
   * @param hostUs time of arrival, µs since 1970-01-01 UTC
   * @returns whole µs since 1970-01-01 UTC
   */
  at(stamp: number, modulus: number, hostUs: number): number {
    if (Number.isNaN(stamp)) return Math.round(hostUs);
    if (Number.isNaN(this.last)) this.set(hostUs);
    else {
      // A step of more than half the range is a frame out of order, not a wrap.
      const step = (stamp - this.last + modulus) % modulus;
      this.elapsed += step > modulus / 2 ? step - modulus : step;
    }
    this.last = stamp;
    this.anchor = Math.min(this.anchor, hostUs - this.elapsed);
    if (hostUs - (this.anchor + this.elapsed) > FAR_BEHIND_US) {
      this.resets++;
      this.set(hostUs);
    }
    return Math.round(this.anchor + this.elapsed);
  }

  private set(hostUs: number): void {
    this.elapsed = 0;
    this.anchor = hostUs;
  }
}

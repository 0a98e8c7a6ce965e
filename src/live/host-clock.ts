/** If a frame arrives this much later, in µs, than its timestamp says, the sniffer's clock was reset. */
const FAR_BEHIND_US = 1_000_000;

/**
 * Converts a sniffer's timestamps to the host's time. The intervals between timestamps are exact; the times at which bytes arrive are not.
 * A frame cannot arrive before it was sent, so the smallest delay so far is taken as the offset between the two clocks. Frames that waited
 * in the sniffer's buffer get late times until one arrives without delay.
 */
export class HostClock {
  private anchor = NaN;
  private elapsed = 0;
  private last = NaN;
  /** How often the offset was measured again, because the sniffer had restarted. */
  resets = 0;

  /**
   * Converts one timestamp. @param stamp the sniffer's time, µs modulo `modulus`; if NaN, the time of arrival is used
   * @param hostUs time of arrival, µs since 1970-01-01 UTC
   * @returns whole µs since 1970-01-01 UTC
   */
  at(stamp: number, modulus: number, hostUs: number): number {
    if (Number.isNaN(stamp)) return Math.round(hostUs);
    if (Number.isNaN(this.last)) this.set(hostUs);
    else {
      // If the step is more than half the range, the frame is out of order; the timestamp has not wrapped around.
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

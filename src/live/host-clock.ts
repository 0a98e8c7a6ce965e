/**
 * Times of a sniffer's own clock as times of the host: what the sniffer stamped is exact between frames, when a chunk of
 * bytes arrives is not. A frame cannot come from the future, so the smallest delay seen so far is the anchor; frames that
 * waited in the sniffer's buffer before the scan began are stamped late until one comes through at once.
 */
const FAR_BEHIND_US = 1_000_000;

export class HostClock {
  private anchor = NaN;
  private elapsed = 0;
  private last = NaN;
  /** How often the clocks had to be set anew: unplugging, or a sniffer that restarted. */
  resets = 0;

  /** Whole µs since 1970 of a frame stamped `stamp` that arrived at `hostUs`; a frame without stamp has the time of arrival. */
  at(stamp: number, modulus: number, hostUs: number): number {
    if (Number.isNaN(stamp)) return Math.round(hostUs);
    if (Number.isNaN(this.last)) this.set(hostUs);
    else {
      // More than half the range ahead is a frame handed over late, not a wrap.
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

import type { LiveDevice, LiveTrace } from './service.ts';

/** Number of points of an RSSI trace: half a minute for a device that advertises 10 times per second. */
const TRACE = 300;
/** Time over which rates are computed, in ms. */
const RATE_MS = 3_000;
const SLOTS = 6;
/**
 * Maximum number of devices in the list, to limit memory if many devices change their addresses. The device that has been silent longest is
 * removed first.
 */
const MOST = 5_000;

class Heard {
  name: string | null = null;
  rssi: number | null = null;
  last_ms = 0;
  count = 0;
  readonly rate = new Rate();
  private readonly at = new Float64Array(TRACE);
  private readonly strengths = new Int16Array(TRACE);
  private points = 0;

  trace(ms: number, rssi: number): void {
    const place = this.points++ % TRACE;
    this.at[place] = ms;
    this.strengths[place] = rssi;
  }

  read(key: string): LiveTrace {
    const kept = Math.min(this.points, TRACE);
    const at_ms = new Array<number>(kept);
    const rssi = new Array<number>(kept);
    for (let i = 0, place = (this.points - kept) % TRACE; i < kept; i++, place = place + 1 === TRACE ? 0 : place + 1) {
      at_ms[i] = this.at[place]!;
      rssi[i] = this.strengths[place]!;
    }
    return { key, at_ms, rssi };
  }
}

/** Counts events per second over the last seconds, in slots of half a second. */
export class Rate {
  private readonly counts = new Float64Array(SLOTS);
  private slot = 0;

  add(ms: number): void {
    this.advance(ms);
    const at = this.slot % SLOTS;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
  }

  at(ms: number): number {
    this.advance(ms);
    return this.counts.reduce((sum, count) => sum + count, 0) / (RATE_MS / 1000);
  }

  private advance(ms: number): void {
    const now = Math.floor(ms / (RATE_MS / SLOTS));
    if (now <= this.slot) return;
    for (let slot = Math.max(this.slot + 1, now - SLOTS + 1); slot <= now; slot++) this.counts[slot % SLOTS] = 0;
    this.slot = now;
  }
}

/** The devices that were received, each with its RSSI, the time of its last advertisement, and counts. */
export class Devices {
  private readonly known = new Map<string, Heard>();
  readonly rate = new Rate();
  /** Number of all devices of the scan, including those that were removed from the list. */
  count = 0;

  hear(key: string | null, ms: number, rssi: number | null, name: string | null): void {
    this.rate.add(ms);
    if (key === null) return;
    let device = this.known.get(key);
    if (device === undefined) {
      device = new Heard();
      this.count++;
      if (this.known.size >= MOST) this.forget();
    } else this.known.delete(key);
    // Move the device to the end, so that the map is ordered by the last advertisement.
    this.known.set(key, device);
    device.count++;
    device.last_ms = ms;
    device.rate.add(ms);
    device.name = name ?? device.name;
    if (rssi !== null) {
      device.rssi = rssi;
      device.trace(ms, rssi);
    }
  }

  /** Returns the `most` devices that were received most recently, those with the strongest RSSI first. */
  list(most: number, ms: number): LiveDevice[] {
    const recent = [...this.known].slice(-most);
    return recent
      .map(([key, { name, rssi, last_ms, count, rate }]) => ({ key, name, rssi, last_ms, count, rate: rate.at(ms) }))
      .sort((left, right) => (right.rssi ?? -999) - (left.rssi ?? -999));
  }

  traces(keys: readonly string[]): LiveTrace[] {
    return keys.flatMap((key) => this.known.get(key)?.read(key) ?? []);
  }

  private forget(): void {
    for (const [key] of this.known) {
      this.known.delete(key);
      return;
    }
  }
}

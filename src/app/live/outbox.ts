import type { LiveClock } from '../../live/clock.ts';
import type { RadioBatch, RadioEvent } from '../../live/radio-host.ts';

/** Minimum time in ms between two batches; a full batch is sent earlier. */
const INTERVAL_MS = 50;
/** Size of a full batch in bytes. */
const BATCH_BYTES = 64 * 1024;
/** Maximum number of batches that were sent and not yet acknowledged by the core; further events wait in the queue. */
const MOST_IN_FLIGHT = 8;
/** Maximum size of the queue in bytes, about 20 s of 4,000 advertisements per second. Further data is dropped and counted. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
/** Size in bytes that an advertisement counts in addition to its data. */
const ADVERT_BYTES = 128;

interface Waiting {
  readonly event: RadioEvent;
  readonly bytes: number;
}

/** Sends the events of one scan to the core in batches, and limits the number of unacknowledged batches. */
export class Outbox {
  private readonly waiting: Waiting[] = [];
  private waitingBytes = 0;
  private sequence = 0;
  private acknowledged = 0;
  private dropped = 0;
  private sentMs = -Infinity;
  private cancelTimer: (() => void) | null = null;
  private readonly readers: (() => void)[] = [];
  private isClosed = false;

  constructor(
    private readonly deliver: (batch: RadioBatch) => void,
    private readonly clock: LiveClock,
  ) {}

  /** Queues data for the next batch, which is sent at least `INTERVAL_MS` after the previous one. If the queue is full, drops the data. */
  add(event: RadioEvent): void {
    if (this.isClosed) return;
    const bytes = sizeOf(event);
    if (this.waitingBytes + bytes > MOST_WAITING_BYTES) {
      this.dropped++;
      return;
    }
    this.waiting.push({ event, bytes });
    this.waitingBytes += bytes;
    this.send();
  }

  /** Queues an event of the scan itself, and sends the whole queue. */
  report(event: RadioEvent): void {
    if (this.isClosed) return;
    this.waiting.push({ event, bytes: sizeOf(event) });
    this.flush();
  }

  /** Counts data that was lost before it reached this queue. */
  countLoss(): void {
    this.dropped++;
  }

  /** Sends the whole queue now, even if earlier batches are not acknowledged. */
  flush(): void {
    while (this.waiting.length > 0) this.post();
  }

  acknowledge(sequence: number): void {
    this.acknowledged = Math.min(Math.max(this.acknowledged, sequence), this.sequence);
    this.send();
    if (this.canSend) this.wake();
  }

  /** Settles when another batch may be sent. Readers of a serial port wait for this, so that further data stays in the port's stream. */
  ready(): Promise<void> {
    if (this.canSend || this.isClosed) return Promise.resolve();
    return new Promise((resolve) => this.readers.push(resolve));
  }

  /** Lets the readers continue that wait for `ready`. */
  wake(): void {
    for (const settle of this.readers.splice(0)) settle();
  }

  /** Sends the whole queue; events that are added later are ignored. */
  close(): void {
    this.flush();
    this.isClosed = true;
    this.cancelTimer?.();
    this.wake();
  }

  private get inFlight(): number {
    return this.sequence - this.acknowledged;
  }

  private get canSend(): boolean {
    return this.inFlight < MOST_IN_FLIGHT;
  }

  private send(): void {
    while (this.canSend && this.waitingBytes >= BATCH_BYTES) this.post();
    if (!this.canSend || this.waiting.length === 0) return;
    const wait = this.sentMs + INTERVAL_MS - this.clock.now();
    if (wait <= 0) this.post();
    else
      this.cancelTimer ??= this.clock.after(wait, () => {
        this.cancelTimer = null;
        this.send();
      });
  }

  /** Posts one batch: at most 64 kB, or a single event if that is larger. */
  private post(): void {
    let count = 0;
    let bytes = 0;
    for (const { bytes: next } of this.waiting) {
      if (count > 0 && bytes + next > BATCH_BYTES) break;
      count++;
      bytes += next;
    }
    const events = this.waiting.splice(0, count).map(({ event }) => event);
    this.waitingBytes -= bytes;
    this.sentMs = this.clock.now();
    this.deliver({ sequence: ++this.sequence, events, dropped: this.dropped });
  }
}

function sizeOf(event: RadioEvent): number {
  if (event.kind === 'bytes') return event.bytes.length;
  if (event.kind !== 'advert') return 0;
  const { name, uuids, manufacturer, service } = event.advert;
  const data = [...manufacturer, ...service].reduce((sum, [, bytes]) => sum + bytes.length, 0);
  return ADVERT_BYTES + (name?.length ?? 0) + 40 * (uuids.length + service.length) + data;
}

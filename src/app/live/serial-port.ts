import type { PortOptions } from '../../live/radio-host.ts';
import type { PageFocus } from './page-focus.ts';
import type { Outbox } from './outbox.ts';
import type { SerialPlatform, SerialPort } from './platform.ts';
import type { Radio } from './radio.ts';

/** A serial port that the person chooses. Its bytes are sent unchanged to the core, which speaks the sniffer's protocol. */
export class PageSerialPort implements Radio {
  private port: SerialPort | null = null;
  private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  /** Settles when nothing more is read from the open port; null while the port is closed. */
  private reading: Promise<void> | null = null;
  private closing: Promise<void> | null = null;
  /** Whether the sniffer was unplugged at least once. */
  private wasLost = false;
  private readonly end = new AbortController();

  constructor(
    private readonly serial: SerialPlatform,
    private readonly clock: Pick<PageFocus, 'now'>,
    private readonly outbox: Outbox,
  ) {}

  async start(): Promise<void> {
    this.port = await this.serial.requestPort();
    this.serial.addEventListener(
      'connect',
      ({ target }) => {
        this.plugged(target as SerialPort);
      },
      { signal: this.end.signal },
    );
  }

  resume(): Promise<void> {
    return Promise.resolve();
  }

  more(): Promise<void> {
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.end.abort();
    await this.close();
  }

  async open(options: PortOptions): Promise<void> {
    await this.closing;
    const { port } = this;
    if (port === null || this.end.signal.aborted) throw new Error('the scan has ended');
    await port.open(options);
    // Some boards send nothing until these lines are set. Ignore errors, because other ports have no such lines.
    await port.setSignals?.({ dataTerminalReady: true, requestToSend: true }).catch(() => undefined);
    this.reading = this.read(port);
    if (this.end.signal.aborted) await this.close();
  }

  async write(bytes: Uint8Array): Promise<void> {
    const writable = this.port?.writable;
    if (bytes.length === 0 || !writable) return;
    const writer = writable.getWriter();
    try {
      await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  }

  close(): Promise<void> {
    return (this.closing ??= this.release().finally(() => (this.closing = null)));
  }

  private async release(): Promise<void> {
    const { reading } = this;
    this.reading = null;
    await this.reader?.cancel().catch(() => undefined);
    this.outbox.wake();
    await reading;
    // Closing fails if the device was unplugged, because its port is already closed; ignore that.
    await this.port?.close().catch(() => undefined);
    this.outbox.flush();
  }

  /** Sends the port's bytes to the core until the port is closed or the device unplugged. Never rejects. */
  private async read(port: SerialPort): Promise<void> {
    // Read from each new stream: the port creates one after a break, parity or overrun error.
    for (let readable = port.readable; readable !== null; readable = port.readable) {
      const reader = (this.reader = readable.getReader());
      try {
        if (await this.drain(reader)) break;
      } catch {
        if (port.readable === readable) break;
        if (port.readable !== null) this.outbox.countLoss();
      } finally {
        reader.releaseLock();
        this.reader = null;
      }
    }
    if (this.reading === null) return;
    this.wasLost = true;
    this.reading = null;
    this.outbox.report({ kind: 'closed' });
  }

  /** Reads while the core acknowledges batches; otherwise bytes stay in the browser's buffer. Returns true if the stream has ended. */
  private async drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
    for (;;) {
      await this.outbox.ready();
      const { value, done } = await reader.read();
      if (done) return true;
      // Copy the bytes: posting a view would copy the whole buffer that it belongs to.
      this.outbox.add({ kind: 'bytes', us: this.clock.now() * 1000, bytes: value.slice() });
    }
  }

  private plugged(port: SerialPort): void {
    if (!this.wasLost || this.reading !== null || this.port === null) return;
    const before = this.port.getInfo();
    const found = port.getInfo();
    if (found.usbVendorId !== before.usbVendorId || found.usbProductId !== before.usbProductId) return;
    this.port = port;
    this.outbox.report({ kind: 'plugged' });
  }
}

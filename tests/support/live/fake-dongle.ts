import type { SerialPlatform, SerialPort } from '../../../src/app/live/platform.ts';
import { advInd, hex } from '../packet-file.ts';
import { nrfEvent, nrfPacket } from './sniffer-streams.ts';

/** An nRF Sniffer (protocol 3) at a serial port. It can be silent or refuse to open. */
export class FakeDongle extends EventTarget implements SerialPort {
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  state: 'answers' | 'silent' | 'refuses' = 'answers';
  opened = 0;
  readonly serial: SerialPlatform = Object.assign(new EventTarget(), { requestPort: () => Promise.resolve(this) });
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  getInfo = () => ({ usbVendorId: 0x1915, usbProductId: 0x522a });

  open({ baudRate }: { baudRate: number }): Promise<void> {
    if (this.state === 'refuses') return Promise.reject(new DOMException('Failed to open serial port.', 'NetworkError'));
    if (this.readable) return Promise.reject(new DOMException('The port is already open.', 'InvalidStateError'));
    this.opened++;
    this.readable = this.stream();
    this.writable = new WritableStream({
      write: () => {
        if (this.state === 'answers' && baudRate === 1_000_000)
          this.controller?.enqueue(Uint8Array.from([...nrfPacket(0x0e, [], 3, 0), ...nrfPacket(0x1c, Buffer.from('4.1.1'), 3, 1)]));
      },
    });
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.controller = this.readable = this.writable = null;
    return Promise.resolve();
  }

  /** Sends the frame with this number. */
  say(counter: number): void {
    const frame = advInd('C1:02:03:04:05:06', hex('020106'));
    this.controller?.enqueue(nrfEvent({ frame, channel: 37, rssi: -40, time: counter * 1000, crcOk: true, coding: 0 }, 3, counter));
  }

  /** The browser's buffer overflows: the stream ends with an error and the port gets a new one. */
  overrun(): void {
    const before = this.controller;
    this.readable = this.stream();
    before?.error(new DOMException('Buffer overrun.', 'BufferOverrunError'));
  }

  unplug(): void {
    const before = this.controller;
    this.readable = null;
    before?.error(new DOMException('The device has been lost.', 'NetworkError'));
  }

  plug(): void {
    this.serial.dispatchEvent(Object.defineProperty(new Event('connect'), 'target', { value: this }));
  }

  private stream(): ReadableStream<Uint8Array> {
    return new ReadableStream({ start: (controller) => void (this.controller = controller) });
  }
}

import type { Page } from '@playwright/test';
import { advInd, hex } from '../packet-file.ts';
import { nrfEvent, nrfPacket } from './sniffer-streams.ts';

/** The replacement of the page's `navigator.serial`, and how a test accesses it. */
declare global {
  interface Window {
    fakeSerial: {
      /** Bytes that the page wrote, as hexadecimal digits, one text per write. */
      readonly written: string[];
      /** Bytes for the page; kept until a port is open. */
      push(bytes: number[]): void;
      unplug(): void;
      plug(): void;
    };
  }
}

/**
 * Gives every page of the context a serial port with an nRF Sniffer (protocol 3) at 1 Mbit/s: it answers a ping, and sends
 * the bytes that a test pushes.
 */
export async function fakeSerial(page: Page): Promise<void> {
  const answers = [...nrfPacket(0x0e, [], 3, 0), ...nrfPacket(0x1c, Buffer.from('4.1.1'), 3, 1)];
  await page.addInitScript((hello: number[]) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    const written: string[] = [];
    class Port extends EventTarget {
      readable: ReadableStream<Uint8Array> | null = null;
      writable: WritableStream<Uint8Array> | null = null;
      getInfo = () => ({ usbVendorId: 0x1915, usbProductId: 0x522a });
      open({ baudRate }: { baudRate: number }): Promise<void> {
        this.readable = new ReadableStream({ start: (given) => void (controller = given) });
        this.writable = new WritableStream({
          write: (bytes) => {
            written.push(Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join(''));
            // The first request is always a ping.
            if (baudRate === 1_000_000 && written.at(-1)?.startsWith('ab0600')) controller?.enqueue(Uint8Array.from(hello));
          },
        });
        return Promise.resolve();
      }
      close(): Promise<void> {
        controller = null;
        this.readable = null;
        this.writable = null;
        return Promise.resolve();
      }
    }
    const port = new Port();
    const serial = Object.assign(new EventTarget(), { requestPort: () => Promise.resolve(port) });
    Object.defineProperty(navigator, 'serial', { value: serial });
    window.fakeSerial = {
      written,
      push: (bytes) => controller?.enqueue(Uint8Array.from(bytes)),
      unplug: () => {
        const gone = controller;
        port.readable = null;
        gone?.error(new DOMException('The device has been lost.', 'NetworkError'));
      },
      plug: () => serial.dispatchEvent(Object.defineProperty(new Event('connect'), 'target', { value: port })),
    };
  }, answers);
}

/** Packets of advertisements, `count` of them from ten addresses, numbered from `from`. */
export const sniffed = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => {
    const at = from + i;
    const frame = advInd(`C1:02:03:04:05:${(16 + (at % 10)).toString(16)}`, hex('02010605094c616d70'));
    return [
      ...nrfEvent({ frame, channel: 37 + (at % 3), rssi: -40 - (at % 10) * 5, time: at * 10_000, crcOk: true, coding: 0 }, 3, at + 2),
    ];
  }).flat();

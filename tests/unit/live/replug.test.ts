import { expect, it } from 'vitest';
import type { SerialPort } from '../../../src/live/platform.ts';
import type { Heard } from '../../../src/live/source.ts';
import { serialSource } from '../../../src/live/sources/serial.ts';
import { advInd, hex } from '../../support/packet-file.ts';
import { nrfEvent, nrfPacket } from '../../support/live/sniffer-streams.ts';

/** An nRF Sniffer at a port, which may stay silent or refuse to be opened. */
class Dongle extends EventTarget implements SerialPort {
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  state: 'answers' | 'silent' | 'refuses' = 'answers';
  opened = 0;
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  getInfo = () => ({ usbVendorId: 0x1915, usbProductId: 0x522a });

  open({ baudRate }: { baudRate: number }): Promise<void> {
    if (this.state === 'refuses') return Promise.reject(new DOMException('Failed to open serial port.', 'NetworkError'));
    if (this.readable) return Promise.reject(new DOMException('The port is already open.', 'InvalidStateError'));
    this.opened++;
    this.readable = new ReadableStream({ start: (given) => void (this.controller = given) });
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
  say(counter: number): void {
    const frame = advInd('C1:02:03:04:05:06', hex('020106'));
    this.controller?.enqueue(nrfEvent({ frame, channel: 37, rssi: -40, time: counter * 1000, crcOk: true, coding: 0 }, 3, counter));
  }
  unplug(): void {
    const gone = this.controller;
    this.readable = null;
    gone?.error(new DOMException('The device has been lost.', 'NetworkError'));
  }
}

const soon = (ms = 20): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('a dongle that comes back deaf, or not at all, is waited for until it answers; nothing is heard twice', async () => {
  const dongle = new Dongle();
  const serial = Object.assign(new EventTarget(), { requestPort: () => Promise.resolve(dongle) });
  const plug = (): boolean => serial.dispatchEvent(Object.defineProperty(new Event('connect'), 'target', { value: dongle }));
  const focus = {
    hasFocus: () => true,
    onLost: () => () => undefined,
    now: () => performance.now(),
    after: (_ms: number, work: () => void) => {
      const timer = setTimeout(work, 5);
      return () => clearTimeout(timer);
    },
  };
  const heard: Heard[] = [];
  const told: string[] = [];
  const run = await serialSource(serial, focus, {}).start({
    heard: (each) => void heard.push(each),
    asking: () => undefined,
    paused: () => undefined,
    unplugged: (message) => void told.push(message),
    plugged: () => void told.push('plugged'),
  });
  dongle.say(2);
  await soon();
  expect(heard).toHaveLength(1);

  dongle.unplug();
  await soon();
  expect(told).toEqual([expect.stringContaining('Plug it in again')]);
  for (const state of ['silent', 'refuses'] as const) {
    dongle.state = state;
    plug();
    await soon(60);
    expect(told.at(-1)).toMatch(state === 'silent' ? /expected the answer of an nRF Sniffer/ : /Failed to open/);
    // A port that was given up is free for the next try.
    expect(dongle.readable).toBeNull();
  }
  dongle.state = 'answers';
  const before = dongle.opened;
  plug();
  await soon(60);
  expect([told.at(-1), dongle.opened - before]).toEqual(['plugged', 1]);
  dongle.say(2);
  dongle.say(4);
  await soon();
  expect(heard).toHaveLength(3);
  expect(run.counters()).toMatchObject({ lost: 1 });
  await run.stop();
  expect(dongle.readable).toBeNull();
});

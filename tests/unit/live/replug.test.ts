import { expect, it, vi } from 'vitest';
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
  await vi.waitFor(() => expect(heard).toHaveLength(1));

  dongle.unplug();
  await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('Plug it in again')]));
  for (const state of ['silent', 'refuses'] as const) {
    dongle.state = state;
    plug();
    const why = state === 'silent' ? /expected the answer of an nRF Sniffer/ : /Failed to open/;
    await vi.waitFor(() => expect(told.at(-1)).toMatch(why));
    // A port that was given up is free for the next try.
    await vi.waitFor(() => expect(dongle.readable).toBeNull());
  }
  // Again and again: what was heard adds up, and so do the frames that are missing.
  dongle.state = 'answers';
  for (let turn = 1; turn <= 5; turn++) {
    const before = dongle.opened;
    plug();
    await vi.waitFor(() => expect([told.at(-1), dongle.opened - before]).toEqual(['plugged', 1]));
    dongle.say(2);
    dongle.say(4);
    await vi.waitFor(() => expect(heard).toHaveLength(1 + 2 * turn));
    expect(run.counters()).toMatchObject({ frames: 1 + 2 * turn, lost: turn });
    if (turn === 5) break;
    dongle.unplug();
    await vi.waitFor(() => expect(told.at(-1)).toContain('Plug it in again'));
  }
  await run.stop();
  expect(dongle.readable).toBeNull();
});

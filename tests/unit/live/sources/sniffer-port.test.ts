import { expect, it } from 'vitest';
import type { RadioHost } from '../../../../src/live/radio-host.ts';
import { openSniffer, type PortEvents } from '../../../../src/live/sources/sniffer-port.ts';
import { ManualClock } from '../../../support/live/manual-clock.ts';
import { nrfPacket } from '../../../support/live/sniffer-streams.ts';

const ANSWER = new Uint8Array([...nrfPacket(0x0e, [], 3, 0), ...nrfPacket(0x1c, Buffer.from('4.1.1'), 3, 1)]);

/** A page with a sniffer that keeps what it has read until the port is closed. */
function busyPage(events: PortEvents, wrote: () => void) {
  const opened: number[] = [];
  const host: Pick<RadioHost, 'openPort' | 'writePort' | 'closePort'> = {
    openPort: ({ baudRate }) => Promise.resolve(void opened.push(baudRate)),
    writePort: () => Promise.resolve().then(wrote),
    closePort: () => Promise.resolve(events.bytes(0, ANSWER)),
  };
  return { host: host as RadioHost, opened };
}

it('takes an answer that arrives only when the port is closed, and opens the port again', async () => {
  const events: PortEvents = { bytes: () => undefined, closed: () => undefined };
  const clock = new ManualClock();
  const { host, opened } = busyPage(events, () => {
    // After the handlers of the write, which start the time for the answer.
    setTimeout(() => {
      clock.advance(1000);
    });
  });
  const protocol = await openSniffer(host, events, clock);
  expect(protocol.firmware).toBe('nRF Sniffer 4.1.1, protocol 3');
  expect(opened).toEqual([1_000_000, 1_000_000]);
});

it('counts the time for an answer from the end of the write', async () => {
  const events: PortEvents = { bytes: () => undefined, closed: () => undefined };
  const clock = new ManualClock();
  const { host, opened } = busyPage(events, () => {
    // The write itself takes longer than an answer may; the answer follows at once.
    clock.advance(5000);
    queueMicrotask(() => {
      events.bytes(0, ANSWER);
    });
  });
  await openSniffer(host, events, clock);
  expect(opened).toEqual([1_000_000]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageRadio } from '../../../../src/app/live/page-radio.ts';
import type { Heard, SourceListener, SourceRun } from '../../../../src/live/source.ts';
import { serialSource } from '../../../../src/live/sources/serial.ts';
import { FakeDongle } from '../../../support/live/fake-dongle.ts';
import { FakePage } from '../../../support/live/fake-page.ts';
import { ManualClock } from '../../../support/live/manual-clock.ts';
import { RadioWire } from '../../../support/live/radio-wire.ts';

const POLL = { interval: 5, timeout: 300_000 };

let dongle: FakeDongle;
let page: FakePage;
let clock: ManualClock;
let wire: RadioWire;
let heard: Heard[];
let messages: string[];

beforeEach(() => {
  [dongle, page, clock, heard, messages] = [new FakeDongle(), new FakePage(), new ManualClock(), [], []];
  wire = new RadioWire(createPageRadio({ bluetooth: undefined, serial: dongle.serial }, page));
});
afterEach(() => {
  wire.close();
});

const listener: SourceListener = {
  heard: (each) => void heard.push(each),
  asking: () => undefined,
  paused: () => undefined,
  unplugged: (message) => void messages.push(message),
  plugged: () => void messages.push('plugged'),
  ended: (message) => void messages.push(message),
};

/** Starts a scan while the clock of the page goes on. */
async function start(): Promise<SourceRun> {
  let settled = false;
  const starting = serialSource(wire.host, clock, {})
    .start(listener)
    .finally(() => (settled = true));
  starting.catch(() => undefined);
  await vi.waitFor(() => {
    page.advance(50);
    expect(settled || dongle.state !== 'answers').toBe(true);
  }, POLL);
  return starting;
}

/** Waits until the condition holds, while the clocks of page and core go on. */
const until = (condition: () => void): Promise<void> =>
  vi.waitFor(() => {
    page.advance(50);
    clock.advance(50);
    condition();
  }, POLL);

it('a dongle that is silent or cannot be opened is tried again each time it is plugged in; no packet is received twice', async () => {
  const run = await start();
  expect(run.firmware()).toBe('nRF Sniffer 4.1.1, protocol 3');
  dongle.say(2);
  await until(() => expect(heard).toHaveLength(1));

  dongle.unplug();
  await until(() => expect(messages).toEqual([expect.stringContaining('Plug it in again')]));
  for (const state of ['silent', 'refuses'] as const) {
    dongle.state = state;
    dongle.plug();
    await until(() => expect(messages.at(-1)).toMatch(state === 'silent' ? /expected the answer of an nRF Sniffer/ : /Failed to open/));
    // The port is free for the next try.
    expect(dongle.readable).toBeNull();
  }
  // Counters of all connections add up.
  dongle.state = 'answers';
  for (let round = 1; round <= 5; round++) {
    const before = dongle.opened;
    dongle.plug();
    await until(() => expect([messages.at(-1), dongle.opened - before]).toEqual(['plugged', 1]));
    dongle.say(2);
    dongle.say(4);
    await until(() => expect(heard).toHaveLength(1 + 2 * round));
    expect(run.counters()).toEqual({ lost: round, damaged: 0, filtered: 0, dropped: 0 });
    if (round === 5) break;
    dongle.unplug();
    await until(() => expect(messages.at(-1)).toContain('Plug it in again'));
  }
  await run.stop();
  expect(dongle.readable).toBeNull();
});

it('a port where no sniffer answers is rejected and released', async () => {
  dongle.state = 'silent';
  const starting = start();
  const refused = expect(starting).rejects.toMatchObject({ code: 'LIVE_NO_SNIFFER' });
  await until(() => expect(dongle.opened).toBe(4));
  clock.advance(700);
  await refused;
  expect(dongle.readable).toBeNull();
});

it('a stop delivers everything that the page has read', async () => {
  const run = await start();
  for (let counter = 2; counter < 50; counter++) dongle.say(counter);
  // The page has read the frames and waits to send them.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await run.stop();
  expect(heard).toHaveLength(48);
});

it('the port is not read until the core acknowledges, and data that overflows in the browser counts as lost', async () => {
  const run = await start();
  wire.holdsAcknowledgements = true;
  const before = wire.batches.length;
  let counter = 2;
  for (; counter < 40; counter++) {
    dongle.say(counter);
    await new Promise((resolve) => setTimeout(resolve, 0));
    page.advance(50);
  }
  await expect.poll(() => wire.batches.length - before).toBeGreaterThan(4);
  const kept = heard.length;
  expect(kept).toBeLessThan(12);
  dongle.overrun();
  wire.holdsAcknowledgements = false;
  await wire.host.acknowledge(wire.batches.length);
  dongle.say(counter);
  await until(() => expect(run.counters().dropped).toBe(1));
  await until(() => expect(heard.length).toBeGreaterThan(kept));
  // The sniffer numbers its frames, so those that overflowed count as lost.
  expect(run.counters().lost).toBe(counter - 1 - heard.length);
  await run.stop();
});

it('closing the page ends the scan, even while the port is being tried', async () => {
  await start();
  wire.cut('the page was closed');
  await expect.poll(() => messages).toEqual([expect.stringContaining('the page was closed')]);

  wire = new RadioWire(createPageRadio({ bluetooth: undefined, serial: new FakeDongle().serial }, page));
  dongle.state = 'silent';
  const starting = start();
  await new Promise((resolve) => setTimeout(resolve, 5));
  wire.cut('the page was closed');
  await expect(starting).rejects.toThrow('the page was closed');
});

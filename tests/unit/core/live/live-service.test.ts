import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPageRadio } from '../../../../src/app/live/page-radio.ts';
import { readCapture } from '../../../../src/capture/read-capture.ts';
import { Captures } from '../../../../src/core/captures/captures.ts';
import { createLiveService } from '../../../../src/core/live/live-service.ts';
import type { Engine } from '../../../../src/engine/engine.ts';
import { NO_RADIO } from '../../../../src/live/preflight.ts';
import type { RadioFacts, RadioHost } from '../../../../src/live/radio-host.ts';
import type { LiveStatus } from '../../../../src/live/service.ts';
import { FakeBluetooth } from '../../../support/live/fake-bluetooth.ts';
import { FakePage } from '../../../support/live/fake-page.ts';
import { ManualClock } from '../../../support/live/manual-clock.ts';
import { RadioWire } from '../../../support/live/radio-wire.ts';
import { nodeEngine } from '../../../support/node-engine.ts';

const ABLE: RadioFacts = {
  ...NO_RADIO,
  secure: true,
  bluetooth: true,
  scans: true,
  adapter: true,
  user_active: true,
  agent: 'Chrome/156.0.0.0',
};

const POLL = { interval: 5, timeout: 300_000 };

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

/** The live service over a real engine, and a page behind a real message port. */
function service(facts = ABLE, dropped = 0) {
  const page = new FakePage(1_760_000_000_000);
  page.focused = false;
  const bluetooth = new FakeBluetooth(page);
  const real = createPageRadio({ bluetooth, serial: undefined }, page);
  const radio: RadioHost = {
    ...real,
    facts: () => Promise.resolve(facts),
    scan: (request, { signal, deliver }) =>
      real.scan(request, { signal, deliver: (batch) => void deliver({ ...batch, dropped: batch.dropped + dropped }) }),
  };
  const wire = new RadioWire(radio);
  const clock = new ManualClock(page.ms);
  const statuses: LiveStatus[] = [];
  const captures = new Captures(
    engine,
    (file, sink, options) => readCapture(file, file.name, sink, options),
    () => undefined,
  );
  const live = createLiveService({
    engine,
    captures,
    radio: wire.host,
    clock,
    open: (file) => captures.open(file, {}),
    changed: (status) => void statuses.push(status),
  });
  const advertise = (count: number): void => {
    for (let i = 0; i < count; i++) bluetooth.advertise(`device ${String(i % 3)}`);
    page.advance(50);
  };
  /** Waits until the condition holds, while the clocks of page and core go on. */
  const until = (condition: () => void): Promise<void> =>
    vi.waitFor(() => {
      page.advance(50);
      clock.advance(250);
      condition();
    }, POLL);
  const count = async (id: string): Promise<number> => Number((await engine.query(`SELECT count(*) FROM ${id}`)).rows[0]?.[0]);
  return { page, bluetooth, wire, clock, captures, live, statuses, advertise, until, count };
}

it('scans through the page, and ends with a capture and its recording', async () => {
  const { bluetooth, wire, live, captures, advertise, until, count } = service();
  const { capture_id } = await live.start({ source: 'lescan', name: 'over the page' });
  expect(live.status()).toMatchObject({ state: 'silent', capture_id, recording: { place: 'memory' } });
  advertise(500);
  await until(() => expect(live.status().counters.rows).toBe(500));
  expect(await count(capture_id)).toBe(500);
  expect(await live.devices(10)).toHaveLength(3);
  expect(wire.batches.length).toBeLessThan(10);
  // What the page heard before the stop belongs to the capture.
  for (let i = 0; i < 20; i++) bluetooth.advertise('late');
  const info = await live.stop();
  expect([info.row_count, await count(capture_id), bluetooth.scans.every(({ active }) => !active)]).toEqual([520, 520, true]);
  expect((await (await live.file(capture_id))?.text())?.trim().split('\n')).toHaveLength(521);
  expect(captures.get(capture_id)?.row_count).toBe(520);
  wire.close();
});

it('a recording that is requested right after the scan has stopped is complete', async () => {
  const { live, statuses, advertise, until } = service();
  const { capture_id } = await live.start({ source: 'lescan', name: 'saved at once' });
  advertise(20);
  await until(() => expect(live.status().counters.rows).toBe(20));
  const files: Promise<File | null>[] = [];
  const told = statuses.push.bind(statuses);
  statuses.push = (status) => {
    if (status.state === 'stopped') files.push(live.file(capture_id));
    return told(status);
  };
  await live.stop();
  const texts = await Promise.all(files.map(async (file) => (await file)?.text()));
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text?.trim().split('\n')).toHaveLength(21);
});

it('keeps the capture and the recording if the page is lost, and says why the scan ended', async () => {
  const { wire, live, captures, advertise, until } = service();
  const { capture_id } = await live.start({ source: 'lescan', name: 'page gone' });
  advertise(30);
  await until(() => expect(live.status().counters.rows).toBe(30));
  wire.cut('the page was closed');
  await expect.poll(async () => live.file(capture_id)).not.toBeNull();
  expect(live.status()).toMatchObject({
    state: 'stopped',
    code: 'LIVE_RADIO_LOST',
    message: expect.stringContaining('the page was closed') as string,
  });
  expect(captures.get(capture_id)?.row_count).toBe(30);
  expect(await live.stop()).toMatchObject({ capture_id, row_count: 30 });
});

it('records advertisements while the engine accepts no rows, and reads them when the scan stops', async () => {
  const { wire, live, advertise, until, count } = service();
  const { capture_id } = await live.start({ source: 'lescan', name: 'no rows' });
  await engine.drop(capture_id);
  advertise(40);
  await until(() => expect(live.status().code).toBe('LIVE_ROWS_NOT_STORED'));
  advertise(2);
  const info = await live.stop();
  expect([info.row_count, await count(capture_id), live.status().counters.rows]).toEqual([42, 42, 42]);
  wire.close();
});

it('continues a scan that the browser paused', async () => {
  const { page, bluetooth, wire, live, advertise, until } = service();
  await live.start({ source: 'lescan', name: 'paused' });
  bluetooth.scans[0]!.active = false;
  page.leave();
  page.advance(300);
  await expect.poll(() => live.status()).toMatchObject({ state: 'paused', code: 'LIVE_PAUSED' });
  await live.resume();
  advertise(5);
  await until(() => expect(live.status()).toMatchObject({ state: 'receiving', counters: { rows: 5 } }));
  await live.stop();
  wire.close();
});

it('records in memory if the browser denies storage, and says so', async () => {
  const { wire, live, advertise, until } = service({ ...ABLE, storage: true });
  const { capture_id } = await live.start({ source: 'lescan', name: 'denied' });
  advertise(10);
  await until(() =>
    expect(live.status()).toMatchObject({ code: 'LIVE_STORAGE_FULL', counters: { rows: 10 }, recording: { place: 'memory' } }),
  );
  await live.stop();
  expect((await (await live.file(capture_id))?.text())?.trim().split('\n')).toHaveLength(11);
  wire.close();
});

it('counts what the page dropped', async () => {
  const { wire, live, advertise, until } = service(ABLE, 7);
  await live.start({ source: 'lescan', name: 'slow core' });
  advertise(1);
  await until(() => expect(live.status().counters).toMatchObject({ rows: 1, dropped: 7 }));
  await live.stop();
  wire.close();
});

it('rejects a source that the page does not have, and a second scan', async () => {
  const blocked = service({ ...NO_RADIO, user_active: true });
  await expect(blocked.live.start({ source: 'lescan' })).rejects.toMatchObject({ code: 'LIVE_BLOCKED' });
  expect(blocked.live.status()).toMatchObject({ state: 'unsupported', code: 'LIVE_BLOCKED' });
  blocked.wire.close();
  const { page, wire, live } = service();
  await live.start({ source: 'lescan', name: 'first' });
  await expect(live.start({ source: 'lescan' })).rejects.toMatchObject({ code: 'LIVE_BUSY' });
  await live.stop();
  // The browser refuses a page that kept the focus.
  page.focused = true;
  const refused = expect(live.start({ source: 'lescan', name: 'focused' })).rejects.toMatchObject({ code: 'LIVE_NOT_ASKED' });
  await expect.poll(() => live.status()).toMatchObject({ state: 'asking', code: 'LIVE_ASKING' });
  page.advance(5000);
  await refused;
  expect(live.status()).toMatchObject({ state: 'idle', code: 'LIVE_NOT_ASKED' });
  wire.close();
});

it('rejects a script that starts a scan without a click, and changes nothing', async () => {
  const { wire, live, statuses } = service({ ...ABLE, user_active: false });
  await expect(live.start({ source: 'lescan' })).rejects.toMatchObject({
    code: 'LIVE_NEEDS_GESTURE',
    message: expect.stringContaining('Press Start in the Live view') as string,
  });
  expect([live.status().state, statuses]).toEqual(['idle', []]);
  wire.close();
});

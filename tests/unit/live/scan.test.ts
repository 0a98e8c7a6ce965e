import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Captures } from '../../../src/core/captures/captures.ts';
import { GrowingCapture } from '../../../src/core/live/growing-capture.ts';
import { growingSha256 } from '../../../src/core/captures/stream-hash.ts';
import { scanLogDecoder } from '../../../src/capture/decoders/scan-log.ts';
import { readCapture } from '../../../src/capture/read-capture.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { Devices } from '../../../src/live/devices.ts';
import { MemoryRecorder } from '../../../src/live/recording/recorder.ts';
import { Scan } from '../../../src/live/scan.ts';
import type { Heard } from '../../../src/live/source.ts';
import { scanLogHead, scanLogLine, readScanLogLine } from '../../../src/tables/scan-log.ts';
import type { WebAdvert } from '../../../src/tables/web-advert.ts';
import { fakeAdvert, FakeSource } from '../../support/live/fake-source.ts';
import { ManualClock } from '../../support/live/manual-clock.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { advInd, concat, hex } from '../../support/packet-file.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

let scans = 0;

/** A scan into the engine as the live service composes it, with a clock that a test moves. */
async function scanning(linkType: number | null, limit_bytes?: number) {
  const source = new FakeSource(linkType);
  const captures = new Captures(
    engine,
    (file, sink, options) => readCapture(file, file.name, sink, options),
    () => undefined,
  );
  const { id } = captures.reserve(`scan ${String(++scans)}`);
  const hash = await growingSha256();
  const clock = new ManualClock(1000);
  const capture = new GrowingCapture({ engine, captures, clock }, id, hash);
  const memory = new MemoryRecorder();
  const recorder = Object.assign(memory, {
    append: (bytes: Uint8Array<ArrayBuffer>) => {
      hash.update(bytes);
      return MemoryRecorder.prototype.append.call(memory, bytes);
    },
  });
  const scan = new Scan(
    source,
    () => Promise.resolve(recorder),
    capture,
    clock,
    () => undefined,
    limit_bytes === undefined ? {} : { limit_bytes },
  );
  const log = await scan.start();
  capture.start(`scan.${log.extension}`, log.media_type, 0, () => scan.refill());
  const count = async (): Promise<number> => Number((await engine.query(`SELECT count(*) FROM ${id}`)).rows[0]?.[0]);
  return { source, captures, capture, scan, clock, id, count, recorder };
}

const frameOf = (address: string, us: number): Heard => {
  const frame = advInd(address, hex('020106'));
  const bytes = concat([[12, 196, 128, 0], [0xd6, 0xbe, 0x89, 0x8e], [0x13, 0x0c], frame]);
  return { kind: 'frame', us, bytes, rssi: -60, address, name: null };
};

describe('a scan that grows', () => {
  it('answers queries while it grows, and ends as a file that opens to the same rows', async () => {
    const { source, captures, capture, scan, id, count } = await scanning(256);
    expect(await count()).toBe(0);
    source.say(
      ...Array.from({ length: 100 }, (_, i) => frameOf(`C1:02:03:04:05:${(16 + (i % 5)).toString(16)}`, 1_760_000_000_000_000 + i * 500)),
    );
    await scan.pump();
    expect(await count()).toBe(100);
    expect(scan.status()).toMatchObject({ state: 'receiving', devices: 5, counters: { rows: 100, dropped: 0 } });
    expect(captures.get(id)).toMatchObject({ format: 'live', kind: 'ble', link_types: [256] });
    await expect(captures.close(id)).rejects.toThrow('stop it first');
    source.say(frameOf('C1:02:03:04:05:99', 1_760_000_001_000_000));
    await scan.stop();
    source.say(frameOf('C1:02:03:04:05:98', 1_760_000_002_000_000));
    const info = await capture.settle((name, type) => scan.finish(name, type));
    expect(source.stopped).toBe(true);
    expect(info).toMatchObject({ row_count: 101, channels: ['38'], time_base: 'epoch' });
    const first = await engine.query(`SELECT ts_us, rssi, channel, advertiser_addr, adv_data, crc_ok FROM ${id} ORDER BY packet_no`);
    const again = await captures.open(captures.file(id)!, {});
    expect(again).toMatchObject({ format: 'pcapng', row_count: 101, sha256: info.sha256, bytes: info.bytes });
    const second = await engine.query(
      `SELECT ts_us, rssi, channel, advertiser_addr, adv_data, crc_ok FROM ${again.capture_id} ORDER BY packet_no`,
    );
    expect(second.rows).toEqual(first.rows);
    expect(first.rows[100]).toEqual([1760000001000000, -60, 38, 'C1:02:03:04:05:99', '020106', true]);
    await captures.close(id);
    await captures.close(again.capture_id);
  });

  it('of the browser has ids and no addresses, and says so', async () => {
    const { source, captures, capture, scan, id } = await scanning(null);
    const manufacturer = [[0x004c, Uint8Array.of(0x10, 5, 1)]] as const;
    source.say(fakeAdvert({ name: 'Lamp', uuids: ['0000180d-0000-1000-8000-00805f9b34fb'], manufacturer, tx_power: -8, appearance: 512 }));
    await scan.stop();
    await capture.settle((name, type) => scan.finish(name, type));
    const sql = (table: string): string =>
      `SELECT device_id, advertiser_addr, channel, adv_type, rssi, local_name, tx_power, company_id, appearance, service_uuids, adv_data FROM ${table}`;
    const row = ['c29tZSBkZXZpY2UgaWQgAA==', null, null, null, -60, 'Lamp', -8, 76, 512, ['180D'], '06ff4c00100501'];
    expect((await engine.query(sql(id))).rows).toEqual([row]);
    expect(captures.get(id)?.warnings).toMatchObject([{ code: 'NO_ADDRESSES' }]);
    const again = await captures.open(captures.file(id)!, {});
    expect(again).toMatchObject({ format: 'live', kind: 'ble', warnings: [{ code: 'NO_ADDRESSES' }] });
    expect((await engine.query(sql(again.capture_id))).rows).toEqual([row]);
  });

  it('is filled again from its recording when the engine lost its tables', async () => {
    const { source, captures, scan, id, count } = await scanning(null);
    const unhook = engine.onRestart((database, options) => captures.restore(database, options));
    source.say(...Array.from({ length: 50 }, (_, i) => fakeAdvert({ us: 1_760_000_000_000_000 + i })));
    await scan.pump();
    source.say(fakeAdvert());
    engine.restart();
    await engine.restored();
    expect(captures.get(id)?.unavailable).toBeUndefined();
    expect(scan.status().message).toContain('50 rows were read back from the recording; none is lost');
    await scan.pump();
    expect(await count()).toBe(51);
    // Rows that cannot be stored while the engine is down are in the recording all the same.
    engine.restart();
    source.say(fakeAdvert());
    await scan.pump();
    await engine.restored();
    expect(await count()).toBe(52);
    unhook();
    await scan.stop();
  });

  it('keeps its rows where the browser deleted the recording, and says what to do', async () => {
    const { source, captures, capture, scan, id, count, recorder } = await scanning(null);
    source.say(fakeAdvert());
    await scan.pump();
    recorder.finish = () => Promise.reject(new Error('the browser deleted the stored recording'));
    await scan.stop();
    const info = await capture.settle((name, type) => scan.finish(name, type));
    expect(scan.status()).toMatchObject({ code: 'LIVE_RECORDING_LOST', message: expect.stringContaining('export them') as string });
    expect([info.row_count, await count(), captures.get(id)?.row_count]).toEqual([1, 1, 1]);
    await captures.close(id);
  });

  it('goes silent, pauses, resumes, and ends at the limit of its recording', async () => {
    const { source, scan, clock } = await scanning(null, 20_000);
    source.say(fakeAdvert());
    clock.advance(6000);
    expect(scan.status()).toMatchObject({ state: 'silent', silent_s: 6 });
    source.listener?.paused('look away');
    expect(scan.status()).toMatchObject({ state: 'paused', message: 'look away' });
    await scan.resume();
    expect([scan.state, source.resumed]).toEqual(['silent', 1]);
    source.say(...Array.from({ length: 300 }, () => fakeAdvert()));
    await scan.pump();
    clock.advance(250);
    await scan.stop();
    expect(scan.status()).toMatchObject({ state: 'stopped', message: expect.stringContaining('limit') as string });
    expect(scan.status().counters.rows).toBe(301);
  });
});

const octets = fc.uint8Array({ maxLength: 40 });
const adverts: fc.Arbitrary<WebAdvert> = fc.record({
  us: fc.integer({ min: 0, max: 2 ** 52 }),
  device_id: fc.string({ minLength: 1, maxLength: 24, unit: 'grapheme-ascii' }),
  name: fc.option(fc.string({ maxLength: 40 })),
  rssi: fc.option(fc.integer({ min: -128, max: 20 })),
  tx_power: fc.option(fc.integer({ min: -127, max: 126 })),
  appearance: fc.option(fc.integer({ min: 0, max: 65_535 })),
  uuids: fc.array(fc.uuid(), { maxLength: 4 }),
  manufacturer: fc.array(fc.tuple(fc.integer({ min: 0, max: 65_535 }), octets), { maxLength: 3 }),
  service: fc.array(fc.tuple(fc.uuid(), octets), { maxLength: 3 }),
});

describe('the log of a scan', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(adverts, (advert) => {
        expect(readScanLogLine(scanLogLine(advert))).toEqual(advert);
      }),
    );
  });

  it('takes any line whatever, and says what is wrong with it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        const read = readScanLogLine(line);
        expect(typeof read === 'string' ? read : read.device_id).toMatch(/./);
      }),
    );
  });

  it('opens though it ends within a line, with that line as a problem', async () => {
    const advert = fakeAdvert();
    const whole = scanLogHead('x', 0) + (advert.kind === 'advert' ? scanLogLine(advert.advert).repeat(3) : '');
    const bytes = new TextEncoder().encode(whole.slice(0, -5));
    expect(scanLogDecoder.probe({ bytes, complete: true, file_name: 'a' })).toEqual({ confidence: 1, format: 'live' });
    const captures = new Captures(
      engine,
      (file, sink, options) => readCapture(file, file.name, sink, options),
      () => undefined,
    );
    const info = await captures.open(new File([bytes], 'cut.ndjson'), {});
    expect(info).toMatchObject({ row_count: 2, problem_count: 1 });
    expect(captures.problems(info.capture_id).rows).toMatchObject([{ record: 4, code: 'LINE_CUT' }]);
  });
});

describe('the devices', () => {
  it('are the ones heard last, with strength, rate and trace, in bounded memory', () => {
    const devices = new Devices();
    for (let i = 0; i < 6000; i++) devices.hear(`device ${String(i)}`, i, -90, null);
    for (let i = 0; i < 30; i++) devices.hear('near', 6000 + i * 100, -40 - (i % 2), i === 0 ? 'Lamp' : null);
    expect(devices.count).toBe(6001);
    const [near, next] = devices.list(10, 8900);
    expect(near).toMatchObject({ key: 'near', name: 'Lamp', rssi: -41, count: 30, rate: 10 });
    expect(next?.rssi).toBe(-90);
    const [trace] = devices.traces(['near', 'device 0']);
    expect(trace?.rssi).toHaveLength(30);
    expect(trace?.at_ms[29]).toBe(8900);
    expect(devices.list(10_000, 8900)).toHaveLength(5000);
  });
});

describe('a scan that does not come to its rows', () => {
  const sink = {
    output: () => ({ begin: () => Promise.resolve(), batch: () => Promise.resolve(), problem: () => undefined, warning: () => undefined }),
    grown: () => undefined,
    discarded: 0,
    discard() {
      this.discarded++;
      return Promise.resolve();
    },
  };
  const clock = new ManualClock();

  it('lets its source go when there is nowhere to record to', async () => {
    const source = new FakeSource(272);
    const full = new Error('the disk is full');
    const scan = new Scan(
      source,
      () => Promise.reject(full),
      sink,
      clock,
      () => undefined,
    );
    await expect(scan.start()).rejects.toBe(full);
    expect([scan.state, scan.status().message, source.stopped]).toEqual(['idle', 'the disk is full', true]);
  });

  it('is over when it is stopped while its recording opens', async () => {
    const source = new FakeSource(272);
    let opened: (recorder: MemoryRecorder) => void = () => undefined;
    const opening = new Promise<MemoryRecorder>((resolve) => (opened = resolve));
    const scan = new Scan(
      source,
      () => opening,
      sink,
      clock,
      () => undefined,
    );
    const started = scan.start();
    await new Promise((resolve) => setTimeout(resolve, 0));
    const stopped = scan.stop();
    const recorder = new MemoryRecorder();
    opened(recorder);
    await expect(started).rejects.toMatchObject({ name: 'AbortError' });
    await stopped;
    expect([scan.state, source.stopped, clock.pending]).toEqual(['stopped', true, 0]);
    expect([recorder.bytes, scan.status().recording]).toEqual([0, null]);
  });

  it('leaves no recording of a head alone and no table when its rows cannot be made', async () => {
    const source = new FakeSource(272);
    const recorder = new MemoryRecorder();
    const full = new Error('the engine is full');
    const table = { ...sink, discarded: 0, output: () => ({ ...sink.output(), begin: () => Promise.reject(full) }) };
    const scan = new Scan(
      source,
      () => Promise.resolve(recorder),
      table,
      clock,
      () => undefined,
    );
    await expect(scan.start()).rejects.toBe(full);
    expect([recorder.bytes, table.discarded, source.stopped, scan.status().recording]).toEqual([0, 1, true, null]);
    expect(scan.status()).toMatchObject({ state: 'idle', message: 'the engine is full' });
  });
});

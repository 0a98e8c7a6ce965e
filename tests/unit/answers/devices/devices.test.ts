import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_NAMES } from '../../../../src/ble/ad/names.ts';
import type { Engine } from '../../../../src/engine/engine.ts';
import { COLUMN, calledBy, deviceColumns, deviceEntry, drawnColumns, foundRows } from '../../../../src/answers/devices/device-rows.ts';
import { TRACE_POINTS, devicesSql, tracesSql } from '../../../../src/answers/devices/device-sql.ts';
import { type Device, devicesFinding, readDevices } from '../../../../src/answers/devices/devices.ts';
import { Traces } from '../../../../src/ui/features/devices/traces.svelte.ts';
import { deviceTables } from '../../../../src/core/devices/device-tables.ts';
import { conditionSql } from '../../../../src/selection/rows.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { nodeEngine } from '../../../support/node-engine.ts';
import { bleCapture, load, tableCapture } from '../../selection/support.ts';

const START = 1_712_131_200_000;
const at = (ms: number): bigint => BigInt(START + ms) * 1000n;
const PUBLIC = '00:1A:7D:DA:71:13';
const PRIVATE = '7A:4C:21:9D:10:EF';
const EARBUDS = '74:5C:4B:34:03:D8';
const STATIC = 'C0:00:00:00:00:01';
const lab = bleCapture('lab');
const live = bleCapture('live');
const plain = tableCapture('plain', [{ name: 'a', type: 'BIGINT' }]);
const table = tableCapture('notes', [
  { name: 'who', type: 'VARCHAR', role: 'address' },
  { name: 'level', type: 'BIGINT' },
]);

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
  const frame = (ms: number, advertiser_addr: string, more: object) => ({
    ts_us: at(ms),
    advertiser_addr,
    channel: 37,
    crc_ok: true,
    ...more,
  });
  await load(engine, lab, [
    frame(0, PUBLIC, { rssi: -40, advertiser_random: false, adv_type: 'ADV_IND', local_name: "O'Brien", company_id: 76 }),
    frame(100, PUBLIC, { rssi: -60, advertiser_random: false, adv_type: 'ADV_IND', channel: 38 }),
    frame(200, PUBLIC, { rssi: -50, advertiser_random: false, adv_type: 'ADV_IND' }),
    frame(300, PUBLIC, { rssi: -50, advertiser_random: false, adv_type: 'SCAN_RSP', local_name: 'other' }),
    frame(400, PUBLIC, { rssi: -50, advertiser_random: false, adv_type: 'ADV_IND' }),
    // A frame of another device, and a damaged one.
    frame(1500, PUBLIC, { rssi: -99, advertiser_random: false, adv_type: 'SCAN_REQ' }),
    { ...frame(1600, 'AA:AA:AA:AA:AA:AA', { rssi: -10, adv_type: 'ADV_IND' }), crc_ok: false },
    frame(2000, PRIVATE, { rssi: -70, advertiser_random: true, adv_type: 'ADV_NONCONN_IND' }),
    frame(2100, STATIC, { rssi: -90, advertiser_random: true, adv_type: 'SCAN_REQ' }),
    // A service tells what a device does, not who made it.
    frame(2150, EARBUDS, { advertiser_random: false, adv_type: 'ADV_IND', service_uuids: ['180F', '110B'] }),
    frame(2160, EARBUDS, { advertiser_random: false, adv_type: 'SCAN_RSP', service_uuids: ['180F'] }),
    { ts_us: at(2200), channel: 5, adv_type: 'LL_DATA', crc_ok: true },
  ]);
  await load(engine, live, [
    { ts_us: at(0), rssi: -55, device_id: 'x1', local_name: 'Band' },
    { ts_us: at(500), rssi: -57, device_id: 'x1' },
  ]);
  await load(engine, table, [
    { who: PRIVATE, level: 1n },
    { who: PRIVATE, level: 2n },
    { who: null, level: 3n },
  ]);
});
afterAll(() => engine.close());

async function devices(capture: CaptureInfo, time_range: { start_ms: number; end_ms: number } | null = null): Promise<readonly Device[]> {
  const condition = conditionSql(capture, { time_range, addresses: [] }, '');
  const statement = devicesSql(capture, condition.ok ? condition.value : null);
  if (!statement) throw new Error('expected a statement');
  return readDevices(await engine.rows(statement.sql, statement.values), NO_NAMES);
}

describe('devices', () => {
  it('count packets of an address and requests to it separately, without damaged packets', async () => {
    const [first, ...others] = await devices(lab);
    expect(first).toEqual({
      address: PUBLIC,
      kind: 'public',
      what: { text: 'Device of company 0x004C', evidence: [expect.stringContaining('0x004C')] },
      vendor: 'company 0x004C',
      names: "O'Brien · other",
      services: null,
      packets: 5,
      requests: 1,
      first_us: START * 1000,
      last_us: (START + 1500) * 1000,
      rssi: { mean: -50, least: -60, most: -40 },
      // 0 → 200 → 400 on channel 37; a scan response does not count as an advertisement.
      interval_ms: 200,
      channels: '37, 38',
      pdu_types: 'ADV_IND, SCAN_RSP',
      connectable: true,
    });
    expect(others.at(-1)?.what.text).toBe('Only addressed by others');
    expect(others.map(({ address, vendor, services }) => [address, vendor, services])).toEqual([
      [EARBUDS, 'OUI 74:5C:4B', '110B · 180F'],
      [PRIVATE, null, null],
      [STATIC, null, null],
    ]);
    expect(others.map(({ address, kind, packets, requests, connectable }) => [address, kind, packets, requests, connectable])).toEqual([
      [EARBUDS, 'public', 2, 0, true],
      [PRIVATE, 'rpa', 1, 0, false],
      [STATIC, 'random_static', 0, 1, null],
    ]);
  });

  it('have a sentence with the finding', async () => {
    expect(devicesFinding(await devices(lab))).toBe(
      '4 addresses: 2 public, 1 resolvable private, 1 random static; 1 sends a name; 1 only addressed by others.',
    );
    expect(devicesFinding(await devices(live))).toBe('1 device id; 1 sends a name.');
  });

  it('count only the selected time', async () => {
    const heard = await devices(lab, { start_ms: START, end_ms: START + 100 });
    expect(heard.map(({ address, packets, interval_ms }) => [address, packets, interval_ms])).toEqual([[PUBLIC, 2, null]]);
  });

  it('count only packets that match the filter on columns of the capture', async () => {
    const narrowed = conditionSql(lab, { time_range: null, addresses: [] }, "channel = 37 AND rssi > -60 AND adv_type = 'ADV_IND'");
    const sql = narrowed.ok ? devicesSql(lab, narrowed.value) : null;
    if (!sql) throw new Error('expected a statement');
    const { rows } = await engine.rows(sql.sql, sql.values);
    expect(rows.map(([address, , , packets]) => [address, packets])).toEqual([[PUBLIC, 3]]);
  });

  it('can be ids of a live scan, or addresses in a table with few other columns', async () => {
    expect(await devices(live)).toMatchObject([{ address: 'x1', kind: null, packets: 2, names: 'Band', interval_ms: 500 }]);
    expect(await devices(table)).toMatchObject([{ address: PRIVATE, kind: 'rpa', packets: 2, rssi: null, first_us: null }]);
    expect(devicesSql(plain, null)).toBeNull();
  });

  it('have the mean RSSI of each point over the whole span', async () => {
    const traces = tracesSql(lab, null, [PUBLIC], { from: START * 1000, to: (START + 400) * 1000 });
    const { rows } = await engine.rows(traces?.sql ?? '', traces?.values ?? []);
    const points = new Map(rows.map(([, point, rssi]) => [Number(point), Number(rssi)]));
    expect(points.get(0)).toBe(-40);
    expect(points.get(TRACE_POINTS - 1)).toBe(-50);
    expect([...points.keys()].every((point) => point >= 0 && point < TRACE_POINTS)).toBe(true);
  });

  it('have RSSI columns only if the capture has RSSI, and few columns on a phone', () => {
    const quiet = { ...lab, columns: lab.columns.map((column) => (column.name === 'rssi' ? { ...column, empty: true as const } : column)) };
    const titles = (capture: CaptureInfo, phone: boolean, named = false): (string | undefined)[] =>
      drawnColumns(capture, { phone, named }).map((at) => deviceColumns(false)[at]?.title);
    expect(titles(lab, false)).toEqual(deviceColumns(false).map(({ title }) => title));
    const strength = ['Mean RSSI', 'RSSI over time', 'Least', 'Most'];
    expect(titles(quiet, false)).toEqual(titles(lab, false).filter((title) => !strength.includes(title ?? '')));
    expect(titles(lab, true)).toEqual(['What it is', 'Packets', 'Address', 'Mean RSSI']);
    expect(titles(quiet, true, true)).toEqual(['What it is', 'Packets', 'Address', 'Interval', 'Name']);
  });

  it('are found by any word, can be limited to some, and have a cell for every column', async () => {
    const list = await devices(lab);
    const rows = list.map((device) => deviceEntry(device, false));
    const all = { find: '', only: null };
    expect(foundRows(rows, { ...all, find: 'resolvable' }).map(([address]) => address)).toEqual([PRIVATE]);
    expect(foundRows(rows, { ...all, only: [STATIC] }).map(([address]) => address)).toEqual([STATIC]);
    expect(list.every((device) => deviceEntry(device, true).row.length === deviceColumns(true).length)).toBe(true);
    expect(foundRows(rows, all)[0]?.slice(COLUMN.first, COLUMN.last + 1)).toEqual([
      '2024-04-03 08:00:00.000000',
      '2024-04-03 08:00:01.500000',
    ]);
  });

  it('are named by the person, otherwise by their own name, otherwise by the end of the address', async () => {
    const rows = (await devices(lab)).map((device) => deviceEntry(device, false));
    const names = [{ address: PRIVATE, name: 'Bench phone' }];
    const found = foundRows(rows, { find: 'bench', only: null, names });
    expect(found.map((row) => [row[COLUMN.address], row[COLUMN.given], calledBy(row)])).toEqual([[PRIVATE, 'Bench phone', 'Bench phone']]);
    const unnamed = foundRows(rows, { find: '', only: null });
    for (const row of unnamed)
      expect(calledBy(row)).toBe(
        row[COLUMN.names] === null ? `…${String(row[COLUMN.address]).slice(-5)}` : `“${String(row[COLUMN.names])}”`,
      );
  });

  it('query traces that are requested together once', async () => {
    const asked: (readonly string[])[] = [];
    const traces = new Traces((addresses) => {
      asked.push(addresses);
      return Promise.resolve({ columns: [], rows: [[PUBLIC, 3, -44]], row_count: 1, truncated: false, elapsed_ms: 0 });
    });
    expect([traces.of(PUBLIC), traces.of(PRIVATE), traces.of(PUBLIC)]).toEqual([undefined, undefined, undefined]);
    await expect.poll(() => traces.of(PUBLIC)).toBeDefined();
    expect(asked).toEqual([[PUBLIC, PRIVATE]]);
    expect(traces.of(PUBLIC)?.[3]).toBe(-44);
    expect(traces.of(PRIVATE)?.every(Number.isNaN)).toBe(true);
    traces.close();
  });

  it('are listed in slices: found, sorted, limited, and as a file with their RSSI over time', async () => {
    const asked: string[] = [];
    let opened = [lab, plain];
    const tables = deviceTables({
      rows: (sql, options) => {
        asked.push(sql.sql);
        return engine.rows(sql.sql, sql.values, options);
      },
      capture: (id) => opened.find(({ capture_id }) => capture_id === id),
      tableFile: () => Promise.reject(new Error('not asked for')),
    });
    const all = { capture_id: 'lab', row_count: 12, condition: null, sort: null, find: '', only: null };
    const page = { offset: 0, limit: 100 };
    const first = await tables.rows({ ...all, ...page });
    expect([first.total, first.all, first.rssi, first.rows[0]?.[0]]).toEqual([4, 4, { least: -70, most: -40 }, PUBLIC]);
    expect(first.finding).toContain('4 addresses');
    const sorted = await tables.rows({ ...all, sort: { column: 0, descending: true }, offset: 1, limit: 2 });
    expect(sorted.rows.map(([address]) => address)).toEqual([PRIVATE, EARBUDS]);
    const found = await tables.rows({ ...all, find: ' resolvable ', ...page });
    expect([found.total, found.all, found.rows[0]?.[0]]).toEqual([1, 4, PRIVATE]);
    expect((await tables.rows({ ...all, only: [STATIC], ...page })).rows.map(([address]) => address)).toEqual([STATIC]);
    expect(asked).toHaveLength(1);
    const csv = await (await tables.file('csv', { ...all, find: PUBLIC })).text();
    expect(csv.split('\n')[1]).toContain(PUBLIC);
    expect(csv.split('\n')[1]).toContain('-40');
    // A capture with more rows is read again.
    await tables.rows({ ...all, row_count: 13, ...page });
    expect(asked.filter((sql) => sql.includes('WITH heard'))).toHaveLength(2);
    // So is one with another file, or another reading of the file, under the same id.
    opened = [{ ...lab, sha256: 'f'.repeat(64) }, plain];
    await tables.rows({ ...all, row_count: 13, ...page });
    expect(asked.filter((sql) => sql.includes('WITH heard'))).toHaveLength(3);
    opened = [{ ...lab, choice: { reading: { decimal: ',' } } }, plain];
    await tables.rows({ ...all, row_count: 13, ...page });
    expect(asked.filter((sql) => sql.includes('WITH heard'))).toHaveLength(4);
    await expect(tables.rows({ ...all, capture_id: 'plain', ...page })).rejects.toMatchObject({ code: 'NO_ADDRESSES' });
    await expect(tables.rows({ ...all, capture_id: 'gone', ...page })).rejects.toMatchObject({ code: 'UNKNOWN_CAPTURE' });
  });

  it('can be cancelled, and what was read is kept for the next request', async () => {
    let statements = 0;
    const tables = deviceTables({
      rows: (sql, options) => {
        statements += 1;
        return engine.rows(sql.sql, sql.values, options);
      },
      capture: () => lab,
      tableFile: () => Promise.reject(new Error('not asked for')),
    });
    const request = { capture_id: 'lab', row_count: 12, condition: null, sort: null, find: '', only: null, offset: 0, limit: 1 };
    const stop = new AbortController();
    const cancelled = tables.rows(request, { signal: stop.signal });
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    const later = new AbortController();
    expect((await tables.rows(request, { signal: later.signal })).total).toBe(4);
    later.abort();
    expect((await tables.rows(request)).total).toBe(4);
    expect(statements).toBe(1);
  });

  it('are described by the name of the person, their own name and what they are, without another list being evicted', async () => {
    let statements = 0;
    const tables = deviceTables({
      rows: (sql, options) => {
        statements += 1;
        return engine.rows(sql.sql, sql.values, options);
      },
      capture: (id) =>
        id === 'broken' ? { ...lab, capture_id: 'broken', sha256: 'b'.repeat(64) } : [lab, live].find((each) => each.capture_id === id),
      tableFile: () => Promise.reject(new Error('not asked for')),
    });
    const addresses = [PUBLIC, 'x1', STATIC, 'absent'];
    const names = [{ address: STATIC, name: 'My tag' }];
    const words = await tables.words(['gone', 'broken', 'lab', 'live'], addresses, names);
    expect(words[0]).toMatch(/^“O'Brien · other”, Apple device$/);
    expect([words[1], words[2], words[3]]).toEqual(['“Band”', 'My tag, Only addressed by others', null]);
    const asked = statements;
    expect(await tables.words(['lab', 'live'], addresses, names)).toEqual(words);
    expect(await tables.words([], [STATIC, PRIVATE], names)).toEqual(['My tag', null]);
    expect(statements).toBe(asked);
  });
});

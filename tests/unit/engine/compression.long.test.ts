import { openAsBlob } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCapture } from '../../../src/capture/read-capture.ts';
import { Compression } from '../../../src/engine/compression.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { encodeIpc } from '../../../src/tables/arrow.ts';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { everyCapture } from '../../support/every-capture.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { roomCapture } from '../../support/room-capture.ts';
import { TestClock } from '../../support/test-clock.ts';

const NEVER = { compressBytes: Infinity, compressAfterMs: 0, compressAtOnceBytes: Infinity };
const AT_ONCE = { ...NEVER, compressAtOnceBytes: 1 };
/** No block compresses: it is only memory. */
const PLAIN = `SELECT count(*)::DOUBLE AS n FROM pragma_storage_info(?) WHERE segment_type <> 'VALIDITY' AND compression = 'Uncompressed'`;
const DICTIONARIES = `SELECT count(*)::DOUBLE AS n FROM pragma_storage_info(?) WHERE compression = 'DICT_FSST'`;

const numberOf = async (engine: Engine, sql: string, table: string): Promise<number> =>
  Number((await engine.answer(sql, [`stored."${table}"`])).column('n').values[0]);

async function load(engine: Engine, id: string, blob: Blob, name: string, batch_rows?: number): Promise<void> {
  await readCapture(
    blob,
    name,
    {
      header: ({ columns }) => engine.create(id, columns),
      rows: (ipc) => engine.append(id, ipc),
      problems: () => Promise.resolve(),
    },
    { batch_rows },
  );
}

describe('compressed tables', () => {
  let plain: Engine;
  let compressed: Engine;
  beforeAll(async () => {
    plain = await nodeEngine(NEVER);
    compressed = await nodeEngine(AT_ONCE);
  });
  afterAll(async () => {
    await plain.close();
    await compressed.close();
  });

  /** Rows, their numbers and their order, and answers that read single columns. */
  async function expectEqual(id: string): Promise<void> {
    const all = `FROM numbered."${id}"`;
    const statements = [
      `SELECT * ${all}`,
      `SELECT rowid, packet_no ${all} WHERE rssi % 7 = 3 OR adv_type = 'SCAN_RSP'`,
      `SELECT rowid, local_name ${all} WHERE local_name > 'K' AND length(local_name) > 2`,
      `SELECT rowid, hex(adv_data) AS data ${all} WHERE octet_length(adv_data) BETWEEN 3 AND 20 LIMIT 500`,
      `SELECT advertiser_addr, count(*) AS n, min(ts_us) AS first, count(DISTINCT adv_data) AS payloads, list(DISTINCT service_uuids ORDER BY service_uuids) AS uuids ${all} GROUP BY 1 ORDER BY 1 NULLS FIRST`,
      `SELECT rowid ${all} ORDER BY ts_us DESC, rowid LIMIT 40 OFFSET 30`,
      `SELECT rowid, advertiser_addr ${all} WHERE rowid BETWEEN 100 AND 140`,
    ];
    for (const sql of statements) {
      const [before, after] = [await plain.rows(sql), await compressed.rows(sql)];
      expect(after.rows, sql).toEqual(before.rows);
    }
  }

  it.each(everyCapture())('%s: rows, order and answers are those of the plain table', { timeout: 60_000 }, async (path) => {
    const blob = await openAsBlob(path);
    for (const engine of [plain, compressed]) {
      // Some of the files hold nothing that can be read.
      if (
        (await load(engine, path, blob, path, 2048).then(
          () => null,
          (error: unknown) => error,
        )) !== null
      )
        return;
    }
    await expectEqual(path);
    await plain.drop(path);
    await compressed.drop(path);
  });

  it('after inserting more than one row group, no column is uncompressed', { timeout: 120_000 }, async () => {
    const packets = 130_000;
    const blob = new Blob([Uint8Array.from(roomCapture({ packets, seed: 5 }))]);
    for (const engine of [plain, compressed]) await load(engine, 'room', blob, 'room.pcap');
    await expectEqual('room');
    expect(await numberOf(plain, PLAIN, 'room')).toBeGreaterThan(10);
    expect(await numberOf(compressed, PLAIN, 'room')).toBe(0);
    expect(await numberOf(compressed, DICTIONARIES, 'room')).toBeGreaterThan(2);
  });

  it('texts that never repeat, and texts longer than a block, are returned unchanged', { timeout: 60_000 }, async () => {
    const columns: ColumnSpec[] = [
      { name: 'n', type: 'INTEGER' },
      { name: 'own', type: 'VARCHAR', storage: 'plain' },
      { name: 'late', type: 'VARCHAR' },
    ];
    const long = 'ß'.repeat(300_000);
    for (const engine of [plain, compressed]) {
      await engine.create('distinct', columns);
      for (let part = 0; part < 3; part++) {
        const batch = new Batch(columns, 5000);
        for (let row = 0; row < 5000; row++) {
          batch.fixed('n', 'INTEGER').set(row, part * 5000 + row);
          if (row % 3 !== 0) batch.bytes('own').setText(row, row === 77 ? long : `text ${part} ${row} ${'x'.repeat(row % 40)}`);
          if (part === 2) batch.dictionary('late').setText(row, row % 2 === 0 ? '' : 'late');
        }
        batch.rows = 5000;
        // As a reader sends it: a column from its first value on.
        await engine.append('distinct', encodeIpc({ columns: batch.columns.slice(0, part === 2 ? 3 : 2), rows: 5000 }));
      }
    }
    const sql = 'SELECT rowid, n, own, late, length(own) AS l FROM numbered.distinct';
    expect((await compressed.rows(sql)).rows).toEqual((await plain.rows(sql)).rows);
  });
});

describe('compressing', () => {
  const columns: ColumnSpec[] = [{ name: 'word', type: 'VARCHAR' }];
  const words = (): Uint8Array => {
    const batch = new Batch(columns, 60_000);
    for (let row = 0; row < 60_000; row++) batch.dictionary('word').setText(row, `a longer word ${row % 9}`);
    batch.rows = 60_000;
    return encodeIpc(batch);
  };
  let engine: Engine;
  afterEach(() => engine.close());

  it('begins only when the engine has been idle', async () => {
    const clock = new TestClock();
    engine = await nodeEngine({ ...NEVER, compressBytes: 1, compressAfterMs: 1000 }, clock);
    await engine.create('idle', columns);
    await engine.append('idle', words());
    await clock.advance(900);
    expect(await numberOf(engine, PLAIN, 'idle')).toBeGreaterThan(0);
    await clock.advance(900);
    expect(await numberOf(engine, PLAIN, 'idle')).toBeGreaterThan(0);
    await clock.advance(1000);
    expect(await numberOf(engine, PLAIN, 'idle')).toBe(0);
  });

  it('does not begin between two statements of one piece of work, such as a call of a tool', async () => {
    const clock = new TestClock();
    engine = await nodeEngine({ ...NEVER, compressBytes: 1, compressAfterMs: 1000 }, clock);
    await engine.create('call', columns);
    await engine.append('call', words());
    await engine.during(async () => {
      await clock.advance(5000);
      expect(await numberOf(engine, PLAIN, 'call')).toBeGreaterThan(0);
      await clock.advance(5000);
      expect(await numberOf(engine, PLAIN, 'call')).toBeGreaterThan(0);
    });
    await clock.advance(1000);
    expect(await numberOf(engine, PLAIN, 'call')).toBe(0);
  });

  it('does not begin while an answer is streamed, because it would never complete', { timeout: 30_000 }, async () => {
    engine = await nodeEngine(AT_ONCE);
    await engine.create('busy', columns);
    for (let i = 0; i < 5; i++) await engine.append('busy', words());
    const appended: Promise<void>[] = [];
    let rows = 0;
    await engine.stream('SELECT word FROM busy', [], async (part) => {
      rows += part.rows;
      appended.push(engine.append('busy', words()));
      for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    });
    await Promise.all(appended);
    expect([rows, appended.length > 1]).toEqual([300_000, true]);
    expect(await numberOf(engine, PLAIN, 'busy')).toBeGreaterThan(0);
    await engine.append('busy', words());
    expect(await numberOf(engine, PLAIN, 'busy')).toBe(0);
    expect((await engine.answer('SELECT count(*)::DOUBLE AS n FROM busy')).column('n').values[0]).toBe(
      300_000 + 60_000 * (appended.length + 1),
    );
  });

  it('is requested once per pause, only for enough rows, and never after the end', async () => {
    const clock = new TestClock();
    let asked = 0;
    const compression = new Compression(
      clock,
      { compressBytes: 10, compressAfterMs: 5, compressAtOnceBytes: 30 },
      () => false,
      () => asked++,
    );
    const statement = (bytes: number): void => {
      compression.count(1);
      compression.appended(bytes);
      compression.count(-1);
    };
    statement(9);
    await clock.advance(10);
    expect(asked).toBe(0);
    statement(1);
    compression.count(1);
    await clock.advance(10);
    expect(asked).toBe(0);
    compression.count(1);
    expect(compression.begin()).toBe(false);
    compression.count(-1);
    expect([compression.due, compression.begin()]).toEqual([false, true]);
    compression.count(-1);
    await clock.advance(10);
    expect(asked).toBe(0);
    statement(30);
    expect(compression.due).toBe(true);
    await clock.advance(10);
    expect(asked).toBe(1);
    statement(30);
    compression.stop();
    await clock.advance(10);
    expect(asked).toBe(1);
    engine = await nodeEngine();
  });
});

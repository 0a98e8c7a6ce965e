import { describe, expect, it, test } from 'vitest';
import { callWithFilter, isRelative, withSelection } from '../../../src/selection/narrowed-call.ts';
import { isMixed, isTimed, ownWindow, resolveWindow, wholeTime, windowSql } from '../../../src/selection/time.ts';
import type { CaptureInfo, ColumnInfo } from '../../../src/tables/captures.ts';
import { TIME_COLUMN } from '../../../src/tables/capture-time.ts';
import { ADVERT_COLUMNS } from '../../../src/tables/adverts.ts';
import { bleCapture, relativeCapture, tableCapture } from './support.ts';

const START = 1712131200000;
const lab = bleCapture('lab', { time_range: { start_ms: START, end_ms: START + 120_000 } });
const later = bleCapture('later', { time_range: { start_ms: START + 200_000, end_ms: START + 300_000 } });
const old = relativeCapture('old');
const older = relativeCapture('older', 500_000);
const untimed = tableCapture('t', [{ name: 'x', type: 'DOUBLE' }]);
/** Packets were received from 2 s before to 1 s before their timestamps. */
const corrected = bleCapture('corrected', {
  columns: [...ADVERT_COLUMNS, TIME_COLUMN],
  time_range: { start_ms: START - 2000, end_ms: START + 119_000 },
  clock: { column: 'time_us', reason: 'late', stamped: { start_ms: START, end_ms: START + 120_000 } },
});

const range = (start_ms: number, end_ms: number) => ({ start_ms, end_ms });
const resolve = (captures: readonly CaptureInfo[], start: number, end: number, asked?: 'epoch' | 'relative') =>
  resolveWindow(range(start, end), asked, captures, ['w']);

describe('the time of captures', () => {
  it('is known if they have a range and a time base', () => {
    expect([lab, old, untimed, { ...lab, time_range: null }, { ...lab, time_base: 'none' as const }].map(isTimed)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is mixed if some have a wall clock and others do not', () => {
    expect([[lab, old], [lab, later], [old, older], [lab, untimed], [old, untimed], []].map((list) => isMixed(list))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(isMixed([{ ...lab, time_range: null }, old])).toBe(false);
    expect(isMixed([lab, { ...old, time_range: null }])).toBe(false);
  });

  it('without a window is their common range, by the timestamps of their files', () => {
    expect(wholeTime([lab, later])).toEqual({ time_range: range(START, START + 300_000), time_base: 'epoch' });
    expect(wholeTime([later, lab, untimed])).toEqual({ time_range: range(START, START + 300_000), time_base: 'epoch' });
    expect(wholeTime([old, older])).toEqual({ time_range: range(0, 500_000), time_base: 'relative' });
    expect(wholeTime([later, old])).toEqual({ time_range: range(0, 120_000), time_base: 'relative' });
    expect(wholeTime([lab, later, older])).toEqual({ time_range: range(0, 500_000), time_base: 'relative' });
    expect(wholeTime([corrected])).toEqual({ time_range: range(START, START + 120_000), time_base: 'epoch' });
    expect(wholeTime([untimed])).toEqual({ time_range: null, time_base: 'none' });
    expect(wholeTime([{ ...old, time_range: null }, lab]).time_base).toBe('epoch');
  });
});

describe('a window', () => {
  it.each<[string, CaptureInfo[], number, number, 'epoch' | 'relative' | undefined, object]>([
    ['from the first packet', [lab], 1000, 2000, undefined, { time_range: range(START + 1000, START + 2000), time_base: 'epoch' }],
    [
      'relative to the first packet of several captures',
      [later, lab],
      0,
      300_000,
      undefined,
      { time_range: range(START, START + 300_000), time_base: 'epoch' },
    ],
    ['since 1970', [lab], START, START + 1, undefined, { time_range: range(START, START + 1), time_base: 'epoch' }],
    ['that is one moment', [lab], 5, 5, 'relative', { time_range: range(START + 5, START + 5), time_base: 'epoch' }],
    ['of captures without a clock', [old], 5, 6, undefined, { time_range: range(5, 6), time_base: 'relative' }],
    ['of captures without a clock, from 1970', [old], 5, 6, 'epoch', { time_range: range(5, 6), time_base: 'relative' }],
    ['of mixed captures, from the start of each', [later, old], 5, 6, undefined, { time_range: range(5, 6), time_base: 'relative' }],
    ['of mixed captures, since 1970', [lab, old], START, START + 6, undefined, { time_range: range(START, START + 6), time_base: 'epoch' }],
    [
      'that exceeds the captures by less than a minute',
      [lab],
      START - 59_999,
      START + 179_999,
      undefined,
      {
        time_range: range(START, START + 120_000),
        time_base: 'epoch',
        clamped: { asked: range(START - 59_999, START + 179_999), used: range(START, START + 120_000) },
      },
    ],
    [
      'of mixed captures that exceeds them',
      [lab, old],
      0,
      120_001,
      undefined,
      { time_range: range(0, 120_000), time_base: 'relative', clamped: { asked: range(0, 120_001), used: range(0, 120_000) } },
    ],
  ])('%s is resolved', (_, captures, start, end, asked, value) => {
    expect(resolve(captures, start, end, asked)).toEqual({ ok: true, value });
  });

  const supported = `0-120000ms (${START}-${START + 120_000}ms since 1970-01-01 UTC)`;
  it.each<[string, CaptureInfo[], number, number, 'epoch' | 'relative' | undefined, string, object]>([
    [
      'a minute too early',
      [lab],
      START - 60_000,
      START,
      undefined,
      `Requested ${START - 60_000}-${START}ms but capture lab supports ${START}-${START + 120_000}ms (0-120000ms from the start)`,
      { supported: range(START, START + 120_000), time_base: 'epoch', supported_relative: range(0, 120_000) },
    ],
    [
      'a minute too late',
      [lab],
      0,
      180_000,
      undefined,
      `Requested 0-180000ms but capture lab supports ${supported}`,
      { supported: range(0, 120_000), time_base: 'relative', supported_epoch: range(START, START + 120_000) },
    ],
    [
      'just beyond',
      [lab],
      120_001,
      120_002,
      undefined,
      `Requested 120001-120002ms but capture lab supports ${supported}`,
      { supported: range(0, 120_000), time_base: 'relative', supported_epoch: range(START, START + 120_000) },
    ],
    [
      'that ends before it starts',
      [lab],
      5,
      4,
      undefined,
      `Requested 5-4ms but capture lab supports ${supported}; start_ms is after end_ms`,
      { supported: range(0, 120_000), time_base: 'relative', supported_epoch: range(START, START + 120_000) },
    ],
    [
      'of two bases',
      [lab],
      0,
      START,
      undefined,
      `Requested 0-${START}ms but capture lab supports ${supported}; start_ms counts from the start of the capture, end_ms from 1970-01-01 UTC: say time_base or use one of them`,
      { supported: range(0, 120_000), time_base: 'relative', supported_epoch: range(START, START + 120_000) },
    ],
    [
      'that exceeds captures without a clock',
      [old, older],
      0,
      560_000,
      undefined,
      'Requested 0-560000ms but captures old, older support 0-500000ms',
      { supported: range(0, 500_000), time_base: 'relative' },
    ],
    [
      'since 1970 that exceeds mixed captures, of which only those with a clock count',
      [lab, older],
      START + 480_000,
      START + 490_000,
      undefined,
      `Requested ${START + 480_000}-${START + 490_000}ms but captures lab, older support ${START}-${START + 120_000}ms (0-500000ms from the start)`,
      { supported: range(START, START + 120_000), time_base: 'epoch', supported_relative: range(0, 500_000) },
    ],
    [
      'of captures without times',
      [untimed, untimed],
      0,
      1,
      undefined,
      'Requested 0-1ms but captures t, t have no row with a time; leave the window out',
      {},
    ],
    [
      'of a capture without times',
      [untimed],
      0,
      1,
      undefined,
      'Requested 0-1ms but capture t has no row with a time; leave the window out',
      {},
    ],
  ])('%s is refused', (_, captures, start, end, asked, message, details) => {
    expect(resolve(captures, start, end, asked)).toEqual({
      ok: false,
      error: { code: 'UNSUPPORTED_TIME_RANGE', path: ['w'], message, details: { requested: range(start, end), ...details } },
    });
  });

  it('is rejected with the names of four captures', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => relativeCapture(id));
    const said = (captures: CaptureInfo[]) => {
      const result = resolve(captures, 0, 1e6);
      return result.ok ? '' : result.error.message;
    };
    expect(said(five)).toContain('captures a, b, c, d and 1 more support');
    expect(said(five.slice(1))).toContain('captures b, c, d, e support');
  });

  it('is applied to the clock of each capture', () => {
    const relative = { time_range: range(5, 6), time_base: 'relative' as const };
    const epoch = { time_range: range(START + 5, START + 6), time_base: 'epoch' as const };
    expect(ownWindow(lab, epoch, [lab])).toEqual(range(START + 5, START + 6));
    expect(ownWindow(later, relative, [lab, later, old])).toEqual(range(START + 5, START + 6));
    expect(ownWindow(old, relative, [lab, old])).toEqual(range(5, 6));
    expect(ownWindow(old, epoch, [lab, old])).toBeNull();
    expect(ownWindow(untimed, epoch, [untimed, lab])).toBeNull();
    expect(ownWindow(lab, { time_range: null, time_base: 'none' }, [lab])).toBeNull();
  });

  it('from the first timestamp of a file includes packets that were received before it', () => {
    const whole = { time_range: range(START, START + 5), time_base: 'epoch' as const };
    expect(ownWindow(corrected, whole, [corrected])).toEqual(range(START - 2000, START + 5));
    expect(ownWindow(corrected, { ...whole, time_range: range(START + 1, START + 5) }, [corrected])).toEqual(range(START + 1, START + 5));
    const fast = { ...corrected, time_range: range(START + 2000, START + 119_000) };
    expect(ownWindow(fast, whole, [fast])).toEqual(range(START, START + 5));
    expect(ownWindow(lab, whole, [lab])).toEqual(range(START, START + 5));
  });
});

describe('a window on the stored times', () => {
  const time = (changes: Partial<ColumnInfo>): ColumnInfo => ({ name: 'at', type: 'BIGINT', role: 'time', ...changes });
  const sql = (column: ColumnInfo, window = range(1001, 2000)) => windowSql(tableCapture('t', [], { columns: [column] }), window);

  test.each<[Partial<ColumnInfo>, string, unknown[]]>([
    [{ type: 'TIMESTAMP' }, 'make_timestamp(CAST(? AS BIGINT))', [1_001_000n, 2_001_000n]],
    [{ type: 'DATE' }, 'make_timestamp(CAST(? AS BIGINT))', [1_001_000n, 2_001_000n]],
    [{}, 'CAST(? AS BIGINT)', [1_001_000n, 2_001_000n]],
    [{ unit: 'us' }, 'CAST(? AS BIGINT)', [1_001_000n, 2_001_000n]],
    [{ unit: 'ms' }, 'CAST(? AS BIGINT)', [1001n, 2001n]],
    [{ unit: 's' }, 'CAST(? AS BIGINT)', [2n, 3n]],
    [{ unit: 'ns' }, 'CAST(? AS BIGINT)', [1_001_000_000n, 2_001_000_000n]],
    [{ type: 'DOUBLE', unit: 's' }, 'CAST(? AS DOUBLE)', [1.001, 2.001]],
    [{ type: 'FLOAT', unit: 'ms' }, 'CAST(? AS DOUBLE)', [1001, 2001]],
    [{ type: 'DOUBLE', unit: 'ns' }, 'CAST(? AS DOUBLE)', [1_001_000_000, 2_001_000_000]],
    [{ type: 'DOUBLE' }, 'CAST(? AS DOUBLE)', [1_001_000, 2_001_000]],
  ])('of %j ends with the last µs of its last ms', (column, bound, values) => {
    expect(sql(time(column))).toEqual({ sql: `("at" >= ${bound} AND "at" < ${bound})`, values });
  });

  it('has its bounds rounded up to whole units of the column, also at and below 0', () => {
    expect(sql(time({ unit: 's' }), range(1000, 1999)).values).toEqual([1n, 2n]);
    expect(sql(time({ unit: 's' }), range(0, 0)).values).toEqual([0n, 1n]);
    expect(sql(time({ unit: 's' }), range(-1500, 0)).values).toEqual([-1n, 1n]);
  });

  it('selects nothing if no column is a time, and compares µs of the capture’s clock in a BLE capture', () => {
    expect(windowSql(untimed, range(0, 1))).toEqual({ sql: 'FALSE', values: [] });
    expect(windowSql(lab, range(1, 1)).sql).toContain('"ts_us"');
    expect(windowSql(corrected, range(1, 1))).toEqual({
      sql: '("time_us" >= CAST(? AS BIGINT) AND "time_us" < CAST(? AS BIGINT))',
      values: [1000n, 2000n],
    });
  });
});

describe('a call that is narrowed', () => {
  const A = 'AA:BB:CC:DD:EE:01';
  const narrowed = (selection: unknown, addresses: string[], time_range: { start_ms: number; end_ms: number } | null = null) =>
    withSelection({ capture_selection: selection }, { time_range, addresses })['capture_selection'];

  it('states the base of its times if it did before', () => {
    expect(isRelative(1e11 - 1)).toBe(true);
    expect(isRelative(1e11)).toBe(false);
    expect(narrowed({ time_base: 'relative' }, [], range(1e11, 2e11))).toEqual({ time_base: 'epoch', time_window: range(1e11, 2e11) });
    expect(narrowed({}, [], { ...range(1, 2), also: 3 } as never)).toEqual({ time_window: range(1, 2) });
    expect(narrowed({ selectors: { time_range: range(0, 0), channels: ['1'] } }, [], range(1, 2))).toEqual({
      selectors: { time_range: range(1, 2), channels: ['1'] },
    });
    expect(narrowed('lab', [], range(1, 2))).toEqual({ time_window: range(1, 2) });
    expect(narrowed({ time_base: 'epoch', selectors: 5 }, [A])).toEqual({
      time_base: 'epoch',
      selectors: { filters: [`advertiser_addr IN ('${A}')`] },
    });
  });

  it('loses only the address terms that a selection wrote', () => {
    const own = `advertiser_addr IN ('${A}')`;
    for (const other of [
      'rssi>-90',
      'crc_ok  and (rssi>-90)',
      `advertiser_addr NOT IN ('x')`,
      `scanner_addr IN ('x')`,
      `advertiser_addr = 'x'`,
      `device_id IN ('x') OR crc_ok`,
      7,
      'a =',
    ])
      expect(narrowed({ selectors: { filters: [other, `ADVERTISER_ADDR IN ('x')`, `"Device_Id" IN ('y')`] } }, [A])).toEqual({
        selectors: { filters: [other, own] },
      });
    expect(narrowed({ filter_expression: ` crc_ok AND device_id IN ('x') ` }, [A])).toEqual({ filter_expression: `(crc_ok) AND (${own})` });
    expect(narrowed({ filter_expression: 5, selectors: { filters: 'crc_ok' } }, [A])).toEqual({
      filter_expression: 5,
      selectors: { filters: [own] },
    });
    expect(callWithFilter({ capture_selection: { selectors: 5 } }, 'x')).toEqual({ capture_selection: { selectors: { filters: ['x'] } } });
    expect(callWithFilter({}, 'x')).toEqual({ capture_selection: { selectors: { filters: ['x'] } } });
  });
});

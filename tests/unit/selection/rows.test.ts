import { describe, expect, it } from 'vitest';
import { callSelection, conditionSql, filterSql, writtenConditions } from '../../../src/selection/rows.ts';
import type { ColumnInfo } from '../../../src/tables/captures.ts';
import { bleCapture, tableCapture } from './support.ts';

const lab = bleCapture('lab');
const when: ColumnInfo = { name: 'when?', type: 'TIMESTAMP', role: 'time' };
const timed = tableCapture('timed', [], {
  columns: [when, { name: 'mac', type: 'VARCHAR', role: 'address' }, { name: 'n', type: 'BIGINT' }],
  time_base: 'epoch',
  time_range: { start_ms: 1712131200000, end_ms: 1712131300000 },
});
const plain = tableCapture('plain', [{ name: 'n', type: 'BIGINT' }]);
const all = { time_range: null, addresses: [] };
const second = { start_ms: 1712131200000, end_ms: 1712131200999 };
const ADDRESS = 'AA:BB:CC:DD:EE:FF';

describe('a filter on one capture', () => {
  it('is a condition with bound values, or nothing if it is empty', () => {
    expect(filterSql(lab, 'RSSI > -60 AND channel = 37')).toEqual({
      ok: true,
      value: { sql: '(("rssi" > CAST(? AS BIGINT)) AND ("channel" = CAST(? AS BIGINT)))', values: [-60n, 37n] },
    });
    expect(filterSql(lab, '')).toEqual({ ok: true, value: null });
    expect(filterSql(lab, ' \n ')).toEqual({ ok: true, value: null });
  });

  it('is rejected at the first position that is invalid or does not suit the capture', () => {
    expect(filterSql(lab, 'rssi >')).toMatchObject({ ok: false, error: { at: 6 } });
    expect(filterSql(lab, 'rssi > 1 AND nope = 1 AND rssi = TRUE')).toMatchObject({ ok: false, error: { at: 13 } });
    expect(conditionSql(lab, all, 'nope')).toMatchObject({ ok: false, error: { at: 0 } });
  });
});

describe('the rows of the page’s selection', () => {
  it('are all rows if neither time, address nor filter is chosen', () => {
    expect(conditionSql(lab, all, ' ')).toEqual({ ok: true, value: null });
    expect(writtenConditions(lab, all, '')).toEqual([]);
    expect(callSelection(lab, all, ' ')).toEqual({ capture_ids: ['lab'] });
  });

  it('match the time, one of the addresses in any address column, and the filter', () => {
    expect(conditionSql(lab, { time_range: second, addresses: [ADDRESS, 'dev'] }, 'crc_ok')).toEqual({
      ok: true,
      value: {
        sql:
          '(("ts_us" >= CAST(? AS BIGINT) AND "ts_us" < CAST(? AS BIGINT)))' +
          ' AND (CAST("advertiser_addr" AS VARCHAR) IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR))' +
          ' OR CAST("device_id" AS VARCHAR) IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)))' +
          ' AND (("crc_ok"))',
        values: [1712131200000000n, 1712131201000000n, ADDRESS, 'dev', ADDRESS, 'dev'],
      },
    });
    expect(conditionSql(lab, all, 'crc_ok')).toEqual({ ok: true, value: { sql: '(("crc_ok"))', values: [] } });
  });

  it('are not narrowed by a time or an address if the capture has no column for it', () => {
    expect(conditionSql(plain, { time_range: second, addresses: [ADDRESS] }, '')).toEqual({ ok: true, value: null });
    expect(callSelection(plain, { time_range: second, addresses: [ADDRESS] }, '')).toEqual({ capture_ids: ['plain'] });
    expect(writtenConditions(plain, { time_range: second, addresses: [ADDRESS] }, 'n = 1')).toEqual(['n = 1']);
    expect(conditionSql(timed, { time_range: null, addresses: [ADDRESS] }, '')).toEqual({
      ok: true,
      value: { sql: '(CAST("mac" AS VARCHAR) IN (CAST(? AS VARCHAR)))', values: [ADDRESS] },
    });
  });

  it('are those that a call with the same window, addresses and filter selects', () => {
    expect(callSelection(lab, { time_range: second, addresses: [ADDRESS] }, ' crc_ok ')).toEqual({
      capture_ids: ['lab'],
      time_window: second,
      time_base: 'epoch',
      selectors: { filters: ['crc_ok', `advertiser_addr IN ('${ADDRESS}') OR device_id IN ('${ADDRESS}')`] },
    });
    expect(callSelection({ ...lab, time_range: null }, { time_range: second, addresses: [] }, '')).toEqual({ capture_ids: ['lab'] });
    expect(callSelection(timed, { time_range: null, addresses: [ADDRESS] }, '')).toEqual({
      capture_ids: ['timed'],
      selectors: { filters: [`mac IN ('${ADDRESS}')`] },
    });
  });
});

describe('conditions for a person’s editor', () => {
  it('contain literal values; several conditions are in parentheses', () => {
    expect(writtenConditions(lab, { time_range: second, addresses: [] }, '')).toEqual([
      '("ts_us" >= CAST(1712131200000000 AS BIGINT) AND "ts_us" < CAST(1712131201000000 AS BIGINT))',
    ]);
    expect(writtenConditions(lab, { time_range: null, addresses: [ADDRESS] }, ' crc_ok ')).toEqual([
      '(crc_ok)',
      `(advertiser_addr IN ('${ADDRESS}') OR device_id IN ('${ADDRESS}'))`,
    ]);
    expect(writtenConditions(lab, all, 'rssi > -60 ')).toEqual(['rssi > -60']);
  });

  it('replace the columns that exist only in calls: the capture id, and the time in µs', () => {
    expect(writtenConditions(lab, all, "capture_id = 'la''b'")).toEqual(["(CAST('lab' AS VARCHAR) = CAST('la''b' AS VARCHAR))"]);
    expect(writtenConditions(timed, all, 'TS_US > 5 AND n = 1')).toEqual([
      '((TRY(epoch_us("when?"::TIMESTAMP)) > CAST(5 AS BIGINT)) AND ("n" = CAST(1 AS BIGINT)))',
    ]);
    expect(writtenConditions(timed, { time_range: null, addresses: [ADDRESS] }, 'ts_us > 5')).toEqual([
      '((TRY(epoch_us("when?"::TIMESTAMP)) > CAST(5 AS BIGINT)))',
      `(mac IN ('${ADDRESS}'))`,
    ]);
    // A BLE capture has the column itself.
    expect(writtenConditions(lab, all, 'ts_us > 5')).toEqual(['ts_us > 5']);
    expect(writtenConditions(lab, all, 'capture_id >')).toEqual(['capture_id >']);
  });

  it('do not replace a question mark in a name', () => {
    expect(writtenConditions(timed, { time_range: second, addresses: [] }, '')).toEqual([
      '("when?" >= make_timestamp(CAST(1712131200000000 AS BIGINT)) AND "when?" < make_timestamp(CAST(1712131201000000 AS BIGINT)))',
    ]);
    const odd = tableCapture('odd', [{ name: 'a"?', type: 'BOOLEAN' }]);
    expect(writtenConditions(odd, all, `"a""?" = TRUE AND capture_id = '?'`)).toEqual([
      `(("a""?" = CAST(true AS BOOLEAN)) AND (CAST('odd' AS VARCHAR) = CAST('?' AS VARCHAR)))`,
    ]);
  });
});

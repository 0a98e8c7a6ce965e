import { describe, expect, it, test } from 'vitest';
import { channelSql, channelsOf, hasUnlistedChannels } from '../../../src/selection/channels.ts';
import { addedTime, addressKeys, classOf, hasColumn, knownColumns, mixedColumns, roleColumn } from '../../../src/selection/columns.ts';
import { soundRow, soundSelected } from '../../../src/selection/sound-rows.ts';
import { sqlKey } from '../../../src/selection/sql-key.ts';
import type { ColumnInfo } from '../../../src/tables/captures.ts';
import { bleCapture, tableCapture } from './support.ts';

const table = (columns: readonly ColumnInfo[], changes: Parameters<typeof bleCapture>[1] = {}, id = 't') =>
  tableCapture(id, [], { columns, ...changes });

test.each([
  ['number', 'TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT INT FLOAT DOUBLE'],
  ['number', 'DECIMAL(18,3)'],
  ['text', 'VARCHAR UUID'],
  ['boolean', 'BOOLEAN'],
  ['time', 'TIMESTAMP DATE TIME'],
  ['other', 'BLOB VARCHAR[] INTEGER[] BIT STRUCT(INTEGER) XINTEGER INTERVAL'],
])('columns are compared as %s if their type is one of %s', (kind, types) => {
  for (const type of types.split(' ')) expect([type, classOf(type)]).toEqual([type, kind]);
});

describe('columns of the selected rows', () => {
  it('are those of the capture in lower case, its id, and a time in µs if it has times', () => {
    const when: ColumnInfo = { name: 'When', type: 'DOUBLE', role: 'time', unit: 's' };
    const capture = table([when, { name: 'Id', type: 'UUID' }]);
    expect([...knownColumns(capture)]).toEqual([
      ['when', { name: 'When', type: 'DOUBLE', holds: 'number', sql: '"When"', values: [] }],
      ['id', { name: 'Id', type: 'UUID', holds: 'text', sql: 'CAST("Id" AS VARCHAR)', values: [] }],
      ['ts_us', { name: 'ts_us', type: 'BIGINT', holds: 'number', sql: 'TRY(CAST("When" * 1000000 AS BIGINT))', values: [] }],
      ['capture_id', { name: 'capture_id', type: 'VARCHAR', holds: 'text', sql: 'CAST(? AS VARCHAR)', values: ['t'] }],
    ]);
    expect(knownColumns(capture)).toBe(knownColumns(capture));
    expect([...knownColumns(table([{ name: 'x', type: 'BLOB' }])).keys()]).toEqual(['x', 'capture_id']);
  });

  it('do not get a second time column', () => {
    expect(addedTime(bleCapture('lab'))).toBeNull();
    const columns: ColumnInfo[] = [
      { name: 'when', type: 'DOUBLE', role: 'time', unit: 's' },
      { name: 'TS_US', type: 'BIGINT' },
    ];
    expect(addedTime(table(columns))).toBeNull();
    expect(addedTime(table(columns.slice(0, 1)))).toBe('TRY(CAST("when" * 1000000 AS BIGINT))');
    expect(addedTime(table(columns.slice(1)))).toBeNull();
    expect(hasColumn(table(columns), 'ts_us')).toBe(true);
    expect(hasColumn(table(columns), 'ts')).toBe(false);
  });

  it('are mixed if captures have different kinds of values under one name', () => {
    const of = (type: string, id: string) => table([{ name: 'x', type }], {}, id);
    const mixed = (...types: string[]) => [...mixedColumns(types.map((type, index) => of(type, `c${index}`)))];
    expect(mixed('INTEGER', 'DOUBLE')).toEqual([]);
    expect(mixed('INTEGER', 'VARCHAR')).toEqual(['x']);
    expect(mixed('VARCHAR', 'VARCHAR', 'BOOLEAN')).toEqual(['x']);
    expect(mixed('TIMESTAMP', 'DATE')).toEqual([]);
    expect(mixed('TIMESTAMP', 'TIME')).toEqual(['x']);
    expect(mixed('BLOB', 'BLOB')).toEqual([]);
    expect(mixed('BLOB', 'VARCHAR[]')).toEqual(['x']);
    expect(mixed('INTEGER')).toEqual([]);
    expect([...mixedColumns([of('INTEGER', 'a'), table([{ name: 'X', type: 'VARCHAR' }], {}, 'b')])]).toEqual(['x']);
  });
});

describe('the column of a role', () => {
  const own: ColumnInfo[] = [
    { name: 'f', type: 'INTEGER', role: 'channel' },
    { name: 'Channel', type: 'INTEGER' },
    { name: 'Receiver', type: 'VARCHAR' },
    { name: 'r', type: 'VARCHAR', role: 'receiver' },
  ];
  const nameOf = (capture: Parameters<typeof roleColumn>[0], role: Parameters<typeof roleColumn>[1]) => roleColumn(capture, role)?.name;

  it('is the marked one in a table, otherwise the one with that name', () => {
    expect(nameOf(table(own), 'channel')).toBe('f');
    expect(nameOf(table(own), 'receiver')).toBe('r');
    expect(nameOf(table(own.slice(1, 3)), 'channel')).toBe('Channel');
    expect(nameOf(table(own.slice(1, 3)), 'receiver')).toBe('Receiver');
    expect(nameOf(table([{ name: 'CH', type: 'INTEGER' }]), 'channel')).toBe('CH');
    expect(nameOf(table([{ name: 'ch', type: 'INTEGER' }]), 'receiver')).toBeUndefined();
    expect(nameOf(table([{ name: 'ts_us', type: 'BIGINT' }]), 'time')).toBeUndefined();
    expect(nameOf(table([{ name: 'at', type: 'DATE', role: 'time' }]), 'time')).toBe('at');
  });

  it('has a fixed name in a BLE capture, even if another column has the role', () => {
    expect(['time', 'channel', 'receiver'].map((role) => nameOf(bleCapture('lab'), role as 'time'))).toEqual([
      'ts_us',
      'channel',
      'receiver',
    ]);
    const marked = bleCapture('lab', { columns: [{ name: 'ch', type: 'INTEGER', role: 'channel' }] });
    expect(roleColumn(marked, 'channel')).toBeUndefined();
  });

  it('for addresses is that of advertisers or of live devices; in a table, the marked ones', () => {
    expect(addressKeys(bleCapture('lab'))).toEqual(['advertiser_addr', 'device_id']);
    expect(addressKeys(bleCapture('live', { columns: [{ name: 'device_id', type: 'VARCHAR' }] }))).toEqual(['device_id']);
    const columns: ColumnInfo[] = [
      { name: 'mac', type: 'VARCHAR', role: 'address' },
      { name: 'advertiser_addr', type: 'VARCHAR' },
      { name: 'peer', type: 'VARCHAR', role: 'address' },
    ];
    expect(addressKeys(table(columns))).toEqual(['mac', 'peer']);
  });
});

describe('channels and receivers', () => {
  const number: ColumnInfo = { name: 'ch', type: 'BIGINT', role: 'channel' };
  const text: ColumnInfo = { name: 'ch', type: 'VARCHAR', role: 'channel' };

  it('are offered only if the capture has a column for them', () => {
    expect(channelsOf(bleCapture('lab'))).toEqual(['37', '38', '39', 'rx-north-2']);
    expect(channelsOf(table([], { channels: ['1'], sensors: ['a'] }))).toEqual([]);
    expect(channelsOf(table([number], { channels: ['1'], sensors: ['a'] }))).toEqual(['1']);
    expect(channelsOf(table([{ name: 'receiver', type: 'VARCHAR' }], { channels: ['1'], sensors: ['a'] }))).toEqual(['a']);
  });

  it('can be any if a table with rows has a channel column but no list of channels', () => {
    expect(hasUnlistedChannels(table([number]))).toBe(true);
    expect(hasUnlistedChannels(table([number], { row_count: 1 }))).toBe(true);
    expect(hasUnlistedChannels(table([number], { row_count: 0 }))).toBe(false);
    expect(hasUnlistedChannels(table([number], { channels: ['1'] }))).toBe(false);
    expect(hasUnlistedChannels(table([]))).toBe(false);
    expect(hasUnlistedChannels(bleCapture('lab', { channels: [] }))).toBe(false);
    expect(channelSql(table([text]), ['x'])).toEqual({ sql: '(CAST("ch" AS VARCHAR) IN (CAST(? AS VARCHAR)))', values: ['x'] });
  });

  it('select rows that have any of them, comparing numbers by value and texts exactly', () => {
    expect(channelSql(bleCapture('lab'), ['37', '38', 'rx-north-2'])).toEqual({
      sql: '("channel" IN (CAST(? AS DOUBLE), CAST(? AS DOUBLE)) OR CAST("receiver" AS VARCHAR) IN (CAST(? AS VARCHAR)))',
      values: [37, 38, 'rx-north-2'],
    });
    expect(channelSql(table([number], { channels: ['037', 'x'] }), ['037', 'x'])).toEqual({
      sql: '("ch" IN (CAST(? AS DOUBLE)))',
      values: [37],
    });
    expect(channelSql(table([text], { channels: ['037'] }), ['037'])).toEqual({
      sql: '(CAST("ch" AS VARCHAR) IN (CAST(? AS VARCHAR)))',
      values: ['037'],
    });
  });

  it('select no rows of a capture that does not have them', () => {
    for (const [capture, names] of [
      [bleCapture('lab'), ['5']],
      [table([number], { channels: ['x'] }), ['x']],
      [table([], { channels: ['1'], sensors: ['a'] }), ['1', 'a']],
    ] as const)
      expect(channelSql(capture, names)).toEqual({ sql: 'FALSE', values: [] });
  });
});

describe('rows with reliable content', () => {
  it('are those with a valid CRC, or all if no CRC is known', () => {
    const sound = (name: string) => `(crc_ok OR (crc_ok IS NULL AND NOT EXISTS (SELECT 1 FROM "${name}" AS checked WHERE checked.crc_ok)))`;
    expect(soundRow(bleCapture('lab'))).toBe(sound('lab'));
    expect(soundRow(table([]))).toBeNull();
    expect(soundSelected([table([]), table([], {}, 'u')])).toBe('TRUE');
    expect(soundSelected([bleCapture("it's"), table([]), bleCapture('b')])).toBe(
      `CASE capture_id WHEN 'it''s' THEN ${sound("it's")} WHEN 'b' THEN ${sound('b')} ELSE TRUE END`,
    );
  });
});

it('an SQL key differs for different statements, for different values and for null', () => {
  const keys = [
    sqlKey(null),
    sqlKey({ sql: 'a', values: [] }),
    sqlKey({ sql: 'a', values: [1n] }),
    sqlKey({ sql: 'a', values: [2n ** 60n] }),
    sqlKey({ sql: 'a', values: [1, 2] }),
    sqlKey({ sql: 'a', values: [12] }),
    sqlKey({ sql: 'b', values: [1n] }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys[0]).toBe('');
  expect(sqlKey({ sql: 'a', values: [1n] })).toBe(sqlKey({ sql: 'a', values: [1] }));
});

import { describe, expect, it } from 'vitest';
import { sqlOffers, type SqlFunction } from '../../../src/statements/complete.ts';
import { CONVERSATION_TABLES } from '../../../src/tables/conversation/index.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';

const capture = (capture_id: string, ...columns: readonly string[]): CaptureInfo => ({
  capture_id,
  sensors: [],
  file_name: `${capture_id}.csv`,
  format: 'csv',
  link_types: [],
  kind: 'table',
  bytes: 1,
  sha256: '',
  row_count: 7,
  problem_count: 0,
  columns: columns.map((name) => ({ name, type: 'DOUBLE', unit: 'dBm', description: `about ${name}` })),
  channels: [],
  time_base: 'none',
  time_range: null,
  warnings: [],
});
const captures = [capture('lamp', 'rssi', 'my col'), capture('door', 'level')];
const functions: readonly SqlFunction[] = [{ name: 'round', parameters: 'x, n', description: 'Rounds x' }];

/** Labels at the bar of a statement. */
function at(marked: string, asked = true): readonly string[] | null {
  const pos = marked.indexOf('|');
  return sqlOffers(marked.replace('|', ''), pos, asked, captures, functions)?.options.map(({ label }) => label) ?? null;
}

describe('what can stand at a place of a statement', () => {
  it('is a table after FROM and JOIN, and nothing else', () => {
    expect(at('SELECT * FROM |')).toEqual(['lamp', 'door', 'device_names']);
    expect(at('SELECT * FROM lamp JOIN d|')).toEqual(['lamp', 'door', 'device_names']);
  });

  it('is a column of the tables that the statement names, before or behind the place, else of all', () => {
    expect(at('SELECT r| FROM lamp')).toEqual(expect.arrayContaining(['rssi', 'my col', 'round', 'SELECT']));
    expect(at('SELECT r| FROM lamp')).not.toContain('level');
    expect(at('SELECT l|')).toEqual(expect.arrayContaining(['rssi', 'level']));
  });

  it('is a column of a table behind its name or alias and a dot', () => {
    expect(at('SELECT a.| FROM door AS a')).toEqual(['level']);
    expect(at('SELECT lamp.r| FROM lamp')).toEqual(['rssi', 'my col']);
    expect(at('SELECT n.| FROM door JOIN device_names n')).toEqual(['address', 'name']);
    expect(at('SELECT b.| FROM door a')).toBeNull();
  });

  it('is a table about the connections of a capture, with its columns', () => {
    const tables = [
      { name: 'air_connections', what: 'connections', row_count: 2 },
      { name: 'air_att', what: 'att', row_count: 0 },
    ];
    const air: CaptureInfo = { ...capture('air', 'rssi'), kind: 'ble', tables };
    const offers = (text: string) => sqlOffers(text, text.length, true, [air], functions)?.options ?? [];
    expect(offers('FROM ').map(({ label, detail }) => [label, detail])).toEqual([
      ['air', '7 packets'],
      ['air_connections', '2 rows'],
      ['air_att', 'no rows'],
      ['device_names', 'names that you gave'],
    ]);
    for (const { name, columns } of CONVERSATION_TABLES) {
      const all = { ...air, tables: CONVERSATION_TABLES.map((each) => ({ name: `air_${each.name}`, what: each.name, row_count: 1 })) };
      const text = `SELECT t. FROM air_${name} t`;
      expect(sqlOffers(text, 9, true, [all], functions)?.options.map(({ label }) => label)).toEqual(columns.map((each) => each.name));
    }
    expect(offers('SELECT * FROM air_connections WHERE ').map(({ label }) => label)).toContain('central_addr');
    expect(offers('SELECT * FROM air_connections WHERE ').map(({ label }) => label)).not.toContain('rssi');
  });

  it('is nothing within texts and comments, and nothing where nobody asked', () => {
    expect(at("SELECT 'it''s |")).toBeNull();
    expect(at('SELECT 1 -- from |')).toBeNull();
    expect(at('SELECT /* |')).toBeNull();
    expect(at("SELECT 'a' || |", false)).toBeNull();
    expect(at("SELECT 'it''s' AS x, r|", false)).toContain('rssi');
  });

  it('quotes names that are no words, opens what a function takes, and says what is known', () => {
    const offers = sqlOffers('SELECT m', 8, false, captures, functions)?.options ?? [];
    expect(offers.find(({ label }) => label === 'my col')).toMatchObject({
      insert: '"my col"',
      detail: 'DOUBLE, dBm',
      info: 'about my col',
    });
    expect(offers.find(({ label }) => label === 'round')).toMatchObject({ insert: 'round()', select: [6, 6], detail: '(x, n)' });
  });

  it('replaces the whole word that the cursor is in', () => {
    expect(sqlOffers('SELECT rssi FROM lamp', 9, true, captures, functions)).toMatchObject({ from: 7, to: 11 });
  });
});

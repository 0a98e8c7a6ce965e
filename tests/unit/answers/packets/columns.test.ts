import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.ts';
import { parseFilter } from '../../../../src/selection/parse.ts';
import { quoteName } from '../../../../src/selection/print.ts';
import type { ColumnInfo } from '../../../../src/tables/captures.ts';
import { withTerm } from '../../../../src/selection/terms.ts';
import { binEdges } from '../../../../src/answers/columns/column-sql.ts';
import { type Profile, binTerms, profileWords, readProfile, topTerm } from '../../../../src/answers/columns/profile.ts';
import { filterSql } from '../../../../src/selection/rows.ts';
import { nodeEngine } from '../../../support/node-engine.ts';
import { load, tableCapture } from '../../selection/support.ts';

const ROWS = 997;
const WHEN = Date.UTC(2020, 4, 7, 23, 30);
/** DuckDB's `infinity`. */
const INFINITE_TIME = 2n ** 63n - 1n;
const table = tableCapture(
  'table',
  [
    { name: 'level', type: 'SMALLINT' },
    { name: 'share "x"', type: 'DOUBLE' },
    { name: 'small', type: 'FLOAT' },
    { name: 'word', type: 'VARCHAR' },
    { name: 'flag', type: 'BOOLEAN' },
    { name: 'bytes', type: 'BLOB' },
    { name: 'none', type: 'BIGINT' },
    { name: 'one', type: 'INTEGER' },
    { name: 'when', type: 'TIMESTAMP' },
    { name: 'day', type: 'DATE' },
    { name: 'alike', type: 'TIMESTAMP' },
  ],
  { row_count: ROWS },
);
const column = (name: string): ColumnInfo => {
  const found = table.columns.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    level: at % 10 === 0 ? null : -90 + (at % 61),
    'share "x"': at === 0 ? NaN : at === 1 ? Infinity : Math.sin(at),
    small: 0.1 * (at % 3),
    word: ["it's", 'a', ''][at % 3] ?? '',
    flag: at % 4 === 0,
    one: 7,
    // Every 3.234567 s over most of an hour, and an invalid time.
    when: at === 3 ? INFINITE_TIME : BigInt(WHEN * 1000) + BigInt(at) * 3_234_567n,
    day: at % 7 === 0 ? null : 18_389 + (at % 40),
    alike: BigInt(WHEN * 1000),
  }));
  await load(engine, table, rows);
});
afterAll(() => engine.close());

const profileOf = (name: string): Promise<Profile> =>
  readProfile({ capture: table, column: column(name), condition: null }, (sql, values) => engine.rows(sql, values));

/** The rows that match the filters. */
async function left(...terms: readonly string[]): Promise<number> {
  const filter = filterSql(table, terms.reduce(withTerm, ''));
  if (!filter.ok || !filter.value) throw new Error(`expected a filter, got ${JSON.stringify(terms)}`);
  const { rows } = await engine.rows(`SELECT count(*) FROM ${quoteName('table')} WHERE ${filter.value.sql}`, filter.value.values);
  return Number(rows[0]?.[0]);
}

describe('profile of a column', () => {
  it('has the counts and the quartiles of the values', async () => {
    const profile = await profileOf('level');
    expect(profile).toMatchObject({ total: ROWS, present: ROWS - 100, different: 61, least: '-90', most: '-30' });
    const values = Array.from({ length: ROWS }, (_, at) => (at % 10 === 0 ? null : -90 + (at % 61))).filter((value) => value !== null);
    values.sort((a, b) => a - b);
    expect(profile.quartiles?.[1]).toBe(values[Math.floor(values.length / 2)]);
    expect(profileWords(column('level'), profile, false)).toMatch(
      /^897 values, 100 nulls \(10\.0 %\); 61 different; −90 to −30; half between/,
    );
  });

  it.each(['level', 'share "x"', 'small', 'one', 'when', 'day', 'alike'])(
    'has bars of %s that contain every finite value once, and each filters its own rows',
    async (name) => {
      const { bars, present } = await profileOf(name);
      const lost = name === 'share "x"' ? 2 : name === 'when' ? 1 : 0;
      expect(bars?.rows.reduce((sum, rows) => sum + rows, 0)).toBe(present - lost);
      for (const [bin, rows] of (bars?.rows ?? []).entries()) {
        expect(await left(...binTerms(column(name), bars?.edges ?? [], bin))).toBe(rows);
      }
    },
  );

  it.each(['level', 'small', 'word', 'flag', 'one'])('lists values of %s of which each leaves its own rows', async (name) => {
    const { top } = await profileOf(name);
    expect(top.length).toBeGreaterThan(0);
    for (const { value, rows } of top) expect(await left(topTerm(column(name), value) ?? '')).toBe(rows);
  });

  it('has bars of times at round UTC times, with ends that have a zone', async () => {
    const when = await profileOf('when');
    expect(when.bars?.edges.every((edge) => edge % 300e6 === 0)).toBe(true);
    expect(profileWords(column('when'), when, false)).toMatch(
      /2020-05-07 23:30:00\.000 to 2020-05-08 00:23:41\.62\d UTC; half between .* UTC\.$/,
    );
    const day = await profileOf('day');
    expect(day.bars?.edges.every((edge) => edge % 86_400e6 === 0)).toBe(true);
    expect(profileWords(column('day'), day, false)).toContain('2020-05-07 to 2020-06-15; half between');
    expect(profileWords(column('alike'), await profileOf('alike'), false)).toBe('997 values, no nulls; always 2020-05-07 23:30:00 UTC.');
  });

  it('states what it cannot draw', async () => {
    expect(await profileOf('none')).toMatchObject({ present: 0, different: 0, bars: null, quartiles: null, top: [] });
    expect(profileWords(column('none'), await profileOf('none'), false)).toBe('No value in 997 rows.');
    expect(topTerm(column('bytes'), 'ff')).toBeNull();
    expect(profileWords(column('one'), await profileOf('one'), false)).toBe('997 values, no nulls; always 7.');
    const nothing = await readProfile(
      { capture: table, column: column('word'), condition: { sql: 'one = ?', values: [8] } },
      (sql, values) => engine.rows(sql, values),
    );
    expect(profileWords(column('word'), nothing, false)).toBe('No row.');
  });

  it('has integer edges for integers of any range', () => {
    for (const [low, high] of [
      [0, 0],
      [0, 5],
      [-127, 20],
      [0, 2 ** 40],
    ] as const) {
      const edges = binEdges(column('level'), low, high);
      expect(edges.every(Number.isInteger)).toBe(true);
      expect([edges[0], (edges.at(-1) ?? 0) > high, edges.length <= 25]).toEqual([low, true, true]);
    }
    expect(parseFilter(binTerms(column('share "x"'), [0.5, 1e-9, 2e21], 0).join(' AND ')).ok).toBe(true);
  });
});

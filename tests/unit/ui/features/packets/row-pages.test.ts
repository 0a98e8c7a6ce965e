import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureInfo } from '../../../../../src/tables/captures.ts';
import { PAGE, PageCache } from '../../../../../src/ui/features/packets/page-cache.ts';
import { type Question, statementOf } from '../../../../../src/selection/page-sql.ts';
import { RowPages } from '../../../../../src/ui/features/packets/row-pages.svelte.ts';
import { conditionSql, writtenConditions } from '../../../../../src/selection/rows.ts';
import { SAMPLE } from '../../../../support/fixtures.ts';
import { type NodeWorkbench, nodeWorkbench } from '../../../../support/node-workbench.ts';

const ALL = { capture_ids: [], time_range: null, addresses: [] };
const COLUMNS = ['packet_no', 'rssi', 'advertiser_addr'];
const CSV = [
  'time,place,odd ? name,at',
  ...Array.from(
    { length: 900 },
    (_, i) => `${String(1_700_000_000 + i)},p${String(i % 7)},${String(i)},2026-01-0${String(1 + (i % 9))} 10:00:00`,
  ),
].join('\n');

let workbench: NodeWorkbench;
let capture: CaptureInfo;
let table: CaptureInfo;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  capture = await workbench.openFile(SAMPLE);
  table = await workbench.open(new TextEncoder().encode(CSV), 'log.csv');
});
afterAll(() => workbench.close());

function question(over: CaptureInfo, filter: string, more: Partial<Question> = {}, selection: typeof ALL | object = {}): Question {
  const condition = conditionSql(over, { ...ALL, ...selection }, filter);
  if (!condition.ok) throw new Error(condition.error.message);
  return { capture: over, columns: COLUMNS, condition: condition.value, sort: null, ...more };
}

/** The rows at some places, as the grid would get them. */
async function read(pages: RowPages, places: readonly number[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const at of places) {
    pages.want(at, at + 1);
    await expect.poll(() => pages.row(at)).toBeDefined();
    found.push(pages.row(at)?.slice(1));
  }
  return found;
}

const asked = async (asking: Question): Promise<RowPages> => {
  const pages = new RowPages(workbench.engine);
  await pages.ask(asking);
  expect(pages.failure).toBe('');
  return pages;
};

const plain = async (sql: string): Promise<readonly (readonly unknown[])[]> => (await workbench.engine.query(sql, { limit: 100_000 })).rows;

describe('pages of rows', () => {
  it('finds a packet by its number, and its place among those that are listed', async () => {
    const rssi = capture.columns.findIndex(({ name }) => name === 'rssi');
    const numbered = capture.columns.findIndex(({ name }) => name === 'packet_no');
    const listed = await plain(
      `SELECT packet_no, rssi FROM "${capture.capture_id}" WHERE channel = 37 ORDER BY rssi DESC NULLS LAST, packet_no LIMIT 400`,
    );
    const [number, strength] = (listed[300] ?? []).map(Number);
    const pages = await asked(question(capture, 'channel = 37', { sort: { column: 'rssi', descending: true } }));
    const found = await pages.find(capture, number ?? 0);
    expect([found?.at, found?.cells[numbered], found?.cells[rssi]]).toEqual([300, number, strength]);
    const [[away] = []] = await plain(`SELECT packet_no FROM "${capture.capture_id}" WHERE channel <> 37 LIMIT 1`);
    expect(await pages.find(capture, Number(away))).toMatchObject({ at: null });
    expect(await pages.find(capture, 4_000_000_000)).toBeNull();
    const rows = await asked(question(table, '', { columns: ['place'] }));
    expect(await rows.find(table, 8)).toMatchObject({ at: 7, cells: { 1: 'p0' } });
    expect(await rows.find(table, 901)).toBeNull();
  });

  it.each([
    ['', null],
    ["channel = 37 AND adv_type != 'SCAN_REQ'", null],
    ['', { column: 'rssi', descending: true }],
    ['crc_ok', { column: 'advertiser_addr', descending: false }],
  ] as const)('answer "%s" in the order %o anywhere as one whole query does', async (filter, sort) => {
    const pages = await asked(question(capture, filter, { sort }));
    const order = sort ? `${sort.column} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST, rowid` : 'rowid';
    const whole = await plain(`SELECT ${COLUMNS.join(', ')} FROM numbered.chamber_four_phones WHERE ${filter || 'TRUE'} ORDER BY ${order}`);
    expect([pages.count, pages.counting]).toEqual([whole.length, false]);
    const places = [0, 1, PAGE - 1, PAGE, Math.floor(whole.length / 2), whole.length - 1];
    expect(await read(pages, places)).toEqual(places.map((at) => whole[at]));
    const last = whole.length - 1;
    expect((await pages.whole(last, ['rssi', 'packet_no']))?.[1]).toBe(whole[last]?.[0]);
  });

  it('keep what was there until an answer comes, and drop one that comes late', async () => {
    const pages = await asked(question(capture, ''));
    const generation = pages.generation;
    const late = pages.ask(question(capture, 'channel = 37'));
    const last = pages.ask(question(capture, 'packet_no <= 3'));
    expect(pages.count).toBe(capture.row_count);
    await Promise.all([late, last]);
    expect([pages.count, pages.generation]).toEqual([3, generation + 1]);
    expect(await read(pages, [2])).toEqual([[3, expect.any(Number), expect.anything()]]);
  });

  it('say what the engine says where a capture is gone', async () => {
    const pages = new RowPages(workbench.engine);
    await pages.ask(question({ ...capture, capture_id: 'gone' }, ''));
    expect(pages.failure).toMatch(/gone/);
  });

  it('follow the selection of the page: times and addresses', async () => {
    const [[address, first, last, count] = []] = await plain(
      'SELECT advertiser_addr, min(ts_us)::DOUBLE, max(ts_us)::DOUBLE, count(*) FROM chamber_four_phones GROUP BY 1 ORDER BY 4 DESC LIMIT 1',
    );
    const pages = await asked(question(capture, '', {}, { addresses: [String(address)] }));
    expect(pages.count).toBe(count);
    const time_range = { start_ms: Math.floor(Number(first) / 1000), end_ms: Math.floor((Number(first) + Number(last)) / 2000) };
    const half = await asked(question(capture, 'rssi < 0', {}, { addresses: [String(address)], time_range }));
    expect(half.count).toBeGreaterThan(0);
    expect(half.count).toBeLessThan(Number(count));
    const text = writtenConditions(capture, { ...ALL, addresses: [String(address)], time_range }, 'rssi < 0');
    expect(await plain(statementOf(question(capture, ''), text))).toHaveLength(half.count);
  });

  it('show a table with its own columns, times as text and names as they are', async () => {
    const columns = table.columns.map(({ name }) => name);
    const filter = '"odd ? name" >= 890 AND place = \'p1\'';
    const pages = await asked(question(table, filter, { columns, sort: { column: 'odd ? name', descending: true } }));
    expect(pages.count).toBe(2);
    const [cells] = await read(pages, [0]);
    expect(cells).toEqual([expect.anything(), 'p1', 897, expect.stringMatching(/^2026-01-07 10:00:00/)]);
    const statement = statementOf({ ...question(table, filter), columns }, writtenConditions(table, ALL, filter));
    expect(await plain(statement)).toHaveLength(2);
    const added = writtenConditions(table, ALL, "ts_us > 0 AND place = 'p?'");
    expect(await plain(statementOf({ ...question(table, ''), columns }, added))).toEqual([]);
  });
});

it('a cache holds few pages, those near what is seen', () => {
  const cache = new PageCache();
  const rows = Array.from({ length: PAGE }, (_, at) => [at]);
  for (let page = 0; page < 100; page++) {
    cache.set(page, rows);
    cache.trim({ from: page * PAGE, to: page * PAGE + 40 });
  }
  expect(cache.size).toBeLessThan(30);
  expect(cache.missing({ from: 99 * PAGE - 1, to: 99 * PAGE + 1 }, 100 * PAGE)).toEqual([]);
  expect(cache.missing({ from: 0, to: 40 }, 100 * PAGE)).toEqual([0]);
  // A page that had only some of its rows is asked for again once there are more.
  cache.set(0, rows.slice(0, 10));
  expect([cache.missing({ from: 0, to: 40 }, 10), cache.missing({ from: 0, to: 40 }, 30)]).toEqual([[], [0]]);
});

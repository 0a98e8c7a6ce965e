import { afterAll, beforeAll, expect, test } from 'vitest';
import { maskedContent, type MaskedContent, type MaskedShareParts } from '../../../../src/core/offline/masked-share.ts';
import { pseudonymise } from '../../../../src/core/offline/pseudonymise.ts';
import type { Run } from '../../../../src/core/keeping/sessions.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { fixture } from '../../../support/fixtures.ts';
import { encodeHere, nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let here: NodeWorkbench;
let info: CaptureInfo;
let address: string;
beforeAll(async () => {
  here = await nodeWorkbench();
  const file = await here.openFile(fixture('mitll/anechoic_nrf52_90.pcapng'));
  // Packets that noise broke are in no masked capture; without them, answers can be compared.
  info = await pseudonymise(file, { ...dependencies(), open: (copy) => here.captures.open(copy, {}) });
  const { rows } = await here.engine.query(`SELECT mode(advertiser_addr) FROM ${info.capture_id}`, {});
  address = String(rows[0]?.[0]);
});
afterAll(() => here.close());

const dependencies = (): MaskedShareParts => ({
  ...{ engine: here.engine, encode: encodeHere, runner: here.runner },
  file: (id) => here.captures.file(id),
  open: (file, choice, options) => here.captures.open(file, { ...options, choice }),
  close: (id) => here.captures.close(id),
  isOpen: (id) => here.captures.get(id) !== undefined,
  uuid: () => crypto.randomUUID(),
});

const masked = (runs: readonly Run[], text = ''): Promise<MaskedContent> => maskedContent([info], runs, text, 'mask', dependencies());

const query = (sql: string, selection: object = {}): object => ({
  ...{
    tool_name: 'capture_query',
    tool_version: '1.1.0',
    arguments: { sql },
    request_id: `req-${crypto.randomUUID()}`,
    timeout_ms: 60_000,
  },
  capture_selection: { capture_ids: [info.capture_id], ...selection },
});

async function ran(invocations: readonly object[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const invocation of invocations) runs.push({ invocation, result: await here.runner.run(invocation, { interactive: true }) });
  expect(runs.filter(({ result }) => result.status === 'error').map(({ result }) => result.errors[0]?.message)).toEqual([]);
  return runs;
}

const ORDINARY = [
  'SELECT count(*) AS n FROM @',
  'SELECT adv_type, count(*) AS n FROM @ GROUP BY adv_type ORDER BY n DESC, adv_type',
  "SELECT count(DISTINCT advertiser_addr) AS devices FROM @ WHERE adv_type = 'ADV_IND' AND rssi > -70",
  'SELECT channel, avg(rssi) AS mean, quantile_cont(rssi, 0.95) AS high FROM @ WHERE channel IN (37, 38, 39) GROUP BY ALL ORDER BY channel',
  "SELECT date_trunc('second', make_timestamp(ts_us)) AS second, count(*) AS n FROM @ GROUP BY 1 ORDER BY 1 LIMIT 10",
  'WITH gaps AS (SELECT ts_us - lag(ts_us) OVER (PARTITION BY advertiser_addr ORDER BY ts_us) AS gap FROM @) SELECT round(avg(gap) / 1000, 1) AS ms FROM gaps',
  'SELECT a.channel, count(*) AS n FROM @ AS a JOIN (SELECT DISTINCT channel FROM @) AS b USING (channel) GROUP BY 1 ORDER BY 1',
  'SELECT CASE WHEN rssi < -60 THEN 1 ELSE 0 END AS weak, count(*) AS n FROM @ GROUP BY 1 ORDER BY 1',
  'SELECT count(*) FILTER (crc_ok) AS good, count(*) FILTER (NOT crc_ok) AS bad FROM @ -- of one sensor',
  "SELECT strftime(make_timestamp(ts_us), '%H:%M') AS minute, count(*) AS n FROM @ GROUP BY 1 ORDER BY 1 LIMIT 5",
  "SELECT count(*) AS n FROM @ WHERE adv_type LIKE 'ADV_%' AND length BETWEEN 6 AND 37",
  'SELECT count(*) AS n FROM @ WHERE adv_data IS NOT NULL AND tx_power IS NULL',
  'SELECT list_sort(list(DISTINCT channel)) AS channels FROM @',
  "SELECT count(*) AS n FROM @ WHERE advertiser_addr = 'ADDRESS'",
  "SELECT avg(rssi) AS mean FROM @ WHERE advertiser_addr IN ('ADDRESS') AND ts_us // 1000000 > 0",
  'SELECT max(rssi) - min(rssi) AS span FROM @ WHERE local_name IS NULL',
];

test('ordinary statements run again with the same answers', async () => {
  const statements = ORDINARY.map((sql) => sql.replaceAll('@', info.capture_id).replaceAll('ADDRESS', address));
  const runs = await ran([
    ...statements.map((sql) => query(sql)),
    query(`SELECT count(*) AS n FROM ${info.capture_id}`, { filter_expression: `advertiser_addr = '${address}' AND rssi >= -80` }),
    query(`SELECT count(*) AS n FROM ${info.capture_id}`, { selectors: { channels: ['37'], filters: ['crc_ok'] } }),
  ]);
  const content = await masked(runs);
  expect(content.report.runs_left_out).toEqual([]);
  const rows = ({ result }: Run): unknown => result.structured_output?.['rows'];
  expect(content.runs.map(rows)).toEqual(runs.map(rows));
  expect(JSON.stringify(content.runs)).not.toContain(address);
});

test('a call is left out with a reason if a part of it is neither fixed nor replaced', async () => {
  const table = info.capture_id;
  const runs = await ran([
    query(`SELECT 'of Anna' AS owner, count(*) AS n FROM ${table}`),
    query(`SELECT count(*) AS n FROM ${table} WHERE advertiser_addr LIKE '${address.slice(0, 8)}%'`),
    query(`SELECT count(*) AS n FROM ${table} WHERE ts_us <> ${String(Number.parseInt(address.replaceAll(':', ''), 16))}`),
    query(`SELECT count(*) AS n FROM ${table} WHERE length NOT IN (98, 77, 55, 44)`),
    query(`SELECT count(*) AS n FROM ${table}`, { filter_expression: "local_name != 'Anna'" }),
  ]);
  const { report } = await masked(runs);
  expect(report.runs).toBe(0);
  expect(report.runs_left_out.map(({ reason }) => reason)).toEqual([
    'a text in it is no address and no name of the captures, and no word of the contract',
    'a text in it is no address and no name of the captures, and no word of the contract',
    'a number in it has more than four digits',
    'it has more than 3 numbers that are not round',
    'a text in it is no address and no name of the captures, and no word of the contract',
  ]);
});

test('column and table names that a person chose are replaced, and comments are removed', async () => {
  const runs = await ran([
    query(
      `WITH annas AS (SELECT rssi AS "Annas signal" /* at home */ FROM ${info.capture_id}) SELECT count("Annas signal") AS of_anna FROM annas -- Anna`,
    ),
  ]);
  const content = await masked(runs);
  expect(content.report.runs).toBe(1);
  expect(JSON.stringify(content.runs)).not.toMatch(/anna|home/i);
  expect(content.runs[0]?.result.structured_output?.['rows']).toEqual(runs[0]?.result.structured_output?.['rows']);
});

test('the text of the editor becomes a masked call, or is removed if it cannot be masked', async () => {
  const call = query(`SELECT count(*) AS n FROM ${info.capture_id} WHERE advertiser_addr = '${address}'`);
  const { invocation } = await masked([], JSON.stringify(call));
  expect(JSON.parse(invocation)).toMatchObject({ tool_name: 'capture_query', capture_selection: { capture_ids: ['masked_2'] } });
  expect(invocation).not.toContain(address);
  for (const text of ['of Anna', JSON.stringify(query("SELECT 'Anna'")), '{"tool_name": "Anna"}', '[]', 'null'])
    expect((await masked([], text)).invocation).toBe('');
});

test('the report counts addresses that timing and signal strength alone tell apart', async () => {
  const { report, captures } = await masked([]);
  const copy = await here.captures.open(captures[0]!.file, {});
  const { rows } = await here.engine.query(
    `SELECT advertiser_addr, string_agg(ts_us // 1000, ',' ORDER BY ts_us), string_agg(rssi, ',' ORDER BY rssi) FROM ${copy.capture_id} WHERE advertiser_addr IS NOT NULL GROUP BY 1`,
    { limit: 1000 },
  );
  const unique = (column: number): number =>
    rows.filter((row) => rows.filter((other) => other[column] === row[column]).length === 1).length;
  expect(report.linkability).toEqual({ addresses: rows.length, by_timing: unique(1), by_signal: unique(2) });
  expect(report.linkability.by_timing).toBeGreaterThan(0);
  await here.captures.close(copy.capture_id);
});

import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_KEYS } from '../../src/keyring/keyring.ts';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import { catalog } from '../../src/tools/catalog/index.ts';
import { nativeEngine, seesNative } from '../support/native-engine.ts';
import { nodeWorkbench, type NodeWorkbench } from '../support/node-workbench.ts';
import { roomCapture } from '../support/room-capture.ts';

const CLOCK = () => Date.UTC(2026, 3, 3, 8);
/** More than two row groups of DuckDB (122,880 rows), so that several threads read them. */
const PACKETS = 260_000;
/** The catalog lists the versions of a tool in their order. */
const NEWEST = [...new Map(catalog.map((tool) => [tool.manifest.name, tool])).values()];
/** Statements whose rows have no order, or whose values depend on the order of the rows, where several threads run them. */
const STATEMENTS = [
  'SELECT advertiser_addr, count(*) AS n FROM room GROUP BY 1',
  'SELECT DISTINCT adv_type, channel FROM room',
  'SELECT sum(rssi / 3.0::DOUBLE) AS s, avg(sqrt(-rssi)) AS a, stddev(rssi) AS d, corr(rssi, ts_us) AS c FROM room',
  'SELECT channel, first(packet_no) AS f, any_value(rssi) AS a, last(packet_no) AS l FROM room GROUP BY 1',
  "SELECT string_agg(advertiser_addr, ',') AS s FROM (SELECT advertiser_addr FROM room WHERE packet_no % 5003 = 0)",
  'SELECT list(packet_no) AS l FROM room WHERE packet_no % 7001 = 0',
  'SELECT advertiser_addr, mode(channel) AS m, arg_max(packet_no, rssi) AS a, approx_quantile(rssi, 0.5) AS q FROM room GROUP BY 1 ORDER BY 1',
  'SELECT a.channel, b.adv_type, count(*) AS n FROM room a JOIN (SELECT DISTINCT adv_type, channel FROM room) b USING (channel) GROUP BY ALL',
  'SELECT packet_no, row_number() OVER (PARTITION BY channel ORDER BY rssi) AS r FROM room QUALIFY r <= 40',
  'FROM room WHERE packet_no % 997 = 3',
  'SELECT packet_no FROM room WHERE rssi > -60 LIMIT 500',
  'SUMMARIZE SELECT rssi, channel, adv_type FROM room',
];

describe.runIf(await seesNative())('over rows that several threads read', () => {
  const sides: { readonly workbench: NodeWorkbench; readonly capture: CaptureInfo }[] = [];
  beforeAll(async () => {
    const bytes = roomCapture({ packets: PACKETS, seed: 41 });
    for (const engine of [undefined, nativeEngine()]) {
      const workbench = await nodeWorkbench(CLOCK, undefined, engine);
      sides.push({ workbench, capture: await workbench.open(new Uint8Array(bytes), 'room.pcap') });
    }
  });
  afterAll(() => Promise.all(sides.map(({ workbench }) => workbench.close())));

  async function expectEqual(tool: string, version: string, args: Readonly<Record<string, unknown>>, withKeys = false): Promise<string> {
    const results = [];
    for (const { workbench, capture } of sides) {
      const connection = withKeys ? { connection_id: ALL_KEYS } : {};
      const { status, errors, metadata } = await workbench.run({ tool, version, captures: [capture], arguments: args, ...connection });
      results.push({ status, errors, hash: metadata.result_hash });
    }
    expect(results[1]).toEqual(results[0]);
    return results[0]!.status;
  }

  test.each(NEWEST.map((tool) => [`${tool.manifest.name}@${tool.manifest.version}`, tool] as const))(
    '%s has one result_hash',
    async (_, { manifest, examples }) => {
      const example = examples.find(({ expectedResult }) => expectedResult['status'] !== 'error')!;
      await expectEqual(manifest.name, manifest.version, example.params, manifest.requiresConnection);
    },
  );

  test.each(STATEMENTS)('%s', async (sql) => {
    expect(await expectEqual('capture_query', '1.2.0', { sql, limit: 1000 })).not.toBe('error');
    const [wasm, native] = await Promise.all(sides.map(({ workbench }) => workbench.engine.query(sql)));
    expect({ ...native, elapsed_ms: 0 }).toEqual({ ...wasm, elapsed_ms: 0 });
  });

  test('functions of extensions, which only the native engine has, are refused', async () => {
    for (const { workbench } of sides)
      await expect(workbench.engine.query("SELECT json_extract('{}', '$.a')")).rejects.toMatchObject({ code: 'SQL_ERROR' });
  });

  test('own statements run on every thread, and those of people on one', async () => {
    const { engine } = sides[1]!.workbench;
    const threads = "SELECT current_setting('threads')::INTEGER AS n";
    expect((await engine.query(threads)).rows).toEqual([[1]]);
    expect(Number((await engine.answer(threads)).column('n').values[0])).toBeGreaterThanOrEqual(Math.min(2, availableParallelism()));
  });
});

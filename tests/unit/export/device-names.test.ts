import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { fixture } from '../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';

let here: NodeWorkbench;
let capture: CaptureInfo;
/** Addresses of the capture, the most frequent first. */
let addresses: readonly string[];
let calls = 0;

const rowsOf = async (sql: string): Promise<readonly (readonly unknown[])[]> => (await here.engine.query(sql, { limit: 100_000 })).rows;

beforeAll(async () => {
  here = await nodeWorkbench();
  capture = await here.openFile(fixture('hackrf/ble_all_adv_w_scan.pcap'));
  const found = await rowsOf(
    `SELECT advertiser_addr FROM "${capture.capture_id}" WHERE advertiser_addr IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
  );
  addresses = found.map(([address]) => String(address));
});
afterAll(() => here.close());
beforeEach(() => {
  here.files.clear();
  here.names.clear();
});

/** Names every second address; the names are such that formats have to quote them. */
function nameSome(): void {
  addresses.forEach((address, at) => at % 2 === 0 && here.names.set(address, `=Tag "${String(at)}", of Anna`));
}

const exported = (args: Readonly<Record<string, unknown>>, tool_version = '1.3.0', captures = [capture]): Promise<ToolResult> =>
  here.runner.run(
    {
      ...{ tool_name: 'capture_export', tool_version, request_id: `req-${String((calls += 1))}`, timeout_ms: 60_000 },
      capture_selection: { capture_ids: captures.map(({ capture_id }) => capture_id) },
      arguments: { ...(args['format'] !== 'pcapng' && { provenance: false }), file_name: 'out', ...args },
    },
    { interactive: true },
  );

/** The only file of rows, opened as a table again. */
async function reopened(extension: string): Promise<CaptureInfo> {
  const [path, bytes] = [...here.files].find(([each]) => each.endsWith(extension)) ?? ['', new Uint8Array()];
  return here.captures.open(new File([bytes.slice()], path.split('/').at(-1) ?? ''), {});
}

describe('names of devices in exported rows', () => {
  it.each(['csv', 'ndjson', 'parquet', 'partitioned_parquet'] as const)(
    '%s holds the name of each address, in the same order',
    async (format) => {
      nameSome();
      expect(addresses.length).toBeGreaterThan(5);
      const result = await exported({ format, columns: ['packet_no', 'advertiser_addr'], device_names: true });
      expect(result).toMatchObject({
        status: 'ok',
        structured_output: { columns: ['packet_no', 'advertiser_addr', 'device_name'], rows_written: capture.row_count },
      });
      const table = await reopened(format === 'partitioned_parquet' ? '.parquet' : `.${format}`);
      const own = await rowsOf(`SELECT packet_no::INTEGER, advertiser_addr FROM "${capture.capture_id}"`);
      const read = await rowsOf(`SELECT packet_no::INTEGER, advertiser_addr, device_name FROM "${table.capture_id}"`);
      const quote = format === 'csv' ? "'" : '';
      const nameOf = (address: unknown): string | null => {
        const name = here.names.get(String(address));
        return name === undefined ? null : `${quote}${name}`;
      };
      expect(read).toEqual(own.map(([number, address]) => [number, address, nameOf(address)]));
      expect(read.filter(([, , name]) => name !== null).length).toBeGreaterThan(0);
      await here.captures.close(table.capture_id);
    },
  );

  it('the views of a set include the names', async () => {
    nameSome();
    await exported({ format: 'partitioned_parquet', device_names: true });
    for (const engine of ['duckdb', 'spark', 'trino', 'clickhouse']) {
      const text = new TextDecoder().decode(here.files.get(`${engine}.sql`));
      expect(text.slice(text.lastIndexOf('CREATE OR REPLACE VIEW')), engine).toContain('device_name');
    }
  });

  it('pcapng contains them in comments, after the labels from the call', async () => {
    const [first = '', second = ''] = addresses;
    here.names.set(first, 'Bench phone');
    here.names.set(second, 'Other phone');
    const labels = [{ address: second, label: 'cluster 7' }];
    expect(await exported({ format: 'pcapng', device_names: true, labels })).toMatchObject({ status: 'ok' });
    const text = new TextDecoder('latin1').decode(here.files.get('out.pcapng'));
    expect([text.includes('Bench phone'), text.includes('cluster 7'), text.includes('Other phone')]).toEqual([true, true, false]);
    expect(await exported({ format: 'pcapng', device_names: true, comments: false })).toMatchObject({
      status: 'error',
      errors: [{ code: 'INVALID_VALUE', field: 'arguments.device_names' }],
    });
  });

  it.each(['csv', 'ndjson', 'parquet', 'partitioned_parquet', 'pcapng'] as const)(
    '%s has none unless the call requests them',
    async (format) => {
      for (const address of addresses) here.names.set(address, 'Anna');
      for (const version of ['1.3.0', '1.2.0']) {
        here.files.clear();
        const result = await exported({ format }, version);
        expect(result.status).toBe('ok');
        expect(Reflect.get(result.structured_output as object, 'columns')).not.toContain('device_name');
        for (const bytes of here.files.values()) expect(new TextDecoder('latin1').decode(bytes)).not.toContain('Anna');
      }
    },
  );

  it('the result names the column and contains no device name', async () => {
    for (const address of addresses) here.names.set(address, 'Anna');
    expect(JSON.stringify(await exported({ format: 'csv', device_names: true }))).not.toContain('Anna');
  });

  it('an existing column of that name is unchanged, and the names get another column', async () => {
    const text = `advertiser_addr,device_name\n${addresses[0] ?? ''},theirs\n`;
    const table = await here.open(new TextEncoder().encode(text), 'own.csv');
    here.names.set(addresses[0] ?? '', 'ours');
    const result = await exported({ format: 'csv', device_names: true }, '1.3.0', [table]);
    expect(result).toMatchObject({ status: 'ok' });
    expect(new TextDecoder().decode(here.files.get('out.csv'))).toBe(
      `capture_id,advertiser_addr,device_name,device_name_2\r\nown,${addresses[0] ?? ''},theirs,ours\r\n`,
    );
    await here.captures.close(table.capture_id);
  });

  it('rows without addresses are rejected with the reason', async () => {
    const table = await here.open(new TextEncoder().encode('a,b\n1,2\n'), 'plain.csv');
    expect(await exported({ format: 'csv', device_names: true }, '1.3.0', [table])).toMatchObject({
      status: 'error',
      errors: [{ code: 'INVALID_VALUE', field: 'arguments.device_names' }],
    });
    expect(here.files.size).toBe(0);
    await here.captures.close(table.capture_id);
  });

  it('the previous minor version rejects the argument', async () => {
    expect(await exported({ format: 'csv', device_names: true }, '1.2.0')).toMatchObject({
      status: 'error',
      errors: [{ code: 'UNKNOWN_ARGUMENT' }],
    });
  });
});

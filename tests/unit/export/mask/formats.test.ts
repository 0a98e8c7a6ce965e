import { afterAll, beforeAll, expect, it } from 'vitest';
import { planMask } from '../../../../src/core/offline/masked-capture.ts';
import type { FileJob } from '../../../../src/export/encoder.ts';
import { ADVERT_COLUMNS } from '../../../../src/tables/adverts.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { fixture } from '../../../support/fixtures.ts';
import { encodeHere, nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let here: NodeWorkbench;
let info: CaptureInfo;
beforeAll(async () => {
  here = await nodeWorkbench();
  info = await here.openFile(fixture('hackrf/ble_all_adv_w_scan.pcap'));
});
afterAll(() => here.close());

const EXTRA = { name: 'owner', type: 'VARCHAR' } as const;
const NAME = { name: 'device_name', type: 'VARCHAR' } as const;

async function written(format: 'csv' | 'ndjson' | 'parquet'): Promise<File> {
  const job: FileJob = {
    ...{ format, name: 'x', captures: [], timed: true, provenance_file: false, spreadsheet_safe: false, comments: false },
    ...{ columns: [...ADVERT_COLUMNS, EXTRA, NAME], labels: new Map(), mask: planMask('mask') },
    // Names by address, as an export that is not masked has them.
    ...{ name_column: NAME.name, names: new Map((await distinct(info.capture_id, 'advertiser_addr')).map((each) => [each, 'Anna'])) },
    provenance: { made_by: 'Capture Workbench', journal_head: null, captures: [], columns: [] },
  };
  const out: Blob[] = [];
  await encodeHere(undefined, async (encoder) => {
    const { bytes, select } = await encoder.begin(job);
    out.push(new Blob([bytes]));
    await here.engine.stream(
      `SELECT ${select.join(', ')} FROM (SELECT '${info.capture_id}' AS capture_id, *, 'Anna' AS owner, advertiser_addr AS device_name FROM "${info.capture_id}") AS selected`,
      [],
      async (part) => {
        out.push(new Blob([await encoder.rows(part.ipc())]));
      },
    );
    out.push(new Blob([(await encoder.end()).bytes]));
  });
  return new File(out, `table.${format}`);
}

const distinct = async (table: string, column: string): Promise<string[]> =>
  (await here.engine.query(`SELECT DISTINCT ${column}::VARCHAR FROM "${table}" WHERE ${column} IS NOT NULL`, { limit: 10_000 })).rows.map(
    ([value]) => String(value),
  );

it.each(['csv', 'ndjson', 'parquet'] as const)(
  'a masked %s file has masked columns, and none that masking does not name',
  async (format) => {
    const file = await written(format);
    expect(new TextDecoder().decode(await file.arrayBuffer())).not.toContain('Anna');
    const before = await distinct(info.capture_id, 'advertiser_addr');
    const table = await here.captures.open(file, {});
    expect(table.row_count).toBe(info.row_count);
    const after = await distinct(table.capture_id, 'advertiser_addr');
    expect(after).toHaveLength(before.length);
    expect(after.filter((each) => before.includes(each))).toEqual([]);
    for (const column of ['owner', 'device_name', 'opcode', 'aux_offset_us'])
      if (table.columns.some(({ name }) => name === column)) expect(await distinct(table.capture_id, column)).toEqual([]);
    for (const column of ['rssi', 'channel', 'adv_type'])
      expect((await distinct(table.capture_id, column)).sort()).toEqual((await distinct(info.capture_id, column)).sort());
    await here.captures.close(table.capture_id);
  },
);

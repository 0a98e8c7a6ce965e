import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinFiles } from '../../../../src/base/join-files.ts';
import { gatherParts } from '../../../../src/capture/parts/gather.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { convertedFiles } from '../../../support/converted-set.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

test.each(['chamber_four_phones', 'one_phone_one_hour'])(
  '%s: the table, its clock and its facts equal those of the source',
  async (name) => {
    const source = new File([new Uint8Array(readFileSync(`public/samples/${name}.pcapng`))], `${name}.pcapng`);
    const [parts] = await gatherParts(await convertedFiles([source], 700), joinFiles);
    const direct = await workbench.captures.open(source, {});
    const found = await workbench.captures.open(parts!, {});
    const { capture_id, bytes: _, sha256: __, tables: ___, ...facts } = direct;
    expect(found).toMatchObject({ ...facts, capture_id: `${capture_id}_2`, format: 'parquet' });
    const rows = async ({ capture_id: id }: CaptureInfo): Promise<unknown> => (await workbench.engine.rows(`SELECT * FROM ${id}`)).rows;
    expect(await rows(found)).toEqual(await rows(direct));
  },
);

test('an export of packets with corrected times opens as packets with these times', async () => {
  const source = await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  expect(source.clock?.column).toBe('time_us');
  const call = { tool_name: 'capture_export', tool_version: '1.3.0', request_id: 'req-set', timeout_ms: 60_000 };
  const given = { capture_selection: { capture_id: source.capture_id }, arguments: { format: 'partitioned_parquet', file_name: 'set' } };
  expect(await workbench.runner.run({ ...call, ...given }, { interactive: true })).toMatchObject({ status: 'ok' });
  const [, bytes] = [...workbench.files].find(([path]) => path.endsWith('.parquet'))!;
  const found = await workbench.open(bytes, 'hour.parquet');
  expect(found).toMatchObject({ kind: 'ble', time_base: 'epoch', time_range: source.time_range, channels: source.channels });
  expect(found.columns.map(({ name, type }) => [name, type])).toEqual(source.columns.map(({ name, type }) => [name, type]));
  expect(found.clock?.column).toBe('time_us');
  const all = async ({ capture_id }: CaptureInfo): Promise<unknown> =>
    (await workbench.engine.rows(`SELECT * FROM ${capture_id} ORDER BY packet_no`)).rows;
  expect(await all(found)).toEqual(await all(source));
});

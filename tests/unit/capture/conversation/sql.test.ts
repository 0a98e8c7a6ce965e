import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { CONVERSATION_TABLES } from '../../../../src/tables/conversation/index.ts';
import { acl, BATTERY_LOG, HCI_FILES } from '../../../support/hci-packet.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';
import type { NodeWorkbench } from '../../../support/node-workbench.ts';
import { advInd, hex, pcap } from '../../../support/packet-file.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

const file = (): Uint8Array<ArrayBuffer> => HCI_FILES['btsnoop 1002']!(BATTERY_LOG);

const cells = async (sql: string): Promise<string[][]> => {
  const { rows } = await workbench.engine.query(sql);
  return rows.map((row) => row.map(String));
};

const call = (capture: CaptureInfo, sql: string): ReturnType<NodeWorkbench['run']> =>
  workbench.run({ tool: 'capture_query', version: '1.2.0', captures: [capture], arguments: { sql } });

it('the tables of connections can be asked in SQL', async () => {
  const { capture_id, tables } = await workbench.open(file(), 'host.btsnoop');
  expect(tables?.map(({ name }) => name)).toEqual(CONVERSATION_TABLES.map(({ name }) => `${capture_id}_${name}`));
  expect(await cells(`SELECT packet_no, opcode, handle, hex(value), latency_us FROM ${capture_id}_att ORDER BY packet_no`)).toEqual([
    ['2', '10', '42', 'null', 'null'],
    ['3', '11', '42', '63', '1000'],
    ['4', '27', '42', '62', 'null'],
  ]);
  expect(
    await cells(`SELECT transport, role, peripheral_addr, start_interval_us, ended_by, end_reason FROM ${capture_id}_connections`),
  ).toEqual([['LE', 'central', '41:02:03:04:05:06', '30000', 'central', 'Connection Terminated by Local Host']]);
});

it('every notified heart rate is one statement, also where the type was discovered later', async () => {
  const notified = (octets: string) => acl(0x40, 4, hex(`1b 0e00 ${octets}`));
  const log = [
    ...BATTERY_LOG.slice(0, 1),
    ...notified('00 48'),
    ...acl(0x40, 4, hex('08 0100 ffff 0328'), [], false),
    ...acl(0x40, 4, hex('09 07 0d00 10 0e00 372a')),
    ...notified('01 2c01'),
    // Half a heart rate.
    ...notified('01 2c'),
  ];
  const { capture_id } = await workbench.open(HCI_FILES['btsnoop 1002']!(log), 'heart.btsnoop');
  const sql = `SELECT value_number, value_unit, value_text FROM ${capture_id}_att WHERE uuid = '2A37' AND opcode = 27 ORDER BY packet_no`;
  expect(await cells(sql)).toEqual([
    ['72', 'bpm', 'heart rate 72 bpm'],
    ['300', 'bpm', 'heart rate 300 bpm'],
    ['null', 'null', 'null'],
  ]);
});

it('capture_query reads them, narrowed to the selected packets', async () => {
  const capture = await workbench.open(file(), 'query.btsnoop');
  const id = capture.capture_id;
  const joined = await call(capture, `SELECT count(*)::INTEGER AS n FROM ${id}_att JOIN ${id} USING (packet_no)`);
  expect(joined.structured_output).toMatchObject({ rows: [[3]] });
  const alone = await call(capture, `SELECT packet_no FROM ${id}_connections`);
  expect(alone.structured_output).toMatchObject({ rows: [[1]] });
  expect(alone.metadata).toMatchObject({ captures: [{ capture_id: id }] });
});

it('they are closed and read again with their capture', async () => {
  const { capture_id } = await workbench.open(file(), 'closed.btsnoop');
  await workbench.captures.close(capture_id);
  await expect(workbench.engine.query(`SELECT * FROM ${capture_id}_att`)).rejects.toThrow(/does not exist/);
  const again = await workbench.open(file(), 'closed.btsnoop');
  expect(again.capture_id).toBe(capture_id);
  expect(await cells(`SELECT count(*) FROM ${capture_id}_att`)).toEqual([['3']]);
});

it('no other capture gets the name of such a table', async () => {
  const { capture_id } = await workbench.open(file(), 'taken.btsnoop');
  const other = await workbench.open(file(), `${capture_id}_att.btsnoop`);
  expect(other.capture_id).toBe('taken_att_2');
  const before = await workbench.open(pcap([{ seconds: 1, data: advInd('C1:02:03:04:05:06', hex('020106')) }]), 'later_att.pcap');
  expect(before.tables).toBeUndefined();
  expect((await workbench.open(file(), 'later.btsnoop')).capture_id).toBe('later_2');
});

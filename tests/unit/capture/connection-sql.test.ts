import { expect, it } from 'vitest';
import { nodeWorkbench } from '../../support/node-workbench.ts';
import { advInd, advertisingFrame, hex, pcap } from '../../support/packet-file.ts';

it('what a CONNECT_IND asks for can be asked in SQL', async () => {
  const connect = advertisingFrame(hex('c5 22 111111111142 060504030241 274a6550 5dd42e 03 2600 3600 0700 2a00 ffffffff1f a5'));
  const records = [advInd('C1:02:03:04:05:06', hex('020106')), connect].map((data, i) => ({ seconds: 1_700_000_000 + i, data }));
  const workbench = await nodeWorkbench();
  try {
    const { capture_id } = await workbench.open(pcap(records), 'link.pcap');
    const { rows } = await workbench.engine.query(
      `SELECT initiator_addr, conn_interval_us / 1000.0, conn_timeout_ms, bit_count(conn_channel_map), (SELECT count(conn_hop) FROM ${capture_id})
       FROM ${capture_id} WHERE conn_latency > 5`,
    );
    expect(rows.map((row) => row.map(String))).toEqual([['42:11:11:11:11:11', '67.5', '420', '37', '1']]);
  } finally {
    await workbench.close();
  }
});

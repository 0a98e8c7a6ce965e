import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordsSql } from '../../../../src/tables/conversation/words-sql.ts';
import { BATTERY_LOG, HCI_FILES } from '../../../support/hci-packet.ts';
import { heartRateCapture } from '../../../support/heart-rate-capture.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';
import type { NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

async function words(file: Uint8Array<ArrayBuffer>, name: string): Promise<string[]> {
  const { capture_id } = await workbench.open(file, name);
  const { rows } = await workbench.engine.query(`${wordsSql((what) => `"${capture_id}_${what}"`)} ORDER BY packet_no`);
  return rows.map(([packet, connection, sender, layer, said]) => [packet, connection, sender, layer, said].map(String).join(' '));
}

it('what was sent over the air, in words', async () => {
  const said = await words(heartRateCapture(), 'air.pcap');
  expect(said).toEqual(
    expect.arrayContaining([
      '5 1 central LL LL_VERSION_IND',
      '13 1 central ATT MTU request: 517 bytes',
      '24 1 peripheral ATT Read by group type response: Primary Service and 1 more',
      '32 1 peripheral ATT Error: Attribute Not Found, attribute 26',
      '36 1 peripheral ATT Read by type response: Characteristic and 1 more',
      '72 1 peripheral ATT Read response: Battery Level = 99 %',
      '81 1 central ATT Write request: Client Characteristic Configuration = notifications',
      '86 1 peripheral L2CAP L2CAP_CONNECTION_PARAMETER_UPDATE_REQ: 100 to 100 ms',
      '89 1 central LL LL_CONNECTION_UPDATE_IND: 100 ms, latency 0, timeout 4000 ms',
      '246 1 central LL LL_TERMINATE_IND: Remote User Terminated Connection',
      '264 2 peripheral SMP Pairing Response: Just Works',
    ]),
  );
  // Ciphertext says nothing.
  expect(said.at(-1)).toBe('278 2 peripheral LL LL_START_ENC_REQ');
});

it('what a host log says', async () => {
  expect(await words(HCI_FILES['btsnoop 1002']!(BATTERY_LOG), 'log.btsnoop')).toEqual([
    '1 1 controller HCI HCI_LE_Connection_Complete',
    '2 1 central ATT Read request: attribute 42',
    '3 1 peripheral ATT Read response: attribute 42 = 63',
    '4 1 peripheral ATT Notification: attribute 42 = 62',
    '5 1 host HCI HCI_Disconnect: Remote User Terminated Connection',
    '6 1 controller HCI HCI_Disconnection_Complete: Connection Terminated by Local Host',
  ]);
});

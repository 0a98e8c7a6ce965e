import { expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { acl, command, event, HCI_FILES } from '../../../support/hci-packet.ts';
import type { HciPacket } from '../../../support/hci-packet.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import type { DataPdu } from '../../../support/every-procedure.ts';
import { concat, hex, u16 } from '../../../support/packet-file.ts';

const log = (packets: readonly HciPacket[]): Uint8Array<ArrayBuffer> => HCI_FILES['btsnoop 1002']!(packets);

it('no key of a pairing, and nothing that one follows from, is in a table', async () => {
  const secret = 'c0ffee00112233445566778899aabbcc';
  const pairing = [0x03, 0x04, 0x06, 0x08, 0x0a, 0x0d].flatMap((code) => acl(0x40, 6, concat([[code], hex(secret)])));
  const commands = [
    command(0x201a, concat([u16(0x40), hex(secret)])),
    command(0x2019, concat([u16(0x40), hex('1122334455667788 9900'), hex(secret)])),
  ];
  const more = [
    command(0x2027, concat([hex('00 060504030201'), hex(secret), hex(secret)])),
    event(0x18, concat([hex('060504030201'), hex(secret), [0]])),
  ];
  const { tables } = await openBytes(log([...pairing, ...commands, ...more]), 'keys.btsnoop');
  expect(tables['smp']).toHaveLength(6);
  const text = JSON.stringify(tables, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString(16) : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
  expect(text).not.toContain(secret.slice(0, 12));
  expect(text).not.toContain(Buffer.from(secret, 'hex').reverse().toString('hex').slice(0, 12));
});

it('a frame that never ends is one incomplete row, however many pieces it has', async () => {
  const pieces: HciPacket[] = [{ kind: 2, toHost: true, body: concat([u16(0x2040), u16(4), u16(0xffff), u16(4)]) }];
  for (let i = 0; i < 3000; i++) pieces.push({ kind: 2, toHost: true, body: concat([u16(0x1040), u16(10), new Uint8Array(10)]) });
  const { tables } = await openBytes(log(pieces), 'endless.btsnoop');
  expect(tables['l2cap']).toMatchObject([{ complete: false, length: 65_535, pieces: 3001 }]);
  expect(tables['att']).toBeUndefined();
});

it('lengths that lie give what is there', async () => {
  const read = acl(0x40, 4, hex('09 ff 0100')).map((packet) => packet);
  const more: HciPacket = { kind: 2, toHost: true, body: concat([u16(0x2040), u16(0xfff0), u16(3), u16(4), hex('0a 0300')]) };
  const { tables } = await openBytes(log([...read, more, event(0x05, hex('00'))]), 'lies.btsnoop');
  expect(tables['att']).toMatchObject([
    { opcode: 9, malformed: true },
    { opcode: 10, handle: 3 },
  ]);
});

it('a data PDU that is cut before its CTEInfo octet has no payload', async () => {
  const pdus = [
    { llid: 2, sender: SENT_BY.CENTRAL, payload: hex('0100') },
    { llid: 1, sender: SENT_BY.CENTRAL, payload: hex('0100 0400 03') },
  ];
  const bytes = linkCapture(pdus);
  const view = new DataView(bytes.buffer);
  const record = 24 + 16 + view.getUint32(24 + 8, true);
  // The record ends after the header of the PDU, whose bit 5 announces the octet.
  const pdu = record + 16 + 10 + 4;
  bytes[pdu]! |= 0x20;
  view.setUint32(record + 8, pdu + 2 - (record + 16), true);
  const cut = concat([bytes.subarray(0, pdu + 2), bytes.subarray(pdu + 2 + 2 + 3)]);
  const { summary, tables } = await openBytes(cut, 'cut.pcap');
  expect(summary.row_count).toBe(3);
  expect(tables['l2cap']).toMatchObject([{ channel: 'ATT', length: 1, pieces: 2 }]);
});

it('an attribute has the type that a later discovery gives it', async () => {
  const packets = [
    event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00')),
    ...acl(0x40, 4, hex('1b 0300 48')),
    ...acl(0x40, 4, hex('10 0100 ffff 0028'), [], false),
    ...acl(0x40, 4, hex('11 06 0100 0500 0d18')),
    ...acl(0x40, 4, hex('08 0100 0500 0328'), [], false),
    ...acl(0x40, 4, hex('09 07 0200 10 0300 372a')),
    ...acl(0x40, 4, hex('04 0400 0400'), [], false),
    ...acl(0x40, 4, hex('05 01 0400 0229')),
  ];
  const { tables } = await openBytes(log(packets), 'later.btsnoop');
  expect(tables['att']?.[0]).toMatchObject({ handle: 3, uuid: '2A37', uuid_name: 'Heart Rate Measurement' });
  const server = { server: 'peripheral', server_addr: '41:02:03:04:05:06' };
  expect(tables['gatt']).toMatchObject([
    { ...server, kind: 'primary service', handle: 1, end_handle: 5, uuid: '180D', uuid_name: 'Heart Rate' },
    { ...server, kind: 'characteristic', handle: 2, value_handle: 3, property_names: 'notify', service_handle: 1 },
    { ...server, kind: 'descriptor', handle: 4, uuid: '2902', service_handle: 1, characteristic_handle: 2 },
  ]);
});

it('a response is matched once, and to the request of the other side', async () => {
  const packets = [
    ...acl(0x40, 4, hex('0a 0300'), [], false),
    ...acl(0x40, 4, hex('0a 0700')),
    ...acl(0x40, 4, hex('0b 33')),
    ...acl(0x40, 4, hex('0b 77'), [], false),
    ...acl(0x40, 4, hex('0b 44')),
  ];
  const { tables } = await openBytes(log(packets), 'both.btsnoop');
  const answers = (tables['att'] ?? []).filter(({ opcode }) => opcode === 11);
  expect(answers.map(({ handle, request_packet_no }) => [handle, request_packet_no])).toEqual([
    [3, 1],
    [7, 2],
    [undefined, undefined],
  ]);
});

it('packets that are sent again have no second row, and packets that were missed are counted', async () => {
  const notify = (value: number): DataPdu => ({
    llid: 2,
    sender: SENT_BY.PERIPHERAL,
    payload: concat([u16(4), u16(4), hex('1b 0300'), [value]]),
  });
  const { tables } = await openBytes(
    linkCapture([notify(1), { ...notify(1), again: true }, notify(2), { ...notify(3), again: true }]),
    'again.pcap',
  );
  expect(tables['att']?.map(({ value }) => Array.from(value as Uint8Array))).toEqual([[1], [2], [3]]);
  expect(tables['connections']).toMatchObject([{ packets: 3, retransmissions: 1, gaps: 1 }]);
});

it('control PDUs change the parameters of their connection', async () => {
  const control = (sender: number, payload: string): DataPdu => ({ llid: 3, sender, payload: hex(payload) });
  const { tables } = await openBytes(
    linkCapture([
      control(SENT_BY.CENTRAL, '00 02 0100 1800 0200 6400 0900'),
      control(SENT_BY.CENTRAL, '14 fb00 4808 fb00 4808'),
      control(SENT_BY.PERIPHERAL, '15 fb00 4808 1b00 4801'),
      control(SENT_BY.CENTRAL, '18 02 02 1200'),
      control(SENT_BY.CENTRAL, '01 ff00000000 2000'),
      control(SENT_BY.PERIPHERAL, '02 13'),
    ]),
    'changes.pcap',
  );
  expect(tables['connection_changes']?.map(({ kind }) => kind)).toEqual(['start', 'parameters', 'data_length', 'phy', 'channel_map']);
  expect(tables['connections']).toMatchObject([
    {
      ...{
        start_interval_us: 67_500,
        interval_us: 30_000,
        latency: 2,
        timeout_ms: 1000,
        channel_map: 255n,
        phy_c_to_p: '2M',
        phy_p_to_c: '2M',
      },
      ...{
        max_octets_c_to_p: 251,
        max_octets_p_to_c: 27,
        ended_by: 'peripheral',
        end_code: 0x13,
        end_reason: 'Remote User Terminated Connection',
      },
      ...{ central_addr: '42:11:11:11:11:11', central_random: true, peripheral_addr: '41:02:03:04:05:06', peripheral_random: true },
    },
  ]);
});

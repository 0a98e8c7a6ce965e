import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { concat, hex, pcap, u32, u64 } from '../../../support/packet-file.ts';
import { serialPacket, slip } from '../../../support/serial-packet.ts';

const SECONDS = 1_700_000_000;
const ADDRESS = '060504030241';
const NAME = '41:02:03:04:05:06';
const EPOCH_US = 0x00e03ab44a676000n - 946_684_800_000_000n;

const h4 = (events: readonly string[], linkType = 187, prefix = ''): Uint8Array<ArrayBuffer> =>
  pcap(
    events.map((event, i) => ({ seconds: SECONDS + i, data: hex(prefix + event) })),
    { linkType },
  );

/** LE meta event around a subevent. */
const meta = (subevent: string): string => `043e${(subevent.replaceAll(' ', '').length / 2).toString(16).padStart(2, '0')}${subevent}`;
const open = (events: readonly string[]): Promise<Opened> => openBytes(h4(events), 'x.pcap');
const column = ({ columns }: Opened, name: string): unknown[] => [...(columns[name] ?? [])];
const text = (value: unknown): string | null => (value === null ? null : Buffer.from(value as Uint8Array).toString('hex'));

describe('advertising reports', () => {
  it('LE Advertising Report: one row per report, RSSI after each', async () => {
    const opened = await open([meta(`02 02 00 01 ${ADDRESS} 03 020106 c4 04 00 ${ADDRESS} 00 7f`)]);
    expect(column(opened, 'packet_no')).toEqual([1, 1]);
    expect(column(opened, 'report_no')).toEqual([0, 1]);
    expect(column(opened, 'adv_type')).toEqual(['ADV_IND', 'SCAN_RSP']);
    expect(column(opened, 'advertiser_addr')).toEqual([NAME, NAME]);
    expect(column(opened, 'advertiser_random')).toEqual([true, false]);
    expect(column(opened, 'rssi')).toEqual([-60, null]);
    expect(column(opened, 'flags')).toEqual([6, null]);
    expect(column(opened, 'adv_data').map(text)).toEqual(['020106', '']);
    expect(column(opened, 'crc_ok')).toEqual([null, null]);
    expect(column(opened, 'opcode')).toEqual(['HCI_LE_Advertising_Report', 'HCI_LE_Advertising_Report']);
  });

  it('keeps the reports before a cut and says where it is', async () => {
    const opened = await open([meta(`02 02 00 01 ${ADDRESS} 03 020106 c4 04 00 ${ADDRESS} 09 01`)]);
    expect(column(opened, 'adv_type')).toEqual(['ADV_IND']);
    expect(opened.problems).toMatchObject([{ record: 1, code: 'REPORT_CUT' }]);
  });

  const extended = (type: string, secondary: string, sid: string, data: string): string =>
    meta(
      `0d 01 ${type} 01 ${ADDRESS} 01 ${secondary} ${sid} f6 c4 0000 00 000000000000 ${(data.length / 2).toString(16).padStart(2, '0')} ${data}`,
    );

  it('LE Extended Advertising Report: PHY, set, power, legacy PDUs by their own names', async () => {
    const opened = await open([
      extended('0000', '02', '05', '020106'),
      extended('1300', '00', 'ff', '020106'),
      extended('1b00', '00', 'ff', ''),
    ]);
    expect(column(opened, 'adv_type')).toEqual(['AUX_ADV_IND', 'ADV_IND', 'SCAN_RSP']);
    expect(column(opened, 'phy')).toEqual(['2M', '1M', '1M']);
    expect(column(opened, 'adi_sid')).toEqual([5, null, null]);
    expect(column(opened, 'tx_power')).toEqual([-10, -10, -10]);
  });

  it('joins fragments onto the first row, AD structures cut in the middle included', async () => {
    const opened = await open([
      extended('2000', '01', '05', '0201060709'),
      extended('2000', '01', '05', '4142'),
      extended('0000', '01', '05', '4344454603030d18'),
    ]);
    expect(column(opened, 'adv_data').map(text)).toEqual(['0201060709414243444546' + '03030d18', null, null]);
    expect(column(opened, 'local_name')).toEqual(['ABCDEF', null, null]);
    expect(column(opened, 'service_uuids')).toEqual([['180D'], null, null]);
    expect(opened.problems).toEqual([]);
  });

  it('leaves fragments whose rest never comes on their row', async () => {
    const opened = await open([extended('2000', '01', '05', '020106'), extended('0000', '01', '06', '02010a')]);
    expect(column(opened, 'adv_data').map(text)).toEqual(['020106', '02010a']);
    expect(column(opened, 'flags')).toEqual([6, 10]);
  });

  it('LE Directed Advertising Report: the target and its type', async () => {
    const opened = await open([meta(`0b 01 01 01 ${ADDRESS} 01 110000000042 b0`)]);
    expect(column(opened, 'adv_type')).toEqual(['ADV_DIRECT_IND']);
    expect(column(opened, 'target_addr')).toEqual(['42:00:00:00:00:11']);
    expect(column(opened, 'peer_random')).toEqual([true]);
    expect(column(opened, 'rssi')).toEqual([-80]);
  });

  it('periodic reports carry the address of their train', async () => {
    const opened = await open([
      meta(`0e 00 0100 07 01 ${ADDRESS} 02 5000 01`),
      meta('0f 0100 7f d0 ff 01 03 020106'),
      meta('0f 0100 7f d0 ff 00 02 03ff'),
    ]);
    expect(column(opened, 'adv_type')).toEqual([null, 'AUX_SYNC_IND', 'AUX_SYNC_IND']);
    expect(column(opened, 'advertiser_addr')).toEqual([NAME, NAME, NAME]);
    expect(column(opened, 'adi_sid')).toEqual([7, 7, 7]);
    expect(column(opened, 'adv_data').map(text)).toEqual([null, '02010603ff', null]);
    expect(column(opened, 'phy')).toEqual(['2M', '2M', '2M']);
  });
});

describe('other HCI packets', () => {
  it("name the host's own addresses, connections and everything else", async () => {
    const opened = await open([
      `01 0520 06 ${ADDRESS}`.replaceAll(' ', ''),
      `01 3520 07 00 ${ADDRESS}`.replaceAll(' ', ''),
      meta(`01 00 4000 00 01 ${ADDRESS} 1800 0000 4800 00`),
      meta(`0a 00 4000 01 00 ${ADDRESS} 000000000000 000000000000 1800 0000 4800 00`),
      '040e0401030c00',
      '0240000500deadbeef00',
      '0104fc00',
      meta('7f'),
    ]);
    expect(column(opened, 'opcode')).toEqual([
      'HCI_LE_Set_Random_Address',
      'HCI_LE_Set_Advertising_Set_Random_Address',
      'HCI_LE_Connection_Complete',
      'HCI_LE_Enhanced_Connection_Complete',
      'HCI_Command_Complete',
      'HCI_ACL_Data',
      'HCI_Command_0xFC04',
      'HCI_LE_Event_0x7F',
    ]);
    expect(column(opened, 'advertiser_addr')).toEqual([NAME, NAME, NAME, null, null, null, null, null]);
    expect(column(opened, 'initiator_addr')).toEqual([null, null, null, NAME, null, null, null, null]);
    expect(new Set(column(opened, 'adv_type'))).toEqual(new Set([null]));
    expect(opened.problems).toEqual([]);
  });

  it('report lengths beyond the record and unknown types', async () => {
    const opened = await open(['04ff20aabb', '09', '']);
    expect(opened.problems.map(({ code }) => code)).toEqual(['HCI_CUT', 'HCI_TYPE', 'FRAME_SHORT']);
  });
});

describe('transports', () => {
  const report = meta(`02 01 00 01 ${ADDRESS} 00 c4`);

  it('link type 201 puts the direction first', async () => {
    const { columns } = await openBytes(h4([report], 201, '00000001'), 'x.pcap');
    expect(columns['advertiser_addr']).toEqual([NAME]);
  });

  it('link type 254 puts controller and kind first', async () => {
    const { columns } = await openBytes(h4([`00000003${report.slice(2)}`, '000000000001'], 254), 'x.pcap');
    expect(columns['advertiser_addr']).toEqual([NAME, null]);
    expect(columns['opcode']).toEqual(['HCI_LE_Advertising_Report', 'MONITOR_New_Index']);
  });

  const btsnoop = (datalink: number, records: readonly { flags: number; data: string }[]): Uint8Array<ArrayBuffer> =>
    concat([
      [...Buffer.from('btsnoop\0')],
      u32(1, false),
      u32(datalink, false),
      ...records.flatMap(({ flags, data }, i) => {
        const packet = hex(data);
        const time = BigInt(SECONDS + i) * 1_000_000n + 123_456n + EPOCH_US;
        return [u32(packet.length, false), u32(packet.length, false), u32(flags, false), u32(0, false), u64(time, false), packet];
      }),
    ]);

  it.each([
    ['H4', 1002, [{ flags: 3, data: report }], '0', 187],
    ['H1', 1001, [{ flags: 3, data: report.slice(2) }], '0', 187],
    ['the Linux monitor', 2001, [{ flags: (1 << 16) | 3, data: report.slice(2) }], '1', 254],
  ] as const)('btsnoop with %s', async (_name, datalink, records, receiver, linkType) => {
    const { columns, header, summary } = await openBytes(btsnoop(datalink, records), 'x.log');
    expect(header.format).toBe('btsnoop');
    expect(columns['ts_us']).toEqual([BigInt(SECONDS) * 1_000_000n + 123_456n]);
    expect(columns['advertiser_addr']).toEqual([NAME]);
    expect(columns['receiver']).toEqual([receiver]);
    expect(summary).toMatchObject({ link_types: [linkType], sensors: [receiver], time_base: 'epoch' });
  });

  it('btsnoop of another datalink is declined by name', async () => {
    await expect(openBytes(btsnoop(2002, []), 'x.log')).rejects.toThrow(/datalink 2002 \(Linux simulator\)/);
  });

  it("Frontline's .cfa is btsnoop inside", async () => {
    const { columns, header } = await openBytes(btsnoop(1002, [{ flags: 3, data: report }]), 'frontline.cfa');
    expect(header).toMatchObject({ format: 'btsnoop', kind: 'ble' });
    expect(columns['advertiser_addr']).toEqual([NAME]);
  });

  it.each([
    ['H5', 1004, 4, 1],
    ['BCSP', 1003, 5, 5],
  ] as const)('btsnoop with %s, bare and as it went over the line', async (_name, datalink, event, command) => {
    const reset = '030c00';
    const { columns, problems, summary } = await openBytes(
      btsnoop(datalink, [
        { flags: 3, data: serialPacket(event, report.slice(2)) },
        { flags: 3, data: slip(serialPacket(event, report.slice(2), true)) + slip(serialPacket(0, '')).slice(2) },
        { flags: 2, data: serialPacket(command, reset) },
        // The packet every BCSP link starts with, as seen on the line.
        ...(datalink === 1003 ? [{ flags: 3, data: 'c04041007edadcededa97ac0' }] : []),
      ]),
      'x.log',
    );
    expect(problems).toEqual([]);
    const first = datalink === 1003 ? ['BCSP_Link_Establishment'] : [];
    const acknowledged = datalink === 1003 ? 'BCSP_Acknowledgement' : 'H5_Acknowledgement';
    const reported = 'HCI_LE_Advertising_Report';
    expect(columns['opcode']).toEqual([reported, reported, acknowledged, 'HCI_Reset', ...first]);
    expect(columns['advertiser_addr']?.slice(0, 4)).toEqual([NAME, NAME, null, null]);
    expect(columns['packet_no']?.slice(0, 4)).toEqual([1, 2, 2, 3]);
    expect(summary).toMatchObject({ link_types: [187], row_count: 4 + first.length });
  });

  it('says what is wrong with damaged H5 packets', async () => {
    const good = serialPacket(4, report.slice(2), true);
    const { problems, summary } = await openBytes(
      btsnoop(1004, [
        { flags: 3, data: good },
        { flags: 3, data: `00${good.slice(2)}` },
        { flags: 3, data: `${good.slice(0, -2)}00` },
        { flags: 3, data: good.slice(0, -6) },
        { flags: 3, data: 'c0db00c0' },
        { flags: 3, data: '0000' },
      ]),
      'x.log',
    );
    expect(summary.row_count).toBe(1);
    expect(problems.map(({ record, code }) => [record, code])).toEqual([
      [2, 'HEADER_CHECKSUM'],
      [3, 'BAD_CRC'],
      [4, 'HCI_CUT'],
      [5, 'SLIP_ESCAPE'],
      [6, 'FRAME_SHORT'],
    ]);
  });

  it('finds its way behind a damaged btsnoop record and keeps what stands before a cut', async () => {
    const file = btsnoop(
      1002,
      [1, 2, 3, 4].map(() => ({ flags: 3, data: report })),
    );
    const size = 24 + hex(report).length;
    file.set([0xff, 0xff], 16 + size + 4);
    const { columns, problems } = await openBytes(file.slice(0, -1), 'x.log');
    expect(columns['packet_no']).toEqual([1, 3]);
    expect(problems.map(({ code }) => code)).toEqual(['RECORD_LENGTH', 'RECORD_CUT']);
  });

  it.each([true, false])('Apple PacketLogger, little-endian %s', async (little) => {
    const packet = hex(report.slice(2));
    const record = (kind: number, data: Uint8Array): Uint8Array =>
      concat([u32(data.length + 9, little), u32(SECONDS, little), u32(7, little), [kind], data]);
    const { columns, header } = await openBytes(concat([record(1, packet), record(0xfc, hex('6869'))]), 'x.pklg');
    expect(header).toMatchObject({ format: 'pklg', kind: 'ble' });
    expect(columns['ts_us']).toEqual([BigInt(SECONDS) * 1_000_000n + 7n, BigInt(SECONDS) * 1_000_000n + 7n]);
    expect(columns['opcode']).toEqual(['HCI_LE_Advertising_Report', 'PACKETLOGGER_Note']);
  });
});

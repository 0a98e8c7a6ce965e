import { describe, expect, it } from 'vitest';
import { crc24, crcStateOf } from '../../../../src/ble/crc24.ts';
import { ADVERT_COLUMNS } from '../../../../src/tables/adverts.ts';
import { openBytes } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { advInd, advertisingFrame, concat, hex, pcap, u16, u32 } from '../../../support/packet-file.ts';

const SECONDS = 1_700_000_000;
const open = (frames: readonly Uint8Array[], linkType: number): Promise<Opened> =>
  openBytes(
    pcap(
      frames.map((data, i) => ({ seconds: SECONDS + i, data })),
      { linkType },
    ),
    'x.pcap',
  );
const column = ({ columns }: Opened, name: string): unknown[] => [...(columns[name] ?? [])];
const text = (value: unknown): string | null => (value === null ? null : Buffer.from(value as Uint8Array).toString('hex'));

/** The header of link type 256 around a frame. */
const rf = (frame: Uint8Array, { channel = 0, signal = -60, flags = 0x0013 } = {}): Uint8Array =>
  concat([[channel, signal & 255, 0x80, 0], u32(0x8e89bed6), u16(flags), frame]);

const noConnection = Object.fromEntries(ADVERT_COLUMNS.filter(({ name }) => name.startsWith('conn_')).map(({ name }) => [name, null]));

describe('link type 256', () => {
  const frame = advInd('C1:02:03:04:05:06', hex('020106'));

  it('reads every column of an advertisement', async () => {
    const opened = await open(
      [rf(advInd('C1:02:03:04:05:06', hex('020106 03094142 05ff4c001005 03030d18 020af8 0319c003')), { channel: 12 })],
      256,
    );
    const row = Object.fromEntries(Object.entries(opened.columns).map(([name, values]) => [name, values[0]]));
    expect({ ...row, adv_data: text(row['adv_data']) }).toEqual({
      packet_no: 1,
      report_no: 0,
      ts_us: BigInt(SECONDS) * 1_000_000n,
      radio_ts_us: null,
      channel: 38,
      rssi: -60,
      adv_type: 'ADV_IND',
      advertiser_addr: 'C1:02:03:04:05:06',
      scanner_addr: null,
      initiator_addr: null,
      target_addr: null,
      advertiser_random: true,
      peer_random: null,
      phy: '1M',
      access_address: 0x8e89bed6,
      crc_ok: true,
      length: 30,
      adv_data: '0201060309414205ff4c00100503030d18020af80319c003',
      local_name: 'AB',
      flags: 6,
      tx_power: -8,
      company_id: 0x004c,
      appearance: 0x03c0,
      service_uuids: ['180D'],
      adi_sid: null,
      adi_did: null,
      aux_channel: null,
      aux_offset_us: null,
      opcode: null,
      receiver: '0',
      device_id: null,
      ...noConnection,
    });
  });

  it('takes the CRC verdict of the writer, and computes it where there is none', async () => {
    const broken = frame.slice();
    broken[8] = (broken[8] ?? 0) ^ 1;
    const opened = await open([rf(frame), rf(broken), rf(broken, { flags: 0x0c13 }), rf(frame, { flags: 0x0413 })], 256);
    expect(column(opened, 'crc_ok')).toEqual([true, false, true, false]);
  });

  it('says NULL for what the flags call invalid', async () => {
    const opened = await open([rf(frame, { flags: 0x0001 | 0xc000, channel: 77 })], 256);
    expect([column(opened, 'rssi'), column(opened, 'phy'), column(opened, 'channel')]).toEqual([[null], [null], [null]]);
  });

  it('passes over the coding indicator of the coded PHY', async () => {
    const coded = concat([frame.subarray(0, 4), [1], frame.subarray(4)]);
    const opened = await open([rf(coded, { flags: 0x8013 })], 256);
    expect([column(opened, 'phy'), column(opened, 'crc_ok'), column(opened, 'advertiser_addr')]).toEqual([
      ['CODED'],
      [true],
      ['C1:02:03:04:05:06'],
    ]);
  });

  it('has no verdict and no address for what was cut off', async () => {
    const opened = await open([rf(frame).slice(0, 20), rf(frame).slice(0, 15), rf(frame).slice(0, 5)], 256);
    expect([column(opened, 'crc_ok'), column(opened, 'advertiser_addr'), column(opened, 'packet_no')]).toEqual([[null], [null], [1]]);
    expect(opened.problems.map(({ code, record }) => [code, record])).toEqual([
      ['PDU_CUT', 1],
      ['FRAME_SHORT', 2],
      ['FRAME_SHORT', 3],
    ]);
  });

  it('keeps names that are hostile or no text as harmless text', async () => {
    const named = (name: Uint8Array): Uint8Array => rf(advInd('C1:02:03:04:05:06', concat([[name.length + 1, 9], name])));
    const opened = await open(
      [named(hex('ff41fe')), named(Buffer.from('\u202e<b>\u001b[31m')), named(Buffer.from('ab\0cd')), named(Buffer.from("'; DROP"))],
      256,
    );
    expect(column(opened, 'local_name')).toEqual(['\ufffdA\ufffd', '\u202e<b>\u001b[31m', 'ab', "'; DROP"]);
  });

  it('reports AD structures that overrun the data, but not in frames known to be damaged', async () => {
    const overrun = advInd('C1:02:03:04:05:06', hex('0201060aff4c00'));
    const broken = overrun.slice();
    broken[broken.length - 1] = (broken[broken.length - 1] ?? 0) ^ 1;
    const opened = await open([rf(overrun), rf(broken)], 256);
    expect(opened.problems.map(({ code, record }) => [code, record])).toEqual([['AD_OVERRUN', 1]]);
    expect(column(opened, 'flags')).toEqual([6, 6]);
  });
});

describe('connections and chains', () => {
  const A = '060504030241';

  it('checks the CRC of a connection with the CRCInit of its CONNECT_IND, and follows its encryption', async () => {
    const connect = advertisingFrame(
      hex(`c5 22 111111111142 ${A} 78563412 332211 01 0000 1800 0000 4800 ffffffff1f 05`.replaceAll(' ', '')),
    );
    const data = (pdu: string): Uint8Array => {
      const bytes = hex(pdu);
      const crc = crc24(bytes, 0, bytes.length, crcStateOf(0x112233));
      return concat([hex('78563412'), bytes, [crc & 255, (crc >> 8) & 255, crc >> 16]]);
    };
    const bad = data('0300');
    bad[6] = (bad[6] ?? 0) ^ 1;
    const opened = await open(
      [connect, data('0306 0c0c59000100'.replace(' ', '')), data('0100'), bad, data('030105'), data('0305a1b2c3d4e5')],
      251,
    );
    expect(column(opened, 'adv_type')).toEqual(['CONNECT_IND', 'LL_CONTROL', 'LL_DATA', 'LL_CONTROL', 'LL_CONTROL', 'LL_CONTROL']);
    expect(column(opened, 'crc_ok')).toEqual([true, true, true, false, true, true]);
    expect(column(opened, 'opcode')).toEqual([null, 'LL_VERSION_IND', null, null, 'LL_START_ENC_REQ', null]);
    expect(column(opened, 'initiator_addr')[0]).toBe('42:11:11:11:11:11');
    expect([column(opened, 'advertiser_random')[0], column(opened, 'peer_random')[0]]).toEqual([true, true]);
  });

  it('gives what a CONNECT_IND asks for, in µs and ms, and NULL everywhere else', async () => {
    const connect = advertisingFrame(
      hex(`c5 22 111111111142 ${A} 274a6550 5dd42e 03 2600 3600 0700 2a00 fefffeff1f a5`.replaceAll(' ', '')),
    );
    const opened = await open([connect, advInd('C1:02:03:04:05:06', hex('020106'))], 251);
    expect(
      Object.keys(opened.columns)
        .filter((name) => name.startsWith('conn_'))
        .map((name) => [name, ...column(opened, name)]),
    ).toEqual([
      ['conn_access_address', 0x50654a27, null],
      ['conn_crc_init', 0x2ed45d, null],
      ['conn_win_size_us', 3_750, null],
      ['conn_win_offset_us', 47_500, null],
      ['conn_interval_us', 67_500, null],
      ['conn_latency', 7, null],
      ['conn_timeout_ms', 420, null],
      ['conn_channel_map', 0x1ffffefffen, null],
      ['conn_hop', 5, null],
      ['conn_sca', 5, null],
    ]);
  });

  /** On a secondary channel, with ADI (set 1, data 2); `more` adds an AuxPtr. */
  const aux = (data: string, { address = false, more = false } = {}): Uint8Array => {
    const fields = concat([[(address ? 1 : 0) | 8 | (more ? 16 : 0)], address ? hex(A) : [], [0x02, 0x10], more ? [0x05, 0x0a, 0x00] : []]);
    const payload = concat([[fields.length], fields, hex(data)]);
    return rf(advertisingFrame(concat([[0x47, payload.length], payload])), { channel: 8 });
  };

  it('joins a chain on its first row, whatever the batch size', async () => {
    const frames = [aux('020106', { address: true, more: true }), aux('0509414243', { more: true }), aux('44'), aux('0a')];
    for (const batch_rows of [1, 4096]) {
      const opened = await openBytes(
        pcap(
          frames.map((data) => ({ seconds: SECONDS, data })),
          { linkType: 256 },
        ),
        'x',
        { batch_rows },
      );
      expect(column(opened, 'adv_type')).toEqual(['AUX_ADV_IND', 'AUX_CHAIN_IND', 'AUX_CHAIN_IND', 'AUX_CHAIN_IND']);
      expect(column(opened, 'adv_data').map(text)).toEqual(['020106050941424344', null, null, '0a']);
      expect(column(opened, 'local_name')).toEqual(['ABCD', null, null, null]);
      expect([column(opened, 'adi_sid'), column(opened, 'adi_did')]).toEqual([
        [1, 1, 1, 1],
        [2, 2, 2, 2],
      ]);
      expect([column(opened, 'aux_channel'), column(opened, 'aux_offset_us')]).toEqual([
        [5, 5, null, null],
        [300, 300, null, null],
      ]);
    }
  });

  it('recognises a periodic train by the access address that SyncInfo announced', async () => {
    const sync = `${'00'.repeat(9)}0df0ad0b${'332211'}0000`;
    const announce = advertisingFrame(concat([[0x07, 28], [26, 0x28, 0x02, 0x10], hex(sync), hex('00'.repeat(5)), [1]]).subarray(0, 30));
    const pdu = concat([[0x07, 5], [1, 0], hex('020106')]);
    const crc = crc24(pdu, 0, pdu.length, crcStateOf(0x112233));
    const train = concat([hex('0df0ad0b'), pdu, [crc & 255, (crc >> 8) & 255, crc >> 16]]);
    const opened = await open([rf(announce, { channel: 8 }), rf(train, { channel: 9 })], 256);
    expect(column(opened, 'adv_type')[1]).toBe('AUX_SYNC_IND');
    expect(column(opened, 'crc_ok')).toEqual([true, true]);
    expect(column(opened, 'flags')[1]).toBe(6);
  });
});

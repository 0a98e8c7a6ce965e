import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import type { BigInfoValues } from '../../../support/streams-capture.ts';
import {
  ACL,
  basicAudio,
  BROADCASTER,
  cisIndication,
  cisRequest,
  randomBigInfo,
  RF,
  specifiedAccessAddress,
  StreamsCapture,
} from '../../../support/streams-capture.ts';

const CIS = 0x91a3c5e6;
const open = (capture: StreamsCapture): Promise<Opened> => openBytes(capture.bytes(), 'streams.pcap');
const { OF_CENTRAL, OF_PERIPHERAL, CIS_OF_CENTRAL, CIS_OF_PERIPHERAL } = RF;

const BIG: BigInfoValues = {
  ...{ bigOffset: 500, bigOffsetUnits: 1, isoInterval: 8, numBis: 3, nse: 4, bn: 1, subInterval: 2500, pto: 2, bisSpacing: 1250, irc: 4 },
  ...{
    maxPdu: 100,
    seedAccessAddress: 0x78e52493,
    sduInterval: 10_000,
    maxSdu: 100,
    baseCrcInit: 0xabcd,
    channelMap: 0x1fffffffffn,
    phy: 1,
  },
  ...{ bisPayloadCount: 0x1234567890n, framing: 0 },
};

describe.each([true, false])('a broadcast, marked by the sniffer: %s', (marks) => {
  function broadcast(values = BIG): StreamsCapture {
    const capture = new StreamsCapture(marks);
    capture.auxiliary();
    capture.announce(values, basicAudio());
    for (let event = 0; event < 4; event++) {
      for (let bis = 1; bis <= 3; bis++) capture.bis(values, bis, event % 4 === 3 ? 0x20 : 0, hex('aa bb cc'));
      capture.bis(values, 2, 0, []);
    }
    capture.bis(values, 0, 3, hex('00 ff00000000 1000'));
    capture.bis(values, 0, 3, hex('01 13 2000'));
    return capture;
  }

  it('has a row per stream, with what BIGInfo and the audio announcement say', async () => {
    const { tables, columns } = await open(broadcast());
    expect(tables['connections']).toBeUndefined();
    const shared = {
      ...{
        kind: 'BIS',
        packet_no: 2,
        advertiser_addr: BROADCASTER,
        advertiser_random: true,
        sid: 7,
        broadcast_id: '1a2b3c',
        broadcast_name: 'Radi',
      },
      ...{
        encrypted: false,
        framed: false,
        iso_interval_us: 10_000,
        subevents: 4,
        sub_interval_us: 2500,
        phy: '2M',
        big_offset: 500,
        num_bis: 3,
      },
      ...{
        big_offset_units: 1,
        bn: 1,
        pto: 2,
        irc: 4,
        bis_spacing_us: 1250,
        max_pdu: 100,
        max_sdu: 100,
        sdu_interval_us: 10_000,
        base_crc_init: 0xabcd,
      },
      ...{ seed_access_address: 0x78e52493, channel_map: 255n, bis_payload_count: 0x1234567890n, presentation_delay_us: 40_000 },
      ...{ packets: 4, bad_crc: 0, control_packets: 2, end_code: 0x13, last_packet_no: 20, train_access_address: 0x5a3c91e7 },
    };
    expect(tables['streams']).toMatchObject([
      {
        ...shared,
        stream_id: 1,
        empty_packets: 0,
        codec: 'LC3',
        sampling_hz: 48_000,
        frame_us: 10_000,
        audio_channels: 1,
        frame_octets: 120,
        subgroup: 0,
      },
      { ...shared, stream_id: 2, empty_packets: 4, audio_channels: 2, language: 'eng', program: 'Jazz', audio_contexts: 4 },
      { ...shared, stream_id: 3, codec: 'company 89, codec 7', frames_per_sdu: 5, subgroup: 1 },
    ]);
    expect(tables['streams']?.map(({ access_address }) => access_address)).toEqual(
      [1, 2, 3].map((bis) => specifiedAccessAddress(BIG.seedAccessAddress, bis)),
    );
    expect(tables['streams']?.every(({ incomplete }) => incomplete === undefined)).toBe(true);
    // The sniffer or the CRC of the BIS, which the announcement gives, says that every packet is whole.
    expect(columns['crc_ok']).toEqual(Array.from({ length: 20 }, () => true));
    expect(columns['opcode']?.slice(-2)).toEqual(['BIG_CHANNEL_MAP_IND', 'BIG_TERMINATE_IND']);
  });

  it('keeps the control PDUs of an encrypted group closed', async () => {
    const { tables } = await open(broadcast({ ...BIG, giv: hex('0011223344556677'), gskd: hex('00112233445566778899aabbccddeeff') }));
    expect(tables['streams']).toMatchObject(
      Array.from({ length: 3 }, () => ({ encrypted: true, control_packets: 2, channel_map: 0x1fffffffffn })),
    );
    expect(tables['streams']?.[0]?.['end_code']).toBeUndefined();
    expect(tables['streams']?.[0]?.['giv']).toEqual(hex('0011223344556677'));
  });

  it('reads an audio announcement that comes in a chain', async () => {
    const capture = new StreamsCapture(marks);
    capture.announce(BIG);
    const data = basicAudio();
    capture.periodic(new Uint8Array(), data.subarray(0, 30), true);
    capture.chain(data.subarray(30));
    const { tables } = await open(capture);
    expect(tables['streams']?.map(({ codec }) => codec)).toEqual(['LC3', 'LC3', 'company 89, codec 7']);
    expect(tables['streams']?.map(({ incomplete }) => incomplete)).toEqual(Array.from({ length: 3 }, () => 'no packet of it was heard'));
  });
});

describe('a connected stream', () => {
  function connected(marks: boolean): StreamsCapture {
    const capture = new StreamsCapture(marks);
    capture.connect();
    capture.control(OF_CENTRAL, [0x1f, ...cisRequest(3, 5)]);
    capture.control(OF_PERIPHERAL, [0x20, ...hex('e80300 881300 4e00')]);
    capture.control(OF_CENTRAL, [0x21, ...cisIndication(CIS)]);
    for (let event = 0; event < 5; event++) {
      capture.cis(CIS, CIS_OF_CENTRAL, 0, hex('01020304'));
      capture.cis(CIS, CIS_OF_PERIPHERAL, 0x44, []);
    }
    return capture;
  }

  it.each([true, false])('belongs to its connection, marked by the sniffer: %s', async (marks) => {
    const capture = connected(marks);
    capture.control(OF_CENTRAL, hex('22 03 05 13'));
    const { tables } = await open(capture);
    expect(tables['connections']).toMatchObject([{ access_address: ACL, packets: 4 }]);
    expect(tables['streams']).toMatchObject([
      {
        ...{
          kind: 'CIS',
          connection: 1,
          packet_no: 2,
          last_packet_no: 15,
          group_id: 3,
          stream_id: 5,
          access_address: CIS,
          encrypted: false,
          framed: true,
        },
        ...{
          phy_c_to_p: '2M',
          phy_p_to_c: '1M',
          max_sdu_c_to_p: 120,
          max_sdu_p_to_c: 40,
          sdu_interval_c_to_p_us: 10_000,
          bn_c_to_p: 2,
          bn_p_to_c: 1,
        },
        ...{
          sdu_interval_p_to_c_us: 20_000,
          max_pdu_c_to_p: 120,
          max_pdu_p_to_c: 40,
          subevents: 3,
          sub_interval_us: 2500,
          ft_c_to_p: 4,
          ft_p_to_c: 5,
        },
        ...{ iso_interval_us: 10_000, cis_offset_us: 1500, cig_sync_delay_us: 9000, cis_sync_delay_us: 7000, conn_event_count: 80 },
        ...{ packets: 5, empty_packets: 5, packets_c_to_p: marks ? 5 : 0, packets_p_to_c: 0, end_code: 0x13, ended_by: 'central' },
      },
    ]);
    expect(tables['streams']?.[0]?.['incomplete']).toBeUndefined();
  });

  it('that is refused says why', async () => {
    const capture = new StreamsCapture();
    capture.connect();
    capture.control(OF_CENTRAL, [0x1f, ...cisRequest(0, 1)]);
    capture.control(OF_PERIPHERAL, hex('11 1f 1a'));
    const { tables } = await open(capture);
    expect(tables['streams']).toMatchObject([{ kind: 'CIS', stream_id: 1, end_code: 0x1a, ended_by: 'peripheral' }]);
  });

  it('whose request was not heard says what is missing', async () => {
    const capture = new StreamsCapture();
    capture.connect();
    capture.control(OF_CENTRAL, [0x21, ...cisIndication(CIS)]);
    const { tables } = await open(capture);
    expect(tables['streams']).toMatchObject([
      { access_address: CIS, incomplete: 'its LL_CIS_REQ was not heard, so that most parameters are unknown; no packet of it was heard' },
    ]);
  });
});

describe('a stream whose set-up was not heard', () => {
  it('is none of the connections, as its marks or headers show', async () => {
    for (const [marks, checked, kind] of [
      [true, true, 'CIS'],
      [false, true, undefined],
      [false, false, undefined],
    ] as const) {
      const capture = new StreamsCapture(marks);
      // An end of a fragmented SDU comes first, which could be a piece of an L2CAP frame.
      capture.cis(CIS, CIS_OF_CENTRAL, 1, hex('01020304'), checked);
      for (let event = 0; event < 6; event++) {
        capture.cis(CIS, CIS_OF_CENTRAL, 0, hex('01020304'), checked);
        capture.cis(CIS, CIS_OF_PERIPHERAL, 0x41, [], checked);
      }
      const { tables } = await open(capture);
      expect(tables['connections']).toBeUndefined();
      expect(tables['l2cap']).toBeUndefined();
      expect(tables['streams']).toMatchObject([
        {
          access_address: CIS,
          packet_no: 1,
          last_packet_no: 13,
          packets: 7,
          empty_packets: 6,
          incomplete: 'its set-up was not heard, or is encrypted',
        },
      ]);
      expect(tables['streams']?.[0]?.['kind']).toBe(kind);
    }
  });

  it('is not made of damaged packets of a connection', async () => {
    const capture = new StreamsCapture(false);
    for (let i = 0; i < 20; i++) {
      const [kind, header] = i % 2 === 0 ? ([OF_CENTRAL, 2] as const) : ([OF_PERIPHERAL, 1] as const);
      // Ciphertext, whose LLID is damaged now and then.
      capture.cis(0x50659a2e, kind, i % 5 === 4 ? 0 : header, hex('11223344556677889900'), false);
    }
    const { tables } = await open(capture);
    expect(tables['streams']).toBeUndefined();
    expect(tables['connections']).toMatchObject([{ access_address: 0x50659a2e }]);
  });

  it('is not made of packets of a connection that was heard to begin', async () => {
    const capture = new StreamsCapture(false);
    capture.connect();
    for (let i = 0; i < 20; i++) capture.cis(ACL, OF_CENTRAL, 0, hex('11223344556677889900'), true);
    const { tables } = await open(capture);
    expect(tables['streams']).toBeUndefined();
    expect(tables['connections']).toMatchObject([{ access_address: ACL }]);
  });
});

it('every BIGInfo gives back its values, and its streams have the access addresses of the specification', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (seed) => {
      const random = randomSource(seed);
      const capture = new StreamsCapture(random.below(2) === 0);
      const sent = randomBigInfo(random);
      capture.announce(sent);
      const { tables } = await open(capture);
      const expected = Array.from({ length: sent.numBis }, (_, i) => ({
        ...{ stream_id: i + 1, access_address: specifiedAccessAddress(sent.seedAccessAddress, i + 1), encrypted: sent.giv !== undefined },
        ...{ framed: sent.framing === 1, iso_interval_us: sent.isoInterval * 1250, subevents: sent.nse, sub_interval_us: sent.subInterval },
        ...{
          phy: ['1M', '2M', 'CODED'][sent.phy],
          big_offset: sent.bigOffset,
          big_offset_units: sent.bigOffsetUnits,
          num_bis: sent.numBis,
          bn: sent.bn,
        },
        ...{ pto: sent.pto, irc: sent.irc, bis_spacing_us: sent.bisSpacing, max_pdu: sent.maxPdu, max_sdu: sent.maxSdu },
        ...{ sdu_interval_us: sent.sduInterval, base_crc_init: sent.baseCrcInit, seed_access_address: sent.seedAccessAddress },
        ...{ channel_map: sent.channelMap, bis_payload_count: sent.bisPayloadCount },
        ...(sent.giv && { giv: sent.giv, gskd: sent.gskd }),
      }));
      expect(tables['streams']).toMatchObject(expected);
    }),
    { numRuns: 100 },
  );
});

it('streams that are announced without end take bounded memory, and each has its row', async () => {
  const random = randomSource(5);
  const capture = new StreamsCapture();
  let announced = 0;
  for (let i = 0; i < 400; i++) {
    const values = randomBigInfo(random);
    announced += values.numBis;
    capture.announce(values);
  }
  capture.connect();
  for (let i = 0; i < 300; i++) capture.control(OF_CENTRAL, [0x1f, ...cisRequest(i & 255, i >> 8)]);
  const { tables } = await open(capture);
  expect(tables['streams']).toHaveLength(announced + 300);
});

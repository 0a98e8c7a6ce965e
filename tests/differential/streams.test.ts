import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFile } from '../support/captures.ts';
import { hex } from '../support/packet-file.ts';
import { randomSource } from '../support/random.ts';
import { basicAudio, cisIndication, cisRequest, randomBigInfo, RF, StreamsCapture } from '../support/streams-capture.ts';
import { layerValues } from '../support/tshark-layers.ts';
import { tsharkVersion } from '../support/tshark.ts';

/**
 * Isochronous streams against tshark, over generated captures, as no recording at hand has any: every field of BIGInfo, and how many PDUs
 * each stream has. tshark has no dissector of the Basic Audio Announcement.
 */
const version = tsharkVersion();
const folder = mkdtempSync(join(tmpdir(), 'streams-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const BIG = 'btcommon.eir_ad.entry.biginfo';
/** Column, what it is divided by, and the field. */
const FIELDS: readonly (readonly [column: string, by: number, field: string])[] = [
  ['big_offset', 1, 'big_offset'],
  ['big_offset_units', 1, 'big_offset_units'],
  ['iso_interval_us', 1250, 'iso_interval'],
  ['num_bis', 1, 'num_bis'],
  ['subevents', 1, 'nse'],
  ['bn', 1, 'bn'],
  ['sub_interval_us', 1, 'sub_interval'],
  ['pto', 1, 'pto'],
  ['bis_spacing_us', 1, 'bis_spacing'],
  ['irc', 1, 'irc'],
  ['max_pdu', 1, 'max_pdu'],
  ['seed_access_address', 1, 'seed_access_address'],
  ['sdu_interval_us', 1, 'sdu_interval'],
  ['max_sdu', 1, 'max_sdu'],
  ['base_crc_init', 1, 'base_crc_init'],
  ['channel_map', 1, 'channel_map'],
  ['bis_payload_count', 1, 'bis_payload_count'],
  ['framed', 1, 'framing'],
];
const ADDRESSES = `${BIG}.bis_access_address`;
const PHYS = ['1M', '2M', 'CODED'];
const number = (text: string): bigint => (text === 'True' ? 1n : text === 'False' ? 0n : BigInt(text));
/** A frame of a stream; that of a null PDU has no octets. */
const ISO_DATA = 'btle.isochronous_data';
const LENGTH = 'btle.data_header.length';
const NULL_PDU = 'btle.data_header.null_pdu_indicator';
const isFilled = (frame: ReadonlyMap<string, readonly string[]>): boolean =>
  frame.has(ISO_DATA) && frame.get(LENGTH)?.[0] !== '0' && frame.get(NULL_PDU)?.[0] !== '1';

describe.runIf(version !== null)('streams against tshark', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('BIGInfo and PDUs of broadcasts, seed %i', async (seed) => {
    const random = randomSource(seed);
    const capture = new StreamsCapture();
    capture.auxiliary();
    const groups = Array.from({ length: 6 }, () => randomBigInfo(random));
    for (const values of groups) {
      capture.announce(values, basicAudio());
      for (let i = 0; i < 20; i++) {
        const payload = Array.from({ length: random.below(30) }, () => random.below(256));
        capture.bis(values, 1 + random.below(values.numBis), random.below(3) | (random.below(16) << 2), payload);
      }
      capture.bis(values, 0, 3, hex('01 13 1000'));
    }
    const path = join(folder, `big-${String(seed)}.pcap`);
    writeFileSync(path, capture.bytes());
    const { tables } = await openFile(path);
    const streams = tables['streams'] ?? [];
    const fields = [...FIELDS.map(([, , field]) => `${BIG}.${field}`), `${BIG}.phy`, `${BIG}.giv`, `${BIG}.gskd`];
    const theirs = layerValues(path, [...fields, ADDRESSES, ISO_DATA, LENGTH, 'btle.access_address', 'btle.big_control_opcode']);
    let values = 0;
    for (const [no, frame] of theirs) {
      if (!frame.has(`${BIG}.num_bis`)) continue;
      const ours = streams.filter(({ packet_no }) => packet_no === no);
      expect(ours).toHaveLength(Number(frame.get(`${BIG}.num_bis`)?.[0]));
      expect(ours.map(({ access_address }) => access_address)).toEqual(frame.get(ADDRESSES)?.map(Number));
      for (const row of ours) {
        const said = FIELDS.map(([column, by, field]) => [field, BigInt(row[column] as number) / BigInt(by)]);
        expect(said).toEqual(FIELDS.map(([, , field]) => [field, number(frame.get(`${BIG}.${field}`)?.[0] ?? 'none')]));
        expect(row['phy']).toBe(PHYS[Number(frame.get(`${BIG}.phy`)?.[0])]);
        for (const name of ['giv', 'gskd']) {
          const octets = row[name] as Uint8Array | undefined;
          expect(octets && Buffer.from(octets).toString('hex')).toBe(frame.get(`${BIG}.${name}`)?.[0]?.replace(/^0x/, ''));
        }
        values += FIELDS.length + 2;
      }
    }
    const heard = new Map<number, number>();
    for (const frame of theirs.values()) {
      const address = Number(frame.get('btle.access_address')?.[0]);
      if (isFilled(frame)) heard.set(address, (heard.get(address) ?? 0) + 1);
    }
    for (const row of streams)
      expect([row['access_address'], row['packets']]).toEqual([row['access_address'], heard.get(Number(row['access_address'])) ?? 0]);
    const control = [...theirs.values()].filter((frame) => frame.has('btle.big_control_opcode')).length;
    const plainGroups = groups.filter(({ giv }) => giv === undefined).length;
    expect([groups.length, plainGroups]).toContain(control);
    console.log(
      `broadcasts ${String(seed)}: ${String(values)} values of BIGInfo and ${String(heard.size)} streams equal to ${version ?? ''}`,
    );
    expect(values).toBeGreaterThan(0);
  });

  it.each([1, 2, 3])('PDUs of connected streams, seed %i', async (seed) => {
    const random = randomSource(seed);
    const capture = new StreamsCapture();
    const addresses = [0x91a3c5e6, 0x6e5ac33d, 0xa53c69d2];
    capture.connect();
    for (const [i, address] of addresses.entries()) {
      capture.control(RF.OF_CENTRAL, [0x1f, ...cisRequest(1, i)]);
      capture.control(RF.OF_PERIPHERAL, [0x20, ...hex('e80300 881300 4e00')]);
      capture.control(RF.OF_CENTRAL, [0x21, ...cisIndication(address)]);
    }
    for (let i = 0; i < 200; i++) {
      const isNull = random.below(4) === 0;
      const header = random.below(3) | (random.below(4) << 2) | (isNull ? 0x40 : 0);
      const payload = isNull ? [] : Array.from({ length: 1 + random.below(30) }, () => random.below(256));
      capture.cis(addresses[random.below(3)] ?? 0, random.below(2) === 0 ? RF.CIS_OF_CENTRAL : RF.CIS_OF_PERIPHERAL, header, payload);
    }
    const path = join(folder, `cis-${String(seed)}.pcap`);
    writeFileSync(path, capture.bytes());
    const { tables } = await openFile(path);
    const theirs = layerValues(path, [ISO_DATA, 'btle.access_address', NULL_PDU, 'btle_rf.flags']);
    const counted = addresses.map((address) => {
      const frames = [...theirs.values()].filter((frame) => Number(frame.get('btle.access_address')?.[0]) === address);
      const filled = frames.filter(isFilled);
      const sent = filled.filter((frame) => ((Number(frame.get('btle_rf.flags')?.[0]) >> 7) & 7) === RF.CIS_OF_CENTRAL);
      const empty = frames.filter((frame) => frame.get(NULL_PDU)?.[0] === '1');
      return { access_address: address, packets: filled.length, empty_packets: empty.length, packets_c_to_p: sent.length };
    });
    expect(tables['streams']).toMatchObject(counted);
    expect(tables['connections']).toHaveLength(1);
  });
});

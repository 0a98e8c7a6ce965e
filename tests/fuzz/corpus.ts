import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import {
  advInd,
  block,
  concat,
  enhancedPacket,
  hex,
  interfaceBlock,
  option,
  pcap,
  section,
  simplePacket,
  u16,
  u32,
  u64,
} from '../support/packet-file.ts';
import { everyHostPacket, everyLinkProcedure, linkCapture, SENT_BY } from '../support/every-procedure.ts';
import { serialPacket, slip } from '../support/serial-packet.ts';
import { zstdBlock, zstdFrame } from '../support/zstd-file.ts';

/** Small files of every kind, from which mutants are bred. Each opens as it is. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const CAPTURES = 'tests/fixtures/captures';
const TABLES = 'tests/fixtures/tables';
const A = '060504030241';
const SECONDS = 1_700_000_000;

const records = (frames: readonly Uint8Array[]): { seconds: number; data: Uint8Array }[] =>
  frames.map((data, i) => ({ seconds: SECONDS + i, data }));
const adv = advInd('C1:02:03:04:05:06', hex('02010605ff4c00100503030d1805094142433e020af8'));
const rf = (frame: Uint8Array): Uint8Array => concat([[12, 200, 128, 0], u32(0x8e89bed6), u16(0x13), frame]);
const nordic = (version: number, frame: Uint8Array): Uint8Array =>
  concat([[11], u16(10 + frame.length), [version, 1, 0, 6, 10, 1, 37, 60, 0, 0, 9, 0, 0, 0], frame]);
const ppi = (frame: Uint8Array): Uint8Array =>
  concat([[0, 0], u16(24), u32(251), u16(30_006), u16(12), [0], u16(2402), [0], u32(99), [1, 2, 3, 4], frame]);
const chain = [
  hex(`d6be898e 4716 0b 19 ${A} 0210 050a00 0201060509414243 123456`.replaceAll(' ', '')),
  hex('d6be898e 0706 03 08 0210 4445 123456'.replaceAll(' ', '')),
];
const meta = (subevent: string): string => {
  const digits = subevent.replaceAll(' ', '');
  return `043e${(digits.length / 2).toString(16).padStart(2, '0')}${digits}`;
};
const hci = [
  meta(`02 02 00 01 ${A} 03 020106 c4 04 00 ${A} 00 7f`),
  meta(`0d 01 2000 01 ${A} 01 01 05 f6 c4 0000 00 000000000000 03 020106`),
  meta(`0d 01 0000 01 ${A} 01 01 05 f6 c4 0000 00 000000000000 04 03094142`),
  meta(`0b 01 01 01 ${A} 01 110000000042 b0`),
  meta(`0e 00 0100 07 01 ${A} 02 5000 01`),
  meta('0f 0100 7f d0 ff 00 03 020106'),
  meta(`01 00 4000 00 01 ${A} 1800 0000 4800 00`),
  `01052006${A}`,
  '0240000500deadbeef00',
].map(hex);

const h5 = hci.map((packet) => hex(slip(serialPacket(packet[0] ?? 0, Buffer.from(packet.subarray(1)).toString('hex'), true))));
const bcsp = hci.map((packet) => hex(serialPacket(5, Buffer.from(packet.subarray(1)).toString('hex'))));

function btsnoop(datalink: number, packets: readonly Uint8Array[]): Uint8Array {
  const time = u64(0x00e03ab44a676000n + BigInt(SECONDS - 946_684_800) * 1_000_000n, false);
  return concat([
    [...Buffer.from('btsnoop\0')],
    u32(1, false),
    u32(datalink, false),
    ...packets.flatMap((packet) => [u32(packet.length, false), u32(packet.length, false), u32(3, false), u32(0, false), time, packet]),
  ]);
}

const packetLogger = (packets: readonly Uint8Array[]): Uint8Array =>
  concat(packets.flatMap((packet) => [u32(packet.length + 8, false), u32(SECONDS, false), u32(1, false), [1], packet.subarray(1)]));

const csv = [
  'Advertiser,Time,RSSI,Name',
  ...Array.from(
    { length: 30 },
    (_, i) => `C1:02:03:04:05:${String(10 + i)},2020-05-01T12:00:${String(10 + i)}.5Z,-${String(40 + i)},"a ""b"", c"`,
  ),
].join('\n');
const json = JSON.stringify(
  Array.from({ length: 20 }, (_, i) => ({
    addr: `C1:02:03:04:05:${String(10 + i)}`,
    rssi: -40 - i,
    at: '2020-05-01T12:00:00Z',
    tags: ['a', null],
    deep: { x: i },
  })),
);
const ndjson = Array.from({ length: 20 }, (_, i) => JSON.stringify({ n: i, text: '\u202e<b>', value: i % 3 === 0 ? null : i / 7 })).join(
  '\n',
);

/** The start of a recording, cut at a record where its container allows. */
function start(path: string, bytes: number): Seed[] {
  const file = join(CAPTURES, path);
  return existsSync(file) ? [{ name: path, bytes: new Uint8Array(readFileSync(file)).slice(0, bytes) }] : [];
}

/** Data PDUs and frames in pieces: a mutant takes about as long as one of another seed. */
const CONNECTION_BYTES = 6000;
const pieces = (): Uint8Array =>
  linkCapture(
    [0, 9, 18, 27].map((at) => ({
      llid: at === 0 ? 2 : 1,
      sender: SENT_BY.CENTRAL,
      payload: hex('20000400 09 07 0200 12 0300 372a 0400 0a 0500 382a').slice(at, at + 9),
    })),
  );

const table = (name: string): Seed => ({ name, bytes: new Uint8Array(readFileSync(join(TABLES, name))) });

export function corpus(): Seed[] {
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const small = pcap(records([rf(adv), rf(adv)]), { linkType: 256 });
  return [
    { name: 'rf.pcap', bytes: pcap(records([rf(adv), ...chain.map(rf), rf(adv)]), { linkType: 256 }) },
    { name: 'bare.pcap', bytes: pcap(records([adv, ...chain]), { linkType: 251, little: false, magic: 0xa1b23c4d }) },
    { name: 'nordic.pcap', bytes: pcap(records([1, 2, 3].map((version) => nordic(version, adv))), { linkType: 272 }) },
    { name: 'ppi.pcap', bytes: pcap(records([ppi(adv), ppi(adv)]), { linkType: 192 }) },
    { name: 'hci.pcap', bytes: pcap(records(hci), { linkType: 187 }) },
    { name: 'hci201.pcap', bytes: pcap(records(hci.map((packet) => concat([[0, 0, 0, 1], packet]))), { linkType: 201 }) },
    { name: 'monitor.pcap', bytes: pcap(records(hci.map((packet) => concat([[0, 1, 0, 3], packet.subarray(1)]))), { linkType: 254 }) },
    {
      name: 'sections.pcapng',
      bytes: concat([
        section(true),
        interfaceBlock(256, option(9, [9])),
        enhancedPacket(0, 1n, rf(adv)),
        block(0x0bad, hex('00112233')),
        simplePacket(rf(adv)),
        section(false),
        interfaceBlock(251, option(14, u64(5n, false), false), false),
        enhancedPacket(0, 2n, adv, false),
      ]),
    },
    { name: 'h4.log', bytes: btsnoop(1002, hci) },
    {
      name: 'monitor.log',
      bytes: btsnoop(
        2001,
        hci.map((packet) => packet.subarray(1)),
      ),
    },
    { name: 'h5.log', bytes: btsnoop(1004, h5) },
    { name: 'bcsp.cfa', bytes: btsnoop(1003, bcsp) },
    { name: 'apple.pklg', bytes: packetLogger(hci) },
    { name: 'connection.pcap', bytes: everyLinkProcedure(1).slice(0, CONNECTION_BYTES) },
    { name: 'pieces.pcap', bytes: pieces() },
    { name: 'host.pcap', bytes: everyHostPacket(1).slice(0, CONNECTION_BYTES) },
    { name: 'packed.pcap.gz', bytes: gzipSync(small) },
    { name: 'packed.zip', bytes: zipSync({ 'a.pcap': small, 'b.csv': text(csv) }) },
    { name: 'several.zip', bytes: zipSync({ 'a.pcap': small, 'b.pcap.gz': gzipSync(small), 'notes.txt': text('nothing to open') }) },
    { name: 'run.pcap.zst', bytes: zstdFrame([zstdBlock(small, false), zstdBlock([0], false, 1, 400), zstdBlock([], true)]) },
    ...start('hackrf/ble_all_adv.pcap.zst', 4000),
    { name: 'stored.zip', bytes: zipSync({ 'a.pcap': small }, { level: 0 }) },
    ...['types-snappy.parquet', 'types-none.parquet', 'types-zstd.parquet'].map(table),
    ...['types.arrow', 'types.arrows', 'types-lz4.feather', 'types-zstd.feather'].map(table),
    { name: 'table.csv', bytes: text(csv) },
    { name: 'table.tsv', bytes: text(csv.replaceAll(',', '\t')) },
    { name: 'table.json', bytes: text(json) },
    { name: 'table.ndjson', bytes: text(ndjson) },
    ...start('hackrf/ble_all_adv.pcap', 4000),
    ...start('mitll/anechoic_nrf52_90.pcapng', 4000),
    ...start('pact/iphone_11_124809.csv', 3000),
  ];
}

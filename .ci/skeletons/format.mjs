/** `blog` as `Blog`. @param {string} name */
const pascalCase = (name) => name.charAt(0).toUpperCase() + name.slice(1);

const DECODERS = 'src/capture/decoders/index.ts';

/**
 * A capture format that opens: a magic text, then records of seconds, length and a link-layer frame. Each part can be replaced while the
 * others work.
 * @param {string} name lower-case letters and digits @returns {Record<string, string>} text by path
 */
export function formatFiles(name) {
  const pascal = pascalCase(name);
  return {
    [`src/capture/containers/${name}.ts`]: reader(name, pascal),
    [`src/capture/decoders/${name}.ts`]: decoder(name, pascal),
    [`tests/unit/capture/containers/${name}.test.ts`]: test(name, pascal),
  };
}

/** Lists the decoder before those of recorded scans and tables. @param {string} name @returns {Record<string, (text: string) => string>} edits by path */
export const formatEdits = (name) => ({
  [DECODERS]: (text) => {
    const line = `import { ${name}Decoder } from './${name}.ts';\n`;
    const listed = text.replace('  scanLogDecoder,\n', `  ${name}Decoder,\n  scanLogDecoder,\n`);
    if (listed === text) throw new Error(`expected scanLogDecoder in the list of ${DECODERS}`);
    return listed.replace('import { scanLogDecoder }', `${line}import { scanLogDecoder }`);
  },
});

/** What is left to do, because it depends on the format. @param {string} name */
export const formatSteps = (name) => [
  `src/answers/packets/frame.ts, if Wireshark opens ${name} files and numbers their packets alike`,
  'src/capture/keys/record-headers.ts, if frames can be host packets, which may contain keys',
  `tests/fuzz/corpus.ts and tests/support/walk-records.ts, so that damaged ${name} files and counts of records are tested`,
  'docs/how-to/open.md, the list of formats',
];

/** @param {string} name @param {string} pascal */
const reader = (name, pascal) => `import { LINK_TYPE } from '../link-types.ts';
import { u32be } from '../../base/octets.ts';
import type { LinkInterface, Packets } from '../packets.ts';
import type { RecordReader } from './records.ts';
import { resync, type RecordShape } from './resync.ts';

/**
 * ${name}: the text \`${name}\\n\`, then records of seconds since 1970 (4 bytes), length of the frame (4 bytes) and a link-layer frame from its
 * access address on. Numbers are big-endian.
 */
const MAGIC = new TextEncoder().encode('${name}\\n');
const HEADER_BYTES = 8;
const MOST_FRAME_BYTES = 512;
/** A record further from the last one than this is damaged, s. */
const NEAR_SECONDS = 7 * 86_400;

export const is${pascal} = (bytes: Uint8Array): boolean => MAGIC.every((octet, at) => bytes[at] === octet);

export class ${pascal}Reader implements RecordReader {
  readonly link: LinkInterface;
  private readonly shape: RecordShape = { header: HEADER_BYTES, most: MOST_FRAME_BYTES, payload: (bytes, at) => this.payload(bytes, at) };
  private begun = false;
  private lastSeconds = -1;

  constructor(private readonly packets: Packets) {
    this.link = packets.interface(LINK_TYPE.BLUETOOTH_LE_LL, '0', null);
  }

  read(bytes: Uint8Array, from: number, base: number, ended: boolean): number {
    let at = from;
    if (!this.begun) {
      if (bytes.length < MAGIC.length) return ended ? bytes.length : from;
      this.begun = true;
      at += MAGIC.length;
    }
    const { record } = this.packets;
    while (!this.packets.full) {
      const left = bytes.length - at;
      if (left < HEADER_BYTES) return this.rest(bytes, at, base, ended);
      const length = u32be(bytes, at + 4);
      if (length > MOST_FRAME_BYTES) {
        const next = resync(bytes, at, this.shape, ended);
        if (next < 0) return at;
        const allowed = \`at most \${String(MOST_FRAME_BYTES)} are possible; \${String(next - at)} bytes skipped\`;
        this.lost(base + at, 'RECORD_LENGTH', \`the record has a length of \${String(length)} bytes, \${allowed}\`);
        at = next;
        continue;
      }
      if (left < HEADER_BYTES + length) return this.rest(bytes, at, base, ended);
      record.no++;
      record.offset = base + at;
      record.original = length;
      this.lastSeconds = u32be(bytes, at);
      record.us = this.lastSeconds * 1_000_000;
      const start = at + HEADER_BYTES;
      at = start + length;
      this.packets.packet(this.link, bytes, start, at);
    }
    return at;
  }

  /** Length of a plausible record at \`at\`, else -1. */
  private payload(bytes: Uint8Array, at: number): number {
    const length = u32be(bytes, at + 4);
    const near = this.lastSeconds < 0 || Math.abs(u32be(bytes, at) - this.lastSeconds) <= NEAR_SECONDS;
    return near && length > 0 && length <= MOST_FRAME_BYTES ? length : -1;
  }

  /** Less than a record is left: more bytes may follow, or the file was cut. */
  private rest(bytes: Uint8Array, at: number, base: number, ended: boolean): number {
    if (!ended || at === bytes.length) return at;
    this.lost(base + at, 'RECORD_CUT', \`the file ends \${String(bytes.length - at)} bytes into this record\`);
    this.packets.record.no--;
    return bytes.length;
  }

  private lost(offset: number, code: string, message: string): void {
    const { record } = this.packets;
    record.no++;
    record.offset = offset;
    this.packets.lost(record, code, message);
  }
}
`;

/** @param {string} name @param {string} pascal */
const decoder = (name, pascal) => `import { is${pascal}, ${pascal}Reader } from '../containers/${name}.ts';
import { readRecords } from '../containers/records.ts';
import type { Decoder } from '../decoder.ts';
import { Packets } from '../packets.ts';

export const ${name}Decoder: Decoder = {
  name: '${name}',
  kind: 'ble',
  probe: ({ bytes }) => (is${pascal}(bytes) ? { confidence: 1, format: '${name}' } : null),
  async decode(source, output, options) {
    const packets = new Packets('${name}', output, options);
    const reader = new ${pascal}Reader(packets);
    await readRecords(source, reader, packets, options);
    return packets.finish([reader.link], packets.record.no);
  },
};
`;

/** @param {string} name @param {string} pascal */
const test = (name, pascal) => `import { expect, test } from 'vitest';
import { is${pascal} } from '../../../../src/capture/containers/${name}.ts';
import { openBytes } from '../../../support/captures.ts';
import { advInd, concat, hex, u32 } from '../../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const SECONDS = 1_700_000_000;
const record = (seconds: number, data: Uint8Array = frame): Uint8Array => concat([u32(seconds, false), u32(data.length, false), data]);
const file = (...records: readonly Uint8Array[]) => concat([new TextEncoder().encode('${name}\\n'), ...records]);

test('${name}: every record is a row with its time and address', async () => {
  const { header, columns, summary } = await openBytes(file(record(SECONDS), record(SECONDS + 1)), 'x.${name}');
  expect(header).toMatchObject({ format: '${name}', kind: 'ble' });
  expect(columns['ts_us']).toEqual([BigInt(SECONDS) * 1_000_000n, BigInt(SECONDS + 1) * 1_000_000n]);
  expect(columns['advertiser_addr']).toEqual(['C1:02:03:04:05:06', 'C1:02:03:04:05:06']);
  expect(columns['crc_ok']).toEqual([true, true]);
  expect(summary).toMatchObject({ row_count: 2, problem_count: 0, link_types: [251], time_base: 'epoch' });
});

test('${name}: the records before a cut are kept, and the cut one is a problem', async () => {
  const { columns, problems } = await openBytes(file(record(SECONDS), record(SECONDS + 1)).slice(0, -3), 'x.${name}');
  expect(columns['packet_no']).toEqual([1]);
  expect(problems).toMatchObject([{ record: 2, code: 'RECORD_CUT' }]);
});

test('${name}: records after a damaged length are found again', async () => {
  const damaged = record(SECONDS + 1);
  damaged.set([0xff, 0xff, 0xff, 0xff], 4);
  const { columns, problems } = await openBytes(file(record(SECONDS), damaged, record(SECONDS + 2), record(SECONDS + 3)), 'x.${name}');
  expect(columns['packet_no']).toEqual([1, 3, 4]);
  expect(problems).toMatchObject([{ record: 2, code: 'RECORD_LENGTH' }]);
});

test('${name}: other files are not read as this format', () => {
  expect(is${pascal}(hex('d4c3b2a1'))).toBe(false);
});
`;

import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { recordNotices, type RecordCount, unexplained } from '../../../src/capture/record-count.ts';
import { corpus } from '../../fuzz/corpus.ts';
import { mutant } from '../../fuzz/decode-mutants.ts';
import { type Opened, openBytes } from '../../support/captures.ts';
import { nodeAssets } from '../../support/decode-table.ts';
import { advInd, block, concat, enhancedPacket, hex, interfaceBlock, pcap, section } from '../../support/packet-file.ts';
import { randomSource } from '../../support/random.ts';
import { walkRecords } from '../../support/walk-records.ts';

const MUTANTS = 1_500;
const DAMAGE = /^(RECORD_|BLOCK_|BAD_RECORD|LINE|TRUNCATED|TEXT_AFTER_END|ARCHIVE_|MISSING_ROWS|BAD_ROWS)/;
/** Problems of these codes concern no record, or one that the container does not number. */
const UNNUMBERED = /^(BLOCK_|INTERFACE_LIMIT|ARCHIVE_)/;

const open = (bytes: Uint8Array, name: string): Promise<Opened> => openBytes(new Uint8Array(bytes), name, { assets: nodeAssets });

/** Compares what the decoder counted with what arrived: rows, their packet numbers, and problems. */
function checkBalance({ header, columns, problems, summary }: Opened): RecordCount {
  const { records } = summary;
  expect(unexplained(records)).toBe(0);
  expect(records.rows).toBe(summary.row_count);
  expect(summary.warnings.map(({ code }) => code)).not.toContain('UNEXPLAINED_RECORDS');
  if (header.kind === 'table' || header.format === 'live') expect(records.with_rows).toBe(records.rows);
  else {
    const withRow = new Set(columns['packet_no']);
    expect(records.with_rows).toBe(withRow.size);
    if (summary.problem_count === problems.length) {
      const blocks = problems.filter(({ code }) => code.startsWith('BLOCK_') && code !== 'BLOCK_LENGTH');
      const numbered = problems.filter(({ code }) => !UNNUMBERED.test(code) || code === 'BLOCK_LENGTH').map(({ record }) => record);
      expect(records.reported).toBe(new Set(numbered.filter((record) => !withRow.has(record))).size + blocks.length);
    }
  }
  return records;
}

describe('every record of a file gives a row or a problem, or is counted by its kind', () => {
  it.each(corpus())('in $name', async ({ name, bytes }) => {
    const opened = await open(bytes, name);
    const { read } = checkBalance(opened);
    expect(read).toBeGreaterThan(0);
    const walked = /\.(gz|zip|zst)$/.test(name) ? null : walkRecords(opened.header.format, bytes);
    if (walked !== null) expect(read).toBe(walked);
  });

  it(`in ${String(MUTANTS)} mutants`, async () => {
    const seeds = corpus();
    let opened = 0;
    let walked = 0;
    for (let seed = 0; seed < MUTANTS; seed++) {
      const { parent, bytes } = mutant(seeds, randomSource(900_000 + seed));
      try {
        const file = await open(bytes, parent.name);
        const { read } = checkBalance(file);
        opened++;
        if (/\.(gz|zip|zst)$/.test(parent.name) || file.problems.some(({ code }) => DAMAGE.test(code))) continue;
        const found = walkRecords(file.header.format, bytes);
        if (found === null) continue;
        expect(read).toBe(found);
        walked++;
      } catch (error) {
        if (!(error instanceof WorkbenchError)) throw new Error(`mutant ${String(900_000 + seed)} of ${parent.name}`, { cause: error });
      }
    }
    expect(opened).toBeGreaterThan(MUTANTS / 4);
    expect(walked).toBeGreaterThan(MUTANTS / 30);
  }, 60_000);
});

describe('the count of records', () => {
  const frame = advInd('C1:02:03:04:05:06', hex('020106'));

  it('names the blocks of a capture that are no packets', async () => {
    const file = concat([
      section(),
      interfaceBlock(251),
      enhancedPacket(0, 1n, frame),
      block(4, hex('00000000')),
      block(5, hex('00'.repeat(12))),
      block(9, hex('00000000')),
      block(0x0bad, hex('00112233')),
      block(0x0bad, hex('00112233')),
      enhancedPacket(0, 2n, frame.subarray(0, 3)),
    ]);
    const { summary } = await open(file, 'x.pcapng');
    expect(summary.records).toEqual({
      read: 7,
      with_rows: 1,
      rows: 1,
      reported: 1,
      other: { names: 1, statistics: 1, journal: 1, custom: 2 },
    });
    expect(summary.warnings.find(({ code }) => code === 'OTHER_RECORDS')?.message).toBe(
      '3 records of the file are no packets: 1 block of a system journal, 2 blocks of other programs',
    );
  });

  it('counts rows of a table, lost lines and blank ones', async () => {
    const { summary } = await open(Buffer.from('Report of May\n\na,b\n1,x\n\n2,"y\n3,z,w\n4,v\n'), 'x.csv');
    expect(summary.records).toEqual({ read: 6, with_rows: 2, rows: 2, reported: 2, other: { blank: 1, above: 1 } });
  });

  it('reports what follows the list of a JSON document', async () => {
    const after = await open(Buffer.from('[{"a":1},\n{"a":2}] [{"a":3}]'), 'x.json');
    expect([after.summary.row_count, after.problems.map(({ code }) => code)]).toEqual([2, ['TEXT_AFTER_END']]);
    const two = await open(Buffer.from('{"one":[{"a":1}],"n":2,"two":[{"a":3}]}'), 'x.json');
    expect([two.summary.row_count, two.summary.warnings.map(({ code }) => code)]).toEqual([1, ['OTHER_LISTS']]);
    const one = await open(Buffer.from('{"one":[{"a":1}],"n":[2]}\n'), 'x.json');
    expect([one.summary.row_count, one.summary.warnings, one.problems]).toEqual([1, [], []]);
  });

  it('reports the rows of a Parquet file that are not there', async () => {
    const { bytes } = corpus().find(({ name }) => name === 'types-none.parquet')!;
    const { row_count: rows } = (await open(bytes, 'x.parquet')).summary;
    // The first field of this number in the footer, a 64-bit integer behind the schema (0x16) and before a list (0x19): zigzag, seven bits a byte.
    const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]);
    const field = Buffer.from([0x16, ...varint(rows * 2), 0x19]);
    const footer = bytes.length - 8 - new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);
    const lying = bytes.slice();
    lying.set(varint((rows + 1) * 2), Buffer.from(bytes).indexOf(field, footer) + 1);
    const { summary, problems } = await open(lying, 'x.parquet');
    expect(problems.map(({ code, record }) => [code, record])).toEqual([['MISSING_ROWS', rows + 1]]);
    expect(summary.records).toMatchObject({ read: rows + 1, with_rows: rows, reported: 1 });
  });

  it('would name records that came to nothing', () => {
    const count: RecordCount = { read: 5, with_rows: 2, rows: 2, reported: 1, other: { blank: 1 } };
    expect(unexplained(count)).toBe(1);
    expect(recordNotices(count).map(({ code }) => code)).toEqual(['UNEXPLAINED_RECORDS']);
  });

  it('covers a file that is compressed and cut', async () => {
    const packed = gzipSync(pcap(Array.from({ length: 500 }, (_, i) => ({ seconds: 1_700_000_000 + i, data: frame }))));
    const { read } = checkBalance(await open(packed.slice(0, packed.length - 60), 'x.pcap.gz'));
    expect(read).toBeGreaterThan(100);
  });
});

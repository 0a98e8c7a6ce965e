import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeWorkbench, nodeWorkbench } from '../../../support/node-workbench.ts';
import { advInd, concat, hex, pcap, u32 } from '../../../support/packet-file.ts';

/** Files that lie or repeat themselves, opened as the page opens them: decoders, engine and list of captures are the real ones. */
let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

const text = (content: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content));
const open = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const info = await workbench.open(bytes, name);
  const { rows: problems } = workbench.captures.problems(info.capture_id, { limit: 10 });
  return { info, problems };
};

describe('a file that opens reports its faults', () => {
  it('an unclosed quote affects only its line', async () => {
    const { info, problems } = await open(text(`a,b\n1,"${'x,y\n'.repeat(200_000)}`), 'quote.csv');
    expect(info.row_count).toBe(199_999);
    expect(problems).toMatchObject([{ code: 'UNCLOSED_QUOTE', record: 2, offset: 4 }]);
    const { rows } = await workbench.engine.query(`SELECT count(*) FROM ${info.capture_id} WHERE a = 'x' AND b = 'y'`, {});
    expect(Number(rows[0]?.[0])).toBe(199_999);
  });

  const lie = concat([u32(1_700_000_001), u32(0), u32(0xffffffff), u32(0xffffffff), new Uint8Array(40)]);

  it.each([
    ['the only record', 0],
    ['a record behind others', 2],
  ])('%s claims 4 GB', async (_, before) => {
    const frame = advInd('C1:02:03:04:05:06', hex('020106'));
    const good = pcap(Array.from({ length: before }, () => ({ seconds: 1_700_000_000, data: frame })));
    const { info, problems } = await open(concat([good, lie]), 'claims.pcap');
    expect(info).toMatchObject({ row_count: before, problem_count: 1 });
    const said = 'the record says 4294967295 captured bytes, at most 262144 make sense';
    expect(problems).toMatchObject([{ code: 'RECORD_LENGTH', message: expect.stringContaining(said) as string }]);
    const none = info.warnings.find(({ code }) => code === 'NO_PACKETS')?.message;
    expect(none ?? null).toEqual(before > 0 ? null : expect.stringContaining(`no packet that can be read: ${said}`));
  });

  it('a repetitive table opens, however small it is compressed', async () => {
    const rows = 3_200_000;
    const packed = gzipSync(`addr,rssi\n${'C1:02:03:04:05:06,-50\n'.repeat(rows)}`, { level: 9 });
    expect((rows * 22) / packed.length).toBeGreaterThan(200);
    const { info } = await open(new Uint8Array(packed), 'repeats.csv.gz');
    expect(info).toMatchObject({ row_count: rows, problem_count: 0, warnings: [] });
    await workbench.captures.close(info.capture_id);
  });

  it('a table opens below more blank lines than are examined', async () => {
    const { info } = await open(text(`${'\r\n'.repeat(400_000)}a,b\n1,x\n`), 'below.csv');
    expect(info).toMatchObject({ row_count: 1, columns: [{ name: 'a' }, { name: 'b' }] });
  });
});

describe('a file without any readable content is rejected with the cause', () => {
  it.each([
    ['lines.txt', '\n'.repeat(1000), /found nothing but 1,000 bytes of blanks and line ends$/],
    ['lines.txt', '\n'.repeat(100_000), /found a text that begins with 65,536 bytes of blanks and line ends$/],
    ['lines.csv', '\n'.repeat(1000), /found nothing but blank lines$/],
    ['lines.csv', '\r\n'.repeat(500_000), /found nothing but blank lines$/],
  ])('%s: nothing but line ends', async (name, content, message) => {
    await expect(open(text(content), name)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringMatching(message) as string,
    });
  });
});

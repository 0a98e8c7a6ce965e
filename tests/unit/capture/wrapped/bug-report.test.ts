import { gzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { previewFile } from '../../../../src/capture/preview.ts';
import { btsnoozText, bugReport, type SnoozPacket } from '../../../support/bug-report.ts';
import { openBytes } from '../../../support/captures.ts';
import { type NodeWorkbench, nodeWorkbench } from '../../../support/node-workbench.ts';
import { hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';

const START = 1_714_560_000_000_000n;
const report = '3e0f02010001060504030241030201 06c4'.replaceAll(' ', '');
const packets: SnoozPacket[] = [
  { kind: 0x20, us: START, data: hex('0c200200 01'.replaceAll(' ', '')) },
  { kind: 0x10, us: START + 1_500n, data: hex('0e04010c2000') },
  ...Array.from({ length: 50 }, (_, i): SnoozPacket => ({ kind: 0x10, us: START + 2_000n + BigInt(i) * 100_000n, data: hex(report) })),
  { kind: 0x11, us: START + 6_000_000n, data: hex('40202a0026000400 1b2a00'.replaceAll(' ', '')), original: 46 },
  { kind: 0x21, us: START + 6_000_100n, data: hex('4000050001000400 aa'.replaceAll(' ', '')) },
];

describe('an Android bug report', () => {
  it.each([1, 2])('gives the packets of its log of version %i, with their times', async (version) => {
    const { header, columns, problems, summary } = await openBytes(bugReport([btsnoozText(version, packets)]), 'bugreport.txt');
    expect(header.format).toBe('btsnoop');
    expect(summary).toMatchObject({ row_count: packets.length, problem_count: 0, link_types: [187], time_base: 'epoch' });
    expect(columns['ts_us']).toEqual(packets.map(({ us }) => us));
    expect(columns['advertiser_addr']!.filter((address) => address === '41:02:03:04:05:06')).toHaveLength(50);
    expect(columns['opcode']!.slice(0, 2)).toEqual(['LE_Set_Scan_Enable', 'HCI_Command_Complete'].map((name) => expect.stringContaining(name.slice(4)) as string)); // prettier-ignore
    expect([problems, summary.warnings.map(({ code }) => code)]).toEqual([[], ['BUG_REPORT']]);
    expect(summary.records).toMatchObject({ read: packets.length, with_rows: packets.length });
  });

  it('opens with the marks at any place of the windows, and with several logs', async () => {
    const text = btsnoozText(2, packets);
    for (const filler of [0, 1, 100_000, 104_857, 104_858]) {
      const { summary } = await openBytes(bugReport([text, text], filler), 'bugreport.txt');
      expect(summary.row_count).toBe(2 * packets.length);
    }
  });

  it('is found in gzip and in a zip beside its other files', async () => {
    const file = bugReport([btsnoozText(2, packets)]);
    expect((await openBytes(new Uint8Array(gzipSync(file)), 'bugreport.txt.gz')).summary.row_count).toBe(packets.length);
    const zip = zipSync({
      'version.txt': Buffer.from('2.0\n'),
      'bugreport-2024.txt': file,
      'FS/proc/1/status': Buffer.from('Name: init\n'),
    });
    const { summary } = await openBytes(new Uint8Array(zip), 'bugreport-2024.zip');
    expect([summary.row_count, summary.warnings.map(({ code }) => code)]).toEqual([packets.length, ['ARCHIVE_SKIPPED', 'BUG_REPORT']]);
  });

  it('keeps the records before the damage, and says what is wrong', async () => {
    const random = randomSource(1);
    const many = Array.from({ length: 1_000 }, (_, i): SnoozPacket => {
      const data = hex(report);
      for (let octet = 6; octet < 12; octet++) data[octet] = random.below(256);
      return { kind: 0x10, us: START + BigInt(i), data };
    });
    const text = btsnoozText(2, many);
    const { summary, problems } = await openBytes(bugReport([text.slice(0, text.length / 2)], 0), 'bugreport.txt');
    expect(problems).toMatchObject([
      { code: 'ARCHIVE_DAMAGED', message: expect.stringContaining('the Bluetooth log of the bug report') as string },
    ]);
    expect(summary.row_count).toBeGreaterThan(300);
    expect(summary.row_count).toBeLessThan(600);
  });

  it.each([
    ['without a log', bugReport(['nothing of interest\n']), /found no block BTSNOOP_LOG_SUMMARY: Bluetooth was off/],
    ['with a log of another version', bugReport([btsnoozText(3, packets)]), /it has version 3; 1 and 2 are known/],
    [
      'with an empty log',
      bugReport(['--- BEGIN:BTSNOOP_LOG_SUMMARY (0 bytes in) ---\n\n--- END:BTSNOOP_LOG_SUMMARY ---\n']),
      /it ends before its first record/,
    ],
  ])('%s is refused with the reason', async (_, file, message) => {
    await expect(openBytes(file, 'bugreport.txt')).rejects.toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringMatching(message) as string }); // prettier-ignore
  });

  it('is shared as its log alone', async () => {
    const file = bugReport([btsnoozText(2, packets), 'account: someone@example.org\n']);
    const copy = Buffer.from(await (await withoutKeyMaterial(new Blob([file]), 'bugreport.txt')).arrayBuffer());
    expect(copy.subarray(0, 7).toString()).toBe('btsnoop');
    expect(copy.includes('example.org')).toBe(false);
  });

  it('is previewed as what it is', async () => {
    const { preview } = await previewFile(new Blob([bugReport([btsnoozText(2, packets)])]), 'bugreport.txt');
    expect(preview).toMatchObject({ format: 'btsnoop', wrapped: 'bug report', rows_read: packets.length });
  });
});

describe('opened by the core', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterAll(() => workbench.close());

  it('its advertisements can be queried', async () => {
    const info = await workbench.open(bugReport([btsnoozText(2, packets)]), 'bugreport-phone.txt');
    const { rows } = await workbench.engine.query(
      `SELECT count(*) FROM ${info.capture_id} WHERE advertiser_addr = '41:02:03:04:05:06'`,
      {},
    );
    expect(Number(rows[0]?.[0])).toBe(50);
  });
});

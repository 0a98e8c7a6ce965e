import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BugReportSource } from '../../src/capture/wrapped/bug-report.ts';
import { btsnoozText, bugReport, type SnoozPacket } from '../support/bug-report.ts';
import { memorySource } from '../support/decode-table.ts';
import { hex } from '../support/packet-file.ts';
import { tsharkVersion } from '../support/tshark.ts';

const START = 1_714_560_000_000_000n;
const packets: SnoozPacket[] = [
  { kind: 0x20, us: START, data: hex('0c20020001') },
  { kind: 0x10, us: START + 1_500n, data: hex('0e04010c2000') },
  ...Array.from({ length: 20 }, (_, i): SnoozPacket => ({
    kind: 0x10,
    us: START + BigInt(i + 1) * 99_999n,
    data: hex('3e0c0201000106050403024100c4'),
  })),
  { kind: 0x11, us: START + 6_000_000n, data: hex('40202a00260004001b2a00'), original: 46 },
];

/** What the log of a bug report becomes is a btsnoop file: tshark reads the same packets out of it. */
describe.runIf(tsharkVersion() !== null)('tshark reads the log of a bug report', () => {
  it.each([1, 2])('of version %i', async (version) => {
    const report = memorySource(bugReport([btsnoozText(version, packets)]), 'bugreport.txt');
    const source = new BugReportSource(report, () => undefined);
    const folder = mkdtempSync(join(tmpdir(), 'bug-report-'));
    try {
      const file = join(folder, 'log.btsnoop');
      writeFileSync(file, await source.bytes(0, await source.length()));
      const fields = ['frame.time_epoch', 'hci_h4.type', 'hci_h4.direction', 'frame.cap_len', 'frame.len'];
      const lines = execFileSync('tshark', ['-r', file, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])], { encoding: 'utf8' });
      const found = lines.trim().split('\n').map((line) => line.split('\t')); // prettier-ignore
      expect(
        found.map(([, type, direction, captured, length]) => [Number(type), Number(direction), Number(captured), Number(length)]),
      ).toEqual(
        packets.map(({ kind, data, original = data.length }) => [
          { 0x10: 4, 0x11: 2, 0x20: 1 }[kind],
          kind === 0x20 ? 0 : 1,
          data.length + 1,
          version === 2 ? original + 1 : data.length + 1,
        ]),
      );
      expect(found.map(([time]) => Math.round((Date.parse(time ?? '') || Number(time) * 1000) / 1))).toEqual(packets.map(({ us }) => Math.round(Number(us) / 1000))); // prettier-ignore
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

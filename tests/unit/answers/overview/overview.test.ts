import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CaptureOverview } from '../../../../src/answers/overview/overview.ts';
import { COLUMN } from '../../../../src/answers/devices/device-rows.ts';
import { fixture } from '../../../support/fixtures.ts';
import { devicesOf } from '../../../support/device-bench.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';

const bench = await nodeWorkbench();
afterAll(() => bench.close());
const tables = devicesOf(bench);

async function overviewOf(path: string): Promise<CaptureOverview> {
  const { capture_id, row_count } = await bench.openFile(path);
  return tables.overview({ capture_id, row_count, condition: null });
}

describe('a capture in sentences', () => {
  test('describes a room: its devices, damaged packets, and a name that is used with several addresses', async () => {
    const overview = await overviewOf(fixture('mitll/anechoic_nrf52_90.pcapng'));
    expect(overview.addresses).toBe(7);
    expect(overview.title).toMatch(/^7 addresses in \d/);
    expect(overview.text).toContain('Apple device, Nearby');
    expect(overview.text).toContain('No connection was requested.');
    const { activity, facts } = overview;
    const drawn = activity?.kinds.reduce((sum, { packets }) => sum + packets, 0);
    expect(drawn).toBe(facts.packets);
    for (const { bars, packets } of activity?.kinds ?? []) expect(bars.reduce((sum, each) => sum + each, 0)).toBe(packets);
  });

  test('counts the same addresses as the reference dissector, without those of damaged and truncated frames', async () => {
    const counts = [
      ['hackrf/ble_all_adv_w_scan.pcap', 42],
      ['hackrf/adv38.pcap', 37],
    ] as const;
    for (const [path, addresses] of counts) expect((await overviewOf(fixture(path))).addresses).toBe(addresses);
  });

  test('a connection: who was connected, what protects it, what was discovered, and what the device says it is', async () => {
    const { capture_id, row_count } = await bench.openFile(fixture('made/heart_rate.pcap'));
    const overview = await tables.overview({ capture_id, row_count, condition: null });
    expect(overview.text).toMatch(/\d+ connections? (was|were) recorded, with \d+ packets\./);
    const texts = new Map(overview.findings.map(({ id, title, text }) => [id, `${title}: ${text}`]));
    expect(texts.get('services')).toMatch(/^\d services discovered: .* offers Generic Access, /);
    expect(overview.activity?.kinds[0]?.kind).toBe('connection');
    const page = { sort: null, find: '', only: null, offset: 0, limit: 10, capture_id, row_count, condition: null };
    const { rows } = await tables.rows(page);
    expect(rows[0]?.slice(COLUMN.address, COLUMN.what + 1)).toEqual(['C4:10:20:30:40:50', 'Heart Rate Sensor: Heart Rate Belt']);
    expect(rows[0]?.[COLUMN.names]).toBe('Pulse 7');
    expect(rows[0]?.[COLUMN.services]).toContain('Device Information');
    const kind = await tables.kind({ capture_id, row_count, condition: null }, 'C4:10:20:30:40:50');
    expect(kind?.evidence).toContain('it gave “Acme Sensors” as its maker in packet 76');
  });

  test('a host log: its connection, who ended it, and the kind of its packets', async () => {
    const overview = await overviewOf(fixture('made/host_logs/gatt.btsnoop'));
    expect(overview.text).toContain('1 connection was recorded, with 126 packets.');
    const [recorded] = overview.findings;
    expect(recorded?.text).toMatch(/^F0:F0:F0:F0:F0:F0 and F1:F1:F1:F1:F1:F1, for \d+ ms\. The peripheral ended it: /);
    expect(overview.activity?.kinds.map(({ kind }) => kind)).toEqual(['host']);
  });

  test.runIf(process.env['WORKBENCH_DATA'] !== undefined)('and those of the larger set', async () => {
    const counts = [
      ['mitll/screen-room-nrf52/nrf52_capture_0.pcapng', 39],
      ['mitll/anechoic-ubertooth/ubertooth_capture_90.pcapng', 6],
      ['crackle/le_secure_connections.pcapng', 1],
      ['pact/iphone-11-1/btle_sniffer_05-07-2020-124809.pcapng', 3],
    ] as const;
    for (const [path, addresses] of counts) {
      const found = await overviewOf(join(process.env['WORKBENCH_DATA'] ?? '', 'captures', path));
      expect(found.addresses).toBe(addresses);
      expect(found.findings.length).toBeGreaterThan(0);
    }
  });

  test('counts each row of a table over time in one bar', async () => {
    const { capture_id, row_count } = await bench.openFile(fixture('mitll/anechoic_ubertooth_90.csv'));
    const activity = await tables.activity({ capture_id, row_count, condition: null });
    expect(activity?.kinds.reduce((sum, { bars }) => sum + bars.reduce((all, each) => all + each, 0), 0)).toBe(row_count);
    expect(activity?.title).toMatch(/rows a second/);
  });

  test('has a title, a sentence and an action for every finding', async () => {
    const { findings } = await overviewOf(fixture('hackrf/ble_all_adv_w_scan.pcap'));
    expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['damaged', 'fixed']));
    for (const { title, text, action } of findings) {
      expect(title).not.toBe('');
      expect(text).toMatch(/[.]$/);
      expect(action.label).not.toBe('');
    }
  });
});

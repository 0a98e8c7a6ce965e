/** A selection of the page and its display filter name the same packets: the page asked in SQL, tshark with the filter. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import { displayFilter, hasHci } from '../../src/selection/address-filter.ts';
import { wiresharkTerms } from '../../src/selection/wireshark-terms.ts';
import { conditionSql } from '../../src/selection/rows.ts';
import { fixture } from '../support/fixtures.ts';
import { btsnoop } from '../support/hci-log.ts';
import { type NodeWorkbench, nodeWorkbench } from '../support/node-workbench.ts';
import { concat, hex } from '../support/packet-file.ts';
import { framesByFilter } from '../support/tshark-filters.ts';
import { tsharkVersion } from '../support/tshark.ts';

const little = (address: string): Uint8Array => hex(address.replaceAll(':', '')).reverse();
/** LE Advertising Report (Vol 4 Part E 7.7.65.2) of one ADV_IND without data. */
const report = (address: string): Uint8Array => concat([[0x04, 0x3e, 12, 0x02, 1, 0x00, 0x01], little(address), [0, 0xc8]]);
/** LE Connection Complete, which names an address and reports no advertising. */
const connected = (address: string): Uint8Array =>
  concat([[0x04, 0x3e, 19, 0x01, 0, 0x40, 0, 0, 0x01], little(address), [24, 0, 0, 0, 200, 0, 0]]);
const [ONE, TWO] = ['C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02'];
const LOG = btsnoop([report(ONE), report(TWO), connected(ONE), report(ONE), report(ONE)]);

/** One term each, of every column that Wireshark has a field for. */
const TERMS = [
  'packet_no IN (1, 5, 6)',
  'packet_no BETWEEN 3 AND 20',
  'rssi > -70',
  '-70 >= rssi',
  'rssi != -50 OR rssi IS NULL',
  'rssi IS NOT NULL',
  'channel = 37',
  'channel IN (38, 12)',
  'channel != 37',
  "adv_type = 'ADV_IND'",
  "adv_type IN ('SCAN_REQ', 'SCAN_RSP')",
  "adv_type != 'ADV_NONCONN_IND'",
  "adv_type = 'LL_DATA'",
  'length > 20',
  'length NOT BETWEEN 10 AND 30',
  'company_id = 76',
  'company_id NOT IN (6, 76)',
  'local_name IS NULL',
  "local_name LIKE '%e%'",
  "local_name LIKE 'L%'",
  String.raw`local_name = 'a"b\c' OR local_name LIKE 'a"(\*%' OR local_name IS NOT NULL`,
  'crc_ok',
  'crc_ok = FALSE',
  'scanner_addr IS NOT NULL',
  "advertiser_addr = '00:11:22:33:44:55' OR rssi > -60",
];

let workbench: NodeWorkbench;
let folder: string;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  folder = mkdtempSync(join(tmpdir(), 'display-filter-'));
  writeFileSync(join(folder, 'log.btsnoop'), LOG);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await workbench.close();
});

interface Selected {
  readonly addresses: readonly string[];
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
}

async function ours(capture: CaptureInfo, selected: Selected, filter = ''): Promise<number[]> {
  const condition = conditionSql(capture, { ...selected }, filter);
  if (!condition.ok || !condition.value) throw new Error('expected a condition');
  const { sql, values } = condition.value;
  const { rows } = await workbench.engine.rows(`SELECT DISTINCT packet_no FROM "${capture.capture_id}" WHERE ${sql} ORDER BY 1`, values);
  return rows.map(([number]) => Number(number));
}

describe.skipIf(tsharkVersion() === null)('the display filter of a selection', () => {
  const files = ['hackrf/adv38.pcap', 'hackrf/ble_all_adv_w_scan.pcap', 'pact/iphone_11_124809.pcapng'];
  it.each([...files, 'log.btsnoop'])(
    '%s: leaves the packets that the page leaves',
    async (name) => {
      const path = name === 'log.btsnoop' ? join(folder, name) : fixture(name);
      const capture = await workbench.openFile(path);
      const { rows } = await workbench.engine.rows(
        `SELECT advertiser_addr FROM "${capture.capture_id}" WHERE advertiser_addr IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 4`,
      );
      const addresses = rows.map(([address]) => String(address));
      const wrong = await workbench.engine.rows(`SELECT packet_no FROM "${capture.capture_id}" WHERE crc_ok = FALSE`);
      const noise = new Set(wrong.rows.map(([number]) => Number(number)));
      const { start_ms, end_ms } = capture.time_range ?? { start_ms: 0, end_ms: 0 };
      const third = Math.floor((end_ms - start_ms) / 3);
      const part = { start_ms: start_ms + third, end_ms: start_ms + 2 * third };
      const selections = [
        { addresses: addresses.slice(0, 1), time_range: null },
        { addresses, time_range: null },
        { addresses: [], time_range: part },
        { addresses, time_range: part },
        { addresses, time_range: { start_ms, end_ms } },
      ];
      const [relative, hci] = [capture.time_base === 'relative', hasHci([capture])];
      const filters = selections.map(({ addresses, time_range }) => displayFilter({ addresses, time: time_range, relative, hci }));
      const theirs = framesByFilter(path, filters);
      for (const [i, selected] of selections.entries()) {
        const [filter, shown] = [filters[i]!, theirs[i]!];
        const numbers = await ours(capture, selected);
        const only = [...shown.filter((at) => !numbers.includes(at)), ...numbers.filter((at) => !shown.includes(at))];
        // Noise is read by both as far as it goes: nothing else may differ.
        expect(
          only.filter((at) => !noise.has(at)),
          `${basename(path)}: ${filter}`,
        ).toEqual([]);
        expect(only.length, `${basename(path)}: noise`).toBeLessThanOrEqual(numbers.length / 100);
        if (selected.time_range === null) expect(numbers.length).toBeGreaterThan(0);
      }
    },
    120_000,
  );

  it.each(['hackrf/ble_all_adv_w_scan.pcap', 'hackrf/adv38_linktype251.pcap', 'pact/iphone_11_124809.pcapng'])(
    '%s: terms of a filter leave the packets that they leave here',
    async (name) => {
      const path = fixture(name);
      const capture = await workbench.openFile(path);
      const wrong = await workbench.engine.rows(`SELECT packet_no FROM "${capture.capture_id}" WHERE crc_ok IS NOT TRUE`);
      const noise = new Set(wrong.rows.map(([number]) => Number(number)));
      const tried = [];
      const asked = TERMS.flatMap((text) => {
        const { terms, left } = wiresharkTerms(capture, text);
        expect(terms.length + left.length, text).toBe(1);
        return terms.map((filter) => ({ text, filter }));
      });
      const theirs = framesByFilter(
        path,
        asked.map(({ filter }) => filter),
      );
      for (const [i, { text, filter }] of asked.entries()) {
        const numbers = await ours(capture, { addresses: [], time_range: null }, text);
        const shown = new Set(theirs[i]);
        const here = new Set(numbers);
        const only = [...new Set([...here, ...shown])].filter((at) => here.has(at) !== shown.has(at) && !noise.has(at));
        expect(only, `${basename(path)}: ${text}: ${filter}`).toEqual([]);
        if (numbers.length > 0) tried.push(text);
      }
      expect(tried.length, `${basename(path)}: terms that leave packets`).toBeGreaterThan(TERMS.length / 3);
    },
    240_000,
  );
});

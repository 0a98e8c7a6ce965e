import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnNamed } from '../../../../src/tools/repair/column-names.ts';
import { mendFilter } from '../../../../src/tools/repair/filter.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  await workbench.open(new TextEncoder().encode('time,snr,latency_ms\n1700000000,1,2\n1700000001,3,4\n'), 'lab.csv');
});
afterAll(() => workbench.close());

const captures = (id = 'chamber_four_phones') => [workbench.captures.get(id)!];
const mended = (text: string, id?: string): string => mendFilter(text, captures(id)).text;

test.each([
  ['rssi is greater than -90', 'rssi > -90'],
  ['rssi is at least -90 dBm AND channel is not equal to 37', 'rssi >= -90 AND channel != 37'],
  ['channel is not between 37 and 38 or crc_ok is true', 'channel NOT BETWEEN 37 AND 38 OR crc_ok = TRUE'],
  ["adv_type is one of ('ADV_IND', 'SCAN_RSP')", "adv_type IN ('ADV_IND', 'SCAN_RSP')"],
  ["adv_type is not 'ADV_IND' and local_name is not null", "adv_type != 'ADV_IND' AND local_name IS NOT NULL"],
  ['rssi &gt; -90 &amp;&amp; advertiser_addr != &#39;00:11:22:33:44:55&#39;', "rssi > -90 AND advertiser_addr != '00:11:22:33:44:55'"],
  ['nordic_ble.rssi > -90 && btle.advertising_address == 00:11:22:33:44:55', "rssi > -90 AND advertiser_addr = '00:11:22:33:44:55'"],
  ['rssi (dBm) > -90', 'rssi > -90'],
  ["local_name == 'Minus 5' && rssi > minus 60", "local_name = 'Minus 5' AND rssi > -60"],
  ['local_name == "A−9" && rssi > −60', "local_name = 'A−9' AND rssi > -60"],
  ['local_name == "Negative 9"', "local_name = 'Negative 9'"],
  ["AdvA = '00:11:22:33:44:55'", "advertiser_addr = '00:11:22:33:44:55'"],
])('%s', (written, wanted) => {
  expect(mended(written)).toBe(wanted);
});

test('a unit that its column does not have is no plain number', () => {
  expect(['snr > 0 s', 'snr > 0 seconds', 'snr > 0 Hz'].map((text) => mended(text, 'lab'))).not.toContain('snr > 0');
});

test('names of the specification are those of columns', () => {
  const known = ['advertiser_addr', 'scanner_addr', 'initiator_addr', 'target_addr', 'adv_type'];
  const named = (name: string): string | undefined => columnNamed(name, known, captures());
  expect(['AdvA', 'advertising_address', 'adv_addr'].map(named)).toEqual(['advertiser_addr', 'advertiser_addr', 'advertiser_addr']);
  expect(['ScanA', 'scanning address', 'InitA', 'TargetA', 'target_address', 'pdu_type'].map(named)).toEqual([
    'scanner_addr',
    'scanner_addr',
    'initiator_addr',
    'target_addr',
    'target_addr',
    'adv_type',
  ]);
});

test('fields of Wireshark are the columns that hold the same value', () => {
  const fields: [string, string][] = [
    ['frame.number', 'packet_no'],
    ['btle_rf.signal_dbm', 'rssi'],
    ['nordic_ble.crcok', 'crc_ok'],
    ['btle.access_address', 'access_address'],
    ['btle.scanning_address', 'scanner_addr'],
    ['btle.target_address', 'target_addr'],
    ['btle.data_header.length', 'length'],
    ['btle.extended_advertising.advertising_data_info.sid', 'adi_sid'],
    ['btcommon.eir_ad.entry.device_name', 'local_name'],
    ['btcommon.eir_ad.entry.company_id', 'company_id'],
  ];
  const known = captures().flatMap(({ columns }) => columns.map(({ name }) => name));
  for (const [field, column] of fields) expect(columnNamed(field, known, captures()), field).toBe(column);
  for (const field of ['btle_rf.channel', 'btcommon.eir_ad.entry.flags', 'frame.time', 'btle.length.x'])
    expect(columnNamed(field, known, captures()), field).toBeUndefined();
});

test('a quantity is compared in the unit of its column', () => {
  expect(mended('latency_ms <= 60 ms', 'lab')).toBe('latency_ms <= 60');
  expect(mended('latency_ms <= 0.06 s', 'lab')).toBe('latency_ms <= 60');
  expect(mended('latency_ms <= 60 dBm', 'lab')).toContain('60 dBm');
});

test('a name or value that means something else stays as it is', () => {
  // RF channel 0 of Wireshark is channel index 37; an AD structure has a length of its own.
  for (const text of ['btle_rf.channel == 12', 'btcommon.eir_ad.entry.length == 3']) expect(mended(text)).toBe(text);
  expect(mended("local_name = 'A &amp; B'")).toBe("local_name = 'A &amp; B'");
  expect(columnNamed('latency (s)', ['latency_ms', 'snr'], captures('lab'))).toBeUndefined();
  expect(columnNamed('latency (ms)', ['latency_ms', 'snr'], captures('lab'))).toBe('latency_ms');
  expect(columnNamed('ltency_ms', ['latency_ms', 'snr'], captures('lab'))).toBe('latency_ms');
  expect(columnNamed('rssi (dBm)', ['rssi', 'length'], captures())).toBe('rssi');
  for (const name of ['length (ms)', 'length_ms', 'channel (MHz)', 'log(rssi)'])
    expect(columnNamed(name, ['rssi', 'length', 'channel'], captures()), name).toBeUndefined();
});

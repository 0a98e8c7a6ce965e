import { describe, expect, it, test } from 'vitest';
import { displayFilter, hasHci, selectionFilter } from '../../../src/selection/address-filter.ts';
import { wiresharkTerms } from '../../../src/selection/wireshark-terms.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { bleCapture } from './support.ts';

const [PHDR, NORDIC, PLAIN, HCI] = [256, 272, 251, 201];
const of = (...link_types: number[]): CaptureInfo => bleCapture('lab', { link_types });
const live = bleCapture('lab', { format: 'live', link_types: [] });
const A = 'AA:BB:CC:DD:EE:FF';
const NAME = 'btcommon.eir_ad.entry.device_name';
const CRC = 'btle.crc && !btle.crc.incorrect && !btle.crc.indeterminate && !_ws.malformed';

/** The display filter of one term; null if Wireshark has no field for it. */
function said(text: string, capture = of(PHDR)): string | null {
  const { terms, left } = wiresharkTerms(capture, text);
  expect(terms.length + left.length).toBe(1);
  return terms[0] ?? null;
}

test.each([
  ['packet_no = 5', 'frame.number == 5'],
  ['PACKET_NO != 5', 'frame.number != 5'],
  ['5 < packet_no', 'frame.number > 5'],
  ['5 <= packet_no', 'frame.number >= 5'],
  ['5 > packet_no', 'frame.number < 5'],
  ['5 >= packet_no', 'frame.number <= 5'],
  ['5 = packet_no', 'frame.number == 5'],
  ['5 != packet_no', 'frame.number != 5'],
  ['packet_no IN (1, 2)', '(frame.number == 1 || frame.number == 2)'],
  ['packet_no IN (1)', 'frame.number == 1'],
  ['packet_no NOT IN (1, 2)', '(frame.number != 1 && frame.number != 2)'],
  ['packet_no BETWEEN 1 AND 2', '(frame.number >= 1 && frame.number <= 2)'],
  ['packet_no NOT BETWEEN 1 AND 2', '(frame.number < 1 || frame.number > 2)'],
  ['packet_no IS NULL', '!(frame.number)'],
  ['packet_no IS NOT NULL', '(frame.number)'],
  ['packet_no = 1 OR packet_no = 2', '(frame.number == 1 || frame.number == 2)'],
  ['packet_no = 1 OR (packet_no > 2 AND packet_no < 9)', '(frame.number == 1 || (frame.number > 2 && frame.number < 9))'],
  ['packet_no = 2147483647', 'frame.number == 2147483647'],
  ['packet_no = -2147483647', 'frame.number == -2147483647'],
  ['packet_no = 2147483648', null],
  ['packet_no = -2147483648', null],
  ['packet_no = 1.5', null],
  ["packet_no = 'x'", null],
  ['packet_no = length', null],
  ['packet_no = 1 OR channel = length', null],
  ['packet_no IN (1, 1.5)', null],
  ['packet_no BETWEEN 1 AND 1.5', null],
  ['NOT packet_no = 1', null],
  ['rssi > -70', 'btle_rf.signal_dbm > -70'],
  ['length >= 3', '(btle.length >= 3 || btle.data_header.length >= 3)'],
  ['length IS NULL', '!(btle.length || btle.data_header.length)'],
  ['access_address = 5', 'btle.access_address == 5'],
  ['company_id = 76', 'btcommon.eir_ad.entry.company_id == 76'],
  ['appearance = 5', 'btcommon.eir_ad.entry.appearance == 5'],
  ['adi_sid = 5', 'btle.extended_advertising.advertising_data_info.sid == 5'],
  ['adi_did = 5', 'btle.extended_advertising.advertising_data_info.did == 5'],
  ['phy IS NULL', null],
  ['ts_us > 5', null],
  [`advertiser_addr = '${A}'`, 'btle.advertising_address == aa:bb:cc:dd:ee:ff'],
  [`scanner_addr != '${A}'`, 'btle.scanning_address != aa:bb:cc:dd:ee:ff'],
  [`initiator_addr = '${A}'`, 'btle.initiator_address == aa:bb:cc:dd:ee:ff'],
  [`target_addr = '${A}'`, 'btle.target_address == aa:bb:cc:dd:ee:ff'],
  [`advertiser_addr > '${A}'`, null],
  ["advertiser_addr = 'aa:bb:cc:dd:ee:ff'", null],
  ["advertiser_addr = 'x'", null],
  ['advertiser_addr = 5', null],
  ["local_name = 'Lamp'", `${NAME} == "Lamp"`],
  [String.raw`local_name != 'a"b\c'`, String.raw`${NAME} != "a\"b\\c"`],
  ["local_name = ''", null],
  ["local_name = 'a\nb'", null],
  ["local_name > 'a'", null],
  ["local_name >= 'a'", null],
  [`advertiser_addr <= '${A}'`, null],
  ['crc_ok >= TRUE', null],
  ['local_name = 5', null],
  ["local_name LIKE '%a.b%'", `${NAME} contains "a.b"`],
  ["LOCAL_NAME LIKE 'a%'", `${NAME} matches "(?-i)^a"`],
  ["local_name LIKE '%a'", `${NAME} matches "(?-i)a$"`],
  [
    String.raw`local_name LIKE 'a.(b)[c]{d}*+?|^$\'`,
    `${NAME} matches "(?-i)^${String.raw`a\\.\\(b\\)\\[c\\]\\{d\\}\\*\\+\\?\\|\\^\\$\\\\`}$"`,
  ],
  ["local_name LIKE 'a%b'", null],
  ["local_name LIKE 'a_b'", null],
  ["local_name LIKE '%'", null],
  ["local_name LIKE ''", null],
  ["local_name LIKE '%a\tb%'", null],
  ["local_name NOT LIKE 'a'", null],
  ["adv_type LIKE 'a'", null],
  ['channel = 37', 'btle_rf.channel == 0'],
  ['channel = 38', 'btle_rf.channel == 12'],
  ['channel = 39', 'btle_rf.channel == 39'],
  ['channel = 0', 'btle_rf.channel == 1'],
  ['channel = 10', 'btle_rf.channel == 11'],
  ['channel = 11', 'btle_rf.channel == 13'],
  ['channel != 36', 'btle_rf.channel != 38'],
  ['channel = 40', null],
  ['channel = -1', null],
  ['channel = 1.5', null],
  ['channel > 37', null],
  ["channel = '37'", null],
  ["adv_type = 'ADV_IND'", 'btle.advertising_header.pdu_type == 0'],
  ["adv_type = 'ADV_DIRECT_IND'", 'btle.advertising_header.pdu_type == 1'],
  ["adv_type = 'ADV_NONCONN_IND'", 'btle.advertising_header.pdu_type == 2'],
  ["adv_type = 'SCAN_RSP'", 'btle.advertising_header.pdu_type == 4'],
  ["adv_type = 'ADV_SCAN_IND'", 'btle.advertising_header.pdu_type == 6'],
  [
    "adv_type = 'SCAN_REQ'",
    '(btle.advertising_header.pdu_type == 3 && (btle_rf.channel == 0 || btle_rf.channel == 12 || btle_rf.channel == 39))',
  ],
  [
    "adv_type = 'CONNECT_IND'",
    '(btle.advertising_header.pdu_type == 5 && (btle_rf.channel == 0 || btle_rf.channel == 12 || btle_rf.channel == 39))',
  ],
  [
    "adv_type = 'ADV_EXT_IND'",
    '(btle.advertising_header.pdu_type == 7 && (btle_rf.channel == 0 || btle_rf.channel == 12 || btle_rf.channel == 39))',
  ],
  ["adv_type != 'ADV_IND'", '((btle.advertising_header.pdu_type || btle.data_header) && !(btle.advertising_header.pdu_type == 0))'],
  ["adv_type = 'LL_DATA'", 'btle.data_header.llid in {1, 2}'],
  ["adv_type = 'LL_CONTROL'", 'btle.data_header.llid == 3'],
  ["adv_type = 'AUX_ADV_IND'", null],
  ["adv_type > 'ADV_IND'", null],
  ['adv_type = 5', null],
  ['crc_ok', `((btle_rf.flags.crc_checked == 1 && btle_rf.flags.crc_valid == 1) || (btle_rf.flags.crc_checked == 0 && ${CRC}))`],
  [
    'crc_ok = FALSE',
    '((btle_rf.flags.crc_checked == 1 && btle_rf.flags.crc_valid == 0) || (btle_rf.flags.crc_checked == 0 && btle.crc.incorrect))',
  ],
  ['crc_ok > FALSE', null],
  ['crc_ok = 1', null],
  ['mic_ok', null],
])('%s is shown by %s', (text, filter) => {
  expect(said(text)).toBe(filter);
});

describe('the fields', () => {
  it('are those of the link types', () => {
    expect(said('rssi = -5', of(NORDIC))).toBe('nordic_ble.rssi == -5');
    expect(said('rssi = -5', of(PHDR, NORDIC))).toBe('(btle_rf.signal_dbm == -5 || nordic_ble.rssi == -5)');
    expect(said('channel = 37', of(NORDIC))).toBe('nordic_ble.channel == 37');
    expect(said('channel != 38', of(NORDIC, PHDR))).toBe('(btle_rf.channel != 12 || nordic_ble.channel != 38)');
    expect(said('crc_ok', of(NORDIC))).toBe('nordic_ble.crcok == 1');
    expect(said('crc_ok != TRUE', of(NORDIC))).toBe('nordic_ble.crcok == 0');
    expect(said('crc_ok', of(PLAIN))).toBe(`(!nordic_ble && !btle_rf && ${CRC})`);
    expect(said('crc_ok = FALSE', of(PLAIN))).toBe('(!nordic_ble && !btle_rf && btle.crc.incorrect)');
  });

  it('for RSSI and channel are missing if some frames have no value', () => {
    for (const text of ['rssi = -5', 'channel = 37', "adv_type = 'SCAN_REQ'"])
      expect([text, said(text, of(PLAIN, PHDR))]).toEqual([text, null]);
    expect(said("adv_type = 'ADV_IND'", of(PLAIN))).toBe('btle.advertising_header.pdu_type == 0');
    expect(said('length = 1', of(PLAIN))).toContain('btle.length');
  });

  it('are only the frame number in a host log, and none in a live scan', () => {
    for (const text of ['rssi = 1', 'channel = 37', "adv_type = 'ADV_IND'", "local_name = 'a'", 'crc_ok'])
      for (const capture of [of(HCI), of(PHDR, HCI), live]) expect([text, said(text, capture)]).toEqual([text, null]);
    expect(said('length = 1', of())).toBeNull();
    expect(said('packet_no = 1', of(HCI))).toBe('frame.number == 1');
    expect(said('packet_no = 1', live)).toBeNull();
    expect(said('packet_no = 1', bleCapture('lab', { format: 'live' }))).toBeNull();
  });

  it('for an advertiser address include that of HCI events', () => {
    const hci = '(btle.advertising_address == aa:bb:cc:dd:ee:ff || bthci_evt.bd_addr == aa:bb:cc:dd:ee:ff)';
    expect(said(`advertiser_addr = '${A}'`, of(HCI))).toBe(hci);
    expect(said(`advertiser_addr = '${A}'`, of(PHDR, HCI))).toBe(hci);
    expect(said(`advertiser_addr != '${A}'`, of(HCI))).toBeNull();
    expect(said(`scanner_addr = '${A}'`, of(HCI))).toBeNull();
    expect([187, 201, 254, 256].map((type) => hasHci([of(type)]))).toEqual([true, true, true, false]);
    expect(hasHci([of(), of(PHDR, 201)])).toBe(true);
  });
});

it('each term of a filter is translated, or listed as written', () => {
  expect(wiresharkTerms(of(PHDR), "packet_no=1 AND (phy='1M' AND rssi > -9)")).toEqual({
    terms: ['frame.number == 1', 'btle_rf.signal_dbm > -9'],
    left: ["phy = '1M'"],
  });
  expect(wiresharkTerms(of(PHDR), '  ')).toEqual({ terms: [], left: [] });
  expect(wiresharkTerms(of(PHDR), ' rssi > ')).toEqual({ terms: [], left: ['rssi >'] });
});

describe('a filter for selected addresses', () => {
  it('names addresses and devices of a live scan in their columns', () => {
    expect(selectionFilter([A, 'dev', 'aa:bb:cc:dd:ee:00'])).toBe(
      `advertiser_addr IN ('${A}', 'aa:bb:cc:dd:ee:00') OR device_id IN ('dev')`,
    );
    expect(selectionFilter([`x${A}`, `${A}x`])).toBe(`device_id IN ('x${A}', '${A}x')`);
    expect(selectionFilter([])).toBe('');
  });

  it('for Wireshark includes the address of HCI events', () => {
    expect(displayFilter({ addresses: [A], hci: true })).toBe(
      '(btle.advertising_address == aa:bb:cc:dd:ee:ff || bthci_evt.bd_addr == aa:bb:cc:dd:ee:ff)',
    );
    expect(displayFilter({ addresses: [] })).toBe('');
    expect(displayFilter({ addresses: [], time: { start_ms: 1, end_ms: 2 }, hci: true })).toBe(
      'frame.time_epoch >= 0.001 && frame.time_epoch < 0.003',
    );
  });
});

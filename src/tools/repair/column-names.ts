import type { CaptureInfo } from '../../tables/captures.ts';
import { inUnit } from './units.ts';
import { bare, knownName, only } from './words.ts';

/** Columns by the names that other tools, the specification and headings of tables give them. */

/** Fields of Wireshark that hold the value of a column. Its other fields hold something else, whatever their last word is. */
const WIRESHARK: Readonly<Record<string, string>> = {
  'frame.number': 'packet_no',
  'nordic_ble.rssi': 'rssi',
  'nordic_ble.channel': 'channel',
  'nordic_ble.crcok': 'crc_ok',
  'btle_rf.signal_dbm': 'rssi',
  'btle.access_address': 'access_address',
  'btle.advertising_address': 'advertiser_addr',
  'btle.scanning_address': 'scanner_addr',
  'btle.initiator_address': 'initiator_addr',
  'btle.target_address': 'target_addr',
  'btle.length': 'length',
  'btle.data_header.length': 'length',
  'btle.advertising_header.length': 'length',
  'btle.advertising_header.pdu_type': 'adv_type',
  'btle.extended_advertising.advertising_data_info.sid': 'adi_sid',
  'btle.extended_advertising.advertising_data_info.did': 'adi_did',
  'btcommon.eir_ad.entry.device_name': 'local_name',
  'btcommon.eir_ad.entry.company_id': 'company_id',
  'btcommon.eir_ad.entry.appearance': 'appearance',
  'btcommon.eir_ad.entry.power_level': 'tx_power',
};
const PROTOCOL = /^(?:_ws|frame|btle|btle_rf|nordic_ble|btcommon|btatt|bthci\w*|hci_\w+)\./i;

/** Words of the specification (Core, Vol 6 Part B, 2.3) and their usual spelling, for columns of a BLE capture. */
const SPECIFICATION: Readonly<Record<string, string>> = {
  adva: 'advertiser_addr',
  advertisingaddress: 'advertiser_addr',
  advertiseraddress: 'advertiser_addr',
  scana: 'scanner_addr',
  scanningaddress: 'scanner_addr',
  scanneraddress: 'scanner_addr',
  inita: 'initiator_addr',
  initiatoraddress: 'initiator_addr',
  targeta: 'target_addr',
  targetaddress: 'target_addr',
  pdutype: 'adv_type',
};

/**
 * The one known column that a text names: in other spelling, as a field of Wireshark, behind the name of a table, or with its unit.
 *
 * @param known names of the columns that may be meant
 * @param captures where the units of these columns are looked up
 */
export function columnNamed(written: string, known: readonly string[], captures: readonly CaptureInfo[]): string | undefined {
  const path = written.trim();
  const same = only(known, (name) => bare(name) === bare(path) && bare(path) !== '');
  if (same !== undefined) return same;
  if (PROTOCOL.test(path)) return only(known, (name) => name === WIRESHARK[path.toLowerCase()]);
  const plain = path.replace(/^.*\.(?=[^.]+$)/, '');
  const [, stem, bracketed, suffix] = HEADING.exec(plain) ?? [];
  const unit = (bracketed ?? suffix)?.trim().toLowerCase();
  // A unit that is not that of the column is no typing error in its name.
  if (stem !== undefined && unit !== undefined)
    return (
      withUnit(stem, unit, known, captures) ??
      knownName(
        plain,
        known.filter((name) => UNIT.exec(name)?.[1]?.toLowerCase() === unit),
      )
    );
  return (
    knownName(path, known) ??
    knownName(plain, known) ??
    only(known, (name) => name === SPECIFICATION[bare(plain)]) ??
    only(known, (name) => bare(name.replace(UNIT, '')) === bare(plain))
  );
}

/** `rssi (dBm)` and `rssi_dbm` for rssi. */
function withUnit(stem: string, unit: string, known: readonly string[], captures: readonly CaptureInfo[]): string | undefined {
  const found = only(known, (name) => [name, name.replace(UNIT, '')].some((each) => bare(each) === bare(stem)));
  const own = found === undefined ? '' : unitOfColumn(found, captures);
  // Columns of a BLE capture without a unit have none; those of a table may have any.
  const agrees = own === '' ? captures.every(({ kind }) => kind === 'table') : inUnit({ value: 1, unit }, own) === 1;
  return agrees ? found : undefined;
}

const HEADING = /^(.+?)(?:,?\s*[([]([^()[\]]+)[)\]]|[_\s](dbm|db|ms|us|ns|s|bytes|hz))$/i;
const UNIT = /_(dbm|db|ms|us|ns|s|bytes|hz)$/i;

/** The unit that a column counts in, as far as its capture or its name says; lower case. */
export function unitOfColumn(name: string, captures: readonly CaptureInfo[]): string {
  const said = captures.flatMap(({ columns }) => columns).find((column) => column.name === name)?.unit ?? UNIT.exec(name)?.[1] ?? '';
  return said.toLowerCase();
}

/** Finds columns by the names that other tools, the specification and table headings use. */
import type { CaptureInfo } from '../../tables/captures.ts';
import { partsOf } from './tokens.ts';
import { inUnit } from './units.ts';
import { bare, knownName, only } from './words.ts';

/** Wireshark fields that hold the same value as a column. Other Wireshark fields never match a column by their last word. */
const WIRESHARK =
  /^(?:frame\.number|btle_rf\.signal_dbm|nordic_ble\.(?:rssi|channel|crcok)|btle\.(?:(?:access|advertising|scanning|initiator|target)_address|(?:\w+_header\.)?length|advertising_header\.pdu_type|extended_advertising\.\w+\.[sd]id)|btcommon\.eir_ad\.entry\.(?:device_name|company_id|appearance|power_level))$/i;
/** Maps the last words of Wireshark fields to columns that have another name. */
const WIRESHARK_WORDS: Readonly<Record<string, string>> = {
  number: 'packet_no',
  signal_dbm: 'rssi',
  sid: 'adi_sid',
  did: 'adi_did',
  device_name: 'local_name',
  power_level: 'tx_power',
};
const PROTOCOL = /^(?:_ws|frame|nordic_ble|bt\w+|hci_\w+)\./i;

/** Converts a name of the specification (Core, Vol 6 Part B, 2.3), such as AdvA or scanning address, to the spelling of BLE columns. */
export const specified = (name: string): string =>
  bare(name)
    .replace(/^adv(?:ertising)?(?=a)/, 'advertiser')
    .replace(/^scan(?:ning)?(?=a)/, 'scanner')
    .replace(/^init(?=a)/, 'initiator')
    .replace(/(?<=r|t)a(?:ddress)?$/, 'addr')
    .replace('pdutype', 'advtype');

/**
 * Finds the single known column that a text names: in another spelling, as a Wireshark field, after a table's name, or with its unit.
 * @param known names of the columns that may be meant
 * @param captures where the units of these columns are looked up
 */
export function columnNamed(written: string, known: readonly string[], captures: readonly CaptureInfo[]): string | undefined {
  const path = inCode(alone(written.trim().replace(/^\*\*(.*)\*\*$/, '$1'), known));
  // Reject a leading sign, because it may negate or change the meaning: `!channel`, `-rssi`, `~snr`.
  if (/^[!~^+-]/.test(path)) return undefined;
  const same = only(known, (name) => bare(name) === bare(path) && bare(path) !== '');
  if (same !== undefined) return same;
  // Accept only names before the column: `mean of packets.rssi` and `rssi..length` mean more than a column.
  const plain = path.replace(/^(?:[\p{L}\p{N}_$`"'[\]]+\.)+(?=[^.]+$)|^[A-Za-z]\w*\$(?=\w+$)/u, '');
  if (plain.includes('..')) return undefined;
  const meant = specified(WIRESHARK_WORDS[plain.toLowerCase()] ?? plain);
  if (PROTOCOL.test(path)) return WIRESHARK.test(path) ? only(known, (name) => bare(name) === meant) : undefined;
  const [, stem, bracketed, suffix] = HEADING.exec(plain) ?? [];
  const unit = (bracketed ?? suffix)?.trim().toLowerCase();
  // Do not accept a wrong unit as a typing error: `length_ms` is not `length`.
  if (stem !== undefined && unit !== undefined)
    return (
      withUnit(inReports(stem, captures) ?? stem, unit, known, captures) ??
      knownName(
        plain,
        known.filter((name) => UNIT.exec(name)?.[1]?.toLowerCase() === unit),
      )
    );
  return (
    knownName(path, known) ??
    knownName(plain, known) ??
    only(known, (name) => bare(name) === specified(plain)) ??
    only(known, (name) => bare(name.replace(UNIT, '')) === bare(plain)) ??
    only(known, (name) => bare(name) === inReports(plain, captures)) ??
    only(known, (name) => isShort(name, plain))
  );
}

/** Whether a name equals another one with shortened words: `adv_type` for advertising type. */
function isShort(name: string, written: string): boolean {
  const [short, long] = [partsOf(name), partsOf(written)].map((parts) => parts.map((part) => part.toLowerCase())) as [string[], string[]];
  const isAkin = (part: string, word: string): boolean => part === word || (part.length > 2 && word.startsWith(part));
  return short.length > 1 && short.length === long.length && short.every((part, at) => isAkin(part, long[at] ?? ''));
}

const inReports = (name: string, captures: readonly CaptureInfo[]): string | undefined =>
  captures.every(({ kind }) => kind === 'ble') ? WORDS[bare(name)] : undefined;

/** Words that reports and other tools use for columns of a BLE capture. */
const WORDS: Readonly<Record<string, string>> = {
  signalstrength: 'rssi',
  signal: 'rssi',
  rssivalue: 'rssi',
  receivedsignalstrength: 'rssi',
  pdutype: 'advtype',
  advertisingpdutype: 'advtype',
  advertisementtype: 'advtype',
  packettype: 'advtype',
  packetlength: 'length',
  payloadlength: 'length',
  framelength: 'length',
  packetsize: 'length',
  devicename: 'localname',
  channelindex: 'channel',
  channelnumber: 'channel',
  blechannel: 'channel',
};

/** Matches words around a name that say what kind of thing it names. */
const KIND =
  /^(?:the|an?|column|col|field|variable|named|called)[\s:=]+|\s+(?:column|field|variable|values?)$|\s*\((?:numeric|number|integer|int|float|double|text|string|varchar|bool(?:ean)?|column|col|field)\)$|\s*::?\s*(?:numeric|number|integer|int|float|double|text|string|varchar|bool(?:ean)?)$/i;

function alone(written: string, known: readonly string[]): string {
  let name = written;
  for (let round = 0; round < 4 && !known.includes(name); round++) name = name.replace(KIND, '');
  return name === '' ? written : name;
}

/** Extracts a column's name from code such as `df['rssi']`, `df.rssi` or `col("rssi")`. */
const inCode = (name: string): string => /^[A-Za-z_][\w.]*[[(]\s*(["'])([^"']+)\1\s*[\])]$/.exec(name)?.[2] ?? name;

/** Finds the column of a name with a unit, such as `rssi (dBm)` or `rssi_dbm` for rssi. */
function withUnit(stem: string, unit: string, known: readonly string[], captures: readonly CaptureInfo[]): string | undefined {
  const found = only(known, (name) => [name, name.replace(UNIT, '')].some((each) => bare(each) === bare(stem)));
  const own = found === undefined ? '' : unitOfColumn(found, captures);
  // In a BLE capture a column without a unit is unitless; in a table its unit is unknown.
  const agrees = own === '' ? captures.every(({ kind }) => kind === 'table') : inUnit({ value: 1, unit }, own) === 1;
  return agrees ? found : undefined;
}

const HEADING = /^(.+?)(?:,?\s*[([]([^()[\]]+)[)\]]|[_\s](dbm|db|ms|us|ns|s|bytes|hz))$/i;
const UNIT = /_(dbm|db|ms|us|ns|s|bytes|hz)$/i;

/** The unit of a column in lower case, from its capture or its name; empty if neither gives one. */
export function unitOfColumn(name: string, captures: readonly CaptureInfo[]): string {
  const said = captures.flatMap(({ columns }) => columns).find((column) => column.name === name)?.unit ?? UNIT.exec(name)?.[1] ?? '';
  return said.toLowerCase();
}

import type { Comparison, Filter, Literal } from './ast.ts';
import { parseFilter } from './parse.ts';
import { printFilter } from './print.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import { MAC, hasHci } from './address-filter.ts';
import { conjuncts } from './terms.ts';

/**
 * Translates a filter to terms of Wireshark's display filter that must all be true. `left` lists the terms for which Wireshark has no
 * fields, as written. A term is translated completely or not at all, so that Wireshark may show too many packets but never too few.
 */
export function wiresharkTerms(
  capture: CaptureInfo,
  text: string,
): { readonly terms: readonly string[]; readonly left: readonly string[] } {
  if (text.trim() === '') return { terms: [], left: [] };
  const parsed = parseFilter(text);
  if (!parsed.ok) return { terms: [], left: [text.trim()] };
  const translated = conjuncts(parsed.value).map((filter) => ({ filter, term: termOf(capture, filter) }));
  return {
    terms: translated.flatMap(({ term }) => term ?? []),
    left: translated.flatMap(({ filter, term }) => (term === null ? printFilter(filter) : [])),
  };
}

/** Translates a term; null if that is impossible, as for `NOT`: without a value it is true in Wireshark and NULL here. */
function termOf(capture: CaptureInfo, filter: Filter): string | null {
  switch (filter.kind) {
    case 'and':
      return every(filter.terms.map((term) => termOf(capture, term)));
    case 'or':
      return any(filter.terms.map((term) => termOf(capture, term)));
    case 'compare': {
      const mirrored = filter.left.kind === 'column' ? filter : { ...filter, left: filter.right, right: filter.left };
      const operator = mirrored === filter ? filter.operator : MIRRORED[filter.operator];
      const { left, right } = mirrored;
      return left.kind === 'column' && right.kind !== 'column' ? compared(capture, left.name, operator, right) : null;
    }
    case 'in': {
      const items = filter.items.map((item) => compared(capture, filter.column.name, filter.negated ? '!=' : '=', item));
      return filter.negated ? every(items) : any(items);
    }
    case 'between': {
      const { name } = filter.column;
      return filter.negated
        ? any([compared(capture, name, '<', filter.low), compared(capture, name, '>', filter.high)])
        : every([compared(capture, name, '>=', filter.low), compared(capture, name, '<=', filter.high)]);
    }
    case 'null': {
      const fields = fieldsOf(capture, filter.column.name);
      if (fields === null) return null;
      const some = fields.join(' || ');
      return filter.negated ? `(${some})` : `!(${some})`;
    }
    case 'like':
      return filter.negated || filter.column.name.toLowerCase() !== 'local_name' ? null : nameTerm(filter.pattern.value);
    case 'flag':
      return filter.column.name.toLowerCase() === 'crc_ok' ? crcTerm(capture, true) : null;
    case 'not':
      return null;
  }
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const any = (terms: readonly (string | null)[]): string | null => joined(terms, ' || ');
const every = (terms: readonly (string | null)[]): string | null => joined(terms, ' && ');

function joined(terms: readonly (string | null)[], word: string): string | null {
  const known = terms.filter((term) => term !== null);
  if (known.length === 0 || known.length < terms.length) return null;
  return known.length === 1 ? (known[0] ?? null) : `(${known.join(word)})`;
}

const PHDR = 256;
const NORDIC = 272;
const PLAIN = 251;
/** Whether the capture has only link-layer packets, for which Wireshark has fields that correspond to the columns. */
const isAir = ({ link_types, format }: CaptureInfo): boolean =>
  format !== 'live' && link_types.length > 0 && link_types.every((type) => [PHDR, NORDIC, PLAIN].includes(type));
const has = ({ link_types }: CaptureInfo, type: number): boolean => link_types.includes(type);

const NAME = 'btcommon.eir_ad.entry.device_name';
const ADDRESSES: Readonly<Record<string, string>> = {
  advertiser_addr: 'btle.advertising_address',
  scanner_addr: 'btle.scanning_address',
  initiator_addr: 'btle.initiator_address',
  target_addr: 'btle.target_address',
};
const NUMBERS: Readonly<Record<string, string>> = {
  length: 'btle.length',
  access_address: 'btle.access_address',
  company_id: 'btcommon.eir_ad.entry.company_id',
  appearance: 'btcommon.eir_ad.entry.appearance',
  adi_sid: 'btle.extended_advertising.advertising_data_info.sid',
  adi_did: 'btle.extended_advertising.advertising_data_info.did',
};

/** Returns the Wireshark fields that can contain a column's value; null if there are none, or fields alone do not determine it. */
function fieldsOf(capture: CaptureInfo, column: string): readonly string[] | null {
  const name = column.toLowerCase();
  if (name === 'packet_no' && capture.format !== 'live') return ['frame.number'];
  if (!isAir(capture)) return null;
  if (name === 'rssi' && has(capture, PLAIN)) return null;
  if (name === 'rssi') return [...(has(capture, PHDR) ? ['btle_rf.signal_dbm'] : []), ...(has(capture, NORDIC) ? ['nordic_ble.rssi'] : [])];
  if (name === 'length') return ['btle.length', 'btle.data_header.length'];
  if (name === 'local_name') return [NAME];
  const field = ADDRESSES[name] ?? NUMBERS[name];
  return field === undefined ? null : [field];
}

function compared(capture: CaptureInfo, column: string, operator: Comparison, value: Literal): string | null {
  const name = column.toLowerCase();
  if (name === 'adv_type') return value.kind === 'text' && isAir(capture) ? typeTerm(capture, operator, value.value) : null;
  if (name === 'channel') return value.kind === 'number' && isAir(capture) ? channelTerm(capture, operator, Number(value.value)) : null;
  if (name === 'crc_ok')
    return value.kind === 'boolean' && /^!?=$/.test(operator) ? crcTerm(capture, value.value === (operator === '=')) : null;
  const hci = name === 'advertiser_addr' && operator === '=' && hasHci([capture]);
  const fields = hci ? ['btle.advertising_address', 'bthci_evt.bd_addr'] : fieldsOf(capture, name);
  const written = name in ADDRESSES ? addressText(value) : name === 'local_name' ? stringText(value) : integerText(value);
  if (fields === null || fields.length === 0 || written === null) return null;
  if (value.kind === 'text' && !/^!?=$/.test(operator)) return null;
  const word = operator === '=' ? '==' : operator;
  return any(fields.map((field) => `${field} ${word} ${written}`));
}

const addressText = (value: Literal): string | null =>
  value.kind === 'text' && MAC.test(value.value) && value.value === value.value.toUpperCase() ? value.value.toLowerCase() : null;
/** Writes an integer; null if it does not fit into 32 bits, the size of fields. */
const integerText = (value: Literal): string | null =>
  value.kind === 'number' && Number.isSafeInteger(Number(value.value)) && Math.abs(Number(value.value)) < 2 ** 31
    ? String(Number(value.value))
    : null;
const stringText = (value: Literal): string | null => (value.kind === 'text' ? quoted(value.value) : null);

/** Writes a string for the display filter; null if it is empty or contains characters that one line cannot contain. */
function quoted(value: string): string | null {
  return value === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(value) ? null : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Translates a LIKE pattern with `%` only at its ends. LIKE is case-sensitive, and so is Wireshark's `matches` with `(?-i)`. */
function nameTerm(pattern: string): string | null {
  const [, before, inner = '', after] = /^(%?)([^%_]+)(%?)$/.exec(pattern) ?? [];
  if (before === '%' && after === '%') return quoted(inner) && `${NAME} contains ${quoted(inner) ?? ''}`;
  const pieces = quoted(
    `(?-i)${before === '%' ? '' : '^'}${inner.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)}${after === '%' ? '' : '$'}`,
  );
  return inner === '' || pieces === null ? null : `${NAME} matches ${pieces}`;
}

/** Converts the index of a channel to its RF channel. */
const rfChannel = (index: number): number => ({ 37: 0, 38: 12, 39: 39 })[index] ?? (index <= 10 ? index + 1 : index + 2);

function channelTerm(capture: CaptureInfo, operator: Comparison, index: number): string | null {
  if ((operator !== '=' && operator !== '!=') || !Number.isInteger(index) || index < 0 || index > 39 || has(capture, PLAIN)) return null;
  const word = operator === '=' ? '==' : '!=';
  return any([
    ...(has(capture, PHDR) ? [`btle_rf.channel ${word} ${String(rfChannel(index))}`] : []),
    ...(has(capture, NORDIC) ? [`nordic_ble.channel ${word} ${String(index)}`] : []),
  ]);
}

const TYPES = ['ADV_IND', 'ADV_DIRECT_IND', 'ADV_NONCONN_IND', 'SCAN_REQ', 'SCAN_RSP', 'CONNECT_IND', 'ADV_SCAN_IND', 'ADV_EXT_IND'];
/** PDU types whose numbers have another meaning outside the three primary advertising channels. */
const SHARED = ['SCAN_REQ', 'CONNECT_IND', 'ADV_EXT_IND'];

function typeTerm(capture: CaptureInfo, operator: Comparison, name: string): string | null {
  if (operator !== '=' && operator !== '!=') return null;
  const yes = operator === '=';
  const data = { LL_DATA: 'btle.data_header.llid in {1, 2}', LL_CONTROL: 'btle.data_header.llid == 3' }[name];
  const kind = 'btle.advertising_header.pdu_type';
  const at = TYPES.indexOf(name);
  let term = data;
  if (at >= 0) {
    const primary = any([37, 38, 39].map((index) => channelTerm(capture, '=', index)));
    if (SHARED.includes(name) && primary === null) return null;
    term = SHARED.includes(name) ? `(${kind} == ${String(at)} && ${primary ?? ''})` : `${kind} == ${String(at)}`;
  }
  if (term === undefined) return null;
  return yes ? term : `((${kind} || btle.data_header) && !(${term}))`;
}

/** Writes a term for the result of the CRC check: the sniffer's result if the capture has it, otherwise Wireshark's. */
function crcTerm(capture: CaptureInfo, right: boolean): string | null {
  if (!isAir(capture)) return null;
  const counted = right ? 'btle.crc && !btle.crc.incorrect && !btle.crc.indeterminate && !_ws.malformed' : 'btle.crc.incorrect';
  const flag = right ? '1' : '0';
  return any([
    ...(has(capture, NORDIC) ? [`nordic_ble.crcok == ${flag}`] : []),
    ...(has(capture, PHDR)
      ? [`(btle_rf.flags.crc_checked == 1 && btle_rf.flags.crc_valid == ${flag})`, `(btle_rf.flags.crc_checked == 0 && ${counted})`]
      : []),
    ...(has(capture, PLAIN) ? [`(!nordic_ble && !btle_rf && ${counted})`] : []),
  ]);
}

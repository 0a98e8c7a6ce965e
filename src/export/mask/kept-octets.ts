import { walkContinuity } from '../../ble/ad/apple.ts';
import { APPLE } from '../../ble/ad/manufacturer.ts';

/**
 * Offsets of octets in manufacturer and service data that stay unchanged: types, lengths and frame kinds of known formats, which have few
 * possible values. All other octets are replaced.
 */
export type KeptOctets = ReadonlySet<number>;

const NONE: KeptOctets = new Set();
const MICROSOFT = 0x0006;
/** Upper limit for types of Continuity messages; Apple devices are not known to send larger ones. */
const MOST_CONTINUITY_TYPES = 0x1f;
const OVERFLOW_AREA = 0x01;
const PROXIMITY_PAIRING = 0x07;
const HOMEKIT = 0x06;
/** Constant octets of AltBeacon 1.0 data, which is: code, id of 20 octets, reference power, one reserved octet. */
const ALTBEACON = { first: 0xbe, second: 0xac, length: 24 } as const;

/** Octets of manufacturer data that stay unchanged. @param from offset of the first octet after the company identifier */
export function keptOfManufacturer(company: number, data: Uint8Array, from: number, end: number): KeptOctets {
  if (end - from >= ALTBEACON.length && data[from] === ALTBEACON.first && data[from + 1] === ALTBEACON.second)
    return new Set([from, from + 1]);
  if (company === APPLE) return keptOfApple(data, from, end);
  return company === MICROSOFT ? keptOneOf(data, from, end, [0x01, 0x03]) : NONE;
}

/** Keeps the types and lengths of Apple's Continuity messages, if the messages fill the data exactly and none is empty. */
function keptOfApple(data: Uint8Array, from: number, end: number): KeptOctets {
  const kept = new Set<number>();
  let at = from;
  for (const message of walkContinuity(data, from, end)) {
    const bare = message.type === OVERFLOW_AREA;
    const written = data[message.start + 1] ?? 0;
    const length = bare ? 16 : message.type === HOMEKIT ? written & 0x1f : written;
    if (message.type > MOST_CONTINUITY_TYPES || message.type === 0 || length === 0 || message.value + length !== message.end) return NONE;
    for (let octet = message.start; octet < message.value; octet++) kept.add(octet);
    // Keep this octet of a proximity pairing message unmasked: it says whether the rest is pairing data.
    if (message.type === PROXIMITY_PAIRING && isOneOf(data[message.value], [0x00, 0x01, 0x07])) kept.add(message.value);
    at = message.end;
  }
  return at === end ? kept : NONE;
}

/**
 * Octets of service data that stay unchanged. @param uuid an assigned 16-bit UUID
 * @param from offset of the first octet after the UUID
 */
export function keptOfService(uuid: number, data: Uint8Array, from: number, end: number): KeptOctets {
  switch (uuid) {
    case 0x1828: // The mesh proxy service: its data begins with a type.
      return keptOneOf(data, from, end, [0x00, 0x01, 0x02, 0x03]);
    case 0xfcb2: // The unwanted-tracker format: its data begins with a type.
      return keptOneOf(data, from, end, [0x01, 0x02]);
    case 0xfeaa:
      return keptOfEddystone(data, from, end);
    case 0xfe2c:
      return keptOfFastPair(data, from, end);
    default:
      return NONE;
  }
}

/** Keeps the first octet of a mesh beacon, which is its type. */
export const keptOfMeshBeacon = (data: Uint8Array, from: number, end: number): KeptOctets => keptOneOf(data, from, end, [0x00, 0x01, 0x02]);

const TELEMETRY = 0x20;

function keptOfEddystone(data: Uint8Array, from: number, end: number): KeptOctets {
  const frame = keptOneOf(data, from, end, [0x00, 0x10, TELEMETRY, 0x30, 0x40, 0x41]);
  const version = from + 1 < end && frame.has(from) && data[from] === TELEMETRY && isOneOf(data[from + 1], [0x00, 0x01]);
  return version ? new Set([from, from + 1]) : frame;
}

/**
 * Keeps headers of Fast Pair fields (length and type in one octet), if the fields fill the data exactly and none is empty. Data of three
 * octets is a model id.
 */
function keptOfFastPair(data: Uint8Array, from: number, end: number): KeptOctets {
  const kept = new Set<number>();
  if (end - from <= 3) return NONE;
  let at = from + 1;
  while (at < end) {
    const head = data[at] ?? 0;
    if (head >> 4 === 0 || (head & 15) > 5) return NONE;
    kept.add(at);
    at += 1 + (head >> 4);
  }
  return at === end ? kept : NONE;
}

const isOneOf = (octet: number | undefined, values: readonly number[]): boolean => octet !== undefined && values.includes(octet);

const keptOneOf = (data: Uint8Array, at: number, end: number, values: readonly number[]): KeptOctets =>
  at < end && isOneOf(data[at], values) ? new Set([at]) : NONE;

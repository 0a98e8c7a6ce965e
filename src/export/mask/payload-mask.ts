/** AD types that hold names or addresses: Core specification supplement Part A 1.2, 1.10, 1.14, 1.16; Assigned Numbers 2.3. */
const NAMES: ReadonlySet<number> = new Set([0x08, 0x09, 0x30]);
const PUBLIC_TARGETS = 0x17;
const RANDOM_TARGETS = 0x18;
const DEVICE_ADDRESS = 0x1b;
const ADDRESS_OCTETS = 6;
/** A shorter name is found in payloads by chance. */
export const SHORTEST_SOUGHT = 4;

export interface PayloadParts {
  /** Whole numbers below 2⁴⁸. */
  readonly address: (address: number) => number;
  readonly knownAddress: (address: number) => boolean;
  /** As many octets as it is given. */
  readonly name: (octets: Uint8Array) => Uint8Array;
  /** Names that are looked for outside the fields of names. */
  readonly names: readonly Uint8Array[];
}

/**
 * Puts other octets, as many, in the place of what names a device in advertising data: the fields of names and addresses,
 * every known address in either order wherever it stands, every known name of four octets and more. What follows the end that
 * the data itself gives becomes zero. Identifiers of other kinds that a vendor puts in stay: only leaving payloads out helps there.
 */
export function payloadMask(parts: PayloadParts): PayloadMask {
  const sought = byFirstOctets(parts.names);
  const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => {
    const out = new Uint8Array(data);
    replaceNames(data, out, sought, parts);
    replaceAddresses(data, out, parts);
    return out;
  };
  return {
    bytes,
    structures(data) {
      const out = bytes(data);
      replaceFields(data, out, parts);
      return out;
    },
  };
}

export interface PayloadMask {
  /** Octets that are no AD structures: what is known is replaced wherever it stands. */
  bytes(data: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Whole advertising data. */
  structures(data: Uint8Array): Uint8Array<ArrayBuffer>;
}

/** Names by their first four octets, longest first. */
function byFirstOctets(names: readonly Uint8Array[]): ReadonlyMap<number, readonly Uint8Array[]> {
  const found = new Map<number, Uint8Array[]>();
  for (const name of names.filter(({ length }) => length >= SHORTEST_SOUGHT)) {
    const key = four(name, 0);
    found.set(
      key,
      [...(found.get(key) ?? []), name].sort((one, other) => other.length - one.length),
    );
  }
  return found;
}

const four = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);

function replaceNames(data: Uint8Array, out: Uint8Array, sought: ReadonlyMap<number, readonly Uint8Array[]>, parts: PayloadParts): void {
  if (sought.size === 0) return;
  for (let at = 0; at + SHORTEST_SOUGHT <= data.length; at++) {
    const name = sought.get(four(data, at))?.find((each) => each.every((octet, i) => data[at + i] === octet));
    if (name) out.set(parts.name(name), at);
  }
}

/** Looks in what was there before, so that two that overlap are both found. */
function replaceAddresses(data: Uint8Array, out: Uint8Array, { address, knownAddress }: PayloadParts): void {
  for (let at = 0; at + ADDRESS_OCTETS <= data.length; at++) {
    const [little, big] = [littleEndian(data, at), bigEndian(data, at)];
    if (knownAddress(little)) putLittle(out, at, address(little));
    else if (knownAddress(big)) putBig(out, at, address(big));
  }
}

function replaceFields(data: Uint8Array, out: Uint8Array, parts: PayloadParts): void {
  let at = 0;
  while (at < data.length) {
    const length = data[at] ?? 0;
    if (length === 0) {
      out.fill(0, at);
      return;
    }
    // One that says more octets than there are is cut short, and is masked like a whole one.
    const end = Math.min(data.length, at + 1 + length);
    const type = data[at + 1] ?? 0;
    const body = at + 2;
    if (NAMES.has(type) && body < end) out.set(parts.name(data.subarray(body, end)), body);
    if (type === DEVICE_ADDRESS) maskAddresses(data, out, body, Math.min(end, body + ADDRESS_OCTETS), parts);
    if (type === PUBLIC_TARGETS || type === RANDOM_TARGETS) maskAddresses(data, out, body, end, parts);
    // Length and type say where the next begins.
    out[at] = length;
    if (at + 1 < end) out[at + 1] = type;
    at = end;
  }
}

function maskAddresses(data: Uint8Array, out: Uint8Array, from: number, end: number, { address }: PayloadParts): void {
  let at = from;
  for (; at + ADDRESS_OCTETS <= end; at += ADDRESS_OCTETS) putLittle(out, at, address(littleEndian(data, at)));
  if (at < end) out.fill(0, at, end);
}

function littleEndian(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = ADDRESS_OCTETS - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function bigEndian(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < ADDRESS_OCTETS; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function putLittle(bytes: Uint8Array, at: number, address: number): void {
  for (let i = 0, rest = address; i < ADDRESS_OCTETS; i++, rest = Math.floor(rest / 256)) bytes[at + i] = rest % 256;
}

function putBig(bytes: Uint8Array, at: number, address: number): void {
  for (let i = ADDRESS_OCTETS - 1, rest = address; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[at + i] = rest % 256;
}

/**
 * The shared secret of LE Secure Connections if one side used the debug key pair, whose private key is published so that sniffers can
 * decrypt (Core specification 5.4, Vol 3 Part H 2.3.5.6.1). No value here is secret, so the code need not run in constant time.
 */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const COORDINATE_BYTES = 32;
const DEBUG_PRIVATE = 0x3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abdn;
const DEBUG_X = 0x20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6n;
const DEBUG_Y = 0xdc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28bn;

/** A point of the curve P-256; null is the point at infinity. */
type Point = readonly [x: bigint, y: bigint] | null;

/** Decodes the public key of a Pairing Public Key message: X and Y of 32 octets, least significant first (3.5.6). */
export function publicPoint(octets: Uint8Array): readonly [x: bigint, y: bigint] {
  const coordinate = (at: number): bigint =>
    octets.subarray(at, at + COORDINATE_BYTES).reduceRight((sum, octet) => (sum << 8n) | BigInt(octet), 0n);
  return [coordinate(0), coordinate(COORDINATE_BYTES)];
}

export const isDebugKey = ([x, y]: readonly [x: bigint, y: bigint]): boolean => x === DEBUG_X && y === DEBUG_Y;

/** DHKey of the debug key and the other side's public key, most significant octet first; null if the latter is no point of the curve. */
export function debugSecret(other: readonly [x: bigint, y: bigint]): Uint8Array | null {
  const [x, y] = other;
  if (x >= P || y >= P || mod(y * y - x * x * x + 3n * x - B) !== 0n) return null;
  let sum: Point = null;
  let power: Point = other;
  for (let left = DEBUG_PRIVATE; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) sum = add(sum, power);
    power = add(power, power);
  }
  if (sum === null) return null;
  const digits = sum[0].toString(16).padStart(2 * COORDINATE_BYTES, '0');
  return Uint8Array.from({ length: COORDINATE_BYTES }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

/** Calculates the inverse modulo P by Euclid's algorithm. */
function inverse(value: bigint): bigint {
  let [r, next] = [P, mod(value)];
  let [t, nextT] = [0n, 1n];
  while (next !== 0n) {
    const quotient = r / next;
    [r, next] = [next, r - quotient * next];
    [t, nextT] = [nextT, t - quotient * nextT];
  }
  return mod(t);
}

function add(one: Point, other: Point): Point {
  if (one === null) return other;
  if (other === null) return one;
  const [[x1, y1], [x2, y2]] = [one, other];
  if (x1 === x2 && mod(y1 + y2) === 0n) return null;
  const slope = x1 === x2 ? mod((3n * x1 * x1 - 3n) * inverse(2n * y1)) : mod((y2 - y1) * inverse(x2 - x1));
  const x = mod(slope * slope - x1 - x2);
  return [x, mod(slope * (x1 - x) - y1)];
}

/**
 * Double-double arithmetic: a number is the unevaluated sum of two doubles, about 32 digits (Dekker, Numer. Math. 18,
 * 1971; Hida, Li and Bailey, 2001). WebAssembly has no fused multiply-add, so products split their factors; magnitudes
 * stay below 1e300. Every operation returns the high part and leaves the low part for `low()`.
 */
let rest: f64 = 0;

/** Returns the low part of the last result. */
export function low(): f64 {
  return rest;
}

const SPLIT: f64 = 134217729;

/** Rounding error of a rounded product of two doubles, exactly. */
function lost(a: f64, b: f64, product: f64): f64 {
  const sa = SPLIT * a;
  const ah = sa - (sa - a);
  const al = a - ah;
  const sb = SPLIT * b;
  const bh = sb - (sb - b);
  const bl = b - bh;
  return ((ah * bh - product) + ah * bl + al * bh) + al * bl;
}

/** Returns a + b of two doubles as an exact double-double. */
export function sum2(a: f64, b: f64): f64 {
  const s = a + b;
  const v = s - a;
  rest = (a - (s - v)) + (b - v);
  return s;
}

/** Returns a · b of two doubles as an exact double-double. */
export function product2(a: f64, b: f64): f64 {
  const p = a * b;
  rest = lost(a, b, p);
  return p;
}

export function add(ah: f64, al: f64, bh: f64, bl: f64): f64 {
  const s = ah + bh;
  const v = s - ah;
  let e = (ah - (s - v)) + (bh - v);
  const t = al + bl;
  const w = t - al;
  const f = (al - (t - w)) + (bl - w);
  e += t;
  const h = s + e;
  e = e - (h - s) + f;
  const r = h + e;
  rest = e - (r - h);
  return r;
}

export function multiply(ah: f64, al: f64, bh: f64, bl: f64): f64 {
  const p = ah * bh;
  const e = lost(ah, bh, p) + (ah * bl + al * bh);
  const r = p + e;
  rest = e - (r - p);
  return r;
}

export function divide(ah: f64, al: f64, bh: f64, bl: f64): f64 {
  const q1 = ah / bh;
  let ph = multiply(bh, bl, q1, 0);
  let pl = rest;
  let rh = add(ah, al, -ph, -pl);
  let rl = rest;
  const q2 = rh / bh;
  ph = multiply(bh, bl, q2, 0);
  pl = rest;
  rh = add(rh, rl, -ph, -pl);
  rl = rest;
  const q3 = rh / bh;
  const s = q1 + q2;
  const e = q2 - (s - q1);
  return add(s, e, q3, 0);
}

const LN2_HIGH: f64 = 0.6931471805599453;
const LN2_LOW: f64 = 2.3190468138462996e-17;

/** Returns e^a for −1400 < a < 700. If the result is subnormal, it has only a double's digits there. */
export function exp(ah: f64, al: f64): f64 {
  if (ah < -1400) {
    rest = 0;
    return 0;
  }
  const k = Math.round(ah / LN2_HIGH);
  let h = multiply(LN2_HIGH, LN2_LOW, -k, 0);
  let l = rest;
  h = add(ah, al, h, l) / 512;
  l = rest / 512;
  // Evaluate the Taylor series of e^r − 1 by Horner's scheme. With |r| < 7e-4, ten terms reach 1e-39.
  let sh: f64 = 0;
  let sl: f64 = 0;
  for (let n: i32 = 10; n >= 1; n--) {
    sh = add(sh, sl, 1, 0);
    sl = rest;
    sh = multiply(sh, sl, h, l);
    sl = rest;
    sh = divide(sh, sl, n, 0);
    sl = rest;
  }
  // Square 1 + s nine times, as (1 + s)² − 1 = 2s + s².
  for (let n: i32 = 0; n < 9; n++) {
    const qh = multiply(sh, sl, sh, sl);
    const ql = rest;
    sh = add(2 * sh, 2 * sl, qh, ql);
    sl = rest;
  }
  sh = add(sh, sl, 1, 0);
  sl = rest;
  // Multiply twice, because 2^k alone may leave the range of a double.
  const half = Math.floor(k / 2);
  const first = powerOfTwo(half);
  const second = powerOfTwo(k - half);
  rest = sl * first * second;
  return sh * first * second;
}

/** Returns 2^k, computed exactly by repeated squaring. */
export function powerOfTwo(k: f64): f64 {
  let base: f64 = k < 0 ? 0.5 : 2;
  let left = Math.abs(k);
  let out: f64 = 1;
  while (left > 0) {
    const next = Math.floor(left / 2);
    if (left - 2 * next > 0) out *= base;
    if (next > 0) base *= base;
    left = next;
  }
  return out;
}

/** Returns ln a for a > 0. One Newton step from the logarithm in double doubles the number of digits. */
export function log(ah: f64, al: f64): f64 {
  if (ah < 1e-290) {
    const h = log(ah * 1.157920892373162e77, al * 1.157920892373162e77);
    const l = rest;
    const sh = multiply(LN2_HIGH, LN2_LOW, -256, 0);
    return add(h, l, sh, rest);
  }
  const y = Math.log(ah);
  const eh = exp(-y, 0);
  const el = rest;
  const ph = multiply(ah, al, eh, el);
  const pl = rest;
  const dh = add(ph, pl, -1, 0);
  const dl = rest;
  // Add ln(1 + d) for a d of about 1e-16·y; even its square matters, at 1e-30.
  return add(y, 0, dh, dl - dh * dh / 2);
}

/** Returns ln(1 + a) for a > −1/2, without cancellation near 0. */
export function log1p(ah: f64, al: f64): f64 {
  if (Math.abs(ah) < 1e-8) {
    // For small a, sum the series a − a²/2 + a³/3 − a⁴/4.
    let h = multiply(ah, al, 1 / 3 - ah / 4, 0);
    let l = rest;
    h = add(h, l, -0.5, 0);
    l = rest;
    h = multiply(h, l, ah, al);
    l = rest;
    h = add(h, l, 1, 0);
    l = rest;
    return multiply(h, l, ah, al);
  }
  const h = add(ah, al, 1, 0);
  return log(h, rest);
}

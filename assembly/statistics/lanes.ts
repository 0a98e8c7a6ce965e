/**
 * Dot products and updates of vectors, two rows at a time, in double and in double-double (high and low parts in separate arrays). Vectors
 * have even length; rows beyond the end of a piece are 0. Relaxed SIMD instructions are not used, so every machine gives the same bits.
 */
import { add } from './dd';

// @ts-ignore: decorator
@inline
function at(base: usize, row: i32): v128 {
  return v128.load(base + (<usize>row << 3));
}

const SPLIT: f64 = 134217729;

// @ts-ignore: decorator
@inline
function highHalf(a: v128): v128 {
  const scaled = f64x2.mul(f64x2.splat(SPLIT), a);
  return f64x2.sub(scaled, f64x2.sub(scaled, a));
}

/** Rounding error of the product a · b, exactly (Dekker). */
// @ts-ignore: decorator
@inline
function lost(a: v128, b: v128, product: v128): v128 {
  const ah = highHalf(a);
  const al = f64x2.sub(a, ah);
  const bh = highHalf(b);
  const bl = f64x2.sub(b, bh);
  const cross = f64x2.add(f64x2.add(f64x2.sub(f64x2.mul(ah, bh), product), f64x2.mul(ah, bl)), f64x2.mul(al, bh));
  return f64x2.add(cross, f64x2.mul(al, bl));
}

/** Returns the dot products of x with two other columns, one in each lane. */
export function dotPair(x: usize, y: usize, z: usize, rows: i32): v128 {
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let c = f64x2.splat(0);
  let d = f64x2.splat(0);
  let i: i32 = 0;
  for (; i + 4 <= rows; i += 4) {
    const first = at(x, i);
    const second = at(x, i + 2);
    a = f64x2.add(a, f64x2.mul(first, at(y, i)));
    b = f64x2.add(b, f64x2.mul(first, at(z, i)));
    c = f64x2.add(c, f64x2.mul(second, at(y, i + 2)));
    d = f64x2.add(d, f64x2.mul(second, at(z, i + 2)));
  }
  for (; i < rows; i += 2) {
    const first = at(x, i);
    a = f64x2.add(a, f64x2.mul(first, at(y, i)));
    b = f64x2.add(b, f64x2.mul(first, at(z, i)));
  }
  a = f64x2.add(a, c);
  b = f64x2.add(b, d);
  return f64x2(f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1));
}

export function dot(x: usize, y: usize, rows: i32): f64 {
  return f64x2.extract_lane(dotPair(x, y, y, rows), 0);
}

/**
 * Computes y −= s·x and z −= t·x, and then the dot products of both with `next`, one per lane, which the next reflection needs. Doing both
 * at once saves a pass over the columns. Sums have the same bits as those of `dotPair`.
 */
export function takePairDot(x: usize, y: usize, s: f64, z: usize, t: f64, next: usize, rows: i32): v128 {
  const ss = f64x2.splat(s);
  const tt = f64x2.splat(t);
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let c = f64x2.splat(0);
  let d = f64x2.splat(0);
  let i: i32 = 0;
  for (; i + 4 <= rows; i += 4) {
    const offset = <usize>i << 3;
    let own = v128.load(x + offset);
    let by = v128.load(next + offset);
    let left = f64x2.sub(v128.load(y + offset), f64x2.mul(ss, own));
    let right = f64x2.sub(v128.load(z + offset), f64x2.mul(tt, own));
    v128.store(y + offset, left);
    v128.store(z + offset, right);
    a = f64x2.add(a, f64x2.mul(by, left));
    b = f64x2.add(b, f64x2.mul(by, right));
    own = v128.load(x + offset, 16);
    by = v128.load(next + offset, 16);
    left = f64x2.sub(v128.load(y + offset, 16), f64x2.mul(ss, own));
    right = f64x2.sub(v128.load(z + offset, 16), f64x2.mul(tt, own));
    v128.store(y + offset, left, 16);
    v128.store(z + offset, right, 16);
    c = f64x2.add(c, f64x2.mul(by, left));
    d = f64x2.add(d, f64x2.mul(by, right));
  }
  for (; i < rows; i += 2) {
    const offset = <usize>i << 3;
    const own = v128.load(x + offset);
    const by = v128.load(next + offset);
    const left = f64x2.sub(v128.load(y + offset), f64x2.mul(ss, own));
    const right = f64x2.sub(v128.load(z + offset), f64x2.mul(tt, own));
    v128.store(y + offset, left);
    v128.store(z + offset, right);
    a = f64x2.add(a, f64x2.mul(by, left));
    b = f64x2.add(b, f64x2.mul(by, right));
  }
  a = f64x2.add(a, c);
  b = f64x2.add(b, d);
  return f64x2(f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1));
}

/**
 * Subtracts c·x from y for `count` columns x, one after another. Columns are `stride` rows apart, and their factors c are `apart` apart.
 */
export function takeAll(x: usize, stride: i32, count: i32, c: usize, apart: i32, y: usize, rows: i32): void {
  const step = <usize>stride << 3;
  const next = <usize>apart << 3;
  let i: i32 = 0;
  for (; i + 8 <= rows; i += 8) {
    const offset = <usize>i << 3;
    let p = v128.load(y + offset);
    let q = v128.load(y + offset, 16);
    let r = v128.load(y + offset, 32);
    let s = v128.load(y + offset, 48);
    let column = x + offset;
    let factor = c;
    for (let j: i32 = 0; j < count; j++) {
      const f = v128.load64_splat(factor);
      p = f64x2.sub(p, f64x2.mul(f, v128.load(column)));
      q = f64x2.sub(q, f64x2.mul(f, v128.load(column, 16)));
      r = f64x2.sub(r, f64x2.mul(f, v128.load(column, 32)));
      s = f64x2.sub(s, f64x2.mul(f, v128.load(column, 48)));
      column += step;
      factor += next;
    }
    v128.store(y + offset, p);
    v128.store(y + offset, q, 16);
    v128.store(y + offset, r, 32);
    v128.store(y + offset, s, 48);
  }
  for (; i < rows; i += 2) {
    const offset = <usize>i << 3;
    let p = v128.load(y + offset);
    let column = x + offset;
    let factor = c;
    for (let j: i32 = 0; j < count; j++) {
      p = f64x2.sub(p, f64x2.mul(v128.load64_splat(factor), v128.load(column)));
      column += step;
      factor += next;
    }
    v128.store(y + offset, p);
  }
}

/** Computes y −= s·x for the columns x and y. */
export function take(x: usize, y: usize, s: f64, rows: i32): void {
  const ss = f64x2.splat(s);
  for (let i: i32 = 0; i < rows; i += 2) {
    const offset = <usize>i << 3;
    v128.store(y + offset, f64x2.sub(v128.load(y + offset), f64x2.mul(ss, v128.load(x + offset))));
  }
}

/** Multiplies the column x by s. */
export function scale(x: usize, s: f64, rows: i32): void {
  const ss = f64x2.splat(s);
  for (let i: i32 = 0; i < rows; i += 2) {
    const offset = <usize>i << 3;
    v128.store(x + offset, f64x2.mul(v128.load(x + offset), ss));
  }
}

/** Returns a dot product in double-double; the rounding errors of the sums are summed too (Ogita, Rump and Oishi, 2005). */
export function dotExact(xh: usize, xl: usize, yh: usize, yl: usize, rows: i32): f64 {
  let sum = f64x2.splat(0);
  let rest = f64x2.splat(0);
  for (let i: i32 = 0; i < rows; i += 2) {
    const a = at(xh, i);
    const b = at(yh, i);
    const p = f64x2.mul(a, b);
    const e = f64x2.add(lost(a, b, p), f64x2.add(f64x2.mul(a, at(yl, i)), f64x2.mul(at(xl, i), b)));
    const next = f64x2.add(sum, p);
    const v = f64x2.sub(next, sum);
    const off = f64x2.add(f64x2.sub(sum, f64x2.sub(next, v)), f64x2.sub(p, v));
    rest = f64x2.add(rest, f64x2.add(off, e));
    sum = next;
  }
  return add(f64x2.extract_lane(sum, 0), f64x2.extract_lane(rest, 0), f64x2.extract_lane(sum, 1), f64x2.extract_lane(rest, 1));
}

/** Computes y −= s·x in double-double. */
export function takeExact(xh: usize, xl: usize, yh: usize, yl: usize, sh: f64, sl: f64, rows: i32): void {
  const high = f64x2.splat(sh);
  const low = f64x2.splat(sl);
  for (let i: i32 = 0; i < rows; i += 2) {
    const offset = <usize>i << 3;
    const a = at(xh, i);
    const p = f64x2.mul(high, a);
    const e = f64x2.add(lost(high, a, p), f64x2.add(f64x2.mul(high, at(xl, i)), f64x2.mul(low, a)));
    const b = v128.load(yh + offset);
    const t = f64x2.sub(b, p);
    const v = f64x2.sub(t, b);
    const off = f64x2.sub(f64x2.sub(b, f64x2.sub(t, v)), f64x2.add(p, v));
    const left = f64x2.add(off, f64x2.sub(v128.load(yl + offset), e));
    const h = f64x2.add(t, left);
    v128.store(yh + offset, h);
    v128.store(yl + offset, f64x2.sub(left, f64x2.sub(h, t)));
  }
}

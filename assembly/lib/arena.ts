/** A bump allocator over the module's memory, without garbage collector and free list. The host decides when everything is freed. */
let top: usize = 0;

/** Frees all allocations. Earlier addresses are invalid afterwards. */
export function reset(): void {
  top = (__heap_base + 15) & ~15;
}

/** Allocates `bytes` of zeroed memory at a 16-byte boundary, with 16 unused bytes after it for vector loads. */
export function alloc(bytes: usize): usize {
  if (top == 0) reset();
  const at = top;
  top = (top + bytes + 31) & ~15;
  const pages = <i32>((top + 0xffff) >>> 16);
  const held = memory.size();
  if (pages > held && memory.grow(pages - held) < 0) unreachable();
  memory.fill(at, 0, top - at);
  return at;
}

/** Returns the current end of the used memory; `release` frees what was allocated after it. */
export function mark(): usize {
  if (top == 0) reset();
  return top;
}

export function release(to: usize): void {
  top = to;
}

/** Replaces the runtime's abort function by a trap, which carries no text. The host reports which kernel trapped. */
export function trap(_message: string | null, _file: string | null, _line: u32, _column: u32): void {
  unreachable();
}

// @ts-ignore: decorator
@inline
export function getF64(base: usize, index: i32): f64 {
  return load<f64>(base + (<usize>index << 3));
}

// @ts-ignore: decorator
@inline
export function setF64(base: usize, index: i32, value: f64): void {
  store<f64>(base + (<usize>index << 3), value);
}

// @ts-ignore: decorator
@inline
export function getU32(base: usize, index: i32): i32 {
  return load<i32>(base + (<usize>index << 2));
}

// @ts-ignore: decorator
@inline
export function setU32(base: usize, index: i32, value: i32): void {
  store<i32>(base + (<usize>index << 2), value);
}

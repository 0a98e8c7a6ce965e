/** Rows of a text table cut into cells, as long as they are plain: sixteen bytes at a time are searched for what ends a cell. */

/** Byte at which the first row begins that was not cut. */
let stopped: i32 = 0;
/** Whether the text ended there, or inside that row. */
let ended: bool = false;

export let text: usize = 0;
export let starts: usize = 0;
export let ends: usize = 0;
let rowStarts: usize = 0;
export let columns: i32 = 0;
let capacity: i32 = 0;
let delimiter: u8 = 0;
let newline: u8 = 0;
/** The quotation mark; equal to the line end in formats without quotation marks. */
let quote: u8 = 0;

/** Marks not yet used among the sixteen bytes at `block`. */
let block: usize = 0;
let marks: i32 = 0;
let limit: usize = 0;

/** Sets the addresses of the text and of the host scanner's tables, and the bytes of the marks; a negative quote means none. */
export function textSetup(
  textAt: usize,
  startsAt: usize,
  endsAt: usize,
  rowStartsAt: usize,
  columnCount: i32,
  rowCapacity: i32,
  delimiterByte: i32,
  newlineByte: i32,
  quoteByte: i32,
): void {
  text = textAt;
  starts = startsAt;
  ends = endsAt;
  rowStarts = rowStartsAt;
  columns = columnCount;
  capacity = rowCapacity;
  delimiter = <u8>delimiterByte;
  newline = <u8>newlineByte;
  quote = quoteByte < 0 ? newline : <u8>quoteByte;
}

// @ts-ignore: decorator
@inline
function look(): void {
  const bytes = v128.load(block);
  const found = v128.or(
    v128.or(i8x16.eq(bytes, i8x16.splat(<i8>delimiter)), i8x16.eq(bytes, i8x16.splat(<i8>newline))),
    i8x16.eq(bytes, i8x16.splat(<i8>quote)),
  );
  marks = i8x16.bitmask(found);
}

/** Address of the next mark, which is then used up; 0 after the end of the text. */
// @ts-ignore: decorator
@inline
function nextMark(): usize {
  while (marks == 0) {
    block += 16;
    if (block >= limit) {
      ended = true;
      return 0;
    }
    look();
  }
  const at = block + <usize>ctz(marks);
  marks &= marks - 1;
  if (at < limit) return at;
  ended = true;
  return 0;
}

/**
 * Cuts rows from byte `from` of the text, which is `length` bytes long and has sixteen bytes of slack behind it, into the
 * tables from row `row` on; positions are written with `shift` added. Returns the number of rows in the tables. Plain is a
 * row that ends in the text, has as many cells as the table, and no quote but one pair around all of a cell, without a
 * line end or another quote inside. Of others nothing that counts is written.
 */
export function plainRows(row: i32, from: i32, length: i32, shift: i32): i32 {
  const toPosition = shift - <i32>text;
  let rowStart = text + <usize>from;
  limit = text + <usize>length;
  block = rowStart;
  ended = false;
  if (block < limit) look();
  else marks = 0;
  let cell = <usize>(row * columns) << 2;
  const width = <usize>columns << 2;
  while (row < capacity) {
    const rowEnd = cell + width;
    let start = rowStart;
    let byte = delimiter;
    let at: usize = 0;
    while (byte == delimiter && cell < rowEnd) {
      at = nextMark();
      if (at == 0) break;
      byte = load<u8>(at);
      let stop = at;
      if (byte == quote && quote != newline) {
        if (at != start) break;
        do {
          stop = nextMark();
        } while (stop != 0 && load<u8>(stop) == delimiter);
        if (stop == 0 || load<u8>(stop) != quote) break;
        at = nextMark();
        if (at != stop + 1) break;
        byte = load<u8>(at);
        if (byte == quote) break;
        store<i32>(starts + cell, <i32>start + 1 + toPosition);
      } else {
        if (byte == newline && newline == 10 && stop > start && load<u8>(stop - 1) == 13) stop--;
        store<i32>(starts + cell, stop == start ? -1 : <i32>start + toPosition);
      }
      store<i32>(ends + cell, <i32>stop + toPosition);
      cell += 4;
      start = at + 1;
    }
    if (byte != newline || cell != rowEnd || at == 0) break;
    store<i32>(rowStarts + (<usize>row << 2), <i32>rowStart + toPosition);
    row++;
    rowStart = start;
  }
  stopped = <i32>(rowStart - text);
  return row;
}

/** Byte of the text where the last call of `plainRows` ended: the first row that it did not cut. */
export function textStop(): i32 {
  return stopped;
}

/** Whether the last call of `plainRows` could have continued with more text. */
export function textEnded(): bool {
  return ended;
}

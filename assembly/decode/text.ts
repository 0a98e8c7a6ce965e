/**
 * Splits the rows of a text table into cells, as long as rows are plain. Searches sixteen bytes at a time for the marks that end a cell.
 */

/** Byte offset where the first row begins that was not split into cells. */
let stopped: i32 = 0;
/** Whether the call stopped because the text ended there or inside that row. */
let ended: bool = false;

export let text: usize = 0;
export let starts: usize = 0;
export let ends: usize = 0;
let rowStarts: usize = 0;
export let columns: i32 = 0;
let capacity: i32 = 0;
let delimiter: u8 = 0;
let newline: u8 = 0;
/** Byte value of the quotation mark. If the format has none, it equals the line end. */
let quote: u8 = 0;

/** The marks (delimiters, line ends, quotes) that are still to be handled among the sixteen bytes at `block`. */
let block: usize = 0;
let marks: i32 = 0;
let limit: usize = 0;

/** Sets the addresses of the text and of the host's tables of cells, and the byte values of the marks; a negative quote means none. */
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

/** Returns the address of the next mark and removes that mark; 0 after the end of the text. */
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
 * Splits rows from byte `from` of the text into cells, from row `row` of the tables on, until a row is not plain. The text has `length`
 * bytes with sixteen unused bytes after it; `shift` is added to all positions. Returns the number of rows in the tables. A row is plain if
 * it ends within the text, has as many cells as the table, and quotes only as one pair around a whole cell without line ends or quotes
 * inside. What is written for other rows must be ignored.
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

/** Returns the byte where the last call of `plainRows` ended: the start of the first row that it did not split. */
export function textStop(): i32 {
  return stopped;
}

/** Returns whether the last call of `plainRows` could continue if it had more text. */
export function textEnded(): bool {
  return ended;
}

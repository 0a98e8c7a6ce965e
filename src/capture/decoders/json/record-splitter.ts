/**
 * Finds records in JSON text without parsing it: one per line (NDJSON), or the elements of the first array of
 * objects (a JSON document). Works incrementally and keeps its state between windows, so a record may be
 * cut by any number of windows.
 */

/** A record longer than this is reported and passed over. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

export interface Slice {
  /** Range in the buffer; -1 if the record was too long to store. */
  readonly start: number;
  readonly end: number;
  /** 1-based position of the record: line of an NDJSON file, or element of an array. */
  readonly record: number;
}

export interface RecordSplitter {
  /**
   * Looks at bytes [from, end) and adds up to `limit` whole records to `slices`. Returns the position up to which
   * the bytes are done with; a record that has begun but not ended is kept for the next call.
   */
  split(bytes: Uint8Array, from: number, end: number, last: boolean, slices: Slice[], limit: number): number;
  /** True once no record can follow; for an array, once its closing bracket was found. */
  readonly finished: boolean;
}

const NEWLINE = 10;
export const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

export class LineSplitter implements RecordSplitter {
  readonly finished = false;
  private line = 1;
  private dropping = false;

  split(bytes: Uint8Array, from: number, end: number, last: boolean, slices: Slice[], limit: number): number {
    let at = from;
    while (at < end && slices.length < limit) {
      const found = bytes.subarray(at, end).indexOf(NEWLINE);
      const stop = found < 0 ? end : at + found;
      if (found < 0 && !last) {
        if (this.dropping) return end;
        if (end - at < MAX_RECORD_BYTES) return at;
        slices.push({ start: -1, end: -1, record: this.line });
        this.dropping = true;
        return end;
      }
      if (!this.dropping) this.push(bytes, at, stop, slices);
      this.dropping = false;
      this.line++;
      at = stop + 1;
    }
    return Math.min(at, end);
  }

  private push(bytes: Uint8Array, from: number, to: number, slices: Slice[]): void {
    let start = from;
    let end = to;
    while (start < end && isBlank(bytes[start]!)) start++;
    while (end > start && isBlank(bytes[end - 1]!)) end--;
    if (end > start) slices.push({ start, end, record: this.line });
  }
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Maximum depth of the array of records in a document, such as `{"result":{"items":[{`. */
const DEEPEST = 3;

export class ArraySplitter implements RecordSplitter {
  finished = false;
  /** True once an array of records was found. */
  found = false;
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** Whether a record has begun, and its number of bytes before the window. */
  private begun = false;
  private scanned = 0;
  private dropping = false;
  private record = 0;
  /** While seeking: the last significant byte was a `[` at a depth where records may be. */
  private opened = false;

  /** @param top the document itself is the array */
  constructor(private readonly top: boolean) {}

  split(bytes: Uint8Array, from: number, end: number, last: boolean, slices: Slice[], limit: number): number {
    let at = from;
    if (!this.found) {
      at = this.seek(bytes, from, end);
      if (!this.found) return end;
    }
    while (!this.finished && slices.length < limit) {
      if (!this.begun) {
        while (at < end && (isBlank(bytes[at]!) || bytes[at] === COMMA)) at++;
        if (at >= end) return end;
        if (bytes[at] === CLOSE_LIST) {
          this.finished = true;
          return at + 1;
        }
        this.begin();
      }
      const stop = this.recordEnd(bytes, at + this.scanned, end, last);
      if (stop < 0) return this.keep(at, end, slices);
      if (!this.dropping) slices.push({ start: at, end: stop, record: this.record });
      this.begun = false;
      this.dropping = false;
      at = stop;
    }
    return at;
  }

  private begin(): void {
    this.begun = true;
    this.scanned = 0;
    this.depth = 0;
    this.inText = false;
    this.escaped = false;
    this.record++;
  }

  /** Keeps the bytes of a record that continues in the next window, unless there are too many already. */
  private keep(start: number, end: number, slices: Slice[]): number {
    if (!this.dropping && end - start > MAX_RECORD_BYTES) {
      slices.push({ start: -1, end: -1, record: this.record });
      this.dropping = true;
    }
    this.scanned = this.dropping ? 0 : end - start;
    return this.dropping ? end : start;
  }

  /** Moves past the `[` of the first array of objects (or of the top-level array). */
  private seek(bytes: Uint8Array, from: number, end: number): number {
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inText = false;
        continue;
      }
      if (isBlank(byte)) continue;
      if (this.opened && byte === OPEN_OBJECT) {
        this.found = true;
        return at;
      }
      this.opened = byte === OPEN_LIST && this.depth <= DEEPEST;
      if (byte === OPEN_LIST && this.top && this.depth === 0) {
        this.found = true;
        return at + 1;
      }
      if (byte === QUOTE) this.inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.depth--;
    }
    return end;
  }

  /** Position after the record, or -1 if the bytes end first. */
  private recordEnd(bytes: Uint8Array, from: number, end: number, last: boolean): number {
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) {
          this.inText = false;
          if (this.depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) this.inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        // A closing bracket where a record should begin counts as a broken record, so that reading goes on.
        if (this.depth === 0) return at === from && this.scanned === 0 ? at + 1 : at;
        if (--this.depth === 0) return at + 1;
      } else if (this.depth === 0 && (byte === COMMA || isBlank(byte))) return at;
    }
    return last ? end : -1;
  }
}

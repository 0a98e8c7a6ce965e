import { pathOf, pointerOf, shorten } from './errors.ts';
import { FORBIDDEN_KEYS, MAX_DEPTH } from './json-walk.ts';

/**
 * Parses JSON text from people and programs and records the location of every value, so that an error with a pointer can be shown at its
 * line. Stricter than JSON.parse where that would hide a fault: duplicate keys, numbers that no double can represent, lone surrogates, keys
 * that affect prototypes, excessive nesting.
 */
export interface TextError {
  readonly code: 'INVALID_JSON' | 'INVALID_VALUE' | 'UNKNOWN_ARGUMENT' | 'PAYLOAD_TOO_LARGE';
  readonly message: string;
  readonly pointer: string;
  /** Start of a place in the text as UTF-16 offset, counted from 0; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Line and column of the place, counted from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Place {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  /** Location of an object member's key, including its quotes. */
  readonly key?: { readonly from: number; readonly to: number };
}

export interface ParsedJson {
  /** The parsed value; set if the text is valid JSON without faults. */
  readonly value?: unknown;
  /** The parsed value without faulty members (of a duplicate key, the first is kept); set if the text could be read to its end. */
  readonly partial?: unknown;
  readonly errors: readonly TextError[];
  /** Returns the location of the value at a JSON Pointer, or of its nearest existing ancestor. */
  readonly locate: (pointer: string) => Place;
}

/** Maximum length of an invocation as text: far more than any tool accepts, and still quick to parse. */
const MAX_TEXT = 1024 * 1024;
const MAX_ERRORS = 200;
/** Maximum number of recorded locations; for others, `locate` returns an ancestor. */
const MAX_PLACES = 100_000;

/** Parses JSON text. @param limit maximum length of the text in UTF-16 code units */
export function parseJsonText(text: string, limit = MAX_TEXT): ParsedJson {
  const errors: TextError[] = [];
  const lines = lineIndex(text);
  const place = (from: number, to: number): { from: number; to: number; line: number; column: number } => ({
    from,
    to,
    ...lines(from),
  });
  const report: Report = (code, describe, pointer, from, to) => {
    if (errors.length < MAX_ERRORS) errors.push({ code, message: describe(lines), pointer: pointer(), ...place(from, to) });
  };
  let value: unknown;
  let readable = false;
  if (text.length > limit) {
    report(
      'PAYLOAD_TOO_LARGE',
      () => `expected at most ${String(limit)} characters, got ${String(text.length)}`,
      () => '',
      0,
      0,
    );
  } else {
    try {
      value = new Reader(text, report, lines).document();
      readable = true;
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      report(
        'INVALID_JSON',
        () => error.message,
        () => error.pointer,
        error.from,
        error.to,
      );
    }
  }
  let spans: ReadonlyMap<string, Span> | undefined;
  const locate = (pointer: string): Place => {
    spans ??= text.length > limit ? new Map<string, Span>() : spansOf(text, lines);
    for (let path = pathOf(pointer); ; path = path.slice(0, -1)) {
      const span = spans.get(pointerOf(path));
      if (span !== undefined) return { ...place(span.from, span.to), ...(span.key && { key: span.key }) };
      if (path.length === 0) return place(0, 0);
    }
  };
  return { ...(errors.length === 0 && { value }), ...(readable && { partial: value }), errors, locate };
}

type Lines = (offset: number) => { readonly line: number; readonly column: number };

/** Returns a function from an offset to line and column, counted from 1; line starts are computed on first use. */
function lineIndex(text: string): Lines {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly key?: { readonly from: number; readonly to: number };
}
/** Reports a fault. Its message and pointer are computed only if the fault is listed. */
type Report = (code: TextError['code'], describe: (lines: Lines) => string, pointer: () => string, from: number, to: number) => void;

type Note = (way: Way, span: Span) => void;

/** Locations of a text's values, as far as it can be parsed. Computed on first use, because most texts are parsed without needing them. */
function spansOf(text: string, lines: Lines): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  const note: Note = (way, span) => {
    if (way.depth === 0 || spans.size < MAX_PLACES) spans.set(pointerTo(way), span);
  };
  try {
    new Reader(text, () => undefined, lines, note).document();
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
  }
  return spans;
}

/** The path to a value, linked from the value outwards; names are computed on access. */
interface Way {
  readonly above: Way | null;
  readonly step: string | number;
  readonly depth: number;
}
const ROOT: Way = { above: null, step: '', depth: 0 };
const below = (above: Way, step: string | number): Way => ({ above, step, depth: above.depth + 1 });

function pointerTo(way: Way): string {
  const steps: (string | number)[] = [];
  for (let at: Way | null = way; at?.above; at = at.above) steps.push(at.step);
  return pointerOf(steps.reverse());
}

class SyntaxFault extends Error {
  constructor(
    message: string,
    readonly pointer: string,
    readonly from: number,
    readonly to: number,
  ) {
    super(message);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Matches a JSON string. It is written so that neither a long nor an unterminated string causes backtracking. */
const STRING = /"[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*"/y;

/** A recursive descent parser of JSON (RFC 8259). The nesting depth, and so the stack depth, is limited. */
class Reader {
  #at = 0;
  readonly #text: string;
  readonly #report: Report;
  readonly #lines: Lines;
  readonly #note: Note | undefined;

  constructor(text: string, report: Report, lines: Lines, note?: Note) {
    this.#text = text;
    this.#report = report;
    this.#lines = lines;
    this.#note = note;
  }

  document(): unknown {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1;
    const value = this.#value(ROOT, undefined);
    if (this.#at < this.#text.length) this.#fail('expected the end of the text', ROOT);
    return value;
  }

  #value(way: Way, key: Span['key']): unknown {
    this.#space();
    const from = this.#at;
    if (way.depth > MAX_DEPTH) this.#fail(`expected at most ${String(MAX_DEPTH)} levels of nesting`, way);
    const value = this.#bare(way);
    this.#note?.(way, { from, to: this.#at, ...(key && { key }) });
    this.#space();
    return value;
  }

  #bare(way: Way): unknown {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(way);
      case '[':
        return this.#array(way);
      case '"':
        return this.#string(way, 'a string');
      case 't':
        return this.#word('true', true, way);
      case 'f':
        return this.#word('false', false, way);
      case 'n':
        return this.#word('null', null, way);
      default:
        return this.#number(way);
    }
  }

  #object(way: Way): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    const seen = new Map<string, number>();
    this.#at += 1;
    this.#space();
    if (this.#take('}')) return out;
    for (;;) {
      const from = this.#at;
      if (this.#text[from] !== '"') this.#fail('expected a key in double quotes', way);
      const key = this.#string(way, 'a key');
      const span = { from, to: this.#at };
      const at = below(way, key);
      this.#space();
      if (!this.#take(':')) this.#fail(`expected ":" after the key ${quote(key)}`, at);
      const value = this.#value(at, span);
      const first = seen.get(key);
      if (FORBIDDEN_KEYS.has(key)) {
        this.#report(
          'UNKNOWN_ARGUMENT',
          () => `the key ${quote(key)} is refused everywhere`,
          () => pointerTo(at),
          span.from,
          span.to,
        );
      } else if (first !== undefined) {
        this.#report(
          'INVALID_JSON',
          (lines) => `expected every key once, got ${quote(key)} again (first in line ${String(lines(first).line)})`,
          () => pointerTo(at),
          span.from,
          span.to,
        );
      } else out[key] = value;
      seen.set(key, first ?? from);
      if (this.#take('}')) return out;
      if (!this.#take(',')) this.#fail('expected "," or "}"', way);
      this.#space();
    }
  }

  #array(way: Way): unknown[] {
    const out: unknown[] = [];
    this.#at += 1;
    this.#space();
    if (this.#take(']')) return out;
    for (;;) {
      out.push(this.#value(below(way, out.length), undefined));
      if (this.#take(']')) return out;
      if (!this.#take(',')) this.#fail('expected "," or "]"', way);
    }
  }

  #string(way: Way, what: string): string {
    const from = this.#at;
    const raw = this.#match(STRING);
    if (raw === null) this.#fail(`expected ${what} that ends with a double quote and uses only JSON escapes`, way);
    const value = unquote(raw);
    if (value === undefined) {
      this.#at = from;
      this.#fail(`expected ${what} on one line, with line breaks and tabs written as \\n and \\t`, way);
    }
    if (!value.isWellFormed()) {
      this.#report(
        'INVALID_VALUE',
        () => 'expected valid Unicode text, got a lone surrogate',
        () => pointerTo(way),
        from,
        this.#at,
      );
    }
    return value;
  }

  #number(way: Way): number {
    const from = this.#at;
    const raw = this.#match(NUMBER);
    if (raw === null || raw === '') this.#fail('expected a JSON value', way);
    if (/[\w.+]/.test(this.#text[this.#at] ?? '')) {
      this.#at = from;
      this.#fail('expected a JSON number', way);
    }
    const value = Number(raw);
    if (!Number.isFinite(value)) {
      this.#report(
        'INVALID_VALUE',
        () => `expected a number that a double can hold, got ${shorten(raw, 40)}`,
        () => pointerTo(way),
        from,
        this.#at,
      );
    }
    return value;
  }

  #word<T>(word: string, value: T, way: Way): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('expected a JSON value', way);
    this.#at += word.length;
    return value;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const hit = pattern.exec(this.#text);
    if (hit === null) return null;
    this.#at = pattern.lastIndex;
    return hit[0];
  }

  #fail(expected: string, way: Way): never {
    const found = this.#text.slice(this.#at, this.#at + 20).split(/[\s,}\]]/, 1)[0] ?? '';
    const next = this.#text[this.#at];
    const got = next === undefined ? 'the end of the text' : found === '' ? quote(next) : quote(found);
    const { line, column } = this.#lines(this.#at);
    const message = `line ${String(line)}, column ${String(column)}: ${expected}, got ${got}`;
    throw new SyntaxFault(message, pointerTo(way), this.#at, Math.min(this.#text.length, this.#at + Math.max(1, found.length)));
  }
}

const quote = (value: string): string => JSON.stringify(shorten(value, 40));

/** Returns the text of a string literal; undefined if it contains an unescaped control character. */
function unquote(raw: string): string | undefined {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return undefined;
  }
}

import type { FilterFault } from './ast.ts';

/** A token of a filter. `name` is a bare word, `quoted` a name in double quotes; in both, `text` is the name itself. */
export interface Token {
  readonly kind: 'name' | 'quoted' | 'number' | 'text' | 'symbol' | 'end';
  /** Text of the token: for names and texts without quotes and escapes, for others as written. */
  readonly text: string;
  readonly at: number;
}

/** Thrown to end parsing at a fault; `parseFilter` and `placeInFilter` catch it. */
export class FilterStop extends Error {
  constructor(readonly fault: FilterFault) {
    super(fault.message);
  }
}

export function stop(at: number, message: string): never {
  throw new FilterStop({ at, message });
}

/** Keywords of the filter grammar. A column with such a name must be written in double quotes. */
export const RESERVED: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'LIKE', 'IS', 'NULL', 'TRUE', 'FALSE']);

export const BARE_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

const SPACE = /[\s\uFEFF]+/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const SYMBOL = /<=|>=|<>|!=|[=<>(),]/y;

/** Operators of other languages that filters do not have, each with advice on what to write instead. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['==', 'write ='],
  ['&&', 'write AND'],
  ['||', 'write OR'],
  ['!', 'write NOT'],
  [';', 'a filter is one predicate'],
  ['--', 'a filter has no comments'],
  ['/*', 'a filter has no comments'],
  ['?', 'write the value itself'],
  ['.', 'write the name of the column alone'],
];

/** Splits a text into tokens, the last of which is `end`. Throws `FilterStop` at a fault. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  for (;;) {
    at += match(SPACE, text, at).length;
    if (at === text.length) break;
    const read = readToken(text, at);
    found.push(read.token);
    at = read.end;
  }
  found.push({ kind: 'end', text: '', at });
  return found;
}

function readToken(text: string, at: number): { token: Token; end: number } {
  const first = text[at];
  if (first === "'" || first === '"') return readQuoted(text, at, first);
  if (text.startsWith('==', at)) return refuse(text, at);
  for (const [kind, pattern] of [
    ['name', NAME],
    ['number', NUMBER],
    ['symbol', SYMBOL],
  ] as const) {
    const written = match(pattern, text, at);
    if (written === '') continue;
    const end = at + written.length;
    if (kind === 'number' && match(NAME, text, end) !== '')
      stop(end, `expected the end of the number ${clip(written)}, found ${clip(text.slice(end))}`);
    return { token: { kind, text: written, at }, end };
  }
  return refuse(text, at);
}

/** Reads a quoted text or name, in which a quote is written twice. */
function readQuoted(text: string, at: number, quote: "'" | '"'): { token: Token; end: number } {
  let from = at + 1;
  let value = '';
  for (;;) {
    const close = text.indexOf(quote, from);
    if (close < 0) stop(at, `the ${quote === "'" ? 'text' : 'name'} that starts here has no closing ${quote}`);
    value += text.slice(from, close);
    if (text[close + 1] !== quote) {
      if (quote === '"' && value === '') stop(at, 'expected the name of a column between the quotes, found nothing');
      return { token: { kind: quote === "'" ? 'text' : 'quoted', text: value, at }, end: close + 1 };
    }
    value += quote;
    from = close + 2;
  }
}

function refuse(text: string, at: number): never {
  const habit = FOREIGN.find(([written]) => text.startsWith(written, at));
  if (habit !== undefined) stop(at, `${habit[0]} is not part of a filter: ${habit[1]}`);
  return stop(at, `expected a column, a value or an operator, found ${clip(String.fromCodePoint(text.codePointAt(at) ?? 0xfffd))}`);
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Shortens a part of the filter's text for a message. */
export function clip(written: string): string {
  const short = written.length > 60 ? `${written.slice(0, 59)}…` : written;
  return JSON.stringify(short);
}

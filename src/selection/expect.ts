import { FilterStop, RESERVED, type Token, tokens } from './lexer.ts';

/** What the filter grammar allows at a position, and the part of a token that was typed before it. */
export interface FilterPlace {
  readonly expects: 'column' | 'operator' | 'value' | 'joint';
  /** Start of the text that a completion replaces, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** The typed part of that text, without quotes. */
  readonly typed: string;
  /** Name of the column that is being compared; undefined if the position is not in a comparison. */
  readonly column?: string;
  /** Allowed tokens, except columns, values, and operators that depend on the column. */
  readonly words?: readonly string[];
}

type State =
  | 'column'
  | 'operator'
  | 'negated'
  | 'value'
  | 'pattern'
  | 'open'
  | 'item'
  | 'items'
  | 'low'
  | 'low-after'
  | 'high'
  | 'is'
  | 'is-not'
  | 'turned'
  | 'joint';

const COMPARES = /^(?:[=<>]|!=|<>|<=|>=)$/;
const WORDS: Readonly<Partial<Record<State, readonly string[]>>> = {
  negated: ['IN', 'BETWEEN', 'LIKE'],
  open: ['('],
  items: [',', ')'],
  'low-after': ['AND'],
  is: ['NULL', 'NOT NULL'],
  'is-not': ['NULL'],
  turned: ['=', '!=', '<', '<=', '>', '>='],
};

/**
 * Parses a filter up to a position (grammar: docs/reference/filter-grammar.md). Null if no filter can begin with the text before it.
 * @param at in UTF-16 units
 */
export function placeInFilter(text: string, at: number): FilterPlace | null {
  const found = split(text.slice(0, at));
  if (found === null) return null;
  const { whole, part } = found;
  let state: State = 'column';
  let column: string | undefined;
  let depth = 0;
  for (const token of whole) {
    const next = step(state, token);
    if (next === null) return null;
    if (state === 'column' && next === 'operator') column = token.text;
    if (token.kind === 'symbol' && token.text === '(' && state === 'column') depth += 1;
    // In these two states, the only token with this text is a parenthesis.
    if (token.text === ')' && (state === 'joint' || state === 'operator')) depth -= 1;
    if (depth < 0) return null;
    state = next;
  }
  const rest = text.slice(at);
  const closing = part.quote === '' ? /^[\p{L}\p{N}_.+-]*/u : new RegExp(`^[^${part.quote}\\s]*${part.quote}`);
  const place = {
    from: part.at,
    to: at + (part.text === '' && part.quote === '' ? 0 : (closing.exec(rest)?.[0].length ?? 0)),
    typed: part.text,
    ...(column !== undefined && { column }),
  };
  if (state === 'column') return { expects: 'column', from: place.from, to: place.to, typed: place.typed };
  if (state === 'operator') return { expects: 'operator', ...place };
  if (['value', 'pattern', 'item', 'low', 'high'].includes(state)) return { expects: 'value', ...place };
  return { expects: 'joint', ...place, words: WORDS[state] ?? ['AND', 'OR', ...(depth > 0 ? [')'] : [])] };
}

interface Part {
  readonly at: number;
  readonly text: string;
  readonly quote: '' | "'" | '"';
}

/** Splits a text into its complete tokens and the part of the last token that was typed. */
function split(before: string): { whole: readonly Token[]; part: Part } | null {
  try {
    const list = tokens(before);
    const last = list.at(-2);
    const touches = last !== undefined && (last.kind === 'name' || last.kind === 'number') && !/\s$/.test(before);
    if (!touches) return { whole: list.slice(0, -1), part: { at: before.length, text: '', quote: '' } };
    return { whole: list.slice(0, -2), part: { at: last.at, text: last.text, quote: '' } };
  } catch (thrown) {
    if (!(thrown instanceof FilterStop)) throw thrown;
    // The text ends in a text literal or a quoted name without its closing quote.
    const { at } = thrown.fault;
    const quote = before[at];
    if (quote !== "'" && quote !== '"') return null;
    try {
      const text = before.slice(at + 1).replaceAll(quote + quote, quote);
      return { whole: tokens(before.slice(0, at)).slice(0, -1), part: { at, text, quote } };
    } catch {
      return null;
    }
  }
}

/** Returns the state after a token; null if the grammar does not allow the token. */
function step(state: State, { kind, text }: Token): State | null {
  const word = kind === 'name' ? text.toUpperCase() : '';
  const name = kind === 'quoted' || (kind === 'name' && !RESERVED.has(word));
  const literal = kind === 'number' || kind === 'text' || word === 'TRUE' || word === 'FALSE';
  switch (state) {
    case 'column':
      if (word === 'NOT' || (kind === 'symbol' && text === '(')) return 'column';
      return name ? 'operator' : literal ? 'turned' : null;
    case 'operator':
      if (kind === 'symbol' && COMPARES.test(text)) return 'value';
      if (word === 'NOT') return 'negated';
      return word === 'IS' ? 'is' : (comparison(word) ?? joint(word, kind, text));
    case 'negated':
      return comparison(word);
    case 'turned':
      return kind === 'symbol' && COMPARES.test(text) ? 'value' : null;
    case 'value':
      return name || literal ? 'joint' : null;
    case 'pattern':
    case 'high':
      return literal ? 'joint' : null;
    case 'open':
      return text === '(' && kind === 'symbol' ? 'item' : null;
    case 'item':
      return literal ? 'items' : null;
    case 'items':
      return kind !== 'symbol' ? null : text === ',' ? 'item' : text === ')' ? 'joint' : null;
    case 'low':
      return literal ? 'low-after' : null;
    case 'low-after':
      return word === 'AND' ? 'high' : null;
    case 'is':
      return word === 'NOT' ? 'is-not' : word === 'NULL' ? 'joint' : null;
    case 'is-not':
      return word === 'NULL' ? 'joint' : null;
    case 'joint':
      return joint(word, kind, text);
  }
}

const comparison = (word: string): State | null => (({ IN: 'open', BETWEEN: 'low', LIKE: 'pattern' }) as const)[word] ?? null;

function joint(word: string, kind: Token['kind'], text: string): State | null {
  if (word === 'AND' || word === 'OR') return 'column';
  return kind === 'symbol' && text === ')' ? 'joint' : null;
}

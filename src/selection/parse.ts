import { err, ok, type Result } from '../base/result.ts';
import type { ColumnName, Comparison, Filter, FilterFault, Literal, Operand, TextLiteral } from './ast.ts';
import { clip, FilterStop, RESERVED, stop, type Token, tokens } from './lexer.ts';

/** Maximum length of a filter's text in UTF-16 units: twice the 4096 code points that a call may contain. */
export const LONGEST_FILTER = 8192;
/** Maximum nesting depth of parentheses and NOT. */
export const DEEPEST_FILTER = 32;
/** Maximum number of `%` in one LIKE pattern, because matching backtracks once for each. */
const MOST_WILDCARDS = 8;
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const COMPARISONS: ReadonlySet<string> = new Set(['=', '!=', '<>', '<', '<=', '>', '>=']);

/**
 * Parses a filter (grammar: docs/reference/filter-grammar.md). Accepts any string: returns a syntax tree, or the position of the first
 * fault. Whether columns exist is checked by `checkFilter`.
 */
export function parseFilter(text: string): Result<Filter, FilterFault> {
  if (text.length > LONGEST_FILTER) {
    return err({ at: LONGEST_FILTER, message: `a filter has at most ${LONGEST_FILTER} characters, found ${text.length}` });
  }
  try {
    return ok(new Parser(tokens(text)).whole());
  } catch (thrown) {
    if (thrown instanceof FilterStop) return err(thrown.fault);
    throw thrown;
  }
}

class Parser {
  private next = 0;
  private depth = 0;

  constructor(private readonly list: readonly Token[]) {}

  whole(): Filter {
    if (this.peek().kind === 'end') stop(this.peek().at, 'expected a predicate like rssi > -92, found nothing');
    const filter = this.chain('or');
    if (this.peek().kind !== 'end') this.expected('AND, OR or the end of the filter');
    return filter;
  }

  /** Parses terms that are joined by one operator. AND binds more strongly than OR. */
  private chain(kind: 'or' | 'and'): Filter {
    const { at } = this.peek();
    const term = (): Filter => (kind === 'or' ? this.chain('and') : this.unary());
    const terms = [term()];
    while (this.takeWord(kind.toUpperCase())) terms.push(term());
    return terms.length === 1 ? terms[0]! : { kind, at, terms };
  }

  private unary(): Filter {
    const { at } = this.peek();
    if (this.takeWord('NOT')) return this.nested(at, () => ({ kind: 'not', at, term: this.unary() }));
    if (!this.takeSymbol('(')) return this.predicate();
    return this.nested(at, () => {
      const inner = this.chain('or');
      this.closing(at);
      return inner;
    });
  }

  private nested(at: number, read: () => Filter): Filter {
    this.depth++;
    if (this.depth > DEEPEST_FILTER) stop(at, `a filter is nested at most ${DEEPEST_FILTER} levels deep`);
    const filter = read();
    this.depth--;
    return filter;
  }

  private predicate(): Filter {
    const left = this.operand();
    const { at } = left;
    const symbol = this.peek();
    if (symbol.kind === 'symbol' && COMPARISONS.has(symbol.text)) {
      this.next++;
      const operator = (symbol.text === '<>' ? '!=' : symbol.text) as Comparison;
      const right = this.operand();
      if (left.kind !== 'column' && right.kind !== 'column') stop(at, 'expected a comparison with a column, found one of two values');
      return { kind: 'compare', at, operator, left, right };
    }
    if (left.kind !== 'column') {
      if (symbol.kind === 'end') stop(at, 'expected a predicate like rssi > -92, found only a value');
      return this.expected('one of = != < <= > >=');
    }
    return this.columnPredicate(left);
  }

  private columnPredicate(column: ColumnName): Filter {
    const { at } = column;
    if (this.takeWord('IS')) {
      const negated = this.takeWord('NOT');
      if (!this.takeWord('NULL')) this.expected(negated ? 'NULL' : 'NULL or NOT NULL');
      return { kind: 'null', at, negated, column };
    }
    const negated = this.takeWord('NOT');
    if (this.takeWord('IN')) return { kind: 'in', at, negated, column, items: this.values() };
    if (this.takeWord('BETWEEN')) {
      const low = this.literal();
      if (!this.takeWord('AND')) this.expected('AND and the upper bound');
      return { kind: 'between', at, negated, column, low, high: this.literal() };
    }
    if (this.takeWord('LIKE')) return { kind: 'like', at, negated, column, pattern: this.pattern() };
    if (negated) this.expected('IN, BETWEEN or LIKE');
    const after = this.peek();
    if (after.kind === 'end' || isWord(after, 'AND') || isWord(after, 'OR') || (after.kind === 'symbol' && after.text === ')')) {
      return { kind: 'flag', at, column };
    }
    return this.expected(`an operator after ${clip(column.name)}: = != < <= > >= IN, BETWEEN, LIKE or IS NULL`);
  }

  private values(): Literal[] {
    const open = this.peek();
    if (!this.takeSymbol('(')) this.expected('( and a list of values');
    const items = [this.literal()];
    while (this.takeSymbol(',')) items.push(this.literal());
    this.closing(open.at);
    return items;
  }

  private pattern(): TextLiteral {
    const pattern = this.literal();
    if (pattern.kind !== 'text') return stop(pattern.at, "expected a pattern in single quotes like 'Lamp%'");
    if (pattern.value.split('%').length - 1 > MOST_WILDCARDS) stop(pattern.at, `a pattern has at most ${MOST_WILDCARDS} %`);
    return pattern;
  }

  private operand(): Operand {
    const token = this.peek();
    if (token.kind === 'quoted' || (token.kind === 'name' && !RESERVED.has(token.text.toUpperCase()))) {
      this.next++;
      return { kind: 'column', at: token.at, name: token.text };
    }
    return this.literal();
  }

  private literal(): Literal {
    const token = this.peek();
    const { at, text } = token;
    this.next++;
    if (token.kind === 'number') return { kind: 'number', at, value: numberOf(token) };
    if (token.kind === 'text') return { kind: 'text', at, value: text };
    if (isWord(token, 'TRUE') || isWord(token, 'FALSE')) return { kind: 'boolean', at, value: isWord(token, 'TRUE') };
    if (isWord(token, 'NULL')) stop(at, 'nothing equals NULL: write IS NULL or IS NOT NULL');
    this.next--;
    if (token.kind === 'quoted') stop(at, `expected a value, found the column ${clip(text)}: text needs single quotes`);
    if (token.kind === 'name' && !RESERVED.has(text.toUpperCase()))
      stop(at, `expected a value, found ${clip(text)}: text needs single quotes`);
    return this.expected('a value: a number, a text in single quotes, TRUE or FALSE');
  }

  private closing(open: number): void {
    if (!this.takeSymbol(')')) this.expected(`) for the ( at character ${open}`);
  }

  private peek(): Token {
    // There always is a next token, because the last one is `end`, which is never skipped.
    return this.list[this.next]!;
  }

  private takeWord(word: string): boolean {
    return this.takeIf(isWord(this.peek(), word));
  }

  private takeSymbol(symbol: string): boolean {
    const token = this.peek();
    return this.takeIf(token.kind === 'symbol' && token.text === symbol);
  }

  private takeIf(fits: boolean): boolean {
    if (fits) this.next++;
    return fits;
  }

  private expected(what: string): never {
    const { kind, text, at } = this.peek();
    return stop(at, `expected ${what}, found ${kind === 'end' ? 'the end of the filter' : clip(text)}`);
  }
}

const isWord = (token: Token, word: string): boolean => token.kind === 'name' && token.text.toUpperCase() === word;

/** Parses a number. Integers within BIGINT are exact in any notation. */
function numberOf({ text, at }: Token): number | bigint {
  const whole = /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : null;
  if (whole !== null && whole >= INT64.min && whole <= INT64.max) return whole;
  const value = Number(text);
  if (!Number.isFinite(value)) return stop(at, `expected a number that a DOUBLE can hold, found ${clip(text)}`);
  if (Number.isInteger(value)) {
    const exact = BigInt(value);
    if (exact >= INT64.min && exact <= INT64.max) return exact;
  }
  return value;
}

/**
 * Parses conditions in any programming or query language with one expression grammar: joins, comparisons, calls, indexes, functions of a
 * row, and lists. A condition compares columns with values. A name that is neither a column nor an operator must refer to a row, so that no
 * part of a condition is ignored.
 */
import { NoFilter, signOf } from './comparisons.ts';
import { APPLIES, Calls, MAKES_LIST } from './expression-calls.ts';
import { Functions } from './expression-functions.ts';
import { conditionNode, valueNode, type Node } from './expression-nodes.ts';
import { tokensOf, type ColumnFor, type Token } from './expression-tokens.ts';

/** `channel==37,channel==38` of RSQL: values of one column, of which a packet has one. */
const ALTERNATIVES = /^\s*(\w+)==?[^\s,;=]+(?:,\s*\1==?[^\s,;=]+)+\s*$/;

/** Converts a condition to a filter; undefined if a part of it is not understood. */
export function expressionText(text: string, columnFor: ColumnFor): string | undefined {
  try {
    const calls = new Calls(columnFor, (held) => expressionText(held, columnFor));
    return new Reader(tokensOf(text, columnFor), columnFor, calls, /=[a-z]{2,3}=/.test(text) || ALTERNATIVES.test(text)).whole();
  } catch (error) {
    if (error instanceof NoFilter) return undefined;
    throw error;
  }
}

class Reader extends Functions {
  whole(): string {
    this.statement();
    const found = this.of.condition(this.joined(true));
    if (this.word2('return')) this.at++;
    while (this.takes(';') || this.takes('.')) continue;
    if (this.at < this.tokens.length) throw new NoFilter();
    return found.text;
  }

  /** Parses an operand with what follows it: members, indexes, calls, casts. */
  protected operand(): Node {
    let node = this.primary();
    for (;;) {
      if (this.takes('::')) {
        this.cast(node);
        continue;
      }
      if (this.is('?') && this.is('.', 1)) this.at++;
      const [next, after] = [this.peek(), this.peek(1)];
      const isMember = after !== undefined && after.kind !== 'sign' && 'text' in after;
      // `p."rssi"`
      if (this.is('.') && node.kind === 'name' && after?.kind === 'text' && after.quote !== "'") {
        this.of.row(node);
        this.at += 2;
        node = this.of.columnNode(String(after.value));
      } else if ((this.is('.') || this.is('->')) && isMember) node = this.member(node);
      // In Haskell, `rssi p` is the column of a row.
      else if (node.kind === 'column' && next?.kind === 'name' && this.of.rows.has(next.text)) this.at++;
      else if (node.kind === 'name' && this.is('[') && this.peek()?.tight === true) node = this.index(node);
      else if (this.isPipe(node)) node = this.piped(node);
      else if (node.kind === 'value' && (this.is('..') || this.is('..=') || (this.is(':') && this.peek(1)?.kind === 'value'))) {
        this.at++;
        node = { kind: 'range', low: node, high: this.primary(), without: '' };
      } else return node;
    }
  }

  private isPipe(node: Node): boolean {
    const [pipe, next] = [this.peek(), this.peek(1)];
    if (pipe?.kind === 'sign') return pipe.text === '|>' || pipe.text === '%>%';
    if (pipe?.kind !== 'join' || pipe.raw !== '|') return false;
    return (
      node.kind === 'name' ||
      (node.kind !== 'value' && next?.kind === 'join' && next.text === 'NOT' && !this.is('(', 2)) ||
      (next?.kind === 'operator' && this.is('(', 2))
    );
  }

  /** Parses a cast that does not change the value. */
  private cast(node: Node): void {
    const type = this.peek();
    if (type?.kind !== 'name') throw new NoFilter();
    if (node.kind === 'condition' && !/^bool/i.test(type.text)) throw new NoFilter();
    if (/int/i.test(type.text) && node.kind === 'value' && !Number.isInteger(node.value)) throw new NoFilter();
    if (node.kind === 'column') throw new NoFilter();
    this.at++;
  }

  private member(node: Node): Node {
    this.at++;
    const token = this.peek();
    const name = token !== undefined && 'text' in token ? token.text : '';
    this.at++;
    if (this.is('(') && this.peek()?.tight === true)
      return node.kind === 'name' && node.text === 'is'
        ? this.of.called(`is${name}`, undefined, this.items())
        : this.of.called(name, node, this.items());
    // In Ruby, Kotlin and Swift, a block may follow its method.
    if (this.is('{') && APPLIES.test(name.toLowerCase().replace(/_/g, ''))) return this.of.condition(this.operand());
    if (node.kind === 'name') return this.named(`${node.text}.${name}`);
    // Skip members that only wrap the column, as in `df.channel.str` or `crc_ok.value`.
    if (node.kind === 'column' && /^(?:str|dt|value|text)$/.test(name)) return node;
    throw new NoFilter();
  }

  private index(node: Node): Node {
    const items = this.items();
    const [inner, second] = items;
    if (node.kind === 'name' && MAKES_LIST.test(node.text.toLowerCase())) return { kind: 'list', items };
    if (node.kind !== 'name' || inner === undefined) throw new NoFilter();
    this.of.row(node);
    // Pandas selects rows by `df.loc[…, :]`.
    if (second !== undefined && !(second.kind === 'name' && second.text === ':')) throw new NoFilter();
    if (inner.kind === 'value' && typeof inner.value === 'string') return this.of.columnNode(inner.value);
    return inner.kind === 'column' ? inner : this.of.condition(inner);
  }

  /** Parses pipes: `packets | where …`, `df %>% filter(…)`, `channel | IN(37, 38)`. */
  private piped(node: Node): Node {
    this.at++;
    if (node.kind === 'name') return this.term();
    const token = this.peek();
    if (token?.kind === 'join' && token.text === 'NOT') {
      this.at++;
      return this.of.denied(node);
    }
    if (node.kind !== 'column' || token === undefined || !('text' in token)) throw new NoFilter();
    this.at++;
    return this.of.called(token.text, node, this.items());
  }

  /** Parses items, separated by commas, up to the closing bracket. */
  protected items(): Node[] {
    const open = this.peek();
    const close = { '(': ')', '[': ']', '{': '}' }[open !== undefined && 'text' in open ? open.text : ''];
    if (close === undefined) throw new NoFilter();
    this.at++;
    const items: Node[] = [];
    while (!this.takes(close)) {
      if (this.is(':') && (this.is(']', 1) || this.is(')', 1))) {
        this.at++;
        items.push({ kind: 'name', text: ':' });
      } else {
        // Skip the name of an argument, as in `attribute='rssi'`.
        const name = this.peek();
        if (
          name?.kind === 'name' &&
          this.is('=', 1) &&
          this.is('=', 2) === false &&
          this.columnFor(name.text) === undefined &&
          this.keyword(name.text)
        )
          this.at += 2;
        items.push(this.joined());
      }
      // In MATLAB, blanks separate values.
      const isValue = items.at(-1)?.kind === 'value' && this.peek()?.kind === 'value';
      if (!this.is(close) && !this.takes(',') && !this.takes(';') && !isValue) throw new NoFilter();
    }
    return items;
  }

  private keyword(name: string): boolean {
    return this.of.holds(name) || /^(?:attribute|comparator|operator|value|data|expr|condition|predicate)$/.test(name);
  }

  private primary(): Node {
    const token = this.peek();
    if (token === undefined) throw new NoFilter();
    if (this.is('-') || this.is('+')) return this.signed();
    if (this.takes('*')) return valueNode('*');
    if (token.kind === 'sign' && /^[([{]$/.test(token.text)) return this.grouped();
    if (this.is('\\')) return this.lambda();
    if (this.is('$') && this.peek(1)?.kind === 'value') {
      this.at += 2;
      return { kind: 'name', text: 'row' };
    }
    if (this.is('#') && this.truth(1) !== undefined) {
      const value = this.truth(1);
      this.at += 2;
      return { kind: 'value', value, isText: false };
    }
    if (token.kind === 'sign' && /^(?:[$@#.:?/]|->)$/.test(token.text) && this.peek(1)?.tight === true) {
      this.at++;
      return this.primary();
    }
    if (token.kind === 'join' && token.raw === '|' && this.peek(1) !== undefined) return this.closure();
    if (token.kind === 'value') {
      this.at++;
      return valueNode(token.value);
    }
    if (token.kind === 'text') return this.text(token);
    if (token.kind !== 'name' && !(token.kind === 'operator' && this.is('(', 1))) throw new NoFilter();
    this.at++;
    return this.word(token.text);
  }

  /** Parses `#t` and `#f`, the booleans of Scheme. */
  private truth(ahead: number): boolean | undefined {
    const token = this.peek(ahead);
    const word = token?.kind === 'name' ? token.text : '';
    return /^t(?:rue)?$/i.test(word) ? true : /^f(?:alse)?$/i.test(word) ? false : undefined;
  }

  private signed(): Node {
    const sign = this.takes('-') ? -1 : (this.at++, 1);
    const next = this.peek();
    if (next?.kind !== 'value') throw new NoFilter();
    this.at++;
    const value = typeof next.value === 'number' ? sign * next.value : `${sign < 0 ? '-' : ''}${String(next.value)}`;
    return { kind: 'value', value, isText: false };
  }

  /** Parses a quoted text: a column in double quotes or backticks, otherwise a value; `'packets'[rssi]` is a column after its table. */
  private text({ value, quote }: Token & { readonly kind: 'text' | 'value' }): Node {
    this.at++;
    const text = String(value);
    const column = this.columnFor(text);
    const compares = this.peek()?.kind === 'operator' || this.is(')') || this.is('.');
    if (column !== undefined && (quote !== "'" || compares)) return { kind: 'column', name: column };
    if (this.is('[') && this.peek()?.tight === true) return { kind: 'name', text };
    if (quote === '`') return this.literal(text);
    // The text may be a complete condition, or a number in quotes.
    const inner = this.tokens.length === 1 ? expressionText(text, this.columnFor) : undefined;
    if (inner !== undefined) return conditionNode(inner);
    return valueNode(/^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text, true);
  }

  /** Parses a literal of JMESPath, which is JSON in backticks. */
  private literal(text: string): Node {
    const [, inner] = /^"([^"]*)"$/.exec(text) ?? [];
    if (inner !== undefined) return valueNode(inner, true);
    if (/^-?\d+(?:\.\d+)?$/.test(text)) return valueNode(Number(text));
    if (!/^(?:true|false)$/.test(text)) throw new NoFilter();
    return valueNode(text === 'true');
  }

  /** Parses prefix notation of Lisp: `(> rssi -60)`, `(or (…) (…))`. */
  private form(): Node | undefined {
    const head = this.peek(1);
    const isForm = head?.kind === 'operator' || (head?.kind === 'join' && (head.text !== 'NOT' || this.is('(', 2)));
    if (!this.is('(') || !isForm || head === undefined || !('text' in head)) return undefined;
    this.at += 2;
    const items: Node[] = [];
    while (!this.takes(')')) items.push(this.operand());
    if (head.kind === 'join' && head.text !== 'NOT') return this.of.join(items, head.text);
    const [first, second, third] = items;
    if (head.kind === 'join') return this.of.denied(this.of.join(items, 'AND'));
    if (first === undefined || second === undefined || third !== undefined) throw new NoFilter();
    return this.of.compare(this.of.toColumn(first), head.text, second);
  }

  /** Parses brackets: a group, a list, a comprehension, or the parameters of a function of a row. */
  private grouped(): Node {
    const own = this.parameters() ?? this.form();
    if (own !== undefined) return own;
    const open = this.tokens[this.at]!;
    const sign = 'text' in open ? open.text : '';
    const range = this.rangeOf(sign);
    if (range !== undefined) return range;
    if (sign === '[' && this.isComprehension()) return this.comprehension();
    const items = this.nested(() => this.items());
    const [only, second] = items;
    if (only !== undefined && second === undefined && (only.kind === 'condition' || only.kind === 'column' || only.kind === 'range'))
      return only;
    if (only !== undefined && second === undefined && sign === '(') return only;
    return { kind: 'list', items };
  }

  /** Parses a range of Lucene, `[-90 TO -50]`; a brace instead of a bracket excludes that bound. */
  private rangeOf(open: string): Node | undefined {
    const start = this.at;
    if (open === '(') return undefined;
    this.at++;
    try {
      const low = this.primary();
      const word = this.peek();
      if (word?.kind !== 'name' || word.text !== 'TO') throw new NoFilter();
      this.at++;
      const high = this.primary();
      const without = `${open === '{' ? '[' : ''}${this.is('}') ? ']' : ''}`;
      if (!this.takes(']') && !this.takes('}')) throw new NoFilter();
      return { kind: 'range', low, high, without };
    } catch (error) {
      if (!(error instanceof NoFilter)) throw error;
      this.at = start;
      return undefined;
    }
  }

  private word(written: string): Node {
    const lower = written.toLowerCase();
    const isCall = this.is('(') && this.peek()?.tight === true;
    if (isCall && /^(?:try_)?cast$/.test(lower)) return this.castOf();
    const own = /^(?:function|func|fn)$/.test(lower) ? this.functionOf() : undefined;
    if (own !== undefined) return own;
    if (!isCall) {
      if (/^(?:true|false)$/.test(lower)) return valueNode(lower === 'true');
      if (/^(?:null|none|nil|na|undefined)$/.test(lower)) return valueNode(null);
      const arrow = this.isArrow(this.at);
      if (arrow > 0 && this.columnFor(written) === undefined) {
        this.at += arrow;
        this.of.rows.add(written);
        return this.body();
      }
      if (/^(?:lambda|fn|fun|function)$/.test(lower)) return this.lambda();
      return this.named(written);
    }
    return this.of.called(written, undefined, this.items());
  }

  /** Parses `CAST(-60 AS INTEGER)` after its name. */
  private castOf(): Node {
    this.expect('(');
    const node = this.operand();
    if (!this.word2('as')) throw new NoFilter();
    this.cast(node);
    this.expect(')');
    return node;
  }

  /** Whether a word may precede a condition: articles anywhere, other words only before all comparisons, where they negate none. */
  private isIntroduction(word: string): boolean {
    if (/^(?:an?|the|where|has|have|having|that|with)$/i.test(word)) return true;
    return this.of.holds(word) && this.tokens.slice(0, this.at - 1).every(({ kind }) => kind === 'name' || kind === 'sign');
  }

  /** Parses a word: a column, a column with an operator, a name of a row, or a word that only introduces a condition. */
  private named(written: string): Node {
    const column = this.columnFor(written);
    const steps = written.split('.');
    const held = steps.slice(0, -1);
    if (column !== undefined && held.every((step) => this.of.holds(step))) return { kind: 'column', name: column };
    const [, stem = '', verb = ''] = /^(\w+?)__(\w+)$/.exec(written) ?? [];
    const [base, operator] = [this.columnFor(stem), signOf(verb)];
    if (base !== undefined && operator !== undefined && this.is('=')) return { kind: 'compared', column: base, operator };
    const next = this.peek();
    const introduces =
      next !== undefined &&
      (next.kind === 'name' ||
        next.kind === 'text' ||
        next.kind === 'join' ||
        next.kind === 'value' ||
        /^[$@([{]$/.test('text' in next ? next.text : ''));
    if (introduces && this.isIntroduction(written) && !(next.kind === 'sign' && next.tight))
      return next.kind === 'join' ? (next.text === 'NOT' ? this.term() : { kind: 'name', text: written }) : this.operand();
    return { kind: 'name', text: written };
  }
}

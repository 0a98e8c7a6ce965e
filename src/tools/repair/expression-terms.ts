/** Parses terms of conditions and the words that join them. */
import { comparison, NoFilter, signOf } from './comparisons.ts';
import { Cursor } from './expression-cursor.ts';
import { conditionNode, type Node } from './expression-nodes.ts';

export abstract class Terms extends Cursor {
  protected abstract operand(): Node;
  /** Parses items, separated by commas, up to the closing bracket. */
  protected abstract items(): Node[];

  /** Parses terms joined by one word. If both AND and OR occur, brackets are required, because languages differ in precedence. */
  protected joined(mayList = false): Node {
    return this.nested(() => {
      const only = this.term();
      const first = this.isTurned() ? this.of.denied(only) : only;
      const terms = [first];
      let word: string | undefined;
      for (;;) {
        const next = this.joinAt(mayList);
        if (next === undefined) break;
        if (word !== undefined && word !== next) throw new NoFilter();
        word = next;
        this.at++;
        terms.push(this.term());
      }
      return word === undefined ? first : this.of.join(terms, word);
    });
  }

  /** Whether a term ends with a negation of jq: `(.rssi == -60 | not)`. */
  private isTurned(): boolean {
    const [pipe, not] = [this.peek(), this.peek(1)];
    const isNot = pipe?.kind === 'join' && pipe.raw === '|' && not?.kind === 'join' && not.text === 'NOT';
    if (!isNot || !(this.peek(2) === undefined || this.is(')', 2))) return false;
    this.at += 2;
    return true;
  }

  protected joinAt(mayList: boolean): string | undefined {
    const token = this.peek();
    if (token?.kind === 'join' && token.text !== 'NOT') return token.text;
    if (!this.isFiql || !mayList || token?.kind !== 'sign' || this.peek(1) === undefined) return undefined;
    return token.text === ';' ? 'AND' : token.text === ',' ? 'OR' : undefined;
  }

  protected term(): Node {
    const not = this.peek();
    if (this.takes('NOT')) {
      // `and(…)` and `or(…)` before their terms have brackets of their own.
      const inner = this.nested(() => this.term());
      // Keep NOT, which the filter grammar has too; only a sign before a comparison or another NOT is resolved by inverting.
      const isOwn = not?.kind === 'join' && not.raw === 'not' && inner.kind === 'condition' && !/[<>]|^NOT\b/.test(inner.text);
      return isOwn ? conditionNode(`NOT (${inner.text})`) : this.of.denied(inner);
    }
    const join = this.peek();
    if (join?.kind === 'join' && this.is('(', 1)) {
      this.at++;
      return this.of.join(this.items(), join.text);
    }
    return this.compared(this.operand());
  }

  /** Parses the comparison after its left operand; returns the operand if there is none. */
  protected compared(left: Node): Node {
    const token = this.peek();
    if (left.kind === 'compared') {
      this.expect('=');
      return this.of.compare({ kind: 'column', name: left.column }, left.operator, this.operand());
    }
    if (this.is(':') && left.kind === 'column') {
      this.at++;
      const next = this.peek();
      const sign = next?.kind === 'operator' ? next.text : '=';
      if (next?.kind === 'operator') this.at++;
      return this.behind(left, this.verb(sign));
    }
    if (token?.kind === 'join' && token.text === 'NOT' && this.peek(1)?.kind === 'operator') {
      this.at++;
      return this.of.denied(this.compared(left));
    }
    // After a column, `=>` is a comparison; arrow functions are parsed where their parameters are.
    if (this.takes('=>')) {
      return this.behind(left, '>=');
    }
    const bracketed = left.kind === 'column' ? this.bracketed() : undefined;
    if (bracketed !== undefined) return this.behind(left, bracketed);
    if (token?.kind !== 'operator') return left;
    this.at++;
    return this.behind(left, this.verb(token.text));
  }

  /** Returns the operator in `rssi=gt.-60` or `rssi = not in`; otherwise the one that was read. */
  protected verb(sign: string): string {
    const [word, dot] = [this.peek(), this.peek(1)];
    if (sign !== '=' || word === undefined || dot?.kind !== 'sign' || !('text' in word)) return sign;
    // The operator may be a function, as in `rssi: MoreThan(-60)`.
    const called =
      dot.text === '(' && dot.tight ? (word.text === 'NOT' ? '!=' : word.kind === 'name' ? signOf(word.text) : undefined) : undefined;
    if (called !== undefined) {
      this.at++;
      return called;
    }
    if (dot.text !== '.') return sign;
    const verb = word.text === 'NOT' ? 'NOT' : (signOf(word.text) ?? '');
    if (verb === '') return sign;
    this.at += 2;
    return verb === 'NOT' ? `NOT ${this.verb('=')}` : verb;
  }

  /** Returns the operator in brackets of a query string: `rssi[gt]=-60`. */
  protected bracketed(): string | undefined {
    const word = this.peek(1);
    const at = this.is('$', 1) ? this.peek(2) : word;
    const sign = this.is('[') && at !== undefined && 'text' in at ? signOf(at.text) : undefined;
    const end = this.is('$', 1) ? 3 : 2;
    if (sign === undefined || !this.is(']', end) || !this.is('=', end + 1)) return undefined;
    this.at += end + 2;
    return sign;
  }

  protected behind(left: Node, sign: string): Node {
    if (/null$/i.test(sign)) return conditionNode(comparison(this.of.column(left), sign, undefined));
    if (/^NOT [<>=!]/.test(sign)) {
      return this.of.denied(this.behind(left, sign.slice(4)));
    }
    if (/BETWEEN$/.test(sign)) {
      const low = this.operand();
      if (low.kind === 'range' || (low.kind === 'list' && low.items.length === 2)) return this.of.compare(left, sign, low);
      if (!this.takes('AND') && !this.takes(',') && !this.takes('..')) throw new NoFilter();
      return this.of.compare(left, sign, { kind: 'list', items: [low, this.operand()] });
    }
    const right = /IN$/.test(sign) ? this.listed(this.operand()) : this.operand();
    const next = this.peek();
    // A chained comparison such as `-90 < rssi < -50` has a second operator.
    if (/^[<>]=?$/.test(sign) && next?.kind === 'operator' && next.text.startsWith(sign.charAt(0))) {
      this.at++;
      return this.of.join([this.of.compare(left, sign, right), this.of.compare(right, next.text, this.operand())], 'AND');
    }
    return this.of.compare(left, sign, right);
  }

  /** Parses values without brackets, as in `one of 37, 38 or 39`; a value before an operator begins another term. */
  private listed(first: Node): Node {
    const isValue = (ahead: number): boolean => {
      const token = this.peek(ahead);
      const isWord = token?.kind === 'name' && this.columnFor(token.text) === undefined && !this.is('(', ahead + 1);
      return (isWord || /^(?:value|text)$/.test(token?.kind ?? '')) && this.peek(ahead + 1)?.kind !== 'operator';
    };
    const isJoin = (ahead: number): boolean => this.peek(ahead)?.kind === 'join';
    const items = [first];
    while (first.kind === 'value' || first.kind === 'name') {
      const between = this.is(',') ? (isJoin(1) ? 2 : 1) : isJoin(0) ? 1 : 0;
      if (between === 0 || !isValue(between)) break;
      this.at += between;
      items.push(this.operand());
    }
    return items.length > 1 ? { kind: 'list', items } : first;
  }
}

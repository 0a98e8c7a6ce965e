/** Parses functions of a row whose result is the condition: closures, lambdas, blocks with one statement, comprehensions. */
import { NoFilter } from './comparisons.ts';
import type { Node } from './expression-nodes.ts';
import { Terms } from './expression-terms.ts';

export abstract class Functions extends Terms {
  /** Parses a closure of Rust or Ruby: `|p| p.rssi > -60`. */
  protected closure(): Node {
    for (this.at++; ; this.at++) {
      const token = this.peek();
      if (token?.kind === 'name') this.of.rows.add(token.text);
      else if (token?.kind === 'join' && /^[|&]$/.test(token.raw)) {
        if (token.raw === '|') break;
      } else if (!this.is(',')) throw new NoFilter();
    }
    this.at++;
    return this.joined();
  }

  /** Parses an arrow function: `(p) => …`, `({ rssi }) => …`. */
  protected parameters(): Node | undefined {
    let end = this.at;
    for (let depth = 0; end < this.tokens.length; end++) {
      const token = this.tokens[end]!;
      const sign = token.kind === 'sign' ? token.text : '';
      if (/^[([{]$/.test(sign)) depth++;
      else if (/^[)\]}]$/.test(sign)) {
        if (--depth === 0) break;
      } else if (sign !== ',' && sign !== ':' && token.kind !== 'name') return undefined;
    }
    const isArrow = this.isArrow(end + 1);
    if (isArrow === 0) return undefined;
    for (const token of this.tokens.slice(this.at, end)) if (token.kind === 'name') this.of.rows.add(token.text);
    this.at = end + 1 + isArrow;
    return this.body();
  }

  /** Returns of how many tokens the arrow (`=>`, `->`) at a position consists; 0 if there is none. */
  protected isArrow(at: number): number {
    const one = this.tokens[at];
    return one?.kind === 'sign' && /^[-=]>$/.test(one.text) ? 1 : 0;
  }

  protected isComprehension(): boolean {
    const [name, word] = [this.peek(1), this.peek(2)];
    return name?.kind === 'name' && word?.kind === 'name' && word.text === 'for';
  }

  /** Parses a Python comprehension: `[p for p in packets if …]`. */
  protected comprehension(): Node {
    const [, row, , same] = this.tokens.slice(this.at, this.at + 4);
    const name = row !== undefined && 'text' in row ? row.text : '';
    if (same === undefined || !('text' in same) || same.text !== name) throw new NoFilter();
    this.at += 4;
    this.of.rows.add(name);
    this.expect('IN');
    const table = this.peek();
    this.at++;
    if (table?.kind !== 'name' || !this.word2('if')) throw new NoFilter();
    const found = this.joined();
    this.expect(']');
    return found;
  }

  protected word2(text: string): boolean {
    const token = this.peek();
    const isIt = token?.kind === 'name' && token.text.toLowerCase() === text;
    if (isIt) this.at++;
    return isIt;
  }

  /** Parses the body of a function: a condition, or a block with one statement, `{ return rssi > -60; }`. */
  protected body(): Node {
    const word = this.peek(1);
    if (!this.is('{') || word?.kind !== 'name' || word.text !== 'return') return this.joined();
    this.at += 2;
    const found = this.joined();
    this.takes(';');
    this.expect('}');
    return found;
  }

  /** Parses `function (p) { return …; }` after its first word. */
  protected functionOf(): Node | undefined {
    const open = this.is('(') ? 0 : this.peek()?.kind === 'name' && this.is('(', 1) ? 1 : undefined;
    if (open === undefined) return undefined;
    this.at += open + 1;
    while (!this.takes(')')) {
      const token = this.peek();
      if (token?.kind === 'name') this.of.rows.add(token.text);
      else if (!this.is(',')) throw new NoFilter();
      this.at++;
    }
    return this.body();
  }

  protected lambda(): Node {
    this.takes('\\');
    while (this.peek()?.kind === 'name' || this.is(',')) {
      const token = this.peek()!;
      if ('text' in token && token.kind === 'name') this.of.rows.add(token.text);
      this.at++;
    }
    if (!this.takes(':') && !this.takes('->')) throw new NoFilter();
    return this.joined();
  }
}

/** The current position in the tokens of a condition, for the parser's methods. */
import { NoFilter } from './comparisons.ts';
import type { Calls } from './expression-calls.ts';
import type { ColumnFor, Token } from './expression-tokens.ts';

const DEEPEST = 32;

export class Cursor {
  protected at = 0;
  private depth = 0;

  /** @param isFiql whether `;` and `,` join terms, as in the query language FIQL */
  constructor(
    protected readonly tokens: readonly Token[],
    protected readonly columnFor: ColumnFor,
    protected readonly of: Calls,
    protected readonly isFiql: boolean,
  ) {}

  protected peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }
  protected is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token?.kind === 'sign' || token?.kind === 'operator' || token?.kind === 'join') && token.text === text;
  }
  protected takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }
  protected expect(text: string): void {
    if (!this.takes(text)) throw new NoFilter();
  }
  protected nested<T>(read: () => T): T {
    if (++this.depth > DEEPEST) throw new NoFilter();
    const found = read();
    this.depth--;
    return found;
  }

  /** Skips the words before a condition, including names of tables and rows: `SELECT * FROM packets WHERE`, `MATCH (p) WHERE`. */
  protected statement(): void {
    this.takes('=');
    const [pipe, verb] = [this.peek(), this.peek(1)];
    // `| where rssi > -60` of Kusto
    if (pipe?.kind === 'join' && pipe.raw === '|' && verb?.kind === 'name' && /^(?:where|filter)$/i.test(verb.text)) this.at++;
    const [head] = this.tokens;
    if (head === undefined || !('text' in head) || !/^(?:select|match)$/i.test(head.text)) return;
    const from = this.tokens.findIndex((token) => token.kind === 'name' && /^where$/i.test(token.text));
    if (from < 2) return;
    const isHead = this.tokens.slice(0, from).every((token, at) => {
      const before = this.tokens[at - 1];
      const isTable = before !== undefined && 'text' in before && /^(?:from|match|as)$/i.test(before.text);
      if (token.kind === 'sign') return /^[()*:,.]$/.test(token.text);
      return isTable || (token.kind === 'name' ? this.of.holds(token.text) : token.kind === 'text');
    });
    if (isHead) this.at = from + 1;
  }
}

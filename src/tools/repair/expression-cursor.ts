/** A place in the tokens of a condition. */
import { NoFilter } from './comparisons.ts';
import type { Calls } from './expression-calls.ts';
import type { ColumnFor, Token } from './expression-tokens.ts';

const DEEPEST = 32;

export class Cursor {
  protected at = 0;
  private depth = 0;

  /** @param isFiql whether `;` and `,` join terms */
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
}

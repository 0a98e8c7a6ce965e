/** A generated mutant that no test can notice, because the program does the same with it. */
export interface Equivalent {
  readonly file: string;
  /** Text of the line that holds the change, without the blanks around it. */
  readonly context: string;
  /** StrykerJS's name of the kind of change. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Why nothing changes for any input. */
  readonly reason: string;
}

const TRUE = (file: string, context: string, original: string, reason: string): Equivalent => ({
  file,
  context,
  mutator: 'ConditionalExpression',
  original,
  replacement: 'true',
  reason,
});

const FALSE = (file: string, context: string, original: string, reason: string): Equivalent => ({
  ...TRUE(file, context, original, reason),
  replacement: 'false',
});

const TEXT = (file: string, context: string, original: string, replacement: string, reason: string): Equivalent => ({
  file,
  context,
  mutator: 'StringLiteral',
  original,
  replacement,
  reason,
});

/** Left out of the count of `npm run mutants`, which refuses an entry that no longer matches the source. */
export const equivalent: readonly Equivalent[] = [
  FALSE(
    'src/selection/check.ts',
    'if (this.faults.length >= MOST_FAULTS) return;',
    'this.faults.length >= MOST_FAULTS',
    'The first of two such lines only saves the search for likely names; the second keeps the fault out of the list.',
  ),
  TRUE(
    'src/selection/check.ts',
    "if (literal.kind === 'text' && isTimeText(column.type, literal.value)) return null;",
    "literal.kind === 'text'",
    'No number and no truth value is written as a time.',
  ),
  TEXT(
    'src/selection/expect.ts',
    "const word = kind === 'name' ? text.toUpperCase() : '';",
    "''",
    '"Stryker was here!"',
    'Any text does that is no word of the grammar.',
  ),
  TEXT(
    'src/selection/lexer.ts',
    "found.push({ kind: 'end', text: '', at });",
    "''",
    '"Stryker was here!"',
    'The text of the last token is not read: its kind is asked first.',
  ),
  FALSE(
    'src/selection/normalise.ts',
    'if (window === null || clamped === undefined) return [];',
    'window === null',
    'Only a window that was given is cut.',
  ),
  {
    file: 'src/selection/parse.ts',
    context: 'if (whole !== null && whole >= INT64.min && whole <= INT64.max) return whole;',
    mutator: 'EqualityOperator',
    original: 'whole >= INT64.min',
    replacement: 'whole > INT64.min',
    reason: 'A DOUBLE holds the least BIGINT exactly, so the lines below return it too.',
  },
  TRUE(
    'src/selection/terms.ts',
    "return first?.kind === 'compare' && first.operator === '!=' ? printFilter({ ...first, operator: '=' }) : null;",
    "first?.kind === 'compare'",
    'An OR has terms, and only a comparison has an operator.',
  ),
  TRUE(
    'src/selection/wireshark-terms.ts',
    "return left.kind === 'column' && right.kind !== 'column' ? compared(capture, left.name, operator, right) : null;",
    "left.kind === 'column'",
    'The line above puts the column on the left.',
  ),
  TRUE(
    'src/selection/wireshark-terms.ts',
    "if (name === 'adv_type') return value.kind === 'text' && isAir(capture) ? typed(capture, operator, value.value) : null;",
    "value.kind === 'text'",
    'No number and no truth value is the name of a PDU type.',
  ),
];

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

const NONE = (file: string, context: string, reason: string): Equivalent => ({
  file,
  context,
  mutator: 'ArrayDeclaration',
  original: '[]',
  replacement: '["Stryker was here"]',
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
  TRUE(
    'src/selection/check.ts',
    "if (left.kind !== 'column') return right.kind === 'column' ? this.values(right, [left], equal) : undefined;",
    "right.kind === 'column'",
    'The grammar refuses a comparison of two values.',
  ),
  TRUE(
    'src/selection/normalise.ts',
    'const meets = window !== null && span !== null && span.start_ms <= window.end_ms && span.end_ms >= window.start_ms;',
    'span !== null',
    'A capture with a window of its own spans a time.',
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
  TRUE(
    'src/tools/runner/plausible.ts',
    "const name = isRecord(column) && typeof column['name'] === 'string' ? column['name'] : '';",
    "typeof column['name'] === 'string'",
    'No rule fits a name that is no text.',
  ),
  TEXT(
    'src/tools/runner/plausible.ts',
    "const name = isRecord(column) && typeof column['name'] === 'string' ? column['name'] : '';",
    "''",
    '"Stryker was here!"',
    'No rule fits either text.',
  ),
  TEXT(
    'src/tools/runner/plausible.ts',
    "const value = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;",
    "''",
    '"Stryker was here!"',
    'The empty text reads as 0, which every rule allows.',
  ),
  TRUE(
    'src/tools/runner/plausible.ts',
    "const value = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;",
    "raw !== ''",
    'The empty text reads as 0, which every rule allows.',
  ),
  FALSE(
    'src/tools/runner/check.ts',
    'if (found.count > 0 || args === undefined || selection === undefined) return report;',
    'selection === undefined',
    'Where there is no selection there is an error, which the first condition sees.',
  ),
  FALSE(
    'src/tools/runner/check.ts',
    'if (found.count > 0 || args === undefined || selection === undefined) return report;',
    'args === undefined',
    'Where there are no arguments there is an error, which the first condition sees.',
  ),
  TRUE(
    'src/tools/runner/rows-named.ts',
    "for (const id of ids) if (typeof id === 'string') rows += captures.get(id)?.row_count ?? 0;",
    "typeof id === 'string'",
    'No capture has an id that is no text.',
  ),
  TRUE(
    'src/tools/runner/runner.ts',
    'const kept = key !== undefined && options.fresh !== true ? cache.get(key) : undefined;',
    'key !== undefined',
    'Nothing is kept without a key.',
  ),
  TEXT(
    'src/tools/runner/runner.ts',
    "if (execution.outcome.status !== 'error' && result.status !== 'error') cache.put(key, ready.tool, execution.outcome, characters);",
    "'error'",
    '""',
    'A failed outcome makes a failed result, and the other condition sees it.',
  ),
  TRUE(
    'src/tools/runner/settle.ts',
    'const bytes = text.length * 3 > maxResultBytes ? utf8(text).length : 0;',
    'text.length * 3 > maxResultBytes',
    'It only saves measuring what cannot be too long.',
  ),
  TEXT(
    'src/tools/runner/runner.ts',
    "let current = { traceId: '', tool_call_id: '' };",
    "''",
    '"Stryker was here!"',
    'It is read only while a call runs, which has set it.',
  ),
  NONE(
    'src/tools/runner/admit.ts',
    'if (attempt.tool !== undefined) return authorised?.errors ?? [];',
    'A call of a tool with valid options is always authorised or denied.',
  ),
  NONE(
    'src/tools/runner/admit.ts',
    "if (attempt.calledAs !== '') return attempt.versionError ? [attempt.versionError] : [];",
    'A name without a tool always has an error of the registry.',
  ),
  NONE(
    'src/tools/runner/hints.ts',
    'export function brokenOrder({ suggestedNextActions = [], dependencies = [] }: HintParts): string | undefined {',
    'The action of a text is undefined, which no dependency names.',
  ),
  TEXT(
    'src/tools/runner/hints.ts',
    "reason: shorten(`It starts from this answer, which may change: ${first.expectedOutcome ?? ''}`, 500),",
    "''",
    '"Stryker was here!"',
    'Every advised call says what it brings.',
  ),
  TEXT(
    'src/tools/runner/options.ts',
    "new WorkbenchError(error?.code ?? 'INVALID_VALUE', error?.message ?? 'options: expected valid options');",
    "'INVALID_VALUE'",
    '""',
    'It is called with at least one error.',
  ),
  TEXT(
    'src/tools/runner/select.ts',
    "warnings: normal.warnings.map(({ code, message, path }) => ({ code, message, field: toolError(code, '', path).field ?? '' })),",
    "''",
    '"Stryker was here!"',
    'Only the field of the error is used, and every warning has a path.',
  ),
  TRUE(
    'src/tools/runner/journal.ts',
    '...(result.metadata.result_hash !== undefined && { result_hash: result.metadata.result_hash }),',
    'result.metadata.result_hash !== undefined',
    'Every settled result has a hash.',
  ),
  TEXT(
    'src/tools/runner/check.ts',
    "const message = `${toolError('', '', path).field ?? ''}: expected ${expected}, got ${got}`;",
    "''",
    '"Stryker was here!"',
    'Only the field of the error is used, and every named column has a path.',
  ),
  {
    file: 'src/tools/runner/check.ts',
    context: 'zod: envelope.zod && args?.zod !== false,',
    mutator: 'OptionalChaining',
    original: 'args?.zod',
    replacement: 'args.zod',
    reason: 'Without arguments the envelope is refused, and the condition ends before.',
  },
  TRUE(
    'src/tools/runner/parse.ts',
    'given !== undefined && UUID.test(given) ? given : parts.ids.uuid();',
    'given !== undefined',
    'The text "undefined" is no UUID.',
  ),
  TEXT(
    'src/tools/runner/preferences.ts',
    "if (wanted.length === 0) return { score: 0, why: '' };",
    "''",
    '"Stryker was here!"',
    'The reason of a score of 0 is not shown.',
  ),
  {
    file: 'src/tools/runner/preferences.ts',
    context: 'const manifest = registry.get(action.action)?.manifest;',
    mutator: 'OptionalChaining',
    original: 'registry.get(action.action)?.manifest',
    replacement: 'registry.get(action.action).manifest',
    reason: 'Only calls of installed tools are advised.',
  },
  TEXT(
    'src/tools/runner/hints.ts',
    "if (next.length === left.length) return left.length === 0 ? undefined : `dependencies of ${left[0]?.action ?? ''} go in a ring`;",
    "''",
    '"Stryker was here!"',
    'The list is not empty there.',
  ),
  {
    file: 'src/tools/runner/settle.ts',
    context: 'const bytes = canonical.length + sum((answer?.files ?? []).map((file) => file.bytes ?? 0));',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text has no bytes of its own and counts as 0.',
  },
];

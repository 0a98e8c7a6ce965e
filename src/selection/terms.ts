/** Splits a filter into terms that must all be true, and writes terms from columns and values. */
import type { Filter } from './ast.ts';
import { classOf } from './columns.ts';
import { LONGEST_FILTER, parseFilter } from './parse.ts';
import { printFilter, printOperand } from './print.ts';

/** Lists the terms of all nested ANDs of a filter; a filter that is not an AND is its own only term. */
export const conjuncts = (filter: Filter): readonly Filter[] => (filter.kind === 'and' ? filter.terms.flatMap(conjuncts) : [filter]);

/** Splits a filter into its terms; null if it is invalid. */
export function termsOf(text: string): readonly string[] | null {
  if (text.trim() === '') return [];
  const parsed = parseFilter(text);
  return parsed.ok ? conjuncts(parsed.value).map(printFilter) : null;
}

/** Joins terms to a filter by AND; the inverse of `termsOf`. */
export function filterOf(terms: readonly string[]): string {
  const [only, ...others] = terms;
  return only === undefined ? '' : others.length === 0 ? only : terms.map(asTerm).join(' AND ');
}

/** Adds a term to a filter, and removes the opposite of that term. The filter stays unchanged if it is invalid or would be too long. */
export function withTerm(text: string, term: string): string {
  const terms = termsOf(text);
  if (terms === null) return text;
  const opposite = negation(term);
  const kept = terms.filter((other) => other !== term && other !== opposite);
  const next = filterOf([...kept, term]);
  return next.length > LONGEST_FILTER ? text : next;
}

/** Removes the term at an index from a filter. */
export function withoutTerm(text: string, at: number): string {
  return filterOf((termsOf(text) ?? []).filter((_, index) => index !== at));
}

/**
 * Writes a term that keeps only the rows with this value, or only the other rows, including those without a value. Null if filters cannot
 * compare the value, as with bytes and lists.
 */
export function valueTerm(column: string, value: unknown, keep: boolean): string | null {
  const name = columnText(column);
  if (value === null || value === undefined) return `${name} IS ${keep ? '' : 'NOT '}NULL`;
  const written = valueText(value);
  if (written === null) return null;
  return keep ? `${name} = ${written}` : `${name} != ${written} OR ${name} IS NULL`;
}

/** Writes a value as filters do; null if they cannot, as with bytes and lists. */
export function valueText(value: string | number | bigint | boolean): string;
export function valueText(value: unknown): string | null;
export function valueText(value: unknown): string | null {
  if (typeof value === 'string') return printOperand({ kind: 'text', at: 0, value });
  if (typeof value === 'boolean') return printOperand({ kind: 'boolean', at: 0, value });
  return typeof value === 'number' || typeof value === 'bigint' ? printOperand({ kind: 'number', at: 0, value }) : null;
}

/** Writes the name of a column as filters do. */
export const columnText = (name: string): string => printOperand({ kind: 'column', at: 0, name });

/** Writes a filter term that keeps the rows in which a column has one of these texts. */
export const listTerm = (column: string, texts: readonly string[]): string =>
  `${columnText(column)} IN (${texts.map(valueText).join(', ')})`;

export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'IS NULL', 'IS NOT NULL'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Writes a term of a column, an operator and a value that a person typed; null if a column of this type cannot contain the value. */
export function typedTerm(column: string, type: string, operator: Operator, typed: string): string | null {
  const name = columnText(column);
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') return `${name} ${operator}`;
  const value = valueText(typedValue(classOf(type), typed));
  return value === null ? null : `${name} ${operator} ${value}`;
}

function typedValue(kind: ReturnType<typeof classOf>, typed: string): unknown {
  const text = typed.trim();
  if (text === '') return null;
  if (kind === 'boolean') return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : null;
  if (kind !== 'number') return typed;
  const value = Number(text);
  if (!Number.isFinite(value)) return null;
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** Puts a filter with OR in parentheses, because the AND between terms binds more strongly. */
function asTerm(term: string): string {
  const parsed = parseFilter(term);
  return parsed.ok && parsed.value.kind === 'or' ? `(${term})` : term;
}

/** Writes the opposite of a term that `valueTerm` wrote; null for other terms. */
function negation(term: string): string | null {
  const parsed = parseFilter(term);
  if (!parsed.ok) return null;
  const { value } = parsed;
  if (value.kind === 'null') return printFilter({ ...value, negated: !value.negated });
  if (value.kind === 'compare' && value.operator === '=') {
    return `${printFilter({ ...value, operator: '!=' })} OR ${printOperand(value.left)} IS NULL`;
  }
  if (value.kind !== 'or') return null;
  const [first] = value.terms;
  return first?.kind === 'compare' && first.operator === '!=' ? printFilter({ ...first, operator: '=' }) : null;
}

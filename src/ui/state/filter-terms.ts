import type { Filter, Literal } from '../../selection/ast.ts';
import { LONGEST_FILTER, parseFilter } from '../../selection/parse.ts';
import { printFilter, printOperand } from '../../selection/print.ts';

/** A filter as chips: its text split into the terms that must all hold. */

/** The terms of a filter; null where it is invalid. */
export function termsOf(text: string): readonly string[] | null {
  if (text.trim() === '') return [];
  const parsed = parseFilter(text);
  if (!parsed.ok) return null;
  return parsed.value.kind === 'and' ? flat(parsed.value).map(printFilter) : [printFilter(parsed.value)];
}

/** The filter of terms; `termsOf` gives the terms back. */
export function filterOf(terms: readonly string[]): string {
  const [only, ...others] = terms;
  return only === undefined ? '' : others.length === 0 ? only : terms.map(asTerm).join(' AND ');
}

/** The filter with one more term, which replaces its opposite. Unchanged where the filter is invalid or would be too long. */
export function withTerm(text: string, term: string): string {
  const terms = termsOf(text);
  if (terms === null) return text;
  const opposite = negation(term);
  const kept = terms.filter((other) => other !== term && other !== opposite);
  const next = filterOf([...kept, term]);
  return next.length > LONGEST_FILTER ? text : next;
}

/** The filter without the term at this place. */
export function withoutTerm(text: string, at: number): string {
  return filterOf((termsOf(text) ?? []).filter((_, index) => index !== at));
}

/**
 * The term that keeps only rows with this value, or only the others (those without a value among them, as a person means it).
 * Null where the grammar cannot compare such a value: bytes and lists.
 */
export function valueTerm(column: string, value: unknown, keep: boolean): string | null {
  const name = printOperand({ kind: 'column', at: 0, name: column });
  if (value === null || value === undefined) return `${name} IS ${keep ? '' : 'NOT '}NULL`;
  const written = valueText(value);
  if (written === null) return null;
  return keep ? `${name} = ${written}` : `${name} != ${written} OR ${name} IS NULL`;
}

/** A value as the grammar writes it; null where it cannot: bytes and lists. */
export function valueText(value: unknown): string | null {
  const literal = literalOf(value);
  return literal === null ? null : printOperand(literal);
}

function literalOf(value: unknown): Literal | null {
  if (typeof value === 'string') return { kind: 'text', at: 0, value };
  if (typeof value === 'boolean') return { kind: 'boolean', at: 0, value };
  return typeof value === 'number' || typeof value === 'bigint' ? { kind: 'number', at: 0, value } : null;
}

const flat = (filter: Filter): readonly Filter[] => (filter.kind === 'and' ? filter.terms.flatMap(flat) : [filter]);

/** OR binds weaker than the AND between terms. */
function asTerm(term: string): string {
  const parsed = parseFilter(term);
  return parsed.ok && parsed.value.kind === 'or' ? `(${term})` : term;
}

/** For the two forms that `valueTerm` writes. */
function negation(term: string): string | null {
  const parsed = parseFilter(term);
  if (!parsed.ok) return null;
  const { value } = parsed;
  if (value.kind === 'null') return printFilter({ ...value, negated: !value.negated });
  if (value.kind === 'compare' && value.operator === '=' && value.left.kind === 'column') {
    return `${printFilter({ ...value, operator: '!=' })} OR ${printOperand(value.left)} IS NULL`;
  }
  const [first] = value.kind === 'or' ? value.terms : [];
  return first?.kind === 'compare' && first.operator === '!=' ? printFilter({ ...first, operator: '=' }) : null;
}

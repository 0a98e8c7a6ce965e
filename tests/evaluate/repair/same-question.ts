import { canonicalJson } from '../../../src/base/canonical.ts';
import type { Filter, Operand } from '../../../src/selection/ast.ts';
import { parseFilter } from '../../../src/selection/parse.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { isRecord } from '../../../src/tools/contract/json-schema.ts';
import { canonicalResult } from '../../../src/tools/contract/result-hash.ts';

/**
 * The result with its filters in one form: `NOT a = 1` as `a != 1`, `a = 1 OR a = 2` as `a IN (1, 2)`, terms in one order. Two results
 * with the same text answer the same question with the same rows, also where their `result_hash` differs by how a condition is written.
 */
export function questionOf(result: ToolResult): string {
  const { selection } = result.metadata;
  const filters = isRecord(selection) && Array.isArray(selection['filters']) ? (selection['filters'] as unknown[]) : [];
  const forms = new Set(filters.flatMap((text) => (typeof text === 'string' ? termsOf(text) : [canonicalJson(text)])));
  const plain = { ...selection, filters: [...forms].sort() };
  return canonicalResult({ ...result, metadata: { ...result.metadata, ...(selection !== undefined && { selection: plain }) } });
}

function termsOf(text: string): string[] {
  const parsed = parseFilter(text);
  if (!parsed.ok) return [text];
  const { value } = parsed;
  return value.kind === 'and' ? flat(value, 'and').map(formOf) : [formOf(value)];
}

const flat = (filter: Filter, kind: 'and' | 'or'): Filter[] =>
  filter.kind === kind ? filter.terms.flatMap((term) => flat(term, kind)) : [filter];
const operand = (each: Operand): string => `${each.kind}:${String(each.kind === 'column' ? each.name.toLowerCase() : each.value)}`;

const TURNED = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=', '!=': '!=' } as const;

function formOf(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
      return `and(${flat(filter, 'and').map(formOf).sort().join()})`;
    case 'or':
      return anyOf(flat(filter, 'or'));
    case 'not': {
      const { term } = filter;
      if (term.kind === 'compare' && /^!?=$/.test(term.operator)) return formOf({ ...term, operator: term.operator === '=' ? '!=' : '=' });
      return term.kind === 'in' || term.kind === 'null' ? formOf({ ...term, negated: !term.negated }) : `not(${formOf(term)})`;
    }
    case 'compare':
      return filter.left.kind !== 'column' && filter.right.kind === 'column'
        ? formOf({ ...filter, left: filter.right, right: filter.left, operator: TURNED[filter.operator] })
        : `${operand(filter.left)} ${filter.operator} ${operand(filter.right)}`;
    case 'flag':
      return `${operand(filter.column)} = boolean:true`;
    case 'in':
      return `${operand(filter.column)} ${filter.negated ? 'not ' : ''}in ${filter.items.map(operand).sort().join()}`;
    default:
      return JSON.stringify(filter, (key, value: unknown) =>
        key === 'at' ? undefined : typeof value === 'bigint' ? Number(value) : value,
      );
  }
}

/** Alternatives; equal comparisons of one column are a list of its values. */
function anyOf(terms: readonly Filter[]): string {
  const [first] = terms;
  const column = first?.kind === 'compare' ? operand(first.left) : '';
  const values = terms.map((term) =>
    term.kind === 'compare' && term.operator === '=' && operand(term.left) === column && term.right.kind !== 'column'
      ? operand(term.right)
      : undefined,
  );
  return values.includes(undefined) ? `or(${terms.map(formOf).sort().join()})` : `${column} in ${values.sort().join()}`;
}

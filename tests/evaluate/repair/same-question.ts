import { canonicalJson } from '../../../src/base/canonical.ts';
import type { Filter, Operand } from '../../../src/selection/ast.ts';
import { parseFilter } from '../../../src/selection/parse.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { isRecord } from '../../../src/tools/contract/json-schema.ts';
import { canonicalResult } from '../../../src/tools/contract/result-hash.ts';
import { selects, type Row, type Value } from '../../support/filter-rows.ts';
import { randomSource } from '../../support/random.ts';

/** What a result answers, apart from how its filters are written. */
export interface Question {
  /** The whole result without its filters. */
  readonly rest: string;
  readonly filters: readonly string[];
}

export function questionOf(result: ToolResult): Question {
  const { selection } = result.metadata;
  const filters = isRecord(selection) && Array.isArray(selection['filters']) ? (selection['filters'] as unknown[]) : [];
  const plain = { ...selection, filters: [] };
  return {
    // The cursor of the next page covers the selection as it is written.
    rest: canonicalResult({ ...result, metadata: { ...result.metadata, ...(selection !== undefined && { selection: plain }) } }).replace(
      /"next_cursor":"[^"]*"/,
      '',
    ),
    filters: filters.map((each) => (typeof each === 'string' ? each : canonicalJson(each))),
  };
}

/**
 * Whether two results answer one question: all but the filters is equal, and both sets of filters select the same of many rows around the
 * values that they name. Two such results may differ in `result_hash`, which covers how a condition is written.
 */
export function isSameQuestion(one: Question, other: Question): boolean {
  if (one.rest !== other.rest) return false;
  if (one.filters.join('\n') === other.filters.join('\n')) return true;
  const parsed = [one.filters, other.filters].map((texts) => texts.map(parseFilter).map((each) => (each.ok ? each.value : undefined)));
  const [mine, theirs] = parsed.map((filters): Filter => ({ kind: 'and', at: 0, terms: filters.filter((each) => each !== undefined) }));
  if (mine === undefined || theirs === undefined || parsed.flat().includes(undefined)) return false;
  return rowsFor([mine, theirs]).every((row) => (selects(mine, row) === true) === (selects(theirs, row) === true));
}

/** Rows whose columns are at, beside and between the values that the filters name, or empty. Columns of numbers here are whole. */
function rowsFor(filters: readonly Filter[]): Row[] {
  const values = new Map<string, Set<Value>>();
  const add = (column: Operand, operands: readonly Operand[]): void => {
    if (column.kind !== 'column') return;
    const name = column.name.toLowerCase();
    const own = values.get(name) ?? values.set(name, new Set<Value>([null])).get(name)!;
    for (const { kind, value } of operands.flatMap((each) => (each.kind === 'column' ? [] : [each]))) {
      if (kind === 'boolean') for (const each of [true, false]) own.add(each);
      else if (kind === 'text') for (const each of [value, `${value}x`]) own.add(each);
      else for (const step of [-1, 0, 1]) own.add(Number(value) + step);
    }
  };
  const visit = (node: Filter): void => {
    if (node.kind === 'and' || node.kind === 'or') node.terms.forEach(visit);
    else if (node.kind === 'not') visit(node.term);
    else if (node.kind === 'in') add(node.column, node.items);
    else if (node.kind === 'between') add(node.column, [node.low, node.high]);
    else if (node.kind === 'null') add(node.column, [{ kind: 'number', at: 0, value: 0 }]);
    else if (node.kind === 'like') add(node.column, [node.pattern, ...[...node.pattern.value.matchAll(/[^%_]+/g)].map(([value]) => ({ ...node.pattern, value }))]);
    else if (node.kind === 'flag') add(node.column, [{ kind: 'boolean', at: 0, value: true }]);
    else if (node.kind === 'compare') for (const [column, operand] of [[node.left, node.right], [node.right, node.left]] as const) add(column, [operand]); // prettier-ignore
  };
  filters.forEach(visit);
  const random = randomSource(1);
  const drawn = (all: ReadonlySet<Value>): Value => [...all][random.below(all.size)] ?? null;
  return Array.from({ length: 2000 }, () => Object.fromEntries([...values].map(([name, all]) => [name, drawn(all)])));
}

/** What a filter says of one row, with the truth of SQL: null where it is not known. */
import type { Comparison, Filter, Literal, Operand } from '../../src/selection/ast.ts';

export type Truth = boolean | null;
export type Value = number | string | boolean | null;
/** Values by the names of their columns in lower case. */
export type Row = Readonly<Record<string, Value>>;

export const turned = (truth: Truth): Truth => (truth === null ? null : !truth);
/** All terms hold (`by` is false), or any of them does (`by` is true). */
export const every = (truths: readonly Truth[], by: boolean): Truth => (truths.includes(by) ? by : truths.includes(null) ? null : !by);

/** Whether two values compare as a sign says. */
export function holds(sign: Comparison, a: number | string, b: number | string): boolean {
  return { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '=': a === b, '!=': a !== b }[sign];
}

/** Whether a row passes a filter. */
export function selects(node: Filter, row: Row): Truth {
  const compared = (left: Operand, sign: Comparison, right: Operand): Truth => {
    const [a, b] = [valueOf(left, row), valueOf(right, row)];
    return a === null || b === null ? null : holds(sign, a, b);
  };
  const denied = (truth: Truth, negated: boolean): Truth => (negated ? turned(truth) : truth);
  switch (node.kind) {
    case 'and':
    case 'or':
      return every(
        node.terms.map((term) => selects(term, row)),
        node.kind === 'or',
      );
    case 'not':
      return turned(selects(node.term, row));
    case 'compare':
      return compared(node.left, node.operator, node.right);
    case 'in':
      return denied(
        every(
          node.items.map((item: Literal) => compared(node.column, '=', item)),
          true,
        ),
        node.negated,
      );
    case 'between':
      return denied(every([compared(node.column, '>=', node.low), compared(node.column, '<=', node.high)], false), node.negated);
    case 'null':
      return denied(valueOf(node.column, row) === null, node.negated);
    case 'flag':
      return compared(node.column, '=', { kind: 'boolean', at: 0, value: true });
    case 'like': {
      const own = valueOf(node.column, row);
      const pattern = node.pattern.value
        .replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
        .replaceAll('%', '.*')
        .replaceAll('_', '.');
      return own === null ? null : denied(new RegExp(`^${pattern}$`, 's').test(String(own)), node.negated);
    }
  }
}

/** A switch counts as its number. */
function valueOf(operand: Operand, row: Row): number | string | null {
  const value = operand.kind === 'column' ? (row[operand.name.toLowerCase()] ?? null) : operand.value;
  return typeof value === 'string' || value === null ? value : Number(value);
}

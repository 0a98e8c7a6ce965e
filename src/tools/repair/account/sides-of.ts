/** The comparisons of a parsed filter. */
import type { Comparison, Filter, Literal, Operand } from '../../../selection/ast.ts';
import { CONTRARY } from '../comparisons.ts';
import { TURNED } from '../expression-nodes.ts';
import { bare } from '../words.ts';

export interface Side {
  readonly column: string;
  readonly sign: string;
  /** The number as it is written, with a unit behind it; empty for a time or a text. */
  readonly number: string;
}

/** The comparisons of a filter with one column each; `denied` turns them all. */
export function sidesOf(node: Filter, denied: boolean): Side[] {
  const side = (name: string, sign: string, value: Literal, isDenied = denied): Side => ({
    column: bare(name),
    sign: isDenied ? CONTRARY[sign as Comparison] : sign,
    number: textOf(value),
  });
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.terms.flatMap((term) => sidesOf(term, denied));
    case 'not':
      return sidesOf(node.term, !denied);
    case 'between': {
      const { column, low, high } = node;
      const isDenied = denied !== node.negated;
      const bounds = [side(column.name, '>=', low, isDenied), side(column.name, '<=', high, isDenied)];
      // `channel = 37..39` is written with one sign.
      return isDenied ? bounds : [...bounds, side(column.name, '=', low, false), side(column.name, '=', high, false)];
    }
    case 'in':
      return node.items.map((item) => side(node.column.name, '=', item, denied !== node.negated));
    case 'flag':
      return [side(node.column.name, '=', { kind: 'boolean', at: node.at, value: !denied }, false)];
    case 'compare':
      return comparedSides(node.left, node.operator, node.right, side);
    default:
      return [];
  }
}

function comparedSides(
  left: Operand,
  sign: Comparison,
  right: Operand,
  side: (name: string, sign: string, value: Literal) => Side,
): Side[] {
  if (left.kind === 'column' && right.kind !== 'column') return [side(left.name, sign, right)];
  return right.kind === 'column' && left.kind !== 'column' ? [side(right.name, TURNED[sign] ?? '', left)] : [];
}

/** A switch as the number that other languages write for it. */
const textOf = ({ kind, value }: Literal): string => (kind === 'boolean' ? String(Number(value)) : String(value));

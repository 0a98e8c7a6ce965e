/** Extracts the comparisons of a parsed filter. */
import type { Comparison, Filter, Literal, Operand } from '../../../selection/ast.ts';
import { CONTRARY } from '../comparisons.ts';
import { TURNED } from '../expression-nodes.ts';
import { bare } from '../words.ts';

export interface Side {
  readonly column: string;
  readonly sign: string;
  /** The number as written, with the unit that follows it; empty for times and texts. */
  readonly number: string;
}

/** Lists the comparisons of a filter that involve one column; `denied` inverts them all. */
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
      // Users write `channel = 37..39` with `=`, so also accept the bounds as compared for equality.
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

/** Converts a boolean to the number that other languages use for it; other literals to text. */
const textOf = ({ kind, value }: Literal): string => (kind === 'boolean' ? String(Number(value)) : String(value));

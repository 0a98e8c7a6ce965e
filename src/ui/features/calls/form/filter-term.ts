import type { Literal } from '../../../../selection/ast.ts';
import { classOf } from '../../../../selection/columns.ts';
import { printOperand } from '../../../../selection/print.ts';

export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'IS NULL', 'IS NOT NULL'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A term of the filter grammar from a column, an operator and a typed value; null if the column cannot hold the value. */
export function termOf(column: string, type: string, operator: Operator, typed: string): string | null {
  const name = printOperand({ kind: 'column', at: 0, name: column });
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') return `${name} ${operator}`;
  const literal = literalOf(classOf(type), typed);
  return literal === null ? null : `${name} ${operator} ${printOperand(literal)}`;
}

function literalOf(kind: ReturnType<typeof classOf>, typed: string): Literal | null {
  const text = typed.trim();
  if (text === '') return null;
  if (kind === 'number') {
    const value = Number(text);
    if (!Number.isFinite(value)) return null;
    return { kind: 'number', at: 0, value: /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value };
  }
  if (kind === 'boolean') return /^(?:true|false)$/i.test(text) ? { kind: 'boolean', at: 0, value: text.toLowerCase() === 'true' } : null;
  return { kind: 'text', at: 0, value: typed };
}

import { isRecord } from '../contract/json-schema.ts';
import { operatorOf } from './operators.ts';
import { bare } from './words.ts';

/** Converts a condition object to a filter text: `{ column, op, value }`, `{ rssi: { ">": -90 } }`, `{ channel: 37 }`, lists of them. */
export function filterText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joined(value.map(filterText), 'AND');
  if (!isRecord(value)) return undefined;
  const member = (...names: string[]): unknown => Object.entries(value).find(([key]) => names.includes(bare(key)))?.[1];
  const column = member('column', 'field', 'name', 'col', 'key', 'attribute', 'property');
  const operator = member('op', 'operator', 'operation', 'comparison', 'cmp', 'condition');
  if (typeof column === 'string' && typeof operator === 'string')
    return comparison(column, operator, member('value', 'values', 'val', 'operand', 'threshold'));
  return joined(
    Object.entries(value).map(([key, inner]) => {
      if (/^\$?(?:and|or)$/i.test(key)) return Array.isArray(inner) ? joined(inner.map(filterText), bare(key).toUpperCase()) : undefined;
      if (!isRecord(inner)) return comparison(key, Array.isArray(inner) ? 'in' : '=', inner);
      return joined(
        Object.entries(inner).map(([op, operand]) => comparison(key, op, operand)),
        'AND',
      );
    }),
    'AND',
  );
}

function joined(parts: readonly (string | undefined)[], word: string): string | undefined {
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return parts.length === 1
    ? parts[0]
    : parts.map((part) => (/\b(?:and|or)\b/i.test(part ?? '') ? `(${part ?? ''})` : part)).join(` ${word} `);
}

function comparison(column: string, written: string, value: unknown): string | undefined {
  const operator = operatorOf(written.replace(/^\$/, ''));
  if (operator === undefined || value === undefined || value === null || !/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(column)) return undefined;
  const name = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column) ? column : `"${column}"`;
  if (!Array.isArray(value)) return isRecord(value) ? undefined : `${name} ${operator} ${literalText(value)}`;
  const items = (value as unknown[]).map(literalText);
  if (operator === 'BETWEEN') return items.length === 2 ? `${name} BETWEEN ${items.join(' AND ')}` : undefined;
  return /IN$/.test(operator) || operator === '=' ? `${name} ${operator === '=' ? 'IN' : operator} (${items.join(', ')})` : undefined;
}

const literalText = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();

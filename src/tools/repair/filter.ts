import type { CaptureInfo } from '../../tables/captures.ts';
import { isSpelt, speltValues } from '../../tables/spelt-values.ts';
import type { ColumnName, Filter, Literal, Operand } from '../../selection/ast.ts';
import { checkFilter } from '../../selection/check.ts';
import { type KnownColumn, knownColumns } from '../../selection/columns.ts';
import { parseFilter } from '../../selection/parse.ts';
import { printOperand } from '../../selection/print.ts';
import { isRecord } from '../contract/json-schema.ts';
import { tidyFilter } from './filter-habits.ts';
import { inUnit, instantOf, quantityOf } from './units.ts';
import { addressOf, bare, knownName, truthOf } from './words.ts';

/** Repairs of filters. Every condition of the text stays; only its spelling changes. */

export interface MendedFilter {
  readonly text: string;
  readonly why: readonly string[];
}

/** A text in the place of another one. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly why: string;
}

/** As far as a filter can be brought into the grammar and to the columns of the captures; what is not clear stays as it is. */
export function mendFilter(written: string, captures: readonly CaptureInfo[]): MendedFilter {
  const columns = new Map(captures.flatMap((capture) => [...knownColumns(capture)]));
  if (isRight(written, captures)) return { text: written, why: [] };
  const tidy = tidyFilter(written, (name) => columns.has(name.toLowerCase()));
  const why = tidy === written ? [] : ['operators and quotes as the grammar of filters has them'];
  const parsed = parseFilter(tidy);
  if (!parsed.ok) return { text: written, why: [] };
  const found = replacements(parsed.value, tidy, captures, columns);
  const text = [...found]
    .sort((a, b) => b.from - a.from)
    .reduce((before, { from, to, text: by }) => before.slice(0, from) + by + before.slice(to), tidy);
  return { text, why: [...new Set([...why, ...found.map((each) => each.why)])] };
}

function isRight(text: string, captures: readonly CaptureInfo[]): boolean {
  const parsed = parseFilter(text);
  return parsed.ok && checkFilter(parsed.value, captures).faults.length === 0;
}

const TOKEN = /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[\p{L}_][\p{L}\p{N}_]*)/iu;

function replacements(
  filter: Filter,
  text: string,
  captures: readonly CaptureInfo[],
  columns: ReadonlyMap<string, KnownColumn>,
): Replacement[] {
  const out: Replacement[] = [];
  const put = ({ at }: { readonly at: number }, by: string, why: string): void => {
    const written = TOKEN.exec(text.slice(at))?.[0] ?? '';
    if (written !== by) out.push({ from: at, to: at + written.length, text: by, why });
  };
  const names = [...columns.values()].map(({ name }) => name);
  const columnOf = (name: ColumnName): KnownColumn | undefined => {
    const own = columns.get(name.name.toLowerCase());
    const spelt = own === undefined ? knownName(name.name, names) : undefined;
    if (spelt !== undefined) put(name, printOperand({ ...name, name: spelt }), `the column is called ${spelt}`);
    return own ?? columns.get(spelt?.toLowerCase() ?? '');
  };
  const value = (column: KnownColumn | undefined, literal: Literal | ColumnName, equal: boolean): void => {
    if (column === undefined) return;
    const by = literal.kind === 'column' ? wordFor(column, literal, captures) : literalFor(column, literal, captures, equal);
    if (by !== undefined) put(literal, printOperand({ at: 0, ...by }), `${column.name} is compared with a value of its kind`);
  };
  const compare = (left: Operand, right: Operand, equal: boolean): void => {
    const [name, other] = left.kind === 'column' && isColumn(left) ? [left, right] : [right, left];
    if (name.kind !== 'column') return;
    const column = columnOf(name);
    if (other.kind === 'column' && isColumn(other)) columnOf(other);
    else value(column, other, equal);
  };
  const visit = (node: Filter): void => {
    switch (node.kind) {
      case 'and':
      case 'or':
        for (const term of node.terms) visit(term);
        return;
      case 'not':
        visit(node.term);
        return;
      case 'compare':
        compare(node.left, node.right, node.operator === '=' || node.operator === '!=');
        return;
      default: {
        const column = columnOf(node.column);
        const literals = node.kind === 'in' ? node.items : node.kind === 'between' ? [node.low, node.high] : [];
        for (const item of literals) value(column, item, node.kind === 'in');
      }
    }
  };
  /** A name that is no column, and none with a typing error, stands for a text. */
  const isColumn = ({ name }: ColumnName): boolean => columns.has(name.toLowerCase()) || knownName(name, names) !== undefined;
  visit(filter);
  return out;
}

type Value =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean };

const text = (value: string): Value => ({ kind: 'text', value });

/** A word without quotes where a value belongs. */
function wordFor(column: KnownColumn, { name }: ColumnName, captures: readonly CaptureInfo[]): Value | undefined {
  if (column.holds === 'text') return text(spelling(column, name, captures) ?? name);
  const truth = column.holds === 'boolean' ? truthOf(name) : undefined;
  return truth === undefined ? undefined : { kind: 'boolean', value: truth };
}

function literalFor(column: KnownColumn, literal: Literal, captures: readonly CaptureInfo[], equal: boolean): Value | undefined {
  const written = literal.kind === 'text' ? literal.value : String(literal.value);
  switch (column.holds) {
    case 'number': {
      const number = literal.kind === 'text' ? numberFor(column, written, captures) : undefined;
      return number === undefined ? undefined : { kind: 'number', value: number };
    }
    case 'boolean': {
      const truth = literal.kind === 'boolean' ? undefined : truthOf(written);
      return truth === undefined ? undefined : { kind: 'boolean', value: truth };
    }
    case 'text': {
      const spelt = literal.kind === 'text' && equal ? spelling(column, written, captures) : undefined;
      return spelt !== undefined ? text(spelt) : literal.kind === 'number' ? text(written) : undefined;
    }
    case 'time': {
      const ms = literal.kind === 'text' && column.type !== 'TIME' ? instantOf(written) : undefined;
      return ms === undefined ? undefined : text(new Date(ms).toISOString());
    }
    default:
      return undefined;
  }
}

function numberFor(column: KnownColumn, written: string, captures: readonly CaptureInfo[]): number | undefined {
  const unit = captures.flatMap(({ columns }) => columns).find(({ name }) => name === column.name)?.unit ?? '';
  const ms = instantOf(written);
  if (ms !== undefined) return { us: ms * 1000, ms, s: ms / 1000 }[column.name === 'ts_us' ? 'us' : unit];
  const quantity = quantityOf(written);
  return quantity && inUnit(quantity, unit);
}

/** A text of the few that a column holds, whatever its case. */
function spelling({ name }: KnownColumn, written: string, captures: readonly CaptureInfo[]): string | undefined {
  const values = captures.map((capture) => speltValues(capture, name)).find((each) => each !== undefined);
  if (values === undefined || isSpelt(values, written)) return undefined;
  return values === 'addresses' ? addressOf(written) : knownName(written, values);
}

const OPERATORS: Readonly<Record<string, string>> = {
  eq: '=',
  equals: '=',
  equal: '=',
  is: '=',
  ne: '!=',
  neq: '!=',
  notequals: '!=',
  notequal: '!=',
  gt: '>',
  greaterthan: '>',
  gte: '>=',
  ge: '>=',
  greaterthanorequal: '>=',
  lt: '<',
  lessthan: '<',
  lte: '<=',
  le: '<=',
  lessthanorequal: '<=',
  in: 'IN',
  isin: 'IN',
  notin: 'NOT IN',
  nin: 'NOT IN',
  like: 'LIKE',
  between: 'BETWEEN',
};

const operatorOf = (written: string): string | undefined =>
  OPERATORS[bare(written)] ?? (/^(?:[=<>]=?|!=|<>|={2,3}|!==)$/.test(written.trim()) ? written.trim() : undefined);

/** A condition written as an object, as a text: `{ column, op, value }`, `{ rssi: { ">": -90 } }`, `{ channel: 37 }`, lists of them. */
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

import type { CaptureInfo } from '../tables/captures.ts';
import { isSpelt, speltValues } from '../tables/spelt-values.ts';
import type { ColumnName, Filter, FilterFault, Literal, Operand } from './ast.ts';
import { type KnownColumn, knownColumns } from './columns.ts';
import { clip } from './lexer.ts';
import { byLikeness, suggestion } from './nearest.ts';
import { printOperand } from './print.ts';

/** Maximum number of faults that are reported for one filter. */
const MOST_FAULTS = 16;

export interface FilterCheck {
  readonly faults: readonly FilterFault[];
  /** Columns that only some of the captures have, with the ids of the captures that lack them. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
}

/**
 * Checks a filter against the captures on which it will run: every column must exist in at least one of them, and values must suit the
 * types of their columns. In a capture that lacks a column, the column is NULL.
 */
export function checkFilter(filter: Filter, captures: readonly CaptureInfo[]): FilterCheck {
  const check = new Check(captures);
  check.visit(filter);
  return check;
}

class Check implements FilterCheck {
  readonly faults: FilterFault[] = [];
  readonly missing = new Map<string, readonly string[]>();
  private readonly captures: readonly {
    readonly id: string;
    readonly columns: ReturnType<typeof knownColumns>;
    readonly of: CaptureInfo;
  }[];

  constructor(captures: readonly CaptureInfo[]) {
    this.captures = captures.map((capture) => ({ id: capture.capture_id, columns: knownColumns(capture), of: capture }));
  }

  visit(filter: Filter): void {
    switch (filter.kind) {
      case 'and':
      case 'or':
        return filter.terms.forEach((term) => this.visit(term));
      case 'not':
        return this.visit(filter.term);
      case 'compare':
        return this.comparison(filter.left, filter.right, filter.operator === '=' || filter.operator === '!=');
      case 'in':
        return this.values(filter.column, filter.items, true);
      case 'between':
        return this.values(filter.column, [filter.low, filter.high]);
      case 'like':
        return this.kind(filter.column, 'text', 'LIKE compares text');
      case 'flag':
        return this.kind(filter.column, 'boolean', 'only a BOOLEAN column is a condition by itself');
      case 'null':
        this.find(filter.column);
    }
  }

  private comparison(left: Operand, right: Operand, equal: boolean): void {
    if (left.kind !== 'column') return right.kind === 'column' ? this.values(right, [left], equal) : undefined;
    if (right.kind !== 'column') return this.values(left, [right], equal);
    const others = this.find(right);
    for (const { id, column } of this.find(left)) {
      const other = others.find((it) => it.id === id)?.column;
      if (other === undefined) continue;
      if (column.holds !== other.holds || column.holds === 'other') {
        return this.fault(left.at, `${holdsWhat(column)} and ${holdsWhat(other)} cannot be compared${this.where(id)}`);
      }
    }
  }

  /**
   * Checks the values of a comparison. @param equal whether the column is compared for equality, so that it must be able to contain the
   * values
   */
  private values(name: ColumnName, literals: readonly Literal[], equal = false): void {
    const found = this.find(name);
    for (const literal of literals) {
      for (const { id, column, of } of found) {
        const misspelt = equal && literal.kind === 'text' ? misspelling(of, column, literal.value) : null;
        const complaint = misfit(column, literal) ?? misspelt?.complaint;
        if (complaint === undefined) continue;
        this.fault(literal.at, `${complaint}${this.where(id)}`, misspelt?.allowed);
        break;
      }
    }
  }

  private kind(name: ColumnName, holds: KnownColumn['holds'], rule: string): void {
    const wrong = this.find(name).find(({ column }) => column.holds !== holds);
    if (wrong !== undefined) this.fault(name.at, `${rule}, and ${holdsWhat(wrong.column)}${this.where(wrong.id)}`);
  }

  /** Finds a column in every capture that has it. If none has it, reports a fault and returns an empty list. */
  private find(name: ColumnName): { id: string; column: KnownColumn; of: CaptureInfo }[] {
    const key = name.name.toLowerCase();
    const found = this.captures.flatMap(({ id, columns, of }) => {
      const column = columns.get(key);
      return column === undefined ? [] : [{ id, column, of }];
    });
    if (found.length === 0) this.unknown(name);
    else if (found.length < this.captures.length) {
      this.missing.set(
        found[0]!.column.name,
        this.captures.filter(({ columns }) => !columns.has(key)).map(({ id }) => id),
      );
    }
    return found;
  }

  private unknown({ name, at }: ColumnName): void {
    if (this.faults.length >= MOST_FAULTS) return;
    const names = new Set(this.captures.flatMap(({ columns }) => [...columns.values()].map((column) => column.name)));
    const allowed = byLikeness(name, [...names]);
    this.fault(at, `there is no column ${clip(name)}${suggestion(name, allowed, 'column')}`, allowed);
  }

  private fault(at: number, message: string, allowed?: readonly string[]): void {
    if (this.faults.length >= MOST_FAULTS) return;
    this.faults.push({ at, message, ...(allowed !== undefined && { allowed }) });
  }

  private where(id: string): string {
    return this.captures.length > 1 ? ` (capture ${id})` : '';
  }
}

const HOLDS = { number: 'numbers', text: 'text', boolean: 'TRUE or FALSE', time: 'times', other: 'bytes or lists' } as const;

const holdsWhat = (column: KnownColumn): string => `${column.name} holds ${HOLDS[column.holds]} (${column.type})`;

/** Returns why a value cannot be compared with a column; null if it can. */
function misfit(column: KnownColumn, literal: Literal): string | null {
  if (column.holds === 'other') return `${holdsWhat(column)}, which can only be tested with IS NULL and IS NOT NULL`;
  if (column.holds === 'time') {
    if (literal.kind === 'text' && isTimeText(column.type, literal.value)) return null;
    const example = column.type === 'TIME' ? "'08:30:00'" : "'2026-04-03 08:30:00'";
    return `${holdsWhat(column)} but is compared with ${clip(printOperand(literal))}; write a text like ${example}`;
  }
  if (column.holds === literal.kind) return null;
  const conflict = `${holdsWhat(column)} but is compared with the ${literal.kind} ${clip(printOperand(literal))}`;
  if (column.holds === 'text') return literal.kind === 'number' ? `${conflict}; write '${String(literal.value)}'` : conflict;
  const written = literal.kind === 'text' ? literal.value.trim() : '';
  return column.holds === 'number' && /^[+-]?\d+(?:\.\d+)?$/.test(written) ? `${conflict}; write ${written.slice(0, 40)}` : conflict;
}

/** Returns why a column can never contain a text; null if it can. */
function misspelling(capture: CaptureInfo, { name }: KnownColumn, text: string): { complaint: string; allowed?: readonly string[] } | null {
  const values = speltValues(capture, name);
  if (values === undefined || isSpelt(values, text)) return null;
  const compared = `but is compared with ${clip(text)}`;
  if (values === 'addresses') return { complaint: `${name} holds addresses like 'AA:BB:CC:DD:EE:FF' ${compared}` };
  const allowed = byLikeness(text, values);
  return { complaint: `${name} holds ${allowed.slice(0, 8).join(', ')} ${compared}`, allowed };
}

/** Whether a text is a time of this type. Times are in UTC, written with or without `Z`. */
function isTimeText(type: string, text: string): boolean {
  const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?';
  if (type === 'TIME') return new RegExp(`^${clock}$`).test(text);
  const day = new RegExp(`^(\\d{4})-(\\d\\d)-(\\d\\d)(?:[ T]${clock}Z?)?$`).exec(text);
  if (day === null) return false;
  const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])];
  const real = new Date(0);
  real.setUTCFullYear(year, month - 1, date);
  return year > 0 && real.getUTCMonth() === month - 1 && real.getUTCDate() === date;
}

/** Repairs the spelling of filters; every condition of the text stays. */
import type { CaptureInfo } from '../../tables/captures.ts';
import { isSpelt, speltValues } from '../../tables/spelt-values.ts';
import type { ColumnName, Filter, Literal, Operand } from '../../selection/ast.ts';
import { checkFilter } from '../../selection/check.ts';
import { type KnownColumn, knownColumns } from '../../selection/columns.ts';
import { parseFilter } from '../../selection/parse.ts';
import { printOperand } from '../../selection/print.ts';
import { columnNamed, unitOfColumn } from './column-names.ts';
import { STATE } from './expression-nodes.ts';
import { expressionText } from './expression.ts';
import { outsideTexts, plainCondition } from './texts.ts';
import { inUnit, instantOf, quantityOf } from './units.ts';
import { addressOf, knownName, truthOf } from './words.ts';

export interface MendedFilter {
  readonly text: string;
  readonly why: readonly string[];
}

/** Replaces one range of the filter text. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly why: string;
}

/** Maximum length of a text to repair: twice that which the grammar allows. */
const MOST_CHARACTERS = 8192;

/** Rewrites a filter in the filter grammar, with the columns of the captures. Returns it unchanged if it still cannot be parsed. */
export function mendFilter(written: string, captures: readonly CaptureInfo[]): MendedFilter {
  const columns = new Map(captures.flatMap((capture) => [...knownColumns(capture)]));
  if (written.length > MOST_CHARACTERS || isRightFilter(written, captures)) return { text: written, why: [] };
  const names = [...columns.values()].map(({ name }) => name);
  const columnFor = (name: string): string | undefined => columns.get(name.toLowerCase())?.name ?? columnNamed(name, names, captures);
  const tidy = expressionText(withoutCasts(plainCondition(written), columns), columnFor) ?? written;
  const why = tidy === written ? [] : ['operators and quotes as the grammar of filters has them'];
  const parsed = parseFilter(tidy);
  const mended = parsed.ok ? replaced(parsed.value, tidy, why, captures, columns) : undefined;
  return mended ?? { text: written, why: [] };
}

function replaced(
  filter: Filter,
  tidy: string,
  why: readonly string[],
  captures: readonly CaptureInfo[],
  columns: ReadonlyMap<string, KnownColumn>,
): MendedFilter {
  const found = replacements(filter, tidy, captures, columns);
  const text = [...found]
    .sort((a, b) => b.from - a.from)
    .reduce((before, { from, to, text: by }) => before.slice(0, from) + by + before.slice(to), tidy);
  return { text, why: [...new Set([...why, ...found.map((each) => each.why)])] };
}

/** Removes casts such as `CAST(rssi AS INTEGER)` and `rssi::int` if the column has such a type already. */
const CASTS =
  /\b(?:try_)?cast\s*\(\s*("[^"]+"|[\p{L}_][\p{L}\p{N}_]*)\s+as\s+([a-z]\w*(?: precision)?)\s*\)|("[^"]+"|[\p{L}_][\p{L}\p{N}_]*)\s*::\s*([a-z]\w*)/giu;

function withoutCasts(text: string, columns: ReadonlyMap<string, KnownColumn>): string {
  return outsideTexts(text, (part) =>
    part.replace(CASTS, (whole, first?: string, one?: string, second?: string, other?: string) => {
      const name = first ?? second ?? '';
      const column = columns.get(name.replace(/^"(.*)"$/, '$1').toLowerCase());
      return column !== undefined && keeps(column, one ?? other ?? '') ? name : whole;
    }),
  );
}

/** Whether a column has the same values after a cast. */
function keeps({ holds, type }: KnownColumn, to: string): boolean {
  if (holds === 'text') return /^(?:text|string|varchar|char)$/i.test(to);
  if (holds === 'boolean') return /^bool(?:ean)?$/i.test(to);
  const isWhole = /INT/.test(type);
  return (
    holds === 'number' &&
    (/^(?:double|float8?|real|numeric|decimal|number)/i.test(to) || (isWhole && /^(?:big)?int(?:eger|8|64)?$/i.test(to)))
  );
}

export function isRightFilter(text: string, captures: readonly CaptureInfo[]): boolean {
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
    const spelt = own === undefined ? columnNamed(name.name, names, captures) : undefined;
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
  /** Quotes a name as text if it matches no column, even with a typing error. */
  const isColumn = ({ name }: ColumnName): boolean => columns.has(name.toLowerCase()) || columnNamed(name, names, captures) !== undefined;
  visit(filter);
  return out;
}

type Value =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean };

const text = (value: string): Value => ({ kind: 'text', value });

/** Quotes a word in a position where a value belongs. */
function wordFor(column: KnownColumn, { name }: ColumnName, captures: readonly CaptureInfo[]): Value | undefined {
  if (column.holds === 'text') {
    const spelt = spelling(column, name, captures);
    return spelt === undefined && STATE.test(name) ? undefined : text(spelt ?? name);
  }
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
  const unit = column.name === 'ts_us' ? 'us' : unitOfColumn(column.name, captures);
  const ms = instantOf(written);
  if (ms !== undefined) return { us: ms * 1000, ms, s: ms / 1000 }[unit.replace('µ', 'u')];
  const quantity = quantityOf(written);
  if (quantity === undefined) return undefined;
  // Convert these units even for a column without a unit, because they are used in one scale only.
  return inUnit(quantity, unit === '' && /^(?:db|byte|octet)/.test(quantity.unit) ? quantity.unit : unit);
}

/** Returns the correct spelling of a text for a column with a fixed set of values. */
function spelling({ name }: KnownColumn, written: string, captures: readonly CaptureInfo[]): string | undefined {
  const values = captures.map((capture) => speltValues(capture, name)).find((each) => each !== undefined);
  if (values === undefined || isSpelt(values, written)) return undefined;
  return values === 'addresses' ? addressOf(written) : knownName(written, values);
}

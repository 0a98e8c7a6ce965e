import { isTimeColumn } from '../../selection/columns.ts';
import { printOperand } from '../../selection/print.ts';
import type { Sql } from '../../selection/types.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { ColumnInfo } from '../../tables/captures.ts';
import { formatFigure } from '../charts/number-axis.ts';
import { valueTerm } from '../../selection/terms.ts';
import { formatAmount, formatCount, formatUtc } from '../../base/format.ts';
import {
  type ColumnQuestion,
  DAY_US,
  EXACT_DISTINCT_ROWS,
  EXACT_QUARTILE_ROWS,
  binEdges,
  histogramSql,
  isDated,
  isWhole,
  kindOf,
  onAxis,
  profileSql,
  topSql,
} from './column-sql.ts';

export interface Profile {
  readonly total: number;
  readonly present: number;
  readonly different: number;
  /** Which values are only estimates. */
  readonly about: { readonly different: boolean; readonly quartiles: boolean };
  /** The smallest value as text; null for bytes and lists, or if there are no values. */
  readonly least: string | null;
  readonly most: string | null;
  /** The largest number that is finite. */
  readonly high: number | null;
  readonly quartiles: readonly [number, number, number] | null;
  readonly top: readonly { readonly value: string; readonly rows: number }[];
  /** The histogram; null if the values of the column have no axis. */
  readonly bars: { readonly edges: readonly number[]; readonly rows: readonly number[] } | null;
}

type Ask = (sql: string, values: Sql['values']) => Promise<QueryResult>;

export async function readProfile(question: ColumnQuestion, ask: Ask): Promise<Profile> {
  const { column, capture } = question;
  const put = ({ sql, values }: Sql): Promise<QueryResult> => ask(sql, values);
  const answer = await put(profileSql(question));
  const facts = Object.fromEntries(answer.columns.map(({ name }, at) => [name, answer.rows[0]?.[at]]));
  const [low, high] = [finite(facts['low']), finite(facts['high'])];
  const drawn = low !== null && high !== null && (!isDated(column) || (low >= FIRST_YEAR_US && high < LAST_YEAR_US));
  const edges = drawn ? binEdges(column, low, high) : null;
  const bars = edges && (await put(histogramSql(question, edges)));
  const top = await put(topSql(question));
  const counts = Array.from({ length: (edges?.length ?? 1) - 1 }, () => 0);
  for (const [bin, rows] of bars?.rows ?? []) counts[Number(bin)] = Number(rows);
  return {
    total: Number(facts['total']),
    present: Number(facts['present']),
    different: Number(facts['different']),
    about: { different: capture.row_count > EXACT_DISTINCT_ROWS, quartiles: capture.row_count > EXACT_QUARTILE_ROWS },
    least: isDated(column) && drawn ? String(low) : text(facts['least']),
    most: isDated(column) && drawn ? String(high) : text(facts['most']),
    high,
    quartiles: quartilesOf(facts['quartiles']),
    top: top.rows.map(([value, rows]) => ({ value: String(value), rows: Number(rows) })),
    bars: edges && { edges, rows: counts },
  };
}

/** First of the years that a filter can express, 1 to 9999, in µs since 1970. */
const FIRST_YEAR_US = Date.parse('0001-01-01T00:00:00Z') * 1000;
const LAST_YEAR_US = Date.parse('+010000-01-01T00:00:00Z') * 1000;

/** Whether values in µs are instants: in a time column, or in any column of a capture with times since 1970. */
export const isInstant = (column: ColumnInfo, epoch: boolean): boolean =>
  column.type === 'TIMESTAMP' || (epoch && isTimeColumn(column.name));

/** Writes a number of a column for people; an instant with its time zone. */
export function figure(column: ColumnInfo, epoch: boolean, value: number): string {
  if (isInstant(column, epoch)) return formatUtc(value / 1000);
  if (column.type === 'DATE') return formatUtc(value / 1000).slice(0, 10);
  const whole = Number.isInteger(value) || Math.abs(value) >= 1000;
  return whole && Math.abs(value) < 1e15 ? formatCount(value).replace('-', '−') : formatFigure(value);
}

/** The largest value in the bar that ends at this edge. */
export const before = (column: ColumnInfo, edge: number): number =>
  column.type === 'DATE' ? edge - DAY_US : isWhole(column) ? edge - 1 : edge;

/** Describes the profile in a sentence, with what its picture shows. */
export function profileWords(column: ColumnInfo, profile: Profile, epoch: boolean): string {
  const { total, present, different, about, least, most, quartiles, top } = profile;
  if (total === 0) return 'No row.';
  if (present === 0) return `No value in ${formatAmount(total, 'row')}.`;
  const instant = isInstant(column, epoch);
  const day = instant && least !== null ? formatUtc(Number(least) / 1000).slice(0, 11) : '';
  const unit = instant ? ' UTC' : column.unit === undefined ? '' : ` ${column.unit}`;
  /** If all instants are of one day, only the first is written with the date, and only the last with the zone. */
  const read = (value: number, first = false): string => {
    const words = figure(column, epoch, value);
    if (!instant) return words;
    return (!first && words.startsWith(day) ? words.slice(day.length) : words).replace(' UTC', '');
  };
  const ends =
    onAxis(column) && Number.isFinite(Number(least))
      ? [least, most].map((end, at) => (end === null ? '' : read(Number(end), at === 0)))
      : [least ?? '', most ?? ''];
  const share = ((top[0]?.rows ?? 0) / present) * 100;
  const counted = `${formatAmount(present, 'value')}, ${total === present ? 'no nulls' : `${formatAmount(total - present, 'null')} (${percent((total - present) / total)})`}`;
  const [only] = top;
  if (different === 1 && only) {
    const value = kindOf(column) === 'number' ? `${read(Number(only.value), true)}${unit}` : `${only.value.slice(0, 60)}${unit}`;
    return `${counted}; always ${value}.`;
  }
  return `${[
    counted,
    `${about.different ? 'about ' : ''}${formatCount(different)} different`,
    ...(least === null || kindOf(column) === 'text' || kindOf(column) === 'boolean' ? [] : [`${ends[0] ?? ''} to ${ends[1] ?? ''}${unit}`]),
    ...(quartiles
      ? [
          `half between ${about.quartiles ? 'about ' : ''}${read(quartiles[0])} and ${read(quartiles[2])}, median ${read(quartiles[1])}${unit}`,
        ]
      : []),
    ...(share >= 50 ? [`${percent(share / 100)} are ${top[0]?.value.slice(0, 60) ?? ''}${column.type === 'TIMESTAMP' ? unit : ''}`] : []),
  ].join('; ')}.`;
}

export const percent = (share: number): string => (share > 0 && share < 0.001 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`);

/** Filter for the rows with a frequent value; null if filters cannot express the value. */
export function topTerm(column: ColumnInfo, value: string): string | null {
  const kind = kindOf(column);
  if (kind === 'other') return null;
  if (kind === 'boolean') return valueTerm(column.name, value === 'true', true);
  if (kind !== 'number') return valueTerm(column.name, value, true);
  if (/^-?\d+$/.test(value)) return valueTerm(column.name, BigInt(value), true);
  return Number.isFinite(Number(value)) ? valueTerm(column.name, Number(value), true) : null;
}

/** Filters for the rows of one bar: from its left edge, included, to its right edge, which is excluded except for the last bar. */
export function binTerms(column: ColumnInfo, edges: readonly number[], bin: number): readonly string[] {
  const [from, to] = [edges[bin] ?? 0, edges[bin + 1] ?? 0];
  const name = printOperand({ kind: 'column', at: 0, name: column.name });
  const whole = isWhole(column);
  const last = bin === edges.length - 2 && !whole;
  const written = (edge: number): string => (isDated(column) ? timeLiteral(edge) : String(edge));
  return [`${name} >= ${written(from)}`, `${name} ${last ? '<=' : '<'} ${written(to)}`];
}

function timeLiteral(us: number): string {
  const ms = Math.floor(us / 1000);
  const [day = '', clock = ''] = new Date(ms).toISOString().split('T');
  const value = us % DAY_US === 0 ? day : `${day} ${clock.slice(0, 12)}${String(us - ms * 1000).padStart(3, '0')}Z`;
  return printOperand({ kind: 'text', at: 0, value });
}

function quartilesOf(value: unknown): Profile['quartiles'] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const [low, middle, high] = list.map(finite);
  return low === undefined || low === null || middle === undefined || middle === null || high === undefined || high === null
    ? null
    : [low, middle, high];
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
function finite(value: unknown): number | null {
  const read = value === null || value === undefined ? NaN : Number(value);
  return Number.isFinite(read) ? read : null;
}

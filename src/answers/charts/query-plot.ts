import type { QueryResult } from '../../tables/result-set.ts';
import { formatFigure } from './number-axis.ts';
import type { Plot } from './plot.ts';
import { groupBy } from '../../base/group.ts';
import { formatCount } from '../../base/format.ts';
import { cellText } from '../../base/table.ts';
import { clip, visibleString } from '../../base/visible-text.ts';
import { isNumber, isTime } from '../columns/column-kinds.ts';
import { evenEdges } from '../columns/column-sql.ts';

/** The columns that a person chose for a plot; '' means none. */
export interface PlotChoice {
  readonly x: string;
  readonly y: string;
  readonly series: string;
}

/** Maximum number of values on an axis of categories, and of lines; further ones are only counted. */
const MOST_LEVELS = 40;
const MOST_SERIES = 8;
const MOST_POINTS = 2000;
const BINS = 30;
/** Times in µs from this value (2000-01-01) on are since 1970; smaller ones are relative to the first packet. */
const EPOCH_US = 946_684_800_000_000;

/** The columns that are plotted until a person chooses others: the first time or text column across, the first numeric column upwards. */
export function firstChoice({ columns, rows }: QueryResult): PlotChoice {
  const filled = (name: string): boolean => {
    const at = columns.findIndex((column) => column.name === name);
    return rows.some((row) => Number.isFinite(toNumber(row[at])));
  };
  const time = columns.find(({ name, type }) => isTime(name, type));
  const word = columns.find(({ name, type }) => !isNumber(type) && !isTime(name, type));
  const numbers = columns.filter(({ name, type }) => isNumber(type) && !isTime(name, type));
  const x = time ?? word ?? numbers[0];
  const y = numbers.find(({ name }) => name !== x?.name && filled(name));
  return { x: x?.name ?? '', y: y?.name ?? '', series: time && word ? word.name : '' };
}

/** A row of a query's result whose y value is a number. */
interface Mark {
  /** Index of the row among those of the answer. */
  readonly row: number;
  readonly x: unknown;
  readonly value: number;
  readonly series: string;
}

interface Drawing {
  readonly result: QueryResult;
  readonly choice: PlotChoice;
  readonly marks: readonly Mark[];
  readonly xType: string;
  /** Columns and rows of the table beside the picture. */
  readonly table: Pick<Plot, 'columns' | 'rows'>;
}

/** Creates the plot of the chosen columns, or returns a text that says why there is none. */
export function sqlPlot(result: QueryResult, choice: PlotChoice): Plot | string {
  const [x = -1, y = -1, series = -1] = [choice.x, choice.y, choice.series].map((own) =>
    result.columns.findIndex(({ name }) => name === own),
  );
  const xType = result.columns[x]?.type ?? '';
  if (x < 0) return 'Choose a column for x.';
  if (y < 0) return isNumber(xType) ? histogram(choice.x, numbersOf(result, x)) : counts(choice.x, result, x);
  if (!isNumber(result.columns[y]?.type ?? '')) return 'Choose a column of numbers for y.';
  const marks = result.rows
    .map((values, row): Mark => {
      return { row, x: values[x], value: toNumber(values[y]), series: series < 0 ? choice.y : cellText(values[series]) };
    })
    .filter(({ value }) => Number.isFinite(value));
  const drawing = { result, choice, marks, xType, table: tableOf(result, [x, y, series]) };
  if (isTime(choice.x, xType)) return traces(drawing);
  const distinct = new Set(result.rows.map((row) => cellText(row[x])));
  return isNumber(xType) && series < 0 && distinct.size > MOST_LEVELS ? points(drawing) : levels(drawing);
}

const toNumber = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
const numbersOf = ({ rows }: QueryResult, column: number): number[] => rows.map((row) => toNumber(row[column])).filter(Number.isFinite);
const shown = (drawn: number, all: number): string =>
  drawn === all ? `${formatCount(all)} rows.` : `${formatCount(drawn)} of ${formatCount(all)} rows.`;
/** Writes how many rows of a query's result the plot leaves out, and why; '' if none. */
const notDrawn = (...left: readonly (readonly [count: number, of: string])[]): string => {
  const words = left.filter(([count]) => count > 0).map(([count, of]) => `${formatCount(count)} more${of}`);
  return words.length === 0 ? '' : ` Not drawn: ${words.join(', ')}; they are in the table.`;
};
/** Names a row of the answer by its number, counted from 1. */
const rowName = ({ row }: { readonly row: number }): string => `row ${formatCount(row + 1)}`;
/** Takes an evenly distributed sample of the rows, so that no region of the plot is left out. */
const thinned = <T>(items: readonly T[]): readonly T[] => {
  const step = Math.ceil(items.length / MOST_POINTS);
  return step <= 1 ? items : items.filter((_, at) => at % step === 0);
};

function histogram(name: string, values: readonly number[]): Plot | string {
  if (values.length === 0) return `${name} has no numbers.`;
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
  const bins = low === high ? 1 : BINS;
  const width = (high - low) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = width > 0 ? Math.min(bins - 1, Math.floor((value - low) / width)) : 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const edges = evenEdges(low, high, bins);
  return {
    kind: 'bars',
    id: `sql ${name}`,
    title: `${name}: from ${formatFigure(low)} to ${formatFigure(high)}`,
    text: `${formatCount(values.length)} values in ${String(bins)} bins.`,
    axis: name,
    edges,
    counts,
    columns: ['From', 'To', 'Values'].map((title) => ({ title, align: 'end' })),
    rows: counts.map((count, bin) => [edges[bin] ?? null, edges[bin + 1] ?? null, count]),
  };
}

/** Plot of how many rows have each value, the most frequent value first. */
function counts(name: string, result: QueryResult, column: number): Plot | string {
  const groups = largestFirst(groupBy(result.rows, (row) => cellText(row[column])));
  if (groups.length === 0) return `${name} has no values.`;
  return {
    kind: 'amounts',
    id: `sql rows by ${name}`,
    title: `Rows by ${name}, most of ${visibleString(clip(groups[0]?.[0] ?? '', 40))}`,
    text: `${formatCount(result.rows.length)} rows, ${formatCount(groups.length)} values.${notDrawn([groups.length - MOST_LEVELS, ''])}`,
    axis: 'rows',
    bars: groups.slice(0, MOST_LEVELS).map(([label, rows]) => ({ label, value: rows.length, hint: `${formatCount(rows.length)} rows` })),
    columns: [{ title: name }, { title: 'Rows', align: 'end' }],
    rows: groups.map(([label, rows]) => [label, rows.length]),
  };
}

const largestFirst = <T>(groups: ReadonlyMap<string, T[]>): [string, T[]][] => [...groups].sort((a, b) => b[1].length - a[1].length);

const tableOf = (result: QueryResult, columns: readonly number[]): Pick<Plot, 'columns' | 'rows'> => {
  const chosen = columns.filter((column) => column >= 0);
  return {
    columns: chosen.map((column) => {
      const { name = '', type = '' } = result.columns[column] ?? {};
      return { title: name, detail: type, align: isNumber(type) ? 'end' : 'start' };
    }),
    rows: result.rows.map((row) => chosen.map((column) => row[column])),
  };
};

function points({ result, choice: { x, y }, marks, table }: Drawing): Plot | string {
  const all = marks.filter((mark) => Number.isFinite(toNumber(mark.x)));
  if (all.length === 0) return 'No row has a number in both columns.';
  const drawn = thinned(all);
  return {
    kind: 'points',
    id: `sql ${y} over ${x}`,
    title: `${y} over ${x}`,
    text: shown(drawn.length, result.rows.length),
    ...{ x, y, line: 'none' },
    points: drawn.map((mark) => [toNumber(mark.x), mark.value] as const),
    names: drawn.map(rowName),
    ...table,
  };
}

function traces({ result, choice, marks, xType, table }: Drawing): Plot | string {
  const micros = isNumber(xType);
  const all = marks
    .map((mark) => ({ ...mark, at: micros ? toNumber(mark.x) / 1000 : Date.parse(String(mark.x)) }))
    .filter(({ at }) => Number.isFinite(at));
  if (all.length === 0) return 'No row has a time and a number.';
  const groups = largestFirst(groupBy(all, ({ series }) => series));
  const drawn = groups.slice(0, MOST_SERIES);
  const left = groups.length - drawn.length;
  const rows = drawn.reduce((sum, [, list]) => sum + list.length, 0);
  const others = ` The ${String(MOST_SERIES)} of ${choice.series} with most rows; ${formatCount(left)} more are in the table.`;
  return {
    kind: 'traces',
    id: `sql ${choice.y} over ${choice.x}`,
    title: `${choice.y} over ${choice.x}${choice.series === '' ? '' : ` by ${choice.series}`}`,
    text: shown(rows, result.rows.length) + (left > 0 ? others : ''),
    y: choice.y,
    relative: micros && all.every(({ at }) => at * 1000 < EPOCH_US),
    traces: drawn.map(([label, list], at) => {
      const own = thinned(list);
      return { label, series: at + 1, points: own.map((point) => [point.at, point.value] as const), names: own.map(rowName) };
    }),
    ...table,
  };
}

/** Draws bars if each category has one number, and otherwise one line per series. */
function levels({ choice, marks, xType, table }: Drawing): Plot | string {
  const ordered = isNumber(xType);
  const all = marks.map((mark) => ({ ...mark, level: cellText(mark.x) }));
  if (all.length === 0) return `${choice.y} has no numbers.`;
  const base = { id: `sql ${choice.y} by ${choice.x}`, ...table };
  const title = `${choice.y} by ${choice.x}`;
  const found = [...new Set(all.map(({ level }) => level))];
  // A line between categories without an order would mean nothing, so draw bars from zero.
  if (!ordered && choice.series === '' && found.length === all.length && all.every(({ value }) => value >= 0))
    return {
      kind: 'amounts',
      title,
      text: `${formatCount(all.length)} rows.${notDrawn([all.length - MOST_LEVELS, ` of ${choice.x}`])}`,
      axis: choice.y,
      bars: all.slice(0, MOST_LEVELS).map(({ level, value }) => ({ label: level, value, hint: '' })),
      ...base,
    };
  const shownLevels = (ordered ? found.sort((a, b) => Number(a) - Number(b)) : found).slice(0, MOST_LEVELS);
  const groups = [...groupBy(all, ({ series }) => series)];
  const repeated = all.length > new Set(all.map(({ level, series }) => `${level}\n${series}`)).size;
  const left = notDrawn([found.length - shownLevels.length, ` of ${choice.x}`], [groups.length - MOST_SERIES, ` of ${choice.series}`]);
  return {
    kind: 'lines',
    title: `${repeated ? 'Mean ' : ''}${title}`,
    text: `${formatCount(all.length)} rows${repeated ? ', averaged where several have the same x' : ''}.${left}`,
    ...choice,
    levels: shownLevels,
    lines: groups.slice(0, MOST_SERIES).map(([label, list], line) => {
      const byLevel = groupBy(list, ({ level }) => level);
      const means = shownLevels.map((level) => {
        const values = (byLevel.get(level) ?? []).map(({ value }) => value);
        return values.length === 0 ? null : { value: values.reduce((sum, value) => sum + value, 0) / values.length, interval: null };
      });
      return { label, series: line + 1, means };
    }),
    ...base,
  };
}

import type { QueryResult } from '../../../tables/result-set.ts';
import { formatFigure } from '../../../answers/charts/number-axis.ts';
import type { Plot } from '../../../answers/charts/plot.ts';
import { groupBy } from '../../../base/group.ts';
import { formatCount } from '../../../base/format.ts';
import { cellText } from '../../../base/table.ts';
import { clip, visibleString } from '../../../base/visible-text.ts';

/** Columns of an answer that a person chose to draw; '' leaves one out. */
export interface PlotChoice {
  readonly x: string;
  readonly y: string;
  readonly series: string;
}

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL.*)$/i;
const TIME = /^(?:TIMESTAMP.*|DATE)$/i;
/** Levels on an axis of words, and lines beside each other; what comes later is counted. */
const MOST_LEVELS = 40;
const MOST_SERIES = 8;
const MOST_POINTS = 2000;
const BINS = 30;
/** µs since 1970 that lie after 2000-01-01; smaller ones count from the first packet. */
const EPOCH_US = 946_684_800_000_000;

export const isNumber = (type: string): boolean => NUMERIC.test(type);
const isTime = (name: string, type: string): boolean => TIME.test(type) || (NUMERIC.test(type) && /(?:^|_)ts_us$/.test(name));

/** What one would draw first: the first time or word across, the first number up. */
export function firstChoice({ columns, rows }: QueryResult): PlotChoice {
  const filled = (name: string): boolean => {
    const at = columns.findIndex((column) => column.name === name);
    return rows.some((row) => Number.isFinite(toNumber(row[at])));
  };
  const time = columns.find(({ name, type }) => isTime(name, type));
  const word = columns.find(({ type }) => !isNumber(type) && !TIME.test(type));
  const numbers = columns.filter(({ name, type }) => isNumber(type) && !isTime(name, type));
  const x = time ?? word ?? numbers[0];
  const y = numbers.find(({ name }) => name !== x?.name && filled(name));
  return { x: x?.name ?? '', y: y?.name ?? '', series: time && word ? word.name : '' };
}

/** The plot of the chosen columns, or in words why there is none. */
export function sqlPlot(result: QueryResult, choice: PlotChoice): Plot | string {
  const at = (name: string): number => result.columns.findIndex((column) => column.name === name);
  const [x, y, series] = [at(choice.x), at(choice.y), at(choice.series)];
  const xType = result.columns[x]?.type ?? '';
  if (x < 0) return 'Choose a column for x.';
  if (y < 0) return isNumber(xType) ? histogram(choice.x, numbersOf(result, x)) : counts(choice.x, result, x);
  if (!isNumber(result.columns[y]?.type ?? '')) return 'Choose a column of numbers for y.';
  if (isTime(choice.x, xType)) return traces(result, choice, x, y, series);
  const distinct = new Set(result.rows.map((row) => cellText(row[x])));
  if (isNumber(xType) && series < 0 && distinct.size > MOST_LEVELS) return points(result, choice, x, y);
  return lines(result, choice, { x, y, series, ordered: isNumber(xType) });
}

const toNumber = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
const numbersOf = ({ rows }: QueryResult, column: number): number[] => rows.map((row) => toNumber(row[column])).filter(Number.isFinite);
const shown = (drawn: number, all: number): string =>
  drawn === all ? `${formatCount(all)} rows.` : `${formatCount(drawn)} of ${formatCount(all)} rows.`;
/** A row of the answer by its number, from 1. */
const rowName = ({ row }: { readonly row: number }): string => `row ${formatCount(row + 1)}`;
/** Evenly spaced items, so that none of the picture is missing. */
const thinned = <T>(items: readonly T[]): readonly T[] => {
  const step = Math.ceil(items.length / MOST_POINTS);
  return step <= 1 ? items : items.filter((_, at) => at % step === 0);
};

function histogram(name: string, values: readonly number[]): Plot | string {
  if (values.length === 0) return `${name} holds no number.`;
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
  const bins = low === high ? 1 : BINS;
  const width = (high - low) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = width > 0 ? Math.min(bins - 1, Math.floor((value - low) / width)) : 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const edges = Array.from({ length: bins + 1 }, (_, bin) => (bin === bins ? high : low + bin * width));
  return {
    kind: 'bars',
    id: `sql ${name}`,
    title: `${name}: from ${formatFigure(low)} to ${formatFigure(high)}`,
    text: `${formatCount(values.length)} values in ${String(bins)} bins.`,
    axis: name,
    edges,
    counts,
    columns: [
      { title: 'From', align: 'end' },
      { title: 'To', align: 'end' },
      { title: 'Values', align: 'end' },
    ],
    rows: counts.map((count, bin) => [edges[bin] ?? null, edges[bin + 1] ?? null, count]),
  };
}

/** How often each value stands in the rows, the most frequent first. */
function counts(name: string, result: QueryResult, column: number): Plot | string {
  const groups = [...groupBy(result.rows, (row) => cellText(row[column]))].sort((a, b) => b[1].length - a[1].length);
  if (groups.length === 0) return `${name} holds nothing.`;
  const drawn = groups.slice(0, MOST_LEVELS);
  const left = groups.length - drawn.length;
  return {
    kind: 'amounts',
    id: `sql rows by ${name}`,
    title: `Rows by ${name}, most of ${visibleString(clip(groups[0]?.[0] ?? '', 40))}`,
    text: `${formatCount(result.rows.length)} rows, ${formatCount(groups.length)} values.${left > 0 ? ` Not drawn: ${formatCount(left)} more; the table has them.` : ''}`,
    axis: 'rows',
    bars: drawn.map(([label, rows]) => ({ label, value: rows.length, hint: `${formatCount(rows.length)} rows` })),
    columns: [{ title: name }, { title: 'Rows', align: 'end' }],
    rows: groups.map(([label, rows]) => [label, rows.length]),
  };
}

const table = (result: QueryResult, columns: readonly number[]): Pick<Plot, 'columns' | 'rows'> => {
  const chosen = columns.filter((column) => column >= 0);
  return {
    columns: chosen.map((column) => {
      const { name = '', type = '' } = result.columns[column] ?? {};
      return { title: name, detail: type, align: isNumber(type) ? 'end' : 'start' };
    }),
    rows: result.rows.map((row) => chosen.map((column) => row[column])),
  };
};

function points(result: QueryResult, { x: xName, y: yName }: PlotChoice, x: number, y: number): Plot | string {
  const all = result.rows
    .map((row, at) => ({ row: at, place: [toNumber(row[x]), toNumber(row[y])] as const }))
    .filter(({ place }) => place.every(Number.isFinite));
  if (all.length === 0) return 'No row has a number in both columns.';
  const drawn = thinned(all);
  return {
    kind: 'points',
    id: `sql ${yName} over ${xName}`,
    title: `${yName} over ${xName}`,
    text: shown(drawn.length, result.rows.length),
    x: xName,
    y: yName,
    line: 'none',
    points: drawn.map(({ place }) => place),
    names: drawn.map(rowName),
    ...table(result, [x, y]),
  };
}

function traces(
  result: QueryResult,
  { x: xName, y: yName, series: seriesName }: PlotChoice,
  x: number,
  y: number,
  series: number,
): Plot | string {
  const micros = isNumber(result.columns[x]?.type ?? '');
  const all = result.rows.flatMap((row, number) => {
    const [raw, value] = [row[x], toNumber(row[y])];
    const at = micros ? toNumber(raw) / 1000 : Date.parse(String(raw));
    return Number.isFinite(at) && Number.isFinite(value)
      ? [{ at, value, row: number, of: series < 0 ? yName : cellText(row[series]) }]
      : [];
  });
  if (all.length === 0) return 'No row has a time and a number.';
  const groups = [...groupBy(all, ({ of }) => of)].sort((a, b) => b[1].length - a[1].length);
  const drawn = groups.slice(0, MOST_SERIES);
  const left = groups.length - drawn.length;
  return {
    kind: 'traces',
    id: `sql ${yName} over ${xName}`,
    title: `${yName} over ${xName}${series < 0 ? '' : ` by ${seriesName}`}`,
    text: `${shown(
      drawn.reduce((sum, [, list]) => sum + list.length, 0),
      result.rows.length,
    )}${left > 0 ? ` The ${String(MOST_SERIES)} of ${seriesName} with most rows; ${formatCount(left)} more are in the table.` : ''}`,
    y: yName,
    relative: micros && all.every(({ at }) => at * 1000 < EPOCH_US),
    traces: drawn.map(([label, list], at) => {
      const own = thinned(list);
      return { label, series: at + 1, points: own.map((point) => [point.at, point.value] as const), names: own.map(rowName) };
    }),
    ...table(result, [x, y, series]),
  };
}

function lines(
  result: QueryResult,
  { x: xName, y: yName, series: seriesName }: PlotChoice,
  at: { x: number; y: number; series: number; ordered: boolean },
): Plot | string {
  const all = result.rows.flatMap((row) => {
    const value = toNumber(row[at.y]);
    return Number.isFinite(value) ? [{ level: cellText(row[at.x]), value, of: at.series < 0 ? yName : cellText(row[at.series]) }] : [];
  });
  if (all.length === 0) return `${yName} holds no number.`;
  // Between words there is nothing that a line could pass; bars begin at zero.
  const once = new Set(all.map(({ level }) => level)).size === all.length;
  if (!at.ordered && at.series < 0 && once && all.every(({ value }) => value >= 0)) {
    const left = all.length - MOST_LEVELS;
    return {
      kind: 'amounts',
      id: `sql ${yName} by ${xName}`,
      title: `${yName} by ${xName}`,
      text: `${formatCount(all.length)} rows.${left > 0 ? ` Not drawn: ${formatCount(left)} more of ${xName}; the table has them.` : ''}`,
      axis: yName,
      bars: all.slice(0, MOST_LEVELS).map(({ level, value }) => ({ label: level, value, hint: '' })),
      ...table(result, [at.x, at.y]),
    };
  }
  const found = [...new Set(all.map(({ level }) => level))];
  const levels = (at.ordered ? found.sort((a, b) => Number(a) - Number(b)) : found).slice(0, MOST_LEVELS);
  const groups = [...groupBy(all, ({ of }) => of)];
  const drawn = groups.slice(0, MOST_SERIES);
  const repeated = all.length > new Set(all.map(({ level, of }) => `${level}\n${of}`)).size;
  const left = [
    found.length > levels.length ? `${formatCount(found.length - levels.length)} more of ${xName}` : '',
    groups.length > drawn.length ? `${formatCount(groups.length - drawn.length)} more of ${seriesName}` : '',
  ].filter(Boolean);
  return {
    kind: 'lines',
    id: `sql ${yName} by ${xName}`,
    title: `${repeated ? 'Mean ' : ''}${yName} by ${xName}`,
    text: `${formatCount(all.length)} rows${repeated ? ', their mean where several share a place' : ''}.${left.length > 0 ? ` Not drawn: ${left.join(', ')}; the table has them.` : ''}`,
    x: xName,
    y: yName,
    series: at.series < 0 ? '' : seriesName,
    levels,
    lines: drawn.map(([label, list], line) => {
      const byLevel = groupBy(list, ({ level }) => level);
      const means = levels.map((level) => {
        const values = (byLevel.get(level) ?? []).map(({ value }) => value);
        return values.length === 0 ? null : { value: values.reduce((sum, value) => sum + value, 0) / values.length, interval: null };
      });
      return { label, series: line + 1, means };
    }),
    ...table(result, [at.x, at.y, at.series]),
  };
}

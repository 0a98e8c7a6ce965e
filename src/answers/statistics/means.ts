/** Plots of means of groups: one mark per group or, for two crossed factors, one line for each level of the second factor. */
import { formatFigure } from '../charts/number-axis.ts';
import type { IntervalPlot, LinePlot, Plot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';
import { figureIn, formatP, inUnit, list, number, pair, record, text, type Fields } from './fields.ts';

const MOST_MARKS = 60;
/** Maximum number of lines, and of levels, that a reader can tell apart. */
const MOST_LINES = 8;
const MOST_LEVELS = 24;

interface Group {
  readonly label: string;
  readonly levels: readonly string[];
  readonly count: number;
  readonly value: number;
  readonly sd: number;
  readonly interval: readonly [number, number] | null;
}

/** @param unit unit of the response; empty if it is not known */
export function meansPlots(output: Fields, response: string, alpha: number, unit = ''): readonly Plot[] {
  const groups = list(output['groups'])
    .map(record)
    .map((group): Group => ({
      label: text(group['group']) || 'no value',
      levels: list(group['levels']).map(text),
      count: number(group['count']),
      value: number(group['mean']),
      sd: number(group['sd']),
      interval: pair(group['confidence_interval']),
    }))
    .filter(({ value }) => Number.isFinite(value));
  if (groups.length === 0) return [];
  const order = [...groups].sort((a, b) => b.value - a.value);
  const [highest, lowest] = [order[0], order.at(-1)];
  const rows = list(output['table']).map(record);
  const tested = rows.filter(({ p }) => typeof p === 'number');
  const verdict = record(output['verdict']);
  const found = list(verdict['effects'])
    .map(record)
    .filter(({ differs }) => differs === true)
    .map(({ source }) => text(source));
  const means = response === '' ? 'Means' : `Means of ${response}`;
  const span = `${highest?.label ?? ''} ${figureIn(highest?.value ?? NaN, unit)}, ${lowest?.label ?? ''} ${figureIn(lowest?.value ?? NaN, unit)}`;
  const axis = `${inUnit(`mean${response === '' ? '' : ` of ${response}`}`, unit)}, ${formatFigure(100 * (1 - alpha))} % intervals`;
  const shared = {
    id: 'means',
    title: titleOf(means, text(verdict['conclusion']), found),
    text: `${String(groups.length)} groups; highest and lowest: ${span}. ${
      text(verdict['sentence']) || `${tested.map(({ source, p }) => `${text(source)} ${formatP(number(p))}`).join(', ')}.`
    }`,
    columns: [
      { title: 'Group' },
      { title: 'Rows', align: 'end' as const },
      { title: 'Mean', align: 'end' as const },
      { title: 'sd', align: 'end' as const },
      { title: 'Low', align: 'end' as const },
      { title: 'High', align: 'end' as const },
    ],
    rows: groups.map(({ label, count, value, sd, interval }) => [
      label,
      formatCount(count),
      ...[value, sd, interval?.[0] ?? NaN, interval?.[1] ?? NaN].map(formatFigure),
    ]),
  };
  const crossed = linesOf(groups);
  if (crossed !== null) {
    const [first, second] = rows.map(({ source }) => text(source));
    return [{ ...shared, kind: 'lines', x: first ?? 'first factor', y: axis, series: second ?? 'second factor', ...crossed }];
  }
  const marks: IntervalPlot['marks'] = groups
    .slice(0, MOST_MARKS)
    .map(({ label, value, interval }) => ({ label, value, interval, series: 1 }));
  const rowsInAll = groups.reduce((sum, { count }) => sum + count, 0);
  const overall = groups.reduce((sum, { count, value }) => sum + count * value, 0) / rowsInAll;
  const note = Number.isFinite(overall) ? ` The dashed line is the mean of all rows, ${figureIn(overall, unit)}.` : '';
  const reference = Number.isFinite(overall) ? overall : null;
  return [{ ...shared, text: `${shared.text}${note}`, kind: 'intervals', axis, reference, marks }];
}

/** What the answer concludes. Answers of version 1.0 state nothing, because the assumptions of their test may not hold. */
function titleOf(means: string, conclusion: string, found: readonly string[]): string {
  if (conclusion === 'untested') return `${means}: no test is possible`;
  if (conclusion === 'undecided') return `${means}: undecided`;
  if (conclusion === 'not_shown') return `${means}: no difference shown`;
  if (conclusion === 'differs' || conclusion === 'provisional')
    return `${means} differ by ${found.join(', ')}${conclusion === 'provisional' ? ', provisionally' : ''}`;
  return means;
}

/** Arranges groups as lines; null if they are not those of two factors, or are too many for lines. */
function linesOf(groups: readonly Group[]): Pick<LinePlot, 'levels' | 'lines'> | null {
  if (groups.some(({ levels }) => levels.length !== 2)) return null;
  const [levels, names] = [0, 1].map((factor) => [...new Set(groups.map((group) => group.levels[factor] ?? ''))]) as [string[], string[]];
  if (levels.length > MOST_LEVELS || names.length > MOST_LINES) return null;
  return {
    levels,
    lines: names.map((label, at) => ({
      label,
      series: at + 1,
      means: levels.map((level) => {
        const group = groups.find((own) => own.levels[0] === level && own.levels[1] === label);
        return group === undefined ? null : { value: group.value, interval: group.interval };
      }),
    })),
  };
}

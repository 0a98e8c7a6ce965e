/** Comparisons of two groups: tables of the verdict with every test, the groups, effects and assumptions; a plot of the groups. */
import { formatCount } from '../../base/format.ts';
import { formatFigure } from '../charts/number-axis.ts';
import type { Plot } from '../charts/plot.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { inUnit, list, number, pair, record, text, type Fields } from './fields.ts';
import { cellP, figures } from './table.ts';

const words = (value: unknown): string => text(value).replaceAll('_', ' ');
const bounds = (value: unknown): readonly string[] => (pair(value) ?? [NaN, NaN]).map(formatFigure);

export function comparisonTables(output: Fields): readonly AnswerTable[] {
  const verdict = record(output['verdict']);
  const groups = list(output['groups']).map(record);
  const shares = groups.some(({ share }) => share !== undefined);
  return [
    {
      id: 'verdict',
      title: 'Tests',
      text: text(verdict['sentence']),
      columns: [
        { title: 'Test' },
        { title: 'p is' },
        ...[figures('Statistic'), figures('df'), figures('p', 'two-sided'), figures('Estimate')],
        ...[figures('Low', 'of the interval'), figures('High', 'of the interval'), figures('p', 'of equivalence')],
      ],
      rows: list(output['tests']).map((value) => {
        const { test, method, statistic, df, p, estimate, confidence_interval, equivalence_p } = record(value);
        return [
          `${words(test)}${test === verdict['test'] ? ' (verdict)' : ''}`,
          text(method),
          ...[statistic, df].map((figure) => formatFigure(number(figure))),
          cellP(number(p)),
          formatFigure(number(estimate)),
          ...bounds(confidence_interval),
          cellP(number(equivalence_p)),
        ];
      }),
    },
    {
      id: 'groups',
      title: 'Groups',
      text: 'Intervals assume independent rows.',
      columns: [
        { title: 'Group' },
        figures('Rows'),
        ...(shares ? [figures('Share')] : [figures('Mean'), figures('sd'), figures('Median')]),
        ...[figures('Low', 'of the interval'), figures('High', 'of the interval')],
      ],
      rows: groups.map(({ group, count, mean, sd, median, share, confidence_interval }) => [
        text(group),
        formatCount(number(count)),
        ...(shares ? [share] : [mean, sd, median]).map((figure) => formatFigure(number(figure))),
        ...bounds(confidence_interval),
      ]),
    },
    {
      id: 'effects',
      title: 'Effect sizes',
      text: '',
      columns: [{ title: 'Effect' }, figures('Value'), figures('Low', 'of the interval'), figures('High', 'of the interval')],
      rows: list(output['effects']).map((value) => {
        const { measure, value: size, confidence_interval } = record(value);
        return [words(measure), formatFigure(number(size)), ...bounds(confidence_interval)];
      }),
    },
    countTable(record(output['table'])),
    {
      id: 'assumptions',
      title: 'Tests of the assumptions of the tests',
      text: '',
      columns: [{ title: 'Test' }, { title: 'Group' }, figures('Statistic'), figures('p')],
      rows: list(output['assumptions']).map((value) => {
        const { test, group, statistic, p } = record(value);
        return [words(test), text(group), formatFigure(number(statistic)), cellP(number(p))];
      }),
    },
  ];
}

function countTable(table: Fields): AnswerTable {
  const names = list(table['rows']).map(text);
  return {
    id: 'counts',
    title: 'Counts',
    text: '',
    columns: [{ title: 'Group' }, ...list(table['columns']).map((name) => figures(text(name)))],
    rows: list(table['counts']).map((row, at) => [names[at] ?? '', ...list(row).map((count) => formatCount(number(count)))]),
  };
}

/** Plots of means or proportions with their intervals; the title is the verdict. */
export function comparisonPlots(output: Fields, response: string, alpha: number, unit: string): readonly Plot[] {
  const sentence = text(record(output['verdict'])['sentence']);
  const groups = list(output['groups'])
    .map(record)
    .map(({ group, mean, share, count, confidence_interval }) => ({
      ...{ label: text(group), value: number(mean ?? share), count: number(count) },
      interval: pair(confidence_interval),
    }))
    .filter(({ value }) => Number.isFinite(value));
  if (groups.length === 0 || sentence === '') return [];
  const what = response === '' ? 'share' : `mean of ${response}`;
  return [
    {
      kind: 'intervals',
      id: 'groups',
      title: sentence,
      text: `${groups.map(({ label, value }) => `${label} ${formatFigure(value)}`).join(', ')}. Intervals assume independent rows; the verdict does not.`,
      axis: `${inUnit(what, unit)}, ${formatFigure(100 * (1 - alpha))} % intervals`,
      reference: null,
      marks: groups.map(({ label, value, interval }) => ({ label, value, interval, series: 1 })),
      columns: [{ title: 'Group' }, figures('Rows'), figures('Value'), figures('Low'), figures('High')],
      rows: groups.map(({ label, count, value, interval }) => [
        label,
        formatCount(count),
        ...[value, interval?.[0] ?? NaN, interval?.[1] ?? NaN].map(formatFigure),
      ]),
    },
  ];
}

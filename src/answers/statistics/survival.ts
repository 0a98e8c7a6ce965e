/** Survival analysis: tables of the verdict with medians, hazard ratios and tests; a plot of curves with bands and rows at risk. */
import { formatCount } from '../../base/format.ts';
import { formatFigure } from '../charts/number-axis.ts';
import type { Plot } from '../charts/plot.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { inUnit, list, number, pair, record, text, type Fields } from './fields.ts';
import { cellP, figures } from './table.ts';

const MOST_CURVES = 4;

export function survivalTables(output: Fields): readonly AnswerTable[] {
  return [
    {
      id: 'medians',
      title: 'Times',
      text: text(record(output['verdict'])['sentence']),
      columns: [
        { title: 'Group' },
        figures('Rows'),
        figures('Events'),
        figures('Median'),
        figures('Low', 'of the interval'),
        figures('High', 'of the interval'),
      ],
      rows: list(output['curves'])
        .map(record)
        .map(({ group, rows, events, median }) => [
          text(group),
          ...[rows, events].map((count) => formatCount(number(count))),
          ...['value', 'low', 'high'].map((name) => formatFigure(number(record(median)[name]))),
        ]),
    },
    {
      id: 'hazards',
      title: 'Hazard ratios',
      text: 'Efron’s ties. p of change: low if the ratio changes over time.',
      columns: [
        { title: 'Term' },
        ...[
          figures('Ratio'),
          figures('Low', 'of the interval'),
          figures('High', 'of the interval'),
          figures('p', 'adjusted'),
          figures('p', 'of change'),
        ],
      ],
      rows: list(output['terms'])
        .map(record)
        .map((own) => [
          text(own['term']),
          ...[number(own['hazard_ratio']), ...(pair(own['confidence_interval']) ?? [NaN, NaN])].map(formatFigure),
          ...[own['adjusted_p'], own['proportional_p']].map((p) => cellP(number(p))),
        ]),
    },
    {
      id: 'tests',
      title: 'Tests',
      text: '',
      columns: [{ title: 'Test' }, figures('Chi-square'), figures('df'), figures('p')],
      rows: list(output['tests'])
        .map(record)
        .map(({ test, statistic, df, p }) => [
          text(test).replaceAll('_', ' '),
          ...[statistic, df].map((value) => formatFigure(number(value))),
          cellP(number(p)),
        ]),
    },
  ];
}

/** Chooses the unit of the time axis: long durations in seconds are drawn in minutes or hours. */
function scaleOf(output: Fields, end: number): { readonly by: number; readonly unit: string } {
  if (output['time_unit'] !== 'seconds') return { by: 1, unit: '' };
  return end < 600 ? { by: 1, unit: 's' } : end < 36_000 ? { by: 60, unit: 'min' } : { by: 3600, unit: 'h' };
}

/** Plots the curves of the groups with the most events. */
export function survivalPlots(output: Fields, duration: string): readonly Plot[] {
  const all = list(output['curves']).map(record);
  const order = [...all].sort((a, b) => number(b['events']) - number(a['events'])).slice(0, MOST_CURVES);
  const shown = all.filter((own) => order.includes(own) && list(own['points']).length > 0);
  const sentence = text(record(output['verdict'])['sentence']);
  if (shown.length === 0) return [];
  const { by, unit } = scaleOf(output, Math.max(...shown.map(({ watched }) => number(watched))));
  const curves = shown.map((own, at) => {
    const points = list(own['points']).map(record);
    return {
      ...{ label: text(own['group']), series: at + 1, end: number(own['watched']) / by },
      points: points.map(({ time, survival, low, high }) => ({
        ...{ at: number(time) / by, value: number(survival) },
        interval: low === undefined || high === undefined ? null : ([number(low), number(high)] as const),
      })),
      counts: list(own['at_risk'])
        .map(record)
        .map(({ time, rows }) => ({ at: number(time) / by, count: number(rows) })),
    };
  });
  return [
    {
      kind: 'steps',
      id: 'survival',
      title: sentence,
      text: `Share without the event over time, with interval bands and the rows at risk below. ${curves
        .map(({ label, points }) => `${label}: ${formatFigure(points.at(-1)?.value ?? 1)} at the end`)
        .join(', ')}.`,
      x: inUnit(duration || 'time', unit),
      y: 'share without the event',
      curves,
      columns: [
        { title: 'Group' },
        figures('Time'),
        figures('At risk'),
        figures('Events'),
        figures('Share'),
        figures('Low'),
        figures('High'),
      ],
      rows: shown.flatMap((own) =>
        list(own['points'])
          .map(record)
          .map(({ time, at_risk, events, survival, low, high }) => [
            text(own['group']),
            formatFigure(number(time) / by),
            ...[at_risk, events].map((count) => formatCount(number(count))),
            ...[survival, low, high].map((value) => formatFigure(number(value))),
          ]),
      ),
    },
  ];
}

import { formatFigure } from '../charts/number-axis.ts';
import { formatCount } from '../../base/format.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { list, number, pair, record, text, type Fields } from './fields.ts';
import { cellP, figures } from './table.ts';

const METHODS: Readonly<Record<string, string>> = {
  levene: 'Levene',
  brown_forsythe: 'Brown–Forsythe',
  bartlett: 'Bartlett',
  mauchly: 'Mauchly',
  ljung_box: 'Ljung–Box',
  clusters: 'Likeness within clusters',
  welch: 'Welch',
  kruskal_wallis: 'Kruskal–Wallis',
  friedman: 'Friedman',
  hac: 'Errors for dependent rows',
  cluster: 'Errors by cluster',
  greenhouse_geisser: 'Greenhouse–Geisser',
  huynh_feldt: 'Huynh–Feldt',
  tukey_kramer: 'Tukey–Kramer',
  games_howell: 'Games–Howell',
  holm: 'Holm',
  bonferroni: 'Bonferroni',
};
const nameOf = (method: unknown): string => METHODS[text(method)] ?? text(method);
const rowsOf = (output: Fields, name: string): readonly Fields[] => list(output[name]).map(record);
const degrees = (df: unknown): string =>
  list(df)
    .map((value) => formatFigure(number(value)))
    .join(', ');

/** Tables of an analysis of variance: the sources of variation, the pairwise comparisons, and further tests of the same groups. */
export function varianceTables(output: Fields): readonly AnswerTable[] {
  const type = text(output['ss_type']);
  return [
    {
      id: 'variance',
      title: 'Analysis of variance',
      text: type === '' ? '' : `Sums of squares of type ${type}.`,
      columns: [
        { title: 'Source' },
        figures('df'),
        figures('Sum of squares'),
        figures('Mean square'),
        figures('F'),
        figures('p'),
        figures('η²', 'ratio'),
        figures('Partial η²', 'ratio'),
        figures('ω²', 'ratio'),
      ],
      rows: rowsOf(output, 'table').map((row) => [
        text(row['source']),
        formatCount(number(row['df'])),
        ...[row['sum_sq'], row['mean_sq'], row['f']].map((value) => formatFigure(number(value))),
        cellP(number(row['p'])),
        ...[row['eta_sq'], row['partial_eta_sq'], row['omega_sq']].map((value) => formatFigure(number(value))),
      ]),
    },
    {
      id: 'pairs',
      title: 'Differences between pairs',
      text: 'p-values and intervals are adjusted for all pairs of a method.',
      columns: [
        { title: 'Method' },
        { title: 'First' },
        { title: 'Second' },
        figures('Difference'),
        figures('Std. error'),
        figures('Low'),
        figures('High'),
        figures('p', 'adjusted'),
      ],
      rows: rowsOf(output, 'post_hoc').map((row) => {
        const [low, high] = pair(row['confidence_interval']) ?? [NaN, NaN];
        return [
          nameOf(row['method']),
          text(row['group_a']),
          text(row['group_b']),
          ...[number(row['difference']), number(row['standard_error']), low, high].map(formatFigure),
          cellP(number(row['p'])),
        ];
      }),
    },
    tests(output, 'assumptions', 'Tests of equal spread', 'A low p means that the groups have different spreads.'),
    tests(output, 'alternatives', 'Tests with fewer assumptions', ''),
    {
      id: 'sphericity',
      title: 'Corrections for sphericity',
      text: 'F of the factor with corrected degrees of freedom.',
      columns: [{ title: 'Method' }, figures('ε', 'ratio'), figures('df'), figures('p')],
      rows: rowsOf(output, 'sphericity_corrections').map((row) => [
        nameOf(row['method']),
        formatFigure(number(row['epsilon'])),
        degrees(row['df']),
        cellP(number(row['p'])),
      ]),
    },
  ];
}

const tests = (output: Fields, name: string, title: string, words: string): AnswerTable => ({
  id: name,
  title,
  text: words,
  columns: [{ title: 'Test' }, figures('Statistic'), figures('df'), figures('p')],
  rows: rowsOf(output, name).map((row) => [
    nameOf(row['test']),
    formatFigure(number(row['statistic'])),
    degrees(row['df']),
    cellP(number(row['p'])),
  ]),
});

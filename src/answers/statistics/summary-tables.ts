import { formatFigure } from '../charts/number-axis.ts';
import { formatCount, formatDuration, formatUtc } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { list, number, record, text, type Fields, type Units } from './fields.ts';
import { cellP, figures } from './table.ts';

const METHODS: Readonly<Record<string, string>> = { pearson: 'Pearson’s r', spearman: 'Spearman’s ρ', kendall: 'Kendall’s τ' };

const SPREAD = ['mean', 'sd', 'min', 'median', 'max'] as const;

/** Tables of descriptive statistics by column and by group, and of correlations. */
export function summaryTables(output: Fields, units: Units): readonly AnswerTable[] {
  const columns = Object.entries(record(output['columns'])).map(([name, value]) => [name, record(value)] as const);
  const quantiles = [...new Set(columns.flatMap(([, own]) => Object.keys(record(own['quantiles']))))].sort((a, b) => Number(a) - Number(b));
  const groups = list(output['groups']).map(record);
  const keys = [...new Set(groups.flatMap((group) => Object.keys(record(group['key']))))];
  const timed = groups.some((group) => group['bucket_start_ms'] !== undefined);
  const of = (own: Fields, name: string): string => formatFigure(number(own[name]));
  return [
    {
      id: 'columns',
      title: 'Columns',
      text: '',
      columns: [
        { title: 'Column' },
        { title: 'Unit' },
        figures('Values', 'rows'),
        figures('Missing', 'rows'),
        ...['Mean', 'sd', 'Min'].map((title) => figures(title)),
        ...quantiles.map((share) => figures(shareTitle(share), 'quantile')),
        ...['Max', 'Skewness', 'Kurtosis'].map((title) => figures(title)),
      ],
      rows: columns.map(([name, own]) => [
        name,
        units(name) || '–',
        formatCount(number(own['count'])),
        formatCount(number(own['missing'])),
        ...['mean', 'sd', 'min'].map((figure) => of(own, figure)),
        ...quantiles.map((share) => of(record(own['quantiles']), share)),
        ...['max', 'skewness', 'kurtosis'].map((figure) => of(own, figure)),
      ]),
    },
    {
      id: 'groups',
      title: keys.length === 0 ? 'Over time' : `By ${keys.join(', ')}`,
      text: '',
      columns: [
        ...keys.map((title): GridColumn => ({ title })),
        ...(timed ? [{ title: 'From', detail: 'start of the bucket' }] : []),
        { title: 'Column' },
        figures('Values', 'rows'),
        ...SPREAD.map((title) => figures(title === 'sd' ? title : title.charAt(0).toUpperCase() + title.slice(1))),
      ],
      rows: groups.flatMap((group) =>
        Object.entries(record(group['columns'])).map(([name, value]): GridRow => {
          const own = record(value);
          return [
            ...keys.map((key) => text(record(group['key'])[key]) || 'no value'),
            ...(timed ? [bucketStart(number(group['bucket_start_ms']))] : []),
            units(name) === '' ? name : `${name}, ${units(name)}`,
            formatCount(number(own['count'])),
            ...SPREAD.map((figure) => of(own, figure)),
          ];
        }),
      ),
    },
    {
      id: 'correlations',
      title: 'Correlations',
      text: '',
      columns: [{ title: 'First' }, { title: 'Second' }, { title: 'Method' }, figures('Coefficient'), figures('p'), figures('Rows')],
      rows: list(output['correlation'])
        .map(record)
        .map((row) => [
          text(row['column_a']),
          text(row['column_b']),
          METHODS[text(row['method'])] ?? text(row['method']),
          of(row, 'coefficient'),
          cellP(number(row['p'])),
          formatCount(number(row['count'])),
        ]),
    },
  ];
}

/** Times from this value (in 1973) on are ms since 1970; smaller ones are relative to the start of their capture. */
const EPOCH_FROM = 1e11;

const bucketStart = (ms: number): string => (ms >= EPOCH_FROM ? formatUtc(ms) : `${formatDuration(ms)} from the start`);

/** Title for a quantile: 0.25 → 25 %. */
function shareTitle(share: string): string {
  const value = Number(share);
  return Number.isFinite(value) ? `${formatFigure(100 * value)} %` : share;
}

import { amount } from '../../../base/amount.ts';
import type { ColumnFigures, CorrelationMethod, Description } from '../../../kernels/contract.ts';
import { toolError } from '../../contract/errors.ts';
import type { ToolWarning } from '../../contract/index.ts';
import type { ArtifactDraft, ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { columnFaults, fetchColumns, keyOrder } from '../../numeric-columns.ts';
import type { FetchedColumns } from '../../numeric-columns.ts';
import { roundedIntegers } from '../../rounded-integers.ts';
import { histogramPlot } from './plots.ts';
import { afterSummary } from './next.ts';
import type { Arguments, Figures, Summary } from './schema.ts';

type Outcome = ToolOutcome<Summary>;

const MOST_GROUPS = 200;

/** Computes figures of numeric columns, overall and by group, and the correlations between columns. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const { selection, kernels, signal, progress } = capabilities;
  const faults = [
    ...columnFaults(
      args.columns.map((name, at) => ({ name, path: ['arguments', 'columns', at], kind: 'numeric' })),
      selection,
    ),
    ...columnFaults(
      args.group_by.map((name, at) => ({ name, path: ['arguments', 'group_by', at], kind: 'any' })),
      selection,
    ),
    ...(args.time_bucket_ms !== undefined && selection.time_range === null ? [timeless()] : []),
  ];
  const [first, ...others] = faults;
  if (first) return { status: 'error', errors: [first, ...others] };
  const fetched = await fetchColumns(capabilities, args.columns, args.group_by, args.time_bucket_ms);
  const { ids, shown, total } = shownGroups(fetched.groups);
  const rows = fetched.numbers[0]?.length ?? 0;
  const answer = await kernels.describe(
    {
      columns: fetched.numbers,
      // Rows of groups beyond the limit form one extra group at the end, which is not in the answer.
      groups: ids === null ? null : { ids, count: shown.length + 1 },
      quantiles: args.quantiles,
      quantile_type: args.quantile_type,
      correlation: methodsOf(args),
    },
    { signal, onProgress: progress },
  );
  const most = Math.max(...answer.whole.map(({ count }) => count));
  if (most === 0) return nothing(rows);
  const named = args.columns.map((name, at) => ({ name, field: `arguments.columns[${String(at)}]` }));
  return answered(args, answer, { rows, shown, total }, await roundedIntegers(capabilities, named));
}

interface Grouping {
  readonly rows: number;
  readonly shown: readonly (readonly (string | null)[])[];
  readonly total: number;
}

/** Group ids ordered by key; groups beyond the limit share one id. */
function shownGroups(groups: FetchedColumns['groups']): { ids: Uint32Array | null; shown: Grouping['shown']; total: number } {
  if (groups === null) return { ids: null, shown: [], total: 0 };
  const order = keyOrder(groups.keys);
  const shown = order.slice(0, MOST_GROUPS);
  const place = new Uint32Array(order.length).fill(shown.length);
  shown.forEach((id, at) => {
    place[id] = at;
  });
  return { ids: groups.ids.map((id) => place[id] ?? 0), shown: shown.map((id) => groups.keys[id] ?? []), total: order.length };
}

const methodsOf = ({ correlation }: Arguments): CorrelationMethod[] =>
  correlation === 'none' ? [] : correlation === 'all' ? ['pearson', 'spearman', 'kendall'] : [correlation];

function answered(args: Arguments, answer: Description, { rows, shown, total }: Grouping, rounded: readonly ToolWarning[]): Outcome {
  const record = (figures: readonly ColumnFigures[]): Record<string, Figures> =>
    Object.fromEntries(args.columns.map((name, at) => [name, present(figures[at]!, args.quantiles)]));
  const output: Summary = {
    row_count: rows,
    columns: record(answer.whole),
    groups: shown.map((key, at) => ({ ...keyOf(args, key), columns: record(answer.groups[at] ?? []) })),
    group_count: total,
    correlation: answer.correlation.map(({ method, a, b, count, coefficient, p, log10_p }) => ({
      method,
      column_a: args.columns[a] ?? '',
      column_b: args.columns[b] ?? '',
      count,
      ...defined({ coefficient, p, log10_p }),
    })),
  };
  const warnings = [...warningsOf(args, output), ...rounded];
  const empty = warnings.some(({ code }) => code === 'NO_VALUES');
  const counts = answer.whole.map(({ count }) => count);
  const grouped = total > 0 ? `, ${amount(total, 'group')}` : '';
  return {
    status: empty ? 'partial' : 'ok',
    summary: `${amount(args.columns.length, 'column')} described over ${amount(rows, 'row')}${grouped}.`,
    structured_output: output,
    warnings,
    confidence_inputs: {
      least_count: Math.min(...counts),
      share_present: counts.reduce((sum, count) => sum + count, 0) / (rows * counts.length),
    },
    hints: {
      assumptions: [
        'Missing and infinite values are left out of every figure and counted',
        'p-values of correlations take rows as independent; rows close in time often are not',
      ],
      next: afterSummary(args, output),
      noNext: 'it compares no groups and correlates no columns that a test could follow',
      contextNeeded: empty ? ['a selection in which every column has values'] : [],
      reasoning: 'Exact figures of the selected rows; only the p-values of correlations are inference.',
    },
    artifacts: [tableOf(output), histogramPlot(output)],
    measures: { rows, groups: total },
  };
}

/** A copy without the members that are null. */
function defined<T extends Readonly<Record<string, number | null>>>(values: T): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as { [K in keyof T]?: number };
}

function present({ count, missing, infinite, quantiles, histogram, ...rest }: ColumnFigures, probabilities: readonly number[]): Figures {
  const list = quantiles.flatMap((value, at) => (value === null ? [] : [[String(probabilities[at]), value] as const]));
  const { edges, counts } = histogram;
  return {
    count,
    missing,
    infinite,
    ...defined(rest),
    quantiles: Object.fromEntries(list),
    histogram: { edges: [...edges], counts: [...counts] },
  };
}

function keyOf(args: Arguments, key: readonly (string | null)[]): Pick<Summary['groups'][number], 'key' | 'bucket_start_ms'> {
  const named = args.group_by.flatMap((name, at) => (key[at] === null || key[at] === undefined ? [] : [[name, key[at]] as const]));
  const start = key[args.group_by.length];
  return { key: Object.fromEntries(named), ...(typeof start === 'string' && { bucket_start_ms: Number(start) }) };
}

function warningsOf(args: Arguments, output: Summary): ToolWarning[] {
  const each = args.columns.flatMap((name, at): ToolWarning[] => {
    const figures = output.columns[name];
    if (figures === undefined) return [];
    const field = `arguments.columns[${String(at)}]`;
    const { count, missing, infinite } = figures;
    const groups = output.groups.filter((group) => group.columns[name]?.count === 0).length;
    return [
      ...(count === 0 ? [{ code: 'NO_VALUES', message: `${name} has no finite value in the selection`, field }] : []),
      ...(count > 0 && groups > 0
        ? [
            {
              code: 'NO_VALUES',
              message: `${name} has no finite value in ${String(groups)} of the listed groups`,
              field,
              details: { groups },
            },
          ]
        : []),
      ...(missing > 0
        ? [{ code: 'VALUES_MISSING', message: `${name} lacks a value in ${String(missing)} rows`, field, details: { missing } }]
        : []),
      ...(infinite > 0
        ? [
            {
              code: 'VALUES_INFINITE',
              message: `${name} is infinite in ${String(infinite)} rows, which were left out`,
              field,
              details: { infinite },
            },
          ]
        : []),
      ...(count > 1 && figures.variance === undefined
        ? [{ code: 'OUT_OF_RANGE', message: `the variance of ${name} is beyond the range of a double and is absent`, field }]
        : []),
      ...(count > 1 && figures.sd === 0
        ? [{ code: 'CONSTANT_COLUMN', message: `${name} is constant: skewness, kurtosis and correlations do not exist`, field }]
        : []),
    ];
  });
  const cut = output.group_count - output.groups.length;
  return cut > 0 ? [...each, { code: 'TRUNCATED', message: `${String(cut)} groups follow; select fewer rows or group by less` }] : each;
}

function nothing(rows: number): Outcome {
  const message = `expected at least 1 finite value in the columns, found 0 in ${String(rows)} rows`;
  return {
    status: 'error',
    errors: [toolError('INSUFFICIENT_DATA', message, ['arguments', 'columns'], { details: { observed: 0, needed: 1 }, got: '0' })],
    hints: { contextNeeded: ['a selection that holds values of the columns'] },
  };
}

const timeless = () =>
  toolError('INVALID_VALUE', 'arguments.time_bucket_ms: expected captures whose rows have a time, got none', [
    'arguments',
    'time_bucket_ms',
  ]);

const FIELDS = ['count', 'missing', 'mean', 'sd', 'min', 'median', 'max', 'mad', 'skewness', 'kurtosis'] as const;

function tableOf({ columns }: Summary): ArtifactDraft {
  const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = Object.entries(columns).map(([name, figures]) =>
    [cell(name), ...FIELDS.map((field) => String(figures[field] ?? ''))].join(','),
  );
  const csv = [['column', ...FIELDS].join(','), ...lines, ''].join('\r\n');
  return { name: 'summary_statistics', mime_type: 'text/csv', bytes: new TextEncoder().encode(csv) };
}

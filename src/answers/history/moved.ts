import type { ToolResult } from '../../tools/contract/index.ts';
import { formatFigure } from '../charts/number-axis.ts';
import { analyzerOutput, LINK_THRESHOLD, TYPE_WORDS } from '../analyzer/model.ts';
import { privacyOutput, findingTitle } from '../privacy/model.ts';
import { inUnit, list, NO_UNITS, number, record, text, type Fields, type Units } from '../statistics/fields.ts';
import { formatAmount, formatCount, formatProbability } from '../../base/format.ts';
import { cellText, type GridColumn, type GridRow } from '../../base/table.ts';

/** What changed between two answers of a tool, in the terms of that tool. */
export interface Moved {
  /** Title of the table, with the number of changes. */
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

/** Maximum number of rows that are listed; further ones are only counted. */
export const MOST_ROWS = 200;

/**
 * @param units units of the columns that both calls read
 * @param target the target column that both calls have, if any
 */
export function movedOf(before: ToolResult, after: ToolResult, units: Units = NO_UNITS, target = ''): readonly Moved[] {
  const tool = before.metadata.toolName;
  if (tool !== after.metadata.toolName) return [];
  const sides = [before, after] as const;
  const figures = (read: (result: ToolResult) => Figures): readonly Moved[] => movedFigures(FIGURES, sides, read);
  switch (tool) {
    case 'bluetooth_address_analyzer':
      return [...figures(analysisFigures), ...movedTypes(before, after), ...movedFigures(PROBABILITIES, sides, linksOf)];
    case 'statistical_regression_tool':
      return [
        ...figures(fitFigures(units(target))),
        ...movedFigures(named('Term', inUnit('coefficient', perUnit(units(target)))), sides, coefficients),
      ];
    case 'generalized_linear_tool':
      return [
        ...figures(likelihoodFigures),
        ...movedFigures(named('Term', 'logarithm of the ratio, per unit of the term'), sides, estimates),
      ];
    case 'anova_tool':
      return [...figures(varianceFigures), ...movedFigures(named('Group', inUnit('mean', units(target))), sides, means)];
    case 'summary_stats_tool':
      return movedFigures(named('Column', 'mean'), sides, columnMeans(units));
    case 'rotation_privacy_audit':
      return [movedFindings(before, after)];
    case 'capture_query':
      return [...figures(queryFigures), ...movedRows(before, after)];
    default:
      return [];
  }
}

/** Writes a difference with its sign. */
export function signed(difference: number): string {
  const size = Math.abs(difference);
  const words = Number.isInteger(size) && size < 1e7 ? formatCount(size) : formatFigure(size);
  return difference > 0 ? `+${words}` : difference < 0 ? `−${words}` : words;
}

const perUnit = (unit: string): string => (unit === '' ? '' : `${unit} per unit of the term`);

type Figures = ReadonlyMap<string, number>;
const output = (result: ToolResult): Fields => record(result.structured_output);
const of = (entries: readonly (readonly [string, number])[]): Figures => new Map(entries.filter(([, value]) => Number.isFinite(value)));

const linksOf = (result: ToolResult): Figures =>
  of(analyzerOutput(result).candidates.map(({ from, to, probability }) => [`${from} → ${to}`, probability]));
const coefficients = (result: ToolResult): Figures =>
  of(Object.entries(record(output(result)['coefficients'])).map(([name, value]) => [name, number(value)]));
const estimates = (result: ToolResult): Figures =>
  of(list(output(result)['coefficients']).map((own) => [text(record(own)['term']), number(record(own)['estimate'])]));
const means = (result: ToolResult): Figures =>
  of(list(output(result)['groups']).map((group) => [text(record(group)['group']), number(record(group)['mean'])]));
const columnMeans =
  (units: Units) =>
  (result: ToolResult): Figures =>
    of(
      Object.entries(record(output(result)['columns'])).map(([name, value]) => [inUnit(name, units(name)), number(record(value)['mean'])]),
    );

function analysisFigures(result: ToolResult): Figures {
  const { addresses, clusters, candidates, segments } = analyzerOutput(result);
  return of([
    ['addresses', addresses.length],
    ['addresses with a type', addresses.filter(({ type }) => type !== 'unknown').length],
    [
      `links of probability ${String(LINK_THRESHOLD)} or more`,
      candidates.filter(({ probability }) => probability >= LINK_THRESHOLD).length,
    ],
    ['clusters', clusters.length],
    ['segments', segments.length],
    ['confidence of the answer', result.confidence],
  ]);
}

const listed = (result: ToolResult, names: Readonly<Record<string, string>>): Figures =>
  of(Object.entries(names).map(([key, words]) => [words, number(output(result)[key])]));

const fitFigures =
  (unit: string) =>
  (result: ToolResult): Figures =>
    listed(result, {
      sample_count: 'rows used',
      r_squared: 'R²',
      adjusted_r_squared: 'adjusted R²',
      residual_standard_error: inUnit('residual standard error', unit),
      f_statistic: 'F',
      aic: 'AIC',
      bic: 'BIC',
      condition_number: 'condition number',
      durbin_watson: 'Durbin–Watson',
    });

const likelihoodFigures = (result: ToolResult): Figures =>
  listed(result, {
    sample_count: 'rows used',
    event_count: 'events',
    deviance: 'deviance',
    dispersion: 'dispersion',
    log_likelihood: 'log likelihood',
    aic: 'AIC',
    bic: 'BIC',
  });

function varianceFigures(result: ToolResult): Figures {
  const sources = list(output(result)['table']).map(record);
  return of([
    ['rows used', number(output(result)['sample_count'])],
    ...sources.flatMap((source) =>
      (
        [
          ['f', 'F'],
          ['p', 'p'],
          ['eta_sq', 'η²'],
        ] as const
      ).map(([key, word]) => [`${word} of ${text(source['source'])}`, number(source[key])] as const),
    ),
  ]);
}

const queryFigures = (result: ToolResult): Figures => listed(result, { total_count: 'rows of the answer', row_count: 'rows in this page' });

interface FigureWords {
  readonly what: string;
  /** Word for the numbers that are compared, in the singular and the plural. */
  readonly figure: readonly [string, string];
  readonly detail?: string;
  readonly mono: boolean;
  readonly format: (value: number) => string;
  /** Whether to show a row even if nothing changed in it. */
  readonly always: boolean;
}
const PROBABILITIES: FigureWords = {
  what: 'Link',
  figure: ['probability', 'probabilities'],
  detail: 'probability',
  mono: true,
  format: formatProbability,
  always: true,
};
const FIGURES: FigureWords = {
  what: 'Figure of the answer',
  figure: ['figure of the answer', 'figures of the answer'],
  mono: false,
  format: (value) => (Number.isInteger(value) ? formatCount(value) : formatFigure(value)),
  always: false,
};
const named = (what: string, detail: string): FigureWords => {
  const [figure = ''] = detail.split(',');
  return { what, figure: [figure, `${figure}s`], detail, mono: false, format: formatFigure, always: true };
};

const sameNumber = (a: number | undefined, b: number | undefined): boolean => Object.is(a, b);

/** Lists numbers that changed: first those that only one answer has, then by the size of the change (or in the answer's order). */
function movedFigures(
  { what, figure, detail, mono, format, always }: FigureWords,
  [before, after]: readonly [ToolResult, ToolResult],
  read: (result: ToolResult) => Figures,
): readonly Moved[] {
  const [left, right] = [read(before), read(after)];
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const pairs = names.map((name) => ({ name, a: left.get(name), b: right.get(name) })).filter(({ a, b }) => !sameNumber(a, b));
  if (pairs.length === 0 && (!always || names.length === 0)) return [];
  const distance = ({ a, b }: (typeof pairs)[number]): number => (a === undefined || b === undefined ? Infinity : Math.abs(b - a));
  const order = always ? [...pairs].sort((one, other) => distance(other) - distance(one)) : pairs;
  return [
    {
      title: `${formatCount(pairs.length)} of ${formatAmount(names.length, ...figure)} moved`,
      columns: [
        { title: what, mono },
        { title: 'Earlier', align: 'end', ...(detail !== undefined && { detail }) },
        { title: 'Later', align: 'end', ...(detail !== undefined && { detail }) },
        { title: 'Difference', align: 'end' },
      ],
      rows: order.map(({ name, a, b }): GridRow => [
        name,
        a === undefined ? '–' : format(a),
        b === undefined ? '–' : format(b),
        a === undefined ? 'only later' : b === undefined ? 'only earlier' : signed(b - a),
      ]),
    },
  ];
}

function movedTypes(before: ToolResult, after: ToolResult): readonly Moved[] {
  const read = (result: ToolResult) => new Map(analyzerOutput(result).addresses.map(({ address, type }) => [address, type]));
  const [a, b] = [read(before), read(after)];
  const addresses = [...new Set([...a.keys(), ...b.keys()])];
  const differ = addresses.filter((address) => a.get(address) !== b.get(address));
  if (differ.length === 0) return [];
  const words = (type: string | undefined): string => (type === undefined ? 'not in it' : (TYPE_WORDS[type] ?? type));
  return [
    {
      title: `${formatCount(differ.length)} of ${formatAmount(addresses.length, 'address', 'addresses')} changed type`,
      columns: [{ title: 'Address', mono: true }, { title: 'Earlier' }, { title: 'Later' }],
      rows: differ.map((address): GridRow => [address, words(a.get(address)), words(b.get(address))]),
    },
  ];
}

function movedFindings(before: ToolResult, after: ToolResult): Moved {
  const read = (result: ToolResult) => new Map(privacyOutput(result).findings.map((each) => [each.code, each.severity]));
  const [a, b] = [read(before), read(after)];
  const all = new Set([...a.keys(), ...b.keys()]);
  const codes = [...all].filter((code) => a.get(code) !== b.get(code));
  return {
    title: `${String(codes.length)} of ${formatAmount(all.size, 'finding')} ${codes.length === 1 ? 'differs' : 'differ'}`,
    columns: [{ title: 'Finding' }, { title: 'Earlier' }, { title: 'Later' }],
    rows: codes.map((code): GridRow => [findingTitle(code), a.get(code) ?? 'not found', b.get(code) ?? 'not found']),
  };
}

/** The rows that only one of the answers contains. Duplicates count, the order does not. */
function movedRows(before: ToolResult, after: ToolResult): readonly Moved[] {
  const names = (result: ToolResult): readonly string[] => list(output(result)['columns']).map((column) => text(record(column)['name']));
  const [left, right] = [names(before), names(after)];
  if (left.length === 0 || left.join('\n') !== right.join('\n')) return [];
  const [rows, others] = [list(output(before)['rows']), list(output(after)['rows'])];
  const counts = new Map<string, number>();
  const keys = others.map((row) => JSON.stringify(row));
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const only: GridRow[] = [];
  let [removed, added] = [0, 0];
  const note = (word: string, row: unknown): void => {
    if (only.length < MOST_ROWS) only.push([word, ...list(row).map(cellText)]);
  };
  for (const row of rows) {
    const key = JSON.stringify(row);
    const left = counts.get(key) ?? 0;
    if (left > 0) counts.set(key, left - 1);
    else {
      removed += 1;
      note('− only earlier', row);
    }
  }
  for (const [at, key] of keys.entries()) {
    const left = counts.get(key) ?? 0;
    if (left === 0) continue;
    counts.set(key, left - 1);
    added += 1;
    note('+ only later', others[at]);
  }
  const differ = removed + added;
  const kinds = list(rows[0] ?? others[0]).map((cell) => typeof cell);
  const cut = differ > only.length ? `; the first ${formatCount(only.length)} that differ are listed` : '';
  return [
    {
      title:
        differ === 0
          ? `The same ${formatAmount(rows.length, 'row')}`
          : `${formatAmount(removed, 'row')} only earlier, ${formatCount(added)} only later, ${formatCount(rows.length - removed)} in both${cut}`,
      columns: [{ title: 'Where' }, ...left.map((title, at): GridColumn => ({ title, align: kinds[at] === 'number' ? 'end' : 'start' }))],
      rows: only,
    },
  ];
}

import { jsonDiff, type JsonDiff, type JsonPath } from '../../../base/json-diff.ts';
import { EXCLUDED_PATHS, type ToolResult } from '../../../tools/contract/index.ts';
import { formatFigure } from '../../charts/number-axis.ts';
import { analyzerOutput } from '../../results/analyzer/model.ts';
import { privacyOutput, findingTitle } from '../../results/privacy/model.ts';
import { list, number, record, text } from '../../results/statistics/fields.ts';
import { formatProbability } from '../../widgets/format.ts';
import type { GridColumn, GridRow } from '../../widgets/grid.ts';

/** Changes that are listed; a page of differences is read, the rest is counted. */
export const MOST_CHANGES = 300;

/** What moved between two answers of one tool, in its own terms. */
export interface Moved {
  /** Says how much moved. */
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export interface ResultComparison {
  /** By result hash; null where one of them has none. */
  readonly equal: boolean | null;
  readonly moved: Moved | null;
  /** Of everything that counts for the result hash. */
  readonly diff: JsonDiff;
}

const EXCLUDED: ReadonlySet<string> = new Set(EXCLUDED_PATHS);
const DEEPEST = Math.max(...EXCLUDED_PATHS.map((path) => path.split(/[.[]/).length));

/** Whether a place does not count for the result hash: ids, clocks, names of this page. */
export function notCounted(path: JsonPath): boolean {
  if (path.length > DEEPEST) return false;
  const spelled = path.reduce<string>((all, step) => (typeof step === 'number' ? `${all}[]` : all === '' ? step : `${all}.${step}`), '');
  return EXCLUDED.has(spelled);
}

/** The request id is new at every run and says nothing of the question. */
export const compareCalls = (before: unknown, after: unknown): JsonDiff =>
  jsonDiff(before, after, { most: MOST_CHANGES, ignore: (path) => path.length === 1 && path[0] === 'request_id' });

export function compareResults(before: ToolResult, after: ToolResult): ResultComparison {
  const [left, right] = [before.metadata.result_hash, after.metadata.result_hash];
  return {
    equal: left === undefined || right === undefined ? null : left === right,
    moved: before.metadata.toolName === after.metadata.toolName ? movedOf(before, after) : null,
    diff: jsonDiff(before, after, { most: MOST_CHANGES, ignore: notCounted }),
  };
}

function movedOf(before: ToolResult, after: ToolResult): Moved | null {
  switch (before.metadata.toolName) {
    case 'bluetooth_address_analyzer':
      return movedFigures('Link', 'probability', linksOf(before), linksOf(after), formatProbability);
    case 'statistical_regression_tool':
      return movedFigures('Term', 'coefficient', figures(before, 'coefficients'), figures(after, 'coefficients'), formatFigure);
    case 'anova_tool':
      return movedFigures('Group', 'mean', means(before), means(after), formatFigure);
    case 'summary_stats_tool':
      return movedFigures('Column', 'mean', columnMeans(before), columnMeans(after), formatFigure);
    case 'rotation_privacy_audit':
      return movedFindings(before, after);
    default:
      return null;
  }
}

type Figures = ReadonlyMap<string, number>;
const output = (result: ToolResult) => record(result.structured_output);
const linksOf = (result: ToolResult): Figures =>
  new Map(analyzerOutput(result).candidates.map(({ from, to, probability }) => [`${from} → ${to}`, probability]));
const figures = (result: ToolResult, key: string): Figures =>
  new Map(Object.entries(record(output(result)[key])).map(([name, value]) => [name, number(value)]));
const means = (result: ToolResult): Figures =>
  new Map(list(output(result)['groups']).map((group) => [text(record(group)['group']), number(record(group)['mean'])]));
const columnMeans = (result: ToolResult): Figures =>
  new Map(Object.entries(record(output(result)['columns'])).map(([name, value]) => [name, number(record(value)['mean'])]));

/** What moved most comes first; what only one of the two has comes before that. */
function movedFigures(what: string, figure: string, before: Figures, after: Figures, format: (value: number) => string): Moved {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const pairs = names.map((name) => ({ name, a: before.get(name), b: after.get(name) })).filter(({ a, b }) => !Object.is(a, b));
  const distance = ({ a, b }: (typeof pairs)[number]): number => (a === undefined || b === undefined ? Infinity : Math.abs(b - a));
  return {
    title: `${String(pairs.length)} of ${String(names.length)} ${figure === 'probability' ? 'probabilities' : `${figure}s`} moved`,
    columns: [
      { title: what, mono: figure === 'probability' },
      { title: 'Earlier', detail: figure, align: 'end' },
      { title: 'Later', detail: figure, align: 'end' },
      { title: 'Difference', align: 'end' },
    ],
    rows: [...pairs]
      .sort((left, right) => distance(right) - distance(left))
      .map(({ name, a, b }): GridRow => [
        name,
        a === undefined ? null : format(a),
        b === undefined ? null : format(b),
        a === undefined ? 'only later' : b === undefined ? 'only earlier' : formatFigure(b - a),
      ]),
  };
}

function movedFindings(before: ToolResult, after: ToolResult): Moved {
  const of = (result: ToolResult) => new Map(privacyOutput(result).findings.map((each) => [each.code, each.severity]));
  const [a, b] = [of(before), of(after)];
  const codes = [...new Set([...a.keys(), ...b.keys()])].filter((code) => a.get(code) !== b.get(code));
  return {
    title: `${String(codes.length)} of ${String(new Set([...a.keys(), ...b.keys()]).size)} findings differ`,
    columns: [{ title: 'Finding' }, { title: 'Earlier' }, { title: 'Later' }],
    rows: codes.map((code): GridRow => [findingTitle(code), a.get(code) ?? 'not found', b.get(code) ?? 'not found']),
  };
}

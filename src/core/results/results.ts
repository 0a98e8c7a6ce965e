import { layoutGraph, linkedAt } from '../../answers/analyzer/graph-layout.ts';
import { graphTitle } from '../../answers/analyzer/plot-titles.ts';
import { analyzerHeadline, clusterPage, matrixPart, pairEvidence, thresholdSummary } from '../../answers/analyzer/summaries.ts';
import { thresholdChange } from '../../answers/analyzer/threshold.ts';
import { timelineFinding } from '../../answers/analyzer/timeline.ts';
import type { Plot } from '../../answers/charts/plot.ts';
import { foldTimeline, timelineSlice } from '../../answers/charts/timeline-slice.ts';
import { deviceHeadline, deviceIdsOutput } from '../../answers/device-ids/model.ts';
import type { AnswerTable } from '../../answers/generic/answer-table.ts';
import { genericTables } from '../../answers/generic/tables.ts';
import { compareResults, resultDiff, type ResultComparison } from '../../answers/history/compare.ts';
import { diffLines } from '../../answers/history/diff-lines.ts';
import { record, text, type Units } from '../../answers/statistics/fields.ts';
import { plotsOf } from '../../answers/statistics/plots.ts';
import { tablesOf } from '../../answers/statistics/tables.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { jsonPatch } from '../../base/json-diff.ts';
import { prettyJson, prettyPart } from '../../base/pretty-json.ts';
import { columnNames, tableText, withNumbers } from '../../base/table-text.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import type { ListSlice, Page, ResultsPort } from '../../workbench/results.ts';
import type { ReportDependencies } from './report.ts';
import type { KeptResult, ResultStore } from './store.ts';
import { groupsOf, headOf, narrowedOf, orderOf, outputOf, sliceOf, tableOf } from './tables.ts';
import { cutValue, MOST_CHARACTERS, viewOf } from './view.ts';

/** Maximum number of rows, and of columns, of a slice of a matrix. */
const MOST_SIDE = 100;
/** Maximum number of clusters in one slice. `MOST_ITEMS` limits the items of other lists. */
const MOST_CLUSTERS = 50;
const MOST_ITEMS = 200;
const MOST_LANES = 2000;

export interface ResultsDependencies extends ReportDependencies {
  readonly store: ResultStore;
  /** Returns the invocation of a call; undefined if the call is unknown. */
  readonly callOf: (tool_call_id: string) => unknown;
  readonly captures: () => readonly CaptureInfo[];
  readonly tools: () => readonly ToolManifest[];
  /** Writes a table to a Parquet file. */
  readonly tableFile: WorkbenchPort['tableFile'];
}

const STATISTICS: ReadonlySet<string> = new Set([
  'anova_tool',
  'generalized_linear_tool',
  'statistical_comparison_tool',
  'statistical_regression_tool',
  'summary_stats_tool',
  'survival_tool',
]);

const isStatistics = ({ metadata }: ToolResult): boolean => STATISTICS.has(metadata.toolName);

/** Answers the page's requests for slices of results. */
export function createResults(dependencies: ResultsDependencies): ResultsPort {
  const { store, callOf } = dependencies;
  const capturesOf = (ids: readonly string[]): readonly CaptureInfo[] =>
    dependencies.captures().filter(({ capture_id }) => ids.includes(capture_id));
  const unitsOf = (...results: readonly ToolResult[]): Units => {
    const ids = results.flatMap(({ agentHints, metadata }) => [
      ...(agentHints.relatedResources ?? []).flatMap(({ type, id }) => (type === 'capture' ? [id] : [])),
      ...(metadata.captures ?? []).map(({ capture_id }) => capture_id),
    ]);
    const columns = capturesOf(ids).flatMap((capture) => capture.columns);
    return (column) => columns.find(({ name }) => name === column)?.unit ?? '';
  };
  const listed = (kept: KeptResult): readonly AnswerTable[] =>
    kept.part('tables', () => {
      const { result } = kept;
      if (isStatistics(result)) return tablesOf(result, unitsOf(result), callOf(result.tool_call_id));
      const manifest = dependencies.tools().find(({ name }) => name === result.metadata.toolName);
      return genericTables(result, manifest?.output_schema);
    });
  const plots = (kept: KeptResult): readonly Plot[] =>
    kept.part('plots', () => plotsOf(kept.result, callOf(kept.result.tool_call_id), unitsOf(kept.result)));

  /** The column that is the target or response of both compared calls; empty if theirs differ. */
  const targetOf = (earlier: string, later: string): string => {
    const [one, other] = [earlier, later].map((id) => {
      const given = record(record(callOf(id))['arguments']);
      return text(given['target']) || text(given['response']);
    });
    return one !== undefined && one === other ? one : '';
  };
  const comparison = (earlier: string, later: string): ResultComparison =>
    store.get(later).part(`compare ${earlier}`, () => {
      const [before, after] = [store.get(earlier).result, store.get(later).result];
      return compareResults(before, after, { units: unitsOf(before, after), target: targetOf(earlier, later) });
    });
  const movedTables = (earlier: string, later: string): readonly AnswerTable[] =>
    comparison(earlier, later).moved.map((moved, at) => ({ ...moved, id: `moved/${String(at)}/${earlier}`, text: '' }));
  const table = (id: string, name: string, request: Parameters<typeof tableOf>[2]) => {
    const kept = store.get(id);
    const [, earlier] = /^moved\/\d+\/(.*)$/s.exec(name) ?? [];
    const rows = tableOf(kept, name, request, () => (earlier === undefined ? listed(kept) : movedTables(earlier, id)));
    return { rows, order: orderOf(kept, name, request, rows) };
  };

  const answers = {
    view: (id) => {
      const result = store.find(id);
      return result && viewOf(result);
    },
    list: (id, pointer, page) => listSlice(store.get(id).result, pointer, page),
    tables: (id) => listed(store.get(id)).map(headOf),
    rows: (id, name, request) => {
      const { rows, order } = table(id, name, request);
      return sliceOf(rows, order, request);
    },
    tableFile: (id, name, format, request, options = {}) => {
      const { rows, order } = table(id, name, request);
      const shown = Array.from({ length: rows.count }, (_, at) => rows.row(order?.[at] ?? at));
      const all = withNumbers(rows.columns, shown);
      if (format === 'parquet') return dependencies.tableFile(columnNames(rows.columns), all, options);
      return tableText(format, rows.columns, all);
    },
    plots: (id) => plots(store.get(id)).map((plot) => plot.id),
    plot: (id, name) => {
      const found = plots(store.get(id)).find((plot) => plot.id === name);
      if (!found) throw new WorkbenchError('NO_PLOT', `The result has no plot "${name}".`);
      return found;
    },
    text: (id, { offset, limit }) => prettyPart(store.get(id).result, offset, Math.min(limit, MOST_CHARACTERS)),
    file: (id) => new Blob([...prettyJson(store.get(id).result), '\n'], { type: 'application/json' }),
    compare: (earlier, later) => ({ ...comparison(earlier, later), moved: movedTables(earlier, later).map(headOf) }),
    diff: (earlier, later) => {
      const [before, after] = [store.get(earlier).result, store.get(later).result];
      return diffLines(resultDiff(before, after), before, after);
    },
    patch: (earlier, later) => {
      const { changes } = resultDiff(store.get(earlier).result, store.get(later).result);
      return new Blob([JSON.stringify(jsonPatch(changes), null, 2)], { type: 'application/json' });
    },
    report: async (id, request, options = {}) =>
      (await import('./report.ts')).writeReport(store.get(id).result, request, dependencies, options),

    deviceHeadline: (id) => deviceHeadline(deviceIdsOutput(store.get(id).result)),

    headline: (id, names) => analyzerHeadline(outputOf(store.get(id)), names),
    clusters: (id, { offset, limit, narrowing, names }) => {
      const kept = store.get(id);
      return clusterPage(outputOf(kept), narrowedOf(kept, narrowing), { offset, limit: Math.min(limit, MOST_CLUSTERS) }, names);
    },
    matrix: (id, index, { row, column, rows, columns }) => {
      const cluster = outputOf(store.get(id)).clusters[index];
      if (!cluster) throw new WorkbenchError('NO_CLUSTER', `The result has no cluster ${String(index)}.`);
      return matrixPart(cluster, row, column, Math.min(rows, MOST_SIDE), Math.min(columns, MOST_SIDE));
    },
    threshold: (id, threshold) => thresholdSummary(thresholdChange(outputOf(store.get(id)).candidates, threshold)),
    pair: (id, from, to) => pairEvidence(outputOf(store.get(id)), from, to),
    graph: (id, { threshold, width, narrowing }) => {
      const kept = store.get(id);
      const linked = kept.part(`linked ${String(threshold)}`, () => linkedAt(outputOf(kept), threshold));
      const left = narrowedOf(kept, narrowing);
      const { nodes, ...graph } = layoutGraph(linked, width);
      const title = graphTitle(graph.edges, nodes.length);
      return { ...graph, title, nodes: nodes.map((node) => ({ ...node, aside: !left.has(node.address) })) };
    },
    timeline: (id, request) => {
      const kept = store.get(id);
      const folded = kept.part(`folds ${JSON.stringify([request.folds, request.names])}`, () =>
        foldTimeline(groupsOf(kept, request.names), request.folds),
      );
      const title = kept.part('timeline title', () => timelineFinding(outputOf(kept)));
      return { ...timelineSlice(folded, request), title, relative: outputOf(kept).relative };
    },
    lanes: (id, group) => (groupsOf(store.get(id))[group]?.lanes ?? []).slice(0, MOST_LANES).map(({ label }) => label),
  } satisfies { readonly [Name in keyof ResultsPort]: (...given: Parameters<ResultsPort[Name]>) => unknown };
  return asynchronous(answers) as ResultsPort;
}

type Answers = Readonly<Record<string, (...given: never[]) => unknown>>;

/** Wraps every method so that it returns a promise and rejects instead of throwing. */
const asynchronous = (answers: Answers): object =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, (...given: never[]) => new Promise((resolve) => resolve(answer(...given)))]),
  );

function listSlice(result: ToolResult, pointer: string, { offset, limit }: Page): ListSlice {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (Reflect.get(value, step) as unknown) : undefined,
    result,
  );
  if (!Array.isArray(found)) throw new WorkbenchError('NO_LIST', `The result has no list at ${pointer}.`);
  const { value, cut } = cutValue(found.slice(offset, offset + Math.min(limit, MOST_ITEMS)), MOST_CHARACTERS);
  const items = value as readonly unknown[];
  return { items, total: found.length, cut: cut.filter((each) => each.pointer !== '') };
}

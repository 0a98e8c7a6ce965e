import type { DeviceName } from '../base/device-name.ts';
import type { GraphNode, LinkGraph } from '../answers/analyzer/graph-layout.ts';
import type { Narrowing } from '../selection/types.ts';
import type { AnalyzerHeadline, ClusterPage, MatrixPart, PairEvidence, ThresholdSummary } from '../answers/analyzer/summaries.ts';
import type { JudgedPair } from '../answers/analyzer/tables.ts';
import type { Plot } from '../answers/charts/plot.ts';
import type { TimelineRequest, TimelineSlice } from '../answers/charts/timeline-slice.ts';
import type { DeviceHeadline } from '../answers/device-ids/model.ts';
import type { DiffLines } from '../answers/history/diff-lines.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { GridColumn, GridRow, GridSort } from '../base/table.ts';
import type { ToolResult } from '../tools/contract/index.ts';
import type { AnalystNote, PairVerdict } from './port.ts';

/** A list of which only the first items were sent. */
export interface CutList {
  /** JSON Pointer from the value that was sent. */
  readonly pointer: string;
  /** Items of the complete list. */
  readonly total: number;
}

/**
 * A result as the page holds it. Results of up to 256 kB of JSON are complete; larger ones have truncated lists. `ResultsPort` returns the
 * rest in slices.
 */
export type ResultView = ToolResult & {
  readonly cut: readonly CutList[];
  /** Number of items in each part of the answer, by the part's id. */
  readonly counts: Readonly<Record<string, number>>;
};

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Items of a list; large items have truncated lists themselves. */
export interface ListSlice {
  readonly items: readonly unknown[];
  readonly total: number;
  /** Lists that were truncated; each pointer begins with the index in `items`. */
  readonly cut: readonly CutList[];
}

/** A table of an answer without its rows. */
export interface TableHead {
  /** Names the table in `rows` and `tableFile`. */
  readonly id: string;
  readonly title: string;
  /** A remark on the whole table; empty if there is none. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly total: number;
}

/** Selects and sorts the rows of a table. */
export interface TableRequest {
  readonly sort?: GridSort | null | undefined;
  /** The selection that narrows the tables of the analyzer. */
  readonly narrowing?: Narrowing | undefined;
  /** Probability threshold for a link in the table of links; 0.5 by default. */
  readonly threshold?: number | undefined;
  /** Verdicts to show in the table of links. */
  readonly judged?: readonly JudgedPair[] | undefined;
  /** Device names that the person entered. */
  readonly names?: readonly DeviceName[] | undefined;
}

export interface RowsSlice {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Number of rows within the selection. */
  readonly total: number;
  readonly all: number;
}

export type TableFormat = 'csv' | 'json' | 'parquet';

/** The differences between two answers. Read the rows of a table with `rows` of the later result. */
export interface Comparison {
  /** Whether the result hashes are equal; null if one is missing. */
  readonly equal: boolean | null;
  readonly notes: readonly string[];
  readonly moved: readonly TableHead[];
}

/** Rows of a timeline with the settings of the whole chart. */
export interface TimelineAnswer extends TimelineSlice {
  /** The finding, as a sentence. */
  readonly title: string;
  /** Whether times are relative to the first packet. */
  readonly relative: boolean;
}

/** A graph of links laid out for the page's width. */
export interface GraphSlice extends Omit<LinkGraph, 'nodes'> {
  readonly title: string;
  /** `aside`: the address is outside the selection. */
  readonly nodes: readonly (GraphNode & { readonly aside: boolean })[];
}

/** A report of one result; the page adds what only it knows of the analyst's work. */
export interface ReportRequest {
  readonly title: string;
  readonly note: string;
  /** ms since 1970, UTC. */
  readonly made_ms: number;
  /** Show names and full addresses instead of pseudonyms. */
  readonly unmasked: boolean;
  readonly verdicts: readonly PairVerdict[];
  /** Notes on packets, times and devices. */
  readonly notes: readonly AnalystNote[];
  /** Device names that the person entered. */
  readonly names: readonly DeviceName[];
}

/**
 * Results of this session, kept in the core. Every method rejects with `RESULT_GONE` for a result that is not kept. Return values are
 * plain data of at most 256 kB, except files.
 *
 * Tables of the analyzer: `addresses`, `links`, `segments`, `cluster/<index>`; of the device id analyzer: `devices`; of other
 * answers those that `tables` lists; of a comparison those that `compare` lists.
 */
export interface ResultsPort {
  /** Undefined for a result that is not kept. */
  view(tool_call_id: string): Promise<ResultView | undefined>;
  /** @param pointer JSON Pointer of a list in the result */
  list(tool_call_id: string, pointer: string, page: Page): Promise<ListSlice>;
  tables(tool_call_id: string): Promise<readonly TableHead[]>;
  rows(tool_call_id: string, table: string, request: TableRequest & Page): Promise<RowsSlice>;
  tableFile(tool_call_id: string, table: string, format: TableFormat, request: TableRequest, options?: WorkOptions): Promise<Blob>;
  /** Ids of the plots of an answer. */
  plots(tool_call_id: string): Promise<readonly string[]>;
  plot(tool_call_id: string, plot: string): Promise<Plot>;
  /** A part of the result as indented JSON. */
  text(tool_call_id: string, page: Page): Promise<{ readonly text: string; readonly more: boolean }>;
  /** The complete result as indented JSON. */
  file(tool_call_id: string): Promise<Blob>;
  compare(earlier: string, later: string): Promise<Comparison>;
  diff(earlier: string, later: string): Promise<DiffLines>;
  /** The differences of two results as JSON Patch (RFC 6902). */
  patch(earlier: string, later: string): Promise<Blob>;
  /** The report of the result as an HTML file. */
  report(tool_call_id: string, request: ReportRequest, options?: WorkOptions): Promise<Blob>;

  deviceHeadline(tool_call_id: string): Promise<DeviceHeadline>;

  headline(tool_call_id: string, names?: readonly DeviceName[]): Promise<AnalyzerHeadline>;
  clusters(
    tool_call_id: string,
    page: Page & { readonly narrowing: Narrowing; readonly names?: readonly DeviceName[] | undefined },
  ): Promise<ClusterPage>;
  /** At most 100 rows and columns. */
  matrix(
    tool_call_id: string,
    cluster: number,
    part: { readonly row: number; readonly column: number; readonly rows: number; readonly columns: number },
  ): Promise<MatrixPart>;
  threshold(tool_call_id: string, threshold: number): Promise<ThresholdSummary>;
  pair(tool_call_id: string, from: string, to: string): Promise<PairEvidence>;
  graph(
    tool_call_id: string,
    request: { readonly threshold: number; readonly width: number; readonly narrowing: Narrowing },
  ): Promise<GraphSlice>;
  timeline(tool_call_id: string, request: TimelineRequest): Promise<TimelineAnswer>;
  /** Labels of the lanes of a group; at most 2,000. */
  lanes(tool_call_id: string, group: number): Promise<readonly string[]>;
}

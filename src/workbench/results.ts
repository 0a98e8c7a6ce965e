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

/** Describes a list of which only the first items were sent. */
export interface CutList {
  /** JSON Pointer of the list within the value that was sent. */
  readonly pointer: string;
  /** Number of items in the complete list. */
  readonly total: number;
}

/**
 * A result in the form that the page receives. Up to 256 kB of JSON it is complete; lists of a larger result are cut short, and
 * `ResultsPort` returns their further items in slices.
 */
export type ResultView = ToolResult & {
  readonly cut: readonly CutList[];
  /** How many items each part of the answer has, by the id of the part. */
  readonly counts: Readonly<Record<string, number>>;
};

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Items of a list. Lists in large items are cut short too. */
export interface ListSlice {
  readonly items: readonly unknown[];
  readonly total: number;
  /** The lists that were cut short; each pointer begins with the index of the item in `items`. */
  readonly cut: readonly CutList[];
}

/** Describes a table of an answer, without its rows. */
export interface TableHead {
  /** Id by which `rows` and `tableFile` refer to the table. */
  readonly id: string;
  readonly title: string;
  /** A remark about the whole table; empty if there is none. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly total: number;
}

/** Which rows of a table to return, and in which order. */
export interface TableRequest {
  readonly sort?: GridSort | null | undefined;
  /** The selection of the page, to which tables of the address analyzer are limited. */
  readonly narrowing?: Narrowing | undefined;
  /** Probability at or above which the table of links counts a pair as a link; 0.5 by default. */
  readonly threshold?: number | undefined;
  /** The analyst's verdicts, which the table of links shows. */
  readonly judged?: readonly JudgedPair[] | undefined;
  /** Device names that the person entered. */
  readonly names?: readonly DeviceName[] | undefined;
}

export interface RowsSlice {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** How many rows the selection contains. */
  readonly total: number;
  readonly all: number;
}

export type TableFormat = 'csv' | 'json' | 'parquet';

/** The differences between two answers. `rows` with the later result's id returns the rows of its tables. */
export interface Comparison {
  /** Whether the two result hashes are equal; null if a hash is missing. */
  readonly equal: boolean | null;
  readonly notes: readonly string[];
  readonly moved: readonly TableHead[];
}

/** Some rows of a timeline, with what the whole chart has in common. */
export interface TimelineAnswer extends TimelineSlice {
  /** The finding, as a sentence, which is the title of the chart. */
  readonly title: string;
  /** Whether times are relative to the first packet instead of dates. */
  readonly relative: boolean;
}

/** A graph of links, with positions for the page's width. */
export interface GraphSlice extends Omit<LinkGraph, 'nodes'> {
  readonly title: string;
  /** `aside` is true for an address outside the selection. */
  readonly nodes: readonly (GraphNode & { readonly aside: boolean })[];
}

/** A request for the report of one result, with the analyst's work, which only the page has. */
export interface ReportRequest {
  readonly title: string;
  readonly note: string;
  /** Time of the report in ms since 1970. */
  readonly made_ms: number;
  /** Whether to show names and full addresses instead of pseudonyms. */
  readonly unmasked: boolean;
  readonly verdicts: readonly PairVerdict[];
  /** The analyst's notes on packets, times and devices. */
  readonly notes: readonly AnalystNote[];
  /** Device names that the person entered. */
  readonly names: readonly DeviceName[];
}

/**
 * Returns parts of the results that the core stores for this session. Every method rejects with `RESULT_GONE` if it has no such result.
 * Return values are plain data of at most 256 kB, except files.
 * Ids of tables: `addresses`, `links`, `segments`, `cluster/<index>` of the address analyzer; `devices` of the device id analyzer; in other
 * answers those that `tables` lists; in a comparison those that `compare` lists.
 */
export interface ResultsPort {
  /** Returns a result; undefined if it is not stored. */
  view(tool_call_id: string): Promise<ResultView | undefined>;
  /** @param pointer JSON Pointer of a list in the result */
  list(tool_call_id: string, pointer: string, page: Page): Promise<ListSlice>;
  tables(tool_call_id: string): Promise<readonly TableHead[]>;
  rows(tool_call_id: string, table: string, request: TableRequest & Page): Promise<RowsSlice>;
  tableFile(tool_call_id: string, table: string, format: TableFormat, request: TableRequest, options?: WorkOptions): Promise<Blob>;
  /** Returns the ids of the plots of an answer. */
  plots(tool_call_id: string): Promise<readonly string[]>;
  plot(tool_call_id: string, plot: string): Promise<Plot>;
  /** Returns a part of the result, written as indented JSON. */
  text(tool_call_id: string, page: Page): Promise<{ readonly text: string; readonly more: boolean }>;
  /** Writes the complete result to a file as indented JSON. */
  file(tool_call_id: string): Promise<Blob>;
  compare(earlier: string, later: string): Promise<Comparison>;
  diff(earlier: string, later: string): Promise<DiffLines>;
  /** Writes the differences between two results to a file as JSON Patch (RFC 6902). */
  patch(earlier: string, later: string): Promise<Blob>;
  /** Writes the report of the result as an HTML file. */
  report(tool_call_id: string, request: ReportRequest, options?: WorkOptions): Promise<Blob>;

  deviceHeadline(tool_call_id: string): Promise<DeviceHeadline>;

  headline(tool_call_id: string, names?: readonly DeviceName[]): Promise<AnalyzerHeadline>;
  clusters(
    tool_call_id: string,
    page: Page & { readonly narrowing: Narrowing; readonly names?: readonly DeviceName[] | undefined },
  ): Promise<ClusterPage>;
  /** Returns a part of a matrix, at most 100 rows and columns. */
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
  /** Returns the labels of the lanes of a group; at most 2,000. */
  lanes(tool_call_id: string, group: number): Promise<readonly string[]>;
}

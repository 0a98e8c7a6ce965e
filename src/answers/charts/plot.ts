import type { GridColumn, GridRow } from '../../base/table.ts';

/** A figure as data: marks, the finding in words, and their table. */

interface PlotBase {
  readonly id: string;
  /** Says the finding. */
  readonly title: string;
  /** What is drawn, in words: for who does not see it. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export interface IntervalPlot extends PlotBase {
  readonly kind: 'intervals';
  readonly axis: string;
  /** A line that intervals are read against. */
  readonly reference: number | null;
  readonly marks: readonly {
    readonly label: string;
    readonly value: number;
    /** Null without a spread. */
    readonly interval: readonly [number, number] | null;
    /** 1 to 8. */
    readonly series: number;
  }[];
}

export interface PointPlot extends PlotBase {
  readonly kind: 'points';
  readonly x: string;
  readonly y: string;
  /** `zero`: y = 0; `equal`: y = x. */
  readonly line: 'zero' | 'equal' | 'none';
  readonly points: readonly (readonly [number, number])[];
  /** What each point is: `used row 1,501`. */
  readonly names?: readonly string[] | undefined;
  /** Drawn over the points, dashed: what they are read against. They stretch no axis. */
  readonly curves?: readonly { readonly label: string; readonly points: readonly (readonly [number, number])[] }[];
  /** Points labelled by name. */
  readonly named?: readonly { readonly label: string; readonly at: readonly [number, number] }[];
}

export interface BarPlot extends PlotBase {
  readonly kind: 'bars';
  readonly axis: string;
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** Amounts, one bar each from zero. */
export interface AmountPlot extends PlotBase {
  readonly kind: 'amounts';
  /** Values for or against: each has a sign. */
  readonly signed?: boolean;
  readonly axis: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly hint: string }[];
}

/** Points over time, one series per sender. */
export interface TracePlot extends PlotBase {
  readonly kind: 'traces';
  readonly y: string;
  /** Times count from the first packet instead of 1970. */
  readonly relative: boolean;
  readonly traces: readonly {
    readonly label: string;
    /** 1 to 8. */
    readonly series: number;
    /** Milliseconds and value. */
    readonly points: readonly (readonly [number, number])[];
    /** What each point is: `packet 1,501`. */
    readonly names?: readonly string[] | undefined;
  }[];
}

/** Means over the levels of a factor, a line per level of another. */
export interface LinePlot extends PlotBase {
  readonly kind: 'lines';
  readonly x: string;
  readonly y: string;
  /** What tells the lines apart. */
  readonly series: string;
  readonly levels: readonly string[];
  readonly lines: readonly {
    readonly label: string;
    /** 1 to 8. */
    readonly series: number;
    /** By level; null where there is none. */
    readonly means: readonly ({ readonly value: number; readonly interval: readonly [number, number] | null } | null)[];
  }[];
}

export type Plot = IntervalPlot | PointPlot | BarPlot | AmountPlot | TracePlot | LinePlot;

/** A plot as data: marks, the finding in words, and a table of its values. */
import type { GridColumn, GridRow } from '../../base/table.ts';

interface PlotBase {
  readonly id: string;
  /** The finding in a sentence. */
  readonly title: string;
  /** Description of the plot for people who cannot see it. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export interface IntervalPlot extends PlotBase {
  readonly kind: 'intervals';
  readonly axis: string;
  /** Reference line for the intervals. */
  readonly reference: number | null;
  /** Whether the axis is logarithmic; all values are above 0. */
  readonly logarithmic?: boolean;
  readonly marks: readonly {
    readonly label: string;
    readonly value: number;
    /** Null if no spread is known. */
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
  /** Describes each point: `used row 1,501`. */
  readonly names?: readonly string[] | undefined;
  /** Dashed reference curves over the points. They do not extend the axes. */
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

/** Amounts as bars from zero. */
export interface AmountPlot extends PlotBase {
  readonly kind: 'amounts';
  /** Whether values are signed, for or against. */
  readonly signed?: boolean;
  readonly axis: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly hint: string }[];
}

/** Points over time, one series per sender. */
export interface TracePlot extends PlotBase {
  readonly kind: 'traces';
  readonly y: string;
  /** Times are relative to the first packet instead of 1970. */
  readonly relative: boolean;
  readonly traces: readonly {
    readonly label: string;
    /** 1 to 8. */
    readonly series: number;
    /** Milliseconds and value. */
    readonly points: readonly (readonly [number, number])[];
    /** Describes each point: `packet 1,501`. */
    readonly names?: readonly string[] | undefined;
  }[];
}

/** Means over the levels of a factor, one line per level of a second factor. */
export interface LinePlot extends PlotBase {
  readonly kind: 'lines';
  readonly x: string;
  readonly y: string;
  /** The factor that distinguishes the lines. */
  readonly series: string;
  readonly levels: readonly string[];
  readonly lines: readonly {
    readonly label: string;
    /** 1 to 8. */
    readonly series: number;
    /** By level; null if there is none. */
    readonly means: readonly ({ readonly value: number; readonly interval: readonly [number, number] | null } | null)[];
  }[];
}

/** Shares that fall in steps over time, with the number of rows behind them. */
export interface StepPlot extends PlotBase {
  readonly kind: 'steps';
  readonly x: string;
  readonly y: string;
  readonly curves: readonly {
    readonly label: string;
    /** 1 to 8. */
    readonly series: number;
    /** End of the observed time. */
    readonly end: number;
    /** By time, ascending; the share is 1 before the first. */
    readonly points: readonly { readonly at: number; readonly value: number; readonly interval: readonly [number, number] | null }[];
    readonly counts: readonly { readonly at: number; readonly count: number }[];
  }[];
}

export type Plot = IntervalPlot | PointPlot | BarPlot | AmountPlot | TracePlot | LinePlot | StepPlot;

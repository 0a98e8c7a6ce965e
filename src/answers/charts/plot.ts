/** A plot as data: its marks, its finding in words, and a table of its values. */
import type { GridColumn, GridRow } from '../../base/table.ts';

interface PlotBase {
  readonly id: string;
  /** What the plot shows, as a sentence that serves as its title. */
  readonly title: string;
  /** Describes the plot for people who cannot see it. */
  readonly text: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export interface IntervalPlot extends PlotBase {
  readonly kind: 'intervals';
  readonly axis: string;
  /** Value at which a reference line is drawn beside the intervals of the plot; null for no line. */
  readonly reference: number | null;
  /** Whether the axis is logarithmic, in which case all values are above 0. */
  readonly logarithmic?: boolean;
  readonly marks: readonly {
    readonly label: string;
    readonly value: number;
    /** The interval around the plotted value; null if the value's spread is not known. */
    readonly interval: readonly [number, number] | null;
    /** Number of the series colour, 1 to 8. */
    readonly series: number;
  }[];
}

export interface PointPlot extends PlotBase {
  readonly kind: 'points';
  readonly x: string;
  readonly y: string;
  /** The reference line of the plot: `zero` is y = 0, `equal` is y = x. */
  readonly line: 'zero' | 'equal' | 'none';
  readonly points: readonly (readonly [number, number])[];
  /** Describes each point, such as `used row 1,501`. */
  readonly names?: readonly string[] | undefined;
  /** Reference curves that are drawn dashed over the points. They do not extend the axes. */
  readonly curves?: readonly { readonly label: string; readonly points: readonly (readonly [number, number])[] }[];
  /** Points that are labelled by name. */
  readonly named?: readonly { readonly label: string; readonly at: readonly [number, number] }[];
}

export interface BarPlot extends PlotBase {
  readonly kind: 'bars';
  readonly axis: string;
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** Plot of amounts as bars that begin at zero. */
export interface AmountPlot extends PlotBase {
  readonly kind: 'amounts';
  /** Whether amounts may be negative, so that bars go to both sides, for and against something. */
  readonly signed?: boolean;
  readonly axis: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly hint: string }[];
}

/** Plot of points over time, with one series per sender. */
export interface TracePlot extends PlotBase {
  readonly kind: 'traces';
  readonly y: string;
  /** Whether times are relative to the first packet instead of 1970. */
  readonly relative: boolean;
  readonly traces: readonly {
    readonly label: string;
    /** Number of the series colour, 1 to 8. */
    readonly series: number;
    /** Time in ms and value of each point. */
    readonly points: readonly (readonly [number, number])[];
    /** Describes each point, such as `packet 1,501`. */
    readonly names?: readonly string[] | undefined;
  }[];
}

/** Plot of means over the levels of a factor, with one line for each level of a second factor. */
export interface LinePlot extends PlotBase {
  readonly kind: 'lines';
  readonly x: string;
  readonly y: string;
  /** Name of the factor that tells the lines apart. */
  readonly series: string;
  readonly levels: readonly string[];
  readonly lines: readonly {
    readonly label: string;
    /** Number of the series colour, 1 to 8. */
    readonly series: number;
    /** The mean of the line for each level of the other factor; null if there is none. */
    readonly means: readonly ({ readonly value: number; readonly interval: readonly [number, number] | null } | null)[];
  }[];
}

/** Plot of fractions that fall in steps over time, with the number of rows that each is based on. */
export interface StepPlot extends PlotBase {
  readonly kind: 'steps';
  readonly x: string;
  readonly y: string;
  readonly curves: readonly {
    readonly label: string;
    /** Number of the series colour, 1 to 8. */
    readonly series: number;
    /** Time until which something was observed. */
    readonly end: number;
    /** The steps of the curve by ascending time. Before the first step, the fraction is 1. */
    readonly points: readonly { readonly at: number; readonly value: number; readonly interval: readonly [number, number] | null }[];
    readonly counts: readonly { readonly at: number; readonly count: number }[];
  }[];
}

export type Plot = IntervalPlot | PointPlot | BarPlot | AmountPlot | TracePlot | LinePlot | StepPlot;

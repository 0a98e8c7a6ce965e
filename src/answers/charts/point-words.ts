import { formatUtc } from '../../base/format.ts';
import { formatFigure } from './number-axis.ts';
import type { Plot, PointPlot, TracePlot } from './plot.ts';

/** Describes a point in words: its row or packet, and its values with units. */
export interface PointWords {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Writes a value with the name of its axis, which contains the unit: `residual, dBm: −4.2`. */
const figured = (axis: string, value: number): string => `${axis}: ${formatFigure(value)}`;

/** Describes one point of a plot in words. @param at index of the point, counted from 0 */
export function pointWords({ x, y, points, names }: Pick<PointPlot, 'x' | 'y' | 'points' | 'names'>, at: number): PointWords {
  const [across, up] = points[at] ?? [NaN, NaN];
  return { name: names?.[at] ?? `point ${String(at + 1)}`, lines: [figured(x, across), figured(y, up)] };
}

/** @param at index of the point among the points of all traces, counted in their order */
export function traceWords({ y, relative, traces }: Pick<TracePlot, 'y' | 'relative' | 'traces'>, at: number): PointWords {
  let own = at;
  for (const { label, points, names } of traces) {
    const point = points[own];
    if (point === undefined) {
      own -= points.length;
      continue;
    }
    const [ms, value] = point;
    const time = relative ? `${(ms / 1000).toFixed(3)} s since the first packet` : formatUtc(ms);
    const name = names?.[own];
    return { name: label, lines: [...(name === undefined ? [] : [name]), time, figured(y, value)] };
  }
  return { name: '', lines: [] };
}

export const wordsOf = (plot: Plot, at: number): PointWords =>
  plot.kind === 'points' ? pointWords(plot, at) : plot.kind === 'traces' ? traceWords(plot, at) : { name: '', lines: [] };

import { curvePath } from './curve-path.ts';
import { dotPaths } from './dot-paths.ts';
import { labelPlaces } from './label-places.ts';
import { type Mark, colour, cut, dot, line, mark, titled, word } from './marks.ts';
import { formatFigure, reachOf } from './number-axis.ts';
import type { AmountPlot, BarPlot, IntervalPlot, LinePlot, Plot, PointPlot, TracePlot } from './plot.ts';
import { type Frame, type Reach, plotFrame, rowFrame, ticksBelow } from './plot-frame.ts';
import { drawSteps } from './step-drawing.ts';
import { timeTicks } from './time-axis.ts';
import { formatCount } from '../../base/format.ts';

/** A plot as marks with positions in px, for the page and for the report. */
export interface PlotDrawing {
  readonly height: number;
  readonly marks: readonly Mark[];
  /** The legend, which is drawn above the picture. */
  readonly key?: { readonly title: string; readonly entries: readonly { readonly label: string; readonly marks: readonly Mark[] }[] };
  /** Points that a person can select, with the scales that convert their values to px. */
  readonly points?: { readonly all: PointPlot['points'] } & Pick<Frame, 'x' | 'y'>;
}

/** Draws a plot. @param reach range of the interval axis if it is known; probabilities, for instance, are in [0, 1] */
export function drawPlot(plot: Plot, width: number, reach?: Reach): PlotDrawing {
  switch (plot.kind) {
    case 'intervals':
      return drawIntervals(plot, width, reach);
    case 'points':
      return drawPoints(plot, width);
    case 'bars':
      return drawBars(plot, width);
    case 'amounts':
      return drawAmounts(plot, width);
    case 'lines':
      return drawLines(plot, width);
    case 'traces':
      return drawTraces(plot, width);
    case 'steps':
      return drawSteps(plot, width);
  }
}

const reachAround = (values: readonly number[], margin: number): Reach => reachOf(values, margin) ?? [0, 1];

type Mean = Pick<IntervalPlot['marks'][number], 'value' | 'interval'>;

const ends = ({ value, interval }: Mean): readonly number[] => [value, ...(interval ?? [])];

const meanWords = ({ value, interval }: Mean): string =>
  `${formatFigure(value)}${interval ? `, from ${formatFigure(interval[0])} to ${formatFigure(interval[1])}` : ''}`;

/** The range of an axis around values above 0, extended at both ends by a fraction of their ratio. */
function ratioReach(values: readonly number[]): Reach {
  const [low, high] = reachAround(values.map(Math.log10), 0.04);
  return [10 ** low, 10 ** high];
}

function drawIntervals({ axis, reference, marks, logarithmic = false }: IntervalPlot, width: number, reach?: Reach): PlotDrawing {
  const values = [...(reference === null ? [] : [reference]), ...marks.flatMap(ends)];
  const names = marks.map(({ label }) => label);
  const rows = rowFrame(names, axis, reach ?? (logarithmic ? ratioReach(values) : reachAround(values, 0.04)), width, [0, 12], logarithmic);
  const { x, bottom } = rows;
  return {
    height: rows.height,
    marks: [
      ...rows.marks,
      ...(reference === null ? [] : [line('reference dashed', x(reference), 0, x(reference), bottom)]),
      ...marks.map((each, row) => {
        const [y, ink] = [rows.y(row), colour(each.series)];
        const [from, to] = (each.interval ?? []).map(x);
        const whisker =
          from === undefined || to === undefined
            ? []
            : [[from, y, to, y] as const, ...[from, to].map((at) => [at, y - 4, at, y + 4] as const)];
        return titled(`${each.label}: ${meanWords(each)}`, [
          rows.name(row),
          ...whisker.map((places) => line('interval', ...places, ink)),
          dot(false, x(each.value), y, ink),
        ]);
      }),
      rows.axis,
    ],
  };
}

/** Space in px for the number beside the longest bar of a chart. */
const FIGURE = 48;

function drawAmounts({ axis, bars, signed = false }: AmountPlot, width: number): PlotDrawing {
  const reach = reachAround([0, ...bars.map(({ value }) => value)], 0);
  const names = bars.map(({ label }) => label);
  const { x, y, name, bottom, height, marks, axis: below } = rowFrame(names, axis, reach, width, [reach[0] < 0 ? FIGURE : 0, FIGURE]);
  return {
    height,
    marks: [
      ...marks,
      ...bars.map(({ label, value, hint }, row) => {
        const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
        const figure = `${signed && value > 0 ? '+' : ''}${formatFigure(value)}`;
        return titled(`${label}: ${figure}${hint && `. ${hint}`}`, [
          name(row),
          mark('rect', { x: from, y: y(row) - 7, width: Math.max(1, to - from), height: 14, fill: colour(value < 0 ? 2 : 1) }),
          value < 0 ? word('end', from - 4, y(row) + 4, figure) : word('', to + 4, y(row) + 4, figure),
        ]);
      }),
      line('reference', x(0), 0, x(0), bottom),
      below,
    ],
  };
}

function drawBars({ axis, edges, counts }: BarPlot, width: number): PlotDrawing {
  const across: Reach = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const up: Reach = [0, Math.max(1, ...counts)];
  const frame = plotFrame({ across, up, names: [axis, 'values'], width, height: 200, levels: 4, whole: true });
  // If there is only one value, it has no width, so its bar takes the whole axis.
  const [single, { x, y }] = [across[0] === across[1], frame];
  return {
    height: 200,
    marks: [
      ...frame.marks,
      ...counts.map((count, at) => {
        const [from, to] = [edges[at] ?? across[0], edges[at + 1] ?? across[1]];
        const [left, right] = single ? [frame.left, frame.right] : [x(from), x(to)];
        return titled(`${formatFigure(from)} to ${formatFigure(to)}: ${formatCount(count)}`, [
          mark('rect', { x: left + 0.5, y: y(count), width: Math.max(1, right - left - 1), height: y(0) - y(count), fill: colour(1) }),
        ]);
      }),
      ...ticksBelow(frame, across),
      ...frame.names,
    ],
  };
}

function drawPoints({ x: xName, y: yName, line: guide, points, curves = [], named = [] }: PointPlot, width: number): PlotDrawing {
  const places = [...points, ...named.map(({ at }) => at)];
  const across = reachAround(
    places.map(([value]) => value),
    0.03,
  );
  const up = reachAround([...(guide === 'zero' ? [0] : []), ...places.map(([, value]) => value)], 0.05);
  const height = 280;
  const frame = plotFrame({ across, up, names: [xName, yName], width, height });
  const { x, y, left, right, bottom } = frame;
  // Draw the part of the line y = x that is inside the frame.
  const [from, to] = [Math.max(across[0], up[0]), Math.min(across[1], up[1])];
  const labels = labelPlaces(
    named.map(({ label, at: [value, level] }) => ({ x: x(value), y: y(level), label })),
    { left, right: width, top: 10, bottom: bottom + 8 },
  );
  return {
    height,
    points: { all: points, x, y },
    marks: [
      ...frame.marks,
      ...ticksBelow(frame, across, 18),
      ...dotPaths(points, x, y).map((d) => mark('path', { class: 'dots', d, stroke: colour(1) })),
      ...(guide === 'zero' ? [line('reference', left, y(0), right, y(0))] : []),
      ...(guide === 'equal' && from < to ? [line('reference', x(from), y(from), x(to), y(to))] : []),
      ...curves.map(({ label, points: curve }) =>
        titled(label, [mark('path', { class: 'curve', d: curvePath(curve, across, up, x, y), stroke: colour(2) })]),
      ),
      ...named.flatMap(({ label, at }, index) => {
        const [cx, cy, place] = [x(at[0]), y(at[1]), labels[index]];
        return [
          mark('circle', { class: 'named', cx, cy, r: 4 }),
          ...(place?.away ? [line('leader', cx, cy + Math.sign(place.y - 4 - cy) * 4.5, place.x, place.y - 4)] : []),
          ...(place ? [word(place.end ? 'name end' : 'name', place.x, place.y, label)] : []),
        ];
      }),
      ...frame.names,
    ],
  };
}

function drawLines({ x: xName, y: yName, series, levels, lines }: LinePlot, width: number): PlotDrawing {
  const means = lines.flatMap((each) => each.means).filter((mean) => mean !== null);
  const height = 280;
  const frame = plotFrame({ across: [0, levels.length], up: reachAround(means.flatMap(ends), 0.05), names: [xName, yName], width, height });
  const { x, y, bottom } = frame;
  const step = (frame.right - frame.left) / Math.max(1, levels.length);
  /** Move the lines of different series slightly apart, so that their intervals do not overlap. */
  const place = (level: number, at: number): number =>
    x(level + 0.5) + (at - (lines.length - 1) / 2) * Math.min(7, (0.6 * step) / Math.max(1, lines.length));
  const drawn = lines.flatMap((each, at) => {
    const ink = colour(each.series);
    const stretches = each.means.flatMap((mean, level) => {
      const before = each.means[level - 1];
      return mean && before ? [line('series', place(level - 1, at), y(before.value), place(level, at), y(mean.value), ink)] : [];
    });
    const dots = each.means.flatMap((mean, level) => {
      if (mean === null) return [];
      const [across, { interval }] = [place(level, at), mean];
      return [
        titled(`${levels[level] ?? ''}, ${each.label}: ${meanWords(mean)}`, [
          ...(interval ? [line('series', across, y(interval[0]), across, y(interval[1]), ink)] : []),
          dot(at % 2 === 1, across, y(mean.value), ink),
        ]),
      ];
    });
    return [...stretches, ...dots];
  });
  const entries = lines.map(({ label, series: own }, at) => ({
    label,
    marks: [line('series', 0, 5, 18, 5, colour(own)), dot(at % 2 === 1, 9, 5, colour(own))],
  }));
  return {
    height,
    key: { title: series, entries },
    marks: [
      ...frame.marks,
      ...levels.map((level, at) => word('middle', x(at + 0.5), bottom + 15, cut(level, step))),
      ...drawn,
      ...frame.names,
    ],
  };
}

function drawTraces({ y: yName, relative, traces }: TracePlot, width: number): PlotDrawing {
  const all = traces.flatMap(({ points }) => points);
  const across = reachAround(
    all.map(([at]) => at),
    0.02,
  );
  const up = reachAround(
    all.map(([, value]) => value),
    0.08,
  );
  const names = ['', `${yName}${relative ? ', time since the first packet' : ', time UTC'}`] as const;
  const [height, head] = [220, 36];
  const frame = plotFrame({ across, up, names, width, height, head, foot: 24, levels: 5 });
  const { x, y, left, right, bottom } = frame;
  const entry = Math.min(190, (right - left) / 2);
  return {
    height,
    points: { all, x, y },
    marks: [
      ...frame.marks,
      ...timeTicks({ start: across[0], end: across[1] }, right - left, relative).flatMap(({ at, label }) => [
        line('gridline', x(at), head, x(at), bottom),
        word('middle', Math.min(Math.max(x(at), left + 24), width - 34), bottom + 16, label),
      ]),
      ...traces.flatMap(({ label, series, points }, at) => {
        const square = series % 2 === 0;
        return [
          dot(square, left + 4 + at * entry, 21, colour(series)),
          ...dotPaths(points, x, y).map((d) => mark('path', { class: square ? 'dots square' : 'dots', d, stroke: colour(series) })),
          word('name', left + 12 + at * entry, 25, label),
        ];
      }),
      ...frame.names,
    ],
  };
}

import { curvePath } from '../charts/curve-path.ts';
import { formatFigure, linear, numberTicks, reachOf, shortened } from '../charts/number-axis.ts';
import type { AmountPlot, BarPlot, IntervalPlot, LinePlot, Plot, PointPlot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';
import { markup, type Html } from './html.ts';

/** Plots as pictures that stand in the page: coordinates in CSS pixels of a figure 720 wide, colours by class. */

const WIDTH = 720;
const LEFT = 60;
const RIGHT = WIDTH - 10;
const HEAD = 18;
const FOOT = 40;
const ROW = 24;
const LETTER = 7;
/** Of names, which are larger, and often capitals. */
const NAME_LETTER = 8.5;

const px = (value: number): string => String(Math.round(value * 10) / 10);

export const picture = (height: number, label: string, marks: readonly Html[]): Html =>
  markup`<svg viewBox="0 0 ${WIDTH} ${px(height)}" role="img" aria-label="${label}">${marks}</svg>`;

export const line = (style: string, x1: number, y1: number, x2: number, y2: number): Html =>
  markup`<line class="${style}" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" />`;

export const word = (style: string, x: number, y: number, text: string): Html =>
  markup`<text class="${style}" x="${px(x)}" y="${px(y)}">${text}</text>`;

const cut = (text: string, width: number, letter = LETTER): string => shortened(text, Math.max(3, Math.floor(width / letter)));

/** A figure with its finding, its picture, and what is drawn in words. Traces are of one pair and stand in no report. */
/** @param reach of the axis of intervals, where it is known: probabilities lie on [0, 1] */
export function figure(plot: Plot, reach?: readonly [number, number]): Html | null {
  const drawn = plot.kind === 'intervals' ? intervals(plot, reach) : draw(plot);
  return (
    drawn &&
    markup`<figure>
      <figcaption>${plot.title}</figcaption>
      <div class="hint">${plot.text}</div>
      ${drawn}
    </figure>`
  );
}

function draw(plot: Exclude<Plot, IntervalPlot>): Html | null {
  switch (plot.kind) {
    case 'points':
      return points(plot);
    case 'bars':
      return bars(plot);
    case 'amounts':
      return amounts(plot);
    case 'lines':
      return lines(plot);
    case 'traces':
      return null;
  }
}

function intervals({ title, text, axis, reference, marks }: IntervalPlot, reach?: readonly [number, number]): Html {
  const gutter = Math.min(0.42 * WIDTH, 20 + NAME_LETTER * Math.max(4, ...marks.map(({ label }) => label.length)));
  const bottom = marks.length * ROW;
  const [low, high] = reach ??
    reachOf(
      [...(reference === null ? [] : [reference]), ...marks.flatMap(({ value, interval }) => [value, ...(interval ?? [])])],
      0.04,
    ) ?? [0, 1];
  const x = linear(low, high, gutter, RIGHT);
  return picture(bottom + FOOT, `${title}. ${text}`, [
    ...numberTicks(low, high, 7).flatMap((at) => [
      line('grid', x(at), 0, x(at), bottom),
      word('middle', x(at), bottom + 16, formatFigure(at)),
    ]),
    ...(reference === null ? [] : [line('reference', x(reference), 0, x(reference), bottom)]),
    ...marks.map(({ label, value, interval, series }, row) => {
      const y = (row + 0.5) * ROW;
      const whisker = interval ?? [value, value];
      return markup`<g class="s${series}"
        >${word('name end', gutter - 10, y + 4, cut(label, gutter - 12, NAME_LETTER))}${
          interval && [
            line('stroke line', x(whisker[0]), y, x(whisker[1]), y),
            ...whisker.map((end) => line('stroke', x(end), y - 4, x(end), y + 4)),
          ]
        }<circle class="fill" cx="${px(x(value))}" cy="${px(y)}" r="4"
      /></g>`;
    }),
    word('end', RIGHT, bottom + 34, cut(axis, WIDTH)),
  ]);
}

interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly bottom: number;
  readonly marks: readonly Html[];
}

/** Axes of a plot with numbers both ways; `xTicks` false leaves the words below to the caller. */
function frame(
  across: readonly [number, number],
  up: readonly [number, number],
  names: readonly [x: string, y: string],
  height: number,
  xTicks = true,
): Frame {
  const bottom = height - FOOT;
  const x = linear(across[0], across[1], LEFT, RIGHT);
  const y = linear(up[0], up[1], bottom, HEAD);
  return {
    x,
    y,
    bottom,
    marks: [
      ...numberTicks(up[0], up[1], 6).flatMap((at) => [
        line('grid', LEFT, y(at), RIGHT, y(at)),
        word('end', LEFT - 6, y(at) + 4, formatFigure(at)),
      ]),
      ...(xTicks
        ? numberTicks(across[0], across[1], 8).flatMap((at) => [
            line('grid', x(at), HEAD, x(at), bottom),
            word('middle', x(at), bottom + 16, formatFigure(at)),
          ])
        : []),
      word('', 2, 11, cut(names[1], WIDTH)),
      word('end', RIGHT, height - 6, cut(names[0], WIDTH)),
    ],
  };
}

function points({ title, text, x, y, line: guide, points: all, curves = [], named = [] }: PointPlot): Html {
  const places = [...all, ...named.map(({ at }) => at)];
  const across =
    reachOf(
      places.map(([value]) => value),
      0.03,
    ) ?? ([0, 1] as const);
  const up = reachOf([...(guide === 'zero' ? [0] : []), ...places.map(([, value]) => value)], 0.05) ?? ([0, 1] as const);
  const axes = frame(across, up, [x, y], 280);
  const ends = guide === 'zero' ? across : ([Math.max(across[0], up[0]), Math.min(across[1], up[1])] as const);
  const at = (value: number): number => axes.y(guide === 'zero' ? 0 : value);
  return picture(280, `${title}. ${text}`, [
    ...axes.marks,
    markup`<g class="s1"
      >${all.map(([each, value]) => markup`<circle class="fill" cx="${px(axes.x(each))}" cy="${px(axes.y(value))}" r="2" />`)}</g
    >`,
    ...(guide !== 'none' && ends[0] < ends[1] ? [line('reference', axes.x(ends[0]), at(ends[0]), axes.x(ends[1]), at(ends[1]))] : []),
    ...curves.map((curve) => markup`<path class="curve" d="${curvePath(curve.points, across, up, axes.x, axes.y)}" />`),
    ...named.map(({ label, at: [each, value] }) => {
      const left = axes.x(each) > RIGHT - LETTER * (label.length + 2);
      return word(left ? 'name end' : 'name', axes.x(each) + (left ? -6 : 6), axes.y(value) + 4, label);
    }),
  ]);
}

function bars({ title, text, axis, edges, counts }: BarPlot): Html {
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const axes = frame([low, high], [0, Math.max(1, ...counts)], [axis, 'values'], 200);
  const left = (at: number): number => (low === high ? LEFT : axes.x(edges[at] ?? low));
  const right = (at: number): number => (low === high ? RIGHT : axes.x(edges[at + 1] ?? high));
  return picture(200, `${title}. ${text}`, [
    ...axes.marks,
    markup`<g class="s1"
      >${counts.map(
        (count, at) =>
          markup`<rect
            class="fill"
            x="${px(left(at) + 0.5)}"
            y="${px(axes.y(count))}"
            width="${px(Math.max(1, right(at) - left(at) - 1))}"
            height="${px(axes.bottom - axes.y(count))}"
            ><title>${formatFigure(edges[at] ?? low)} to ${formatFigure(edges[at + 1] ?? high)}: ${formatCount(count)}</title></rect
          >`,
      )}</g
    >`,
  ]);
}

function amounts({ title, text, axis, bars: all }: AmountPlot): Html {
  const gutter = Math.min(0.42 * WIDTH, 20 + NAME_LETTER * Math.max(4, ...all.map(({ label }) => label.length)));
  const bottom = all.length * ROW;
  const [low, high] = reachOf([0, ...all.map(({ value }) => value)], 0.04) ?? [0, 1];
  const x = linear(low, high, gutter, RIGHT - 40);
  return picture(bottom + FOOT, `${title}. ${text}`, [
    line('reference', x(0), 0, x(0), bottom),
    ...all.map(({ label, value }, row) => {
      const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
      return markup`<g class="s${value < 0 ? 2 : 1}"
        >${word('name end', gutter - 10, (row + 0.5) * ROW + 4, cut(label, gutter - 12, NAME_LETTER))}<rect
          class="fill"
          x="${px(from)}"
          y="${px(row * ROW + 5)}"
          width="${px(to - from)}"
          height="14"
        />${word('', to + 6, (row + 0.5) * ROW + 4, formatFigure(value))}</g
      >`;
    }),
    word('end', RIGHT, bottom + 34, cut(axis, WIDTH)),
  ]);
}

function lines({ title, text, x: xName, y: yName, series, levels, lines: all }: LinePlot): Html {
  const up =
    reachOf(
      all.flatMap(({ means }) => means.flatMap((mean) => (mean === null ? [] : [mean.value, ...(mean.interval ?? [])]))),
      0.05,
    ) ?? ([0, 1] as const);
  const axes = frame([0, levels.length], up, [xName, yName], 280, false);
  const step = (RIGHT - LEFT) / Math.max(1, levels.length);
  /** A little beside each other, so that no interval hides another. */
  const x = (level: number, at: number): number =>
    axes.x(level + 0.5) + (at - (all.length - 1) / 2) * Math.min(7, (0.6 * step) / Math.max(1, all.length));
  return markup`<div class="key">
      <span class="hint">${series}</span>${all.map(
        ({ label, series: colour }, at) =>
          markup`<span
            ><svg class="s${colour}" viewBox="0 0 18 10" style="display:inline-block;width:18px;margin:0" aria-hidden="true">
              ${line('stroke line', 0, 5, 18, 5)}${dot(at, 9, 5)}
            </svg>
            ${label}</span
          >`,
      )}
    </div>
    ${picture(280, `${title}. ${text}`, [
      ...axes.marks,
      ...levels.map((level, at) => word('middle', axes.x(at + 0.5), axes.bottom + 16, cut(level, step))),
      ...all.map(
        ({ means, series: colour }, at) =>
          markup`<g class="s${colour}"
            >${means.map((mean, level) => {
              if (mean === null) return null;
              const before = means[level - 1];
              return [
                before && line('stroke line', x(level - 1, at), axes.y(before.value), x(level, at), axes.y(mean.value)),
                mean.interval && line('stroke', x(level, at), axes.y(mean.interval[0]), x(level, at), axes.y(mean.interval[1])),
                dot(at, x(level, at), axes.y(mean.value)),
              ];
            })}</g
          >`,
      ),
    ])}`;
}

/** Lines are told apart by their marks too, not by colour alone. */
const dot = (at: number, x: number, y: number): Html =>
  at % 2 === 0
    ? markup`<circle class="fill" cx="${px(x)}" cy="${px(y)}" r="4" />`
    : markup`<rect class="fill" x="${px(x - 4)}" y="${px(y - 4)}" width="8" height="8" />`;
